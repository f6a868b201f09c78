"""Tournaments come to an end, whoever is not there, leaves, is taken out or never comes back."""

import sqlite3
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Final

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from bot.game import lobby, presence, readiness
from bot.game.changes import changed
from bot.game.loading import loaded
from bot.game.table import Table, TableError
from bot.game.tournaments.knockout import HAND
from bot.store import players
from bot.store.tables import State
from bot.values.options import Destination, TableOptions
from bot.values.scenes import Presence
from ofc_engine.rulesets import PRESETS, Ruleset
from tests import machines
from tests.game.clockwork import Clockwork
from tests.game.knock_outs import OPTIONS, KnockOut
from tests.game.league import League
from tests.store.rows import GUILD, add_players

MOST_STEPS: Final = 3000
"""What is done by itself until a dozen people's tournament is over once nobody does anything."""

RULES: Final = st.builds(
    lambda preset, variant: PRESETS[preset].changed({"variant": variant}),
    st.sampled_from(["standard", "czech-tournament", "german"]),
    st.sampled_from(["chinese", "pineapple", "turbo"]),
)


@st.composite
def some_options(draw: st.DrawFn) -> TableOptions:
    rules: Ruleset = draw(RULES)
    return replace(
        OPTIONS,
        rules=rules,
        seats=draw(st.integers(3, rules.variant.most_players)),
        stack=draw(st.sampled_from([20, 60])),
        levels=draw(st.sampled_from(["none", "usual"])),
        clock=draw(st.sampled_from([None, 60])),
        books=draw(st.booleans()),
    )


SOME: Final = st.sets(st.integers(0, 9), min_size=1, max_size=5)
"""Some of those who are in, by their numbers."""


class Absent(RuleBasedStateMachine):
    """People in a tournament who do this and that, and then nothing: it ends by itself."""

    def __init__(self, db: sqlite3.Connection) -> None:
        super().__init__()
        self.db = db
        self.began = False
        db.execute("SAVEPOINT example")

    @property
    def clockwork(self) -> Clockwork:
        """What moves time on."""
        raise NotImplementedError

    def is_over(self) -> bool:
        """True if it has ended."""
        raise NotImplementedError

    def goes_on(self) -> bool:
        return not self.is_over()

    def teardown(self) -> None:
        """Nobody does anything any more: it ends by itself."""
        try:
            steps = self.clockwork.steps if self.began else 0
            while self.began and not self.is_over():
                assert self.clockwork.do_next(), "nothing is due, and it is not over"
                assert self.clockwork.steps - steps < MOST_STEPS, "it does not end"
        finally:
            self.db.execute("ROLLBACK TO example")
            self.db.execute("RELEASE example")

    def among(self, chosen: Iterable[int], players: Iterable[int]) -> list[int]:
        """Those of some players whom numbers choose."""
        there = list(players)
        return [there[number] for number in sorted(chosen) if number < len(there)]


class AbsentFromKnockOut(Absent):
    """A knock-out."""

    @initialize(
        people=st.integers(2, 10), options=some_options(), computers=st.sampled_from([0, 1, 3])
    )
    def begin(self, people: int, options: TableOptions, computers: int) -> None:
        self.at = KnockOut(self.db, people, options, computers=computers)
        self.at.make_threads()
        self.began = True

    @property
    def clockwork(self) -> Clockwork:
        return self.at

    def is_over(self) -> bool:
        return self.at.row.is_over

    def tables(self, chosen: Iterable[int]) -> Iterable[tuple[int, Table]]:
        """Some who are in, each with the table at which they sit then and still are."""
        for player in self.among(chosen, (p for p in self.at.people if p in self.at.found.stacks)):
            table = self.at.table_of(player)
            if table is not None and table.presence_of(player) is not Presence.LEAVING:
                yield player, table

    @rule()
    def place(self) -> None:
        """All who are there."""
        for player in self.at.people:
            table = self.at.table_of(player)
            if table is not None and not table.presence_of(player).is_absent:
                self.at.act(player, table.id)
        self.at.play_computers()

    @rule()
    def get_ready(self) -> None:
        for player in self.at.people:
            table = self.at.table_of(player)
            if table is not None and table.may_be_ready(player):
                person = table.people[player]
                readiness.get_ready(self.db, table, person, self.at.secret, self.at.now)
                changed(self.db, table.id, self.at.now)
        self.at.play_computers()

    @rule(seconds=st.sampled_from([0, 20, 60, HAND]))
    def wait(self, seconds: int) -> None:
        self.at.let_pass(seconds)

    @rule()
    def make_threads(self) -> None:
        self.at.make_threads()

    @precondition(Absent.goes_on)
    @rule(some=SOME)
    def sit_out(self, some: set[int]) -> None:
        for player, table in self.tables(some):
            presence.sit_out(self.db, table, table.people[player])
            changed(self.db, table.id, self.at.now)

    @precondition(Absent.goes_on)
    @rule(some=SOME)
    def come_back(self, some: set[int]) -> None:
        for player, table in self.tables(some):
            presence.come_back(self.db, table, table.people[player], self.at.now)
            changed(self.db, table.id, self.at.now)

    @precondition(Absent.goes_on)
    @rule(who=st.integers(0, 9))
    def leave(self, who: int) -> None:
        """That works at any moment."""
        for player in self.among([who], (p for p in self.at.people if p in self.at.found.stacks)):
            table = self.at.table_of(player)
            if table is None or table.presence_of(player) is not Presence.LEAVING:
                self.at.leave(player)

    @precondition(Absent.goes_on)
    @rule(who=st.integers(0, 9))
    def take_out(self, who: int) -> None:
        """So does that."""
        for player in self.among([who], (p for p in self.at.people if p in self.at.found.stacks)):
            self.at.remove(player)

    @precondition(Absent.goes_on)
    @rule(number=st.integers(0, 3))
    def lose_thread(self, number: int) -> None:
        found = self.at.found.tables
        if len(found) > 1:
            self.at.lose_thread(found[number % len(found)])


