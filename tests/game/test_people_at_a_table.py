"""What a table promises, whatever people do there, in whatever order."""

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from random import Random
from typing import Final

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bot.game import clock, leaving, lobby, play, presence, readiness, terms
from bot.game.changes import changed
from bot.game.loading import loaded
from bot.game.table import Table, TableError
from bot.handlers import agreements
from bot.store import hands, players, proposals, seats, tables
from bot.store.hands import HandState
from bot.store.ledger import bookings
from bot.store.players import Player
from bot.store.proposals import NewProposal, Proposal, ProposalKind
from bot.store.tables import State
from bot.values.options import Destination, Length, TableOptions
from bot.values.scenes import Presence
from engine.tests.hands import random_placement
from ofc_engine.errors import OfcError
from ofc_engine.rulesets import Ruleset
from tests import machines
from tests.game.clockwork import Clockwork
from tests.game.promises import points_of, verify_goes_on, verify_seats, verify_shown
from tests.store.rows import GUILD, add_players

CHANNEL: Final = 77

WHO: Final = st.integers(0, 4)
CHOICE: Final = st.integers(0, 99)
OPTIONS: Final = st.builds(
    TableOptions,
    rules=st.sampled_from(["chinese", "turbo"]).map(
        lambda variant: Ruleset.of("standard", {"variant": variant})
    ),
    seats=st.integers(2, 3),
    stake=st.sampled_from([1, 3]),
    clock=st.sampled_from([None, 60]),
    next_hand=st.sampled_from([None, 60]),
    loss_limit=st.sampled_from([None, 15]),
    length=st.sampled_from([None, Length.parse("2 hands"), Length.parse("1 orbit")]),
)


