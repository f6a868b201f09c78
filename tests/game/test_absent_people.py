"""Tournaments come to an end, whoever is not there, leaves, is taken out or never comes back."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from random import Random
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.game import lobby, presence, readiness
from bot.game.changes import changed
from bot.game.errors import TableError
from bot.game.loading import loaded
from bot.game.tournaments import returning
from bot.game.tournaments.knockout import HAND
from bot.ofc.rulesets import PRESETS
from bot.store import players
from bot.store.tables import State
from bot.values.options import TableOptions
from bot.values.scenes import Presence
from tests.game.clockwork import Clockwork
from tests.game.knock_outs import OPTIONS, KnockOut
from tests.game.league import League
from tests.store.rows import GUILD, add_players, with_db

MOST_STEPS: Final = 1000
"""What is done by itself until a dozen people's tournament is over once nobody does anything."""


@contextmanager
def undone(db: sqlite3.Connection) -> Iterator[None]:
    """What one example does is taken back for the next."""
    db.execute("SAVEPOINT example")
    try:
        yield
    finally:
        db.execute("ROLLBACK TO example")
        db.execute("RELEASE example")


def run_down(clockwork: Clockwork, is_over: Callable[[], bool]) -> int:
    """Nobody does anything any more: it ends by itself; returns after how many seconds."""
    steps, began = clockwork.steps, clockwork.now
    while not is_over():
        assert clockwork.do_next(), "nothing is due, and it is not over"
        assert clockwork.steps - steps < MOST_STEPS, "it does not end"
    return clockwork.now - began


class Crowd:
    """People in a knock-out who do this and that."""

    def __init__(self, tournament: KnockOut, random: Random) -> None:
        self._at = tournament
        self._random = random

    def act(self) -> None:
        """Somebody does something, or some time passes."""
        often = [self._place, self._place, self._ready, self._wait, self._at.make_threads]
        seldom = [self._sit_out, self._come_back, self._leave, self._take_out, self._lose_thread]
        self._random.choice([*often, *often, *seldom])()
        self._at.play_computers()

    def _place(self) -> None:
        for player in self._at.people:
            table = self._at.table_of(player)
            if table is not None and not table.presence_of(player).is_absent:
                self._at.act(player, table.id)

    def _ready(self) -> None:
        for player in self._at.people:
            table = self._at.table_of(player)
            if table is not None and table.may_be_ready(player):
                person = table.people[player]
                readiness.get_ready(self._at.db, table, person, self._at.secret, self._at.now)
                changed(self._at.db, table.id, self._at.now)

    def _wait(self) -> None:
        self._at.let_pass(self._random.choice([0, 20, 60, HAND]))

    def _sit_out(self) -> None:
        for player in self._some():
            table = self._at.table_of(player)
            if table is not None and table.presence_of(player) is not Presence.LEAVING:
                presence.sit_out(self._at.db, table, table.people[player])
                changed(self._at.db, table.id, self._at.now)

    def _come_back(self) -> None:
        for player in self._some():
            table = self._at.table_of(player)
            if table is not None and table.presence_of(player) is not Presence.LEAVING:
                presence.come_back(self._at.db, table, table.people[player], self._at.now)
                changed(self._at.db, table.id, self._at.now)

    def _leave(self) -> None:
        """That works at any moment."""
        for player in self._some(1):
            table = self._at.table_of(player)
            if table is None or table.presence_of(player) is not Presence.LEAVING:
                self._at.leave(player)

    def _take_out(self) -> None:
        """So does that."""
        for player in self._some(1):
            self._at.remove(player)

    def _lose_thread(self) -> None:
        found = self._at.found.tables
        if len(found) > 1:
            self._at.lose_thread(self._random.choice(found))

    def _some(self, most: int = 5) -> list[int]:
        """Some people who are in, of whom none is over."""
        if self._at.row.is_over:
            return []
        stacks = self._at.found.stacks
        there = [player for player in self._at.people if player in stacks]
        return self._random.sample(there, min(len(there), self._random.randint(1, most)))