class AbsentFromDuplicate(Absent):
    """A duplicate tournament."""

    @initialize(people=st.integers(3, 9), rounds=st.integers(1, 4))
    def begin(self, people: int, rounds: int) -> None:
        self.at = League(self.db, people, rounds=rounds, hands=2)
        self.at.start()
        self.began = True

    @property
    def clockwork(self) -> Clockwork:
        return self.at

    def is_over(self) -> bool:
        return self.at.found.row.is_over

    @precondition(Absent.goes_on)
    @rule(but=st.sets(st.integers(0, 8), max_size=3))
    def play(self, but: set[int]) -> None:
        self.at.play(*self.among(but, self.at.people))

    @precondition(Absent.goes_on)
    @rule(who=st.integers(0, 8))
    def leave(self, who: int) -> None:
        for player in self.among([who], (p for p in self.at.people if p in self.at.found.stacks)):
            self.at.leave(player)

    @precondition(Absent.goes_on)
    @rule(who=st.integers(0, 8))
    def join(self, who: int) -> None:
        gone = (p for p in self.at.people if p not in self.at.found.stacks)
        for player in self.among([who], gone):
            with suppress(TableError):  # the last round has begun
                self.at.join(player)

    @rule(seconds=st.sampled_from([0, 60, 24 * 3600]))
    def wait(self, seconds: int) -> None:
        self.at.let_pass(seconds)


class AbsentFromSitAndGo(Absent):
    """A sit-and-go, which begins once everybody has a seat."""

    @initialize(
        people=st.integers(2, 3), options=some_options(), next_hand=st.sampled_from([None, 60])
    )
    def begin(self, people: int, options: TableOptions, next_hand: int | None) -> None:
        self.at = Clockwork(self.db)
        # Without a clock it is up to the others to call time, or to remove somebody.
        options = replace(options, seats=people, clock=60, next_hand=next_hand)
        host, *others = (players.get(self.db, player) for player in add_players(self.db, people))
        self.id = lobby.open_table(
            self.db,
            host,
            options,
            Destination(GUILD, 77, "en-US"),
            secret=self.at.secret(),
            now=self.at.now,
        )
        for other in others:
            lobby.join(self.db, loaded(self.db, self.id), other, self.at.now)
        changed(self.db, self.id, self.at.now)
        self.began = True

    @property
    def clockwork(self) -> Clockwork:
        return self.at

    def is_over(self) -> bool:
        return loaded(self.db, self.id).state is State.CLOSED

    @rule(who=SOME)
    def place(self, who: set[int]) -> None:
        persons = loaded(self.db, self.id).persons
        for player in self.among(who, (seat.player_id for seat in persons)):
            self.at.act(player, self.id)

    @precondition(Absent.goes_on)
    @rule(who=st.integers(0, 2))
    def sit_out(self, who: int) -> None:
        table = loaded(self.db, self.id)
        for player in self.among([who], (seat.player_id for seat in table.persons)):
            presence.sit_out(self.db, table, table.people[player])
            changed(self.db, self.id, self.at.now)

    @rule(seconds=st.sampled_from([0, 60, 600]))
    def wait(self, seconds: int) -> None:
        self.at.let_pass(seconds)


@machines.shrinks
@pytest.mark.parametrize("count", [4, pytest.param(1500, marks=pytest.mark.exhaustive)])
def test_a_knock_out_ends_whoever_is_not_there(db: sqlite3.Connection, count: int):
    machines.run(lambda: AbsentFromKnockOut(db), count, 30)


@machines.shrinks
@pytest.mark.parametrize("count", [3, pytest.param(800, marks=pytest.mark.exhaustive)])
def test_a_duplicate_tournament_ends_whoever_is_not_there(db: sqlite3.Connection, count: int):
    machines.run(lambda: AbsentFromDuplicate(db), count, 12)


@machines.shrinks
@pytest.mark.parametrize("count", [4, pytest.param(1500, marks=pytest.mark.exhaustive)])
def test_a_sit_and_go_ends_whoever_is_not_there(db: sqlite3.Connection, count: int):
    machines.run(lambda: AbsentFromSitAndGo(db), count, 20)