class PeopleAtATable(RuleBasedStateMachine):
    """Five people and one table of two or three seats: the first opens it.

    What is refused changes nothing, as where a handler raises.
    """

    def __init__(self, db: sqlite3.Connection) -> None:
        super().__init__()
        self.db = db
        db.execute("SAVEPOINT example")
        self.clockwork = Clockwork(db)
        self.people = [players.get(db, player) for player in add_players(db, 5)]
        self.id = 0
        self.ready: set[int] = set()
        """Who is ready for the next hand, by all that was done and said."""
        self.next_number = 1
        self.was_corrected = False
        self.points: dict[int, Mapping[int, int]] = {}

    @initialize(options=OPTIONS)
    def begin(self, options: TableOptions) -> None:
        self.open(options)

    @rule(options=OPTIONS)
    @precondition(lambda self: not self.is_open())
    def open(self, options: TableOptions) -> None:
        self.id = lobby.open_table(
            self.db,
            self.people[0],
            options,
            Destination(GUILD, CHANNEL, "en-US"),
            secret=self.clockwork.secret(),
            now=self.now,
        )
        self.ready, self.next_number = set(), 1
        changed(self.db, self.id, self.now)
        self.join(1)
        self.join(2)

    def teardown(self) -> None:
        self.db.execute("ROLLBACK TO example")
        self.db.execute("RELEASE example")

    # --- how it stands ------------------------------------------------------------------------

    @property
    def now(self) -> int:
        return self.clockwork.now

    @property
    def table(self) -> Table:
        return loaded(self.db, self.id)

    def seated(self) -> list[int]:
        return [seat.player_id for seat in seats.of_table(self.db, self.id)]

    def is_open(self) -> bool:
        return self.table.state is not State.CLOSED

    def is_playing(self) -> bool:
        return self.table.running is not None

    def does(self, deed: Callable[[Table], object]) -> bool:
        """Do something with all that follows, or nothing if it is refused; whether it was done."""
        before = set(self.seated())
        self.db.execute("SAVEPOINT deed")
        try:
            deed(self.table)
        except OfcError:
            self.db.execute("ROLLBACK TO deed")
            return False
        finally:
            self.db.execute("RELEASE deed")
        changed(self.db, self.id, self.now)
        self.follow(before)
        return True

    def follow(self, before: set[int]) -> None:
        """Whoever gets a seat is ready, and nobody is once a hand is dealt."""
        now, number = set(self.seated()), self.table.next_number
        kept = self.ready if number == self.next_number else set[int]()
        self.ready = (kept | (now - before)) & now
        self.next_number = number

    # --- what people do ------------------------------------------------------------------------

    @rule(who=WHO)
    def join(self, who: int) -> None:
        self.does(lambda table: lobby.join(self.db, table, self.people[who], self.now))

    @rule(who=WHO, points=st.sampled_from([5, 10, None]))
    def limit_losses(self, who: int, points: int | None) -> None:
        self.does(lambda table: terms.limit_losses(self.db, table, self.people[who], points))

    @rule(who=WHO)
    def leave(self, who: int) -> None:
        self.does(lambda table: lobby.leave(self.db, table, self.people[who], self.now))

    @rule(who=WHO)
    def sit_out(self, who: int) -> None:
        self.does(lambda table: presence.sit_out(self.db, table, self.people[who]))

    @rule(who=WHO)
    def come_back(self, who: int) -> None:
        player, running = self.people[who], self.table.running
        plays = running is not None and running.seat_of(player.id) is not None
        if self.does(lambda table: presence.come_back(self.db, table, player, self.now)):
            self.ready |= set() if plays else {player.id}

    @precondition(lambda self: self.is_open() and not self.is_playing())
    @rule(who=WHO)
    def get_ready(self, who: int) -> None:
        """Start, or be ready for the next hand."""
        player = self.people[who]

        def deed(table: Table) -> None:
            table.verify_seated(player.id)
            if table.presence_of(player.id) is not Presence.HERE:
                raise TableError("They sit out.")
            if table.played is None:
                play.deal(self.db, table, self.clockwork.secret(), self.now)
            else:
                readiness.get_ready(self.db, table, player, self.clockwork.secret, self.now)

        if self.does(deed) and not self.is_playing():
            self.ready.add(player.id)

    @precondition(lambda self: self.is_open() and not self.is_playing())
    @rule()
    def all_get_ready(self) -> None:
        for who in range(len(self.people)):
            if not self.is_playing():
                self.get_ready(who)

    @precondition(is_playing)
    @rule(choice=CHOICE)
    def place(self, choice: int) -> None:
        running = self.table.running
        assert running is not None
        seat = running.hand.waiting_on[choice % len(running.hand.waiting_on)]
        player = players.get(self.db, running.player_at(seat))
        placement = random_placement(running.hand, seat, Random(choice))
        done = self.does(lambda table: play.place(self.db, table, player, placement, self.now))
        assert done or self.table.presence_of(player.id) is Presence.LEAVING

    @precondition(is_playing)
    @rule(choice=CHOICE)
    def play_to_the_end(self, choice: int) -> None:
        """All who are there place; who has lost the seat is placed for."""
        while self.is_playing():
            moves = len(self.table.running.log) if self.table.running else 0
            self.place(choice)
            if self.table.running is not None and len(self.table.running.log) == moves:
                self.let_pass(0)

    @precondition(is_playing)
    @rule(who=WHO)
    def call_time(self, who: int) -> None:
        self.does(lambda table: clock.call_time(self.db, table, self.people[who], self.now))

    @rule(seconds=st.sampled_from([1, 60, 600]))
    def let_pass(self, seconds: int) -> None:
        before = set(self.seated())

        def follow() -> None:
            nonlocal before
            self.follow(before)
            before = set(self.seated())

        # Somebody may sit down when a hand ends, and the next one be dealt after it.
        self.clockwork.let_pass(seconds, follow)

    @rule(clock=st.sampled_from([None, 60]), next_hand=st.sampled_from([None, 60]))
    @precondition(is_open)
    def change_pace(self, clock: int | None, next_hand: int | None) -> None:
        def deed(table: Table) -> None:
            options = replace(table.options, clock=clock, next_hand=next_hand)
            tables.set_options(self.db, table.id, options)

        self.does(deed)

    # --- what they agree on -------------------------------------------------------------------

    def one_of(self, choice: int, asked: Iterable[int]) -> Player:
        """Mostly one of those who are asked, sometimes anybody."""
        ids = [*asked, *asked, *(each.id for each in self.people)]
        return players.get(self.db, ids[choice % len(ids)])

    @precondition(is_open)
    @rule(who=CHOICE, whom=CHOICE)
    def kick(self, who: int, whom: int) -> None:
        player, user_id = self.one_of(who, self.seated()), self.one_of(whom, self.seated()).user_id
        assert user_id is not None

        def deed(table: Table) -> None:
            runs_it = table.row.host_id == player.id
            asked = leaving.ask_to_remove(
                self.db, table, player, user_id, self.now, runs_it=runs_it
            )
            if isinstance(asked, Proposal):
                agreements.respond(self.db, asked, player, self.now, agrees=True)

        self.does(deed)

    @precondition(lambda self: self.votes())
    @rule(who=WHO, choice=CHOICE, agrees=st.booleans())
    def vote(self, who: int, choice: int, agrees: bool) -> None:
        vote = self.votes()[choice % len(self.votes())]
        responses = [each for each in vote.responses if each.player_id != self.people[who].id]
        for_it = sum(bool(each.agrees) for each in responses) + agrees
        done = self.does(
            lambda _table: agreements.respond(
                self.db, vote, self.people[who], self.now, agrees=agrees
            )
        )
        now = proposals.vote(self.db, vote.id)
        if done and now is not None and now.state is proposals.ProposalState.DONE:
            assert 2 * for_it > len(vote.responses), "a majority takes a seat away"

    @precondition(is_open)
    @rule(who=CHOICE, whom=CHOICE, stake=st.integers(1, 3))
    def propose_stake(self, who: int, whom: int, stake: int) -> None:
        one, other = (self.one_of(each, self.seated()) for each in (who, whom))

        def deed(table: Table) -> None:
            terms.verify_stake(table, one, other, stake)
            body = terms.body_of(table, stake)
            draft = NewProposal(GUILD, CHANNEL, ProposalKind.STAKE, None, body, one.id)
            proposals.withdraw(self.db, draft, other.id)
            proposals.add(self.db, draft, [one.id, other.id], now=self.now)

        self.does(deed)

    @precondition(lambda self: self.last_finished() is not None)
    @rule(who=WHO)
    def correct(self, who: int) -> None:
        """Ask to have the last hand void, or a void one count again."""
        hand_id, player = self.last_finished(), self.people[who]

        def deed(_table: Table) -> None:
            booking = bookings.of_hand(self.db, hand_id or 0)
            assert booking is not None
            concerned = [part.player_id for part in bookings.parts(self.db, booking.hand_id)]
            if player.id not in concerned:
                raise TableError("They did not play in it.")
            kind = ProposalKind.COUNT if booking.is_void else ProposalKind.VOID
            draft = NewProposal(GUILD, CHANNEL, kind, booking.hand_id, "misdeal", player.id)
            proposal = proposals.add(self.db, draft, concerned, now=self.now)
            agreements.KINDS[proposal.kind].verify_goes_on(self.db, proposal, self.now)

        self.does(deed)

    @precondition(lambda self: self.proposed())
    @rule(who=WHO, choice=CHOICE, agrees=st.booleans())
    def answer(self, who: int, choice: int, agrees: bool) -> None:
        proposal, player = self.proposed()[choice % len(self.proposed())], self.people[who]
        asked = {each.player_id for each in proposal.missing}
        before = self.agreed_on()
        done = self.does(
            lambda _table: agreements.respond(self.db, proposal, player, self.now, agrees=agrees)
        )
        if self.agreed_on() != before:
            self.was_corrected |= proposal.kind != "stake"
            assert done
            assert agrees
            assert asked <= {player.id}, "everybody who is asked has agreed"

    @rule(who=WHO)
    @precondition(is_open)
    def agree_to_stop(self, who: int) -> None:
        asked = leaving.yet_to_agree(self.table)
        done = self.does(lambda table: leaving.agree(self.db, table, self.people[who], self.now))
        if done and not self.is_open():
            assert {seat.player_id for seat in asked} <= {self.people[who].id}

    def votes(self) -> list[Proposal]:
        ids = self.db.execute("SELECT id FROM votes WHERE state = 'open' ORDER BY id").fetchall()
        found = (proposals.vote(self.db, vote_id) for (vote_id,) in ids)
        return [vote for vote in found if vote is not None and vote.kind is ProposalKind.KICK]

    def proposed(self) -> list[Proposal]:
        sql = "SELECT id FROM proposals WHERE state = 'open' ORDER BY id"
        found = (proposals.get(self.db, each) for (each,) in self.db.execute(sql).fetchall())
        return [proposal for proposal in found if proposal is not None]

    def agreed_on(self) -> tuple[object, ...]:
        """What takes an agreement: the stakes of two, and which hands count."""
        voids = self.db.execute("SELECT hand_id, is_void FROM bookings").fetchall()
        return self.table.stakes, [tuple(row) for row in voids]

    def last_finished(self) -> int | None:
        """The id of the hand; its number is another one at a second table."""
        number = hands.latest_finished(self.db, self.id)
        row = None if number is None else hands.numbered(self.db, self.id, number)
        return None if row is None else row.id

    # --- what holds all along -------------------------------------------------------------------

    @invariant()
    def it_is_as_promised(self) -> None:
        table = self.table
        verify_seats(table)
        self.verify_points(table)
        verify_shown(self.db, table)
        verify_goes_on(table)
        ready = {seat.player_id for seat in table.seats if seat.ready}
        assert ready == self.ready, "those who have said so, and who has just sat down"

    def verify_points(self, table: Table) -> None:
        """Each hand is booked once, with the points of its boards, and nobody loses too much."""
        expected = Counter[int]()
        for hand_id in hands.of_table(self.db, self.id):
            booking = bookings.of_hand(self.db, hand_id)
            if booking is None:
                _, number = hands.place_of(self.db, hand_id)
                row = hands.numbered(self.db, self.id, number)
                assert row is not None
                assert row.state is not HandState.FINISHED
            elif not booking.is_void:
                if hand_id not in self.points:
                    self.points[hand_id] = points_of(self.db, self.id, booking)
                expected.update(self.points[hand_id])
        totals = Counter(table.totals)
        assert sum(totals.values()) == 0
        assert totals == expected
        for player, points in totals.items():
            limit = table.limits.get(player, table.options.loss_limit)
            # R9.3, unless a hand is taken back after which others were played.
            assert limit is None or points >= -limit or self.was_corrected
        own = {seat.player_id: table.limits.get(seat.player_id) for seat in table.seats}
        said = {(table.people[who].name, limit) for who, limit in own.items() if limit is not None}
        assert set(terms.terms_of(table, table.next_number).limits) == said
        usual = table.options.loss_limit
        assert table.mode.can_lose(table) == {
            who: max(0, (own[who] or usual or 0) + totals[who])
            for who in own
            if (own[who] or usual) is not None
        }


@machines.shrinks
@pytest.mark.parametrize("count", [15, pytest.param(1500, marks=pytest.mark.exhaustive)])
def test_a_table_keeps_its_promises_whatever_people_do(db: sqlite3.Connection, count: int):
    machines.run(lambda: PeopleAtATable(db), count, 50)