def some_options(random: Random) -> TableOptions:
    rules = random.choice([PRESETS["standard"], PRESETS["czech-tournament"], PRESETS["german"]])
    rules = rules.changed({"variant": random.choice(["chinese", "pineapple", "turbo"])})
    return replace(
        OPTIONS,
        rules=rules,
        seats=random.randint(3, rules.variant.most_players),
        stack=random.choice([20, 60]),
        levels=random.choice(["none", "usual"]),
        clock=random.choice([None, 60]),
        books=random.random() < 0.5,
    )


def knock_out_ends(db: sqlite3.Connection, seed: int) -> None:
    random = Random(seed)
    people, computers = random.randint(2, 10), random.choice([0, 0, 1, 3])
    with undone(db):
        tournament = KnockOut(db, people, some_options(random), computers=computers)
        tournament.make_threads()
        crowd = Crowd(tournament, random)
        for _deed in range(random.randint(0, 60)):
            crowd.act()
        run_down(tournament, lambda: tournament.row.is_over)


@given(st.integers(0, 2**32))
@settings(with_db, max_examples=15)
def test_a_knock_out_ends_whoever_is_not_there(db: sqlite3.Connection, seed: int):
    knock_out_ends(db, seed)


@pytest.mark.exhaustive
@given(st.integers(0, 2**32))
@settings(with_db, max_examples=1500)
def test_a_knock_out_ends_whoever_is_not_there_of_many(db: sqlite3.Connection, seed: int):
    knock_out_ends(db, seed)


@given(st.integers(0, 2**32))
@settings(with_db, max_examples=8)
def test_a_duplicate_tournament_ends_whoever_is_not_there(db: sqlite3.Connection, seed: int):
    random = Random(seed)
    with undone(db):
        league = League(db, random.randint(3, 9), rounds=random.randint(1, 4), hands=2)
        league.start()
        for _deed in range(random.randint(0, 12)):
            if league.found.row.is_over:
                break
            player = random.choice(league.people)
            is_in = player in league.found.stacks
            if random.random() < 0.3:
                league.play(*random.sample(league.people, random.randint(0, 3)))
            elif is_in and random.random() < 0.7:
                returning.leave(db, league.found.row, player, league.now)
            elif not is_in:
                with suppress(TableError):  # the last round has begun
                    league.join(player)
            league.let_pass(random.choice([0, 60, 24 * 3600]))
        run_down(league, lambda: league.found.row.is_over)


@given(st.integers(0, 2**32))
@settings(with_db, max_examples=15)
def test_a_sit_and_go_ends_whoever_is_not_there(db: sqlite3.Connection, seed: int):
    random = Random(seed)
    with undone(db):
        clockwork = Clockwork(db)
        table_id = sit_and_go(clockwork, random)
        for _deed in range(random.randint(0, 20)):
            clockwork.let_pass(random.choice([0, 60, 600]))
            table = loaded(db, table_id)
            if table.state is State.CLOSED:
                break
            for seat in table.persons:
                person, way = table.people[seat.player_id], random.random()
                if way < 0.3:
                    clockwork.act(person.id, table_id)
                elif way < 0.4:
                    presence.sit_out(db, loaded(db, table_id), person)
            changed(db, table_id, clockwork.now)
        run_down(clockwork, lambda: loaded(db, table_id).state is State.CLOSED)


def sit_and_go(clockwork: Clockwork, random: Random) -> int:
    """Open one, which begins once everybody has a seat; returns its table."""
    db, people = clockwork.db, random.randint(2, 3)
    # Without a clock it is up to the others to call time, or to remove somebody.
    next_hand = random.choice([None, 60])
    options = replace(some_options(random), seats=people, clock=60, next_hand=next_hand)
    host, *others = (players.get(db, player) for player in add_players(db, people))
    table_id = lobby.open_table(
        db,
        host,
        options,
        guild_id=GUILD,
        channel_id=77,
        locale="en-US",
        secret=clockwork.secret(),
        now=clockwork.now,
    )
    for other in others:
        lobby.join(db, loaded(db, table_id), other, clockwork.now)
    changed(db, table_id, clockwork.now)
    return table_id
