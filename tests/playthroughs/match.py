"""A match without Discord: whatever is to be decided is, and time passes, until it is over.

What was decided is a list of words, one for each decision:

    fbbmm        where the cards of a street go, in shown order; x discards
    late:fbbmm   the same, decided for somebody whose time ran out; `late` alone: the hand is dead
    up           giving up (R8)
    leave        leaving the table, whatever that costs (R11.5)
"""

import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Final

from bot.game import lobby, play, readiness
from bot.game.changes import changed
from bot.game.loading import loaded
from bot.game.lobby import NewTable
from bot.game.outcomes import outcome_of
from bot.game.table import Table
from bot.game.tournaments import duplicate, several_tables
from bot.store import due, messages, players
from bot.store.due import DueKind
from bot.store.players import Player
from bot.store.tables import State
from bot.store.tournaments import at_tables, duplicates
from bot.store.tournaments.duplicates import DuplicatePlan
from bot.values.draft import Draft
from bot.values.options import Destination, Guild, Length, TableOptions
from bot.values.tournament_views import DUPLICATE, KNOCK_OUT, SIT_AND_GO
from ofc_engine.notation import format_seat
from tests.e2e.house import secret_of
from tests.store.rows import GUILD, add_players

CHANNEL: Final = 77
TABLE: Final = "table"
DUPLICATE_MATCH: Final = "duplicate-match"
_BEGINNING: Final = 1_000_000

Choose = Callable[["Match", Table, Player, Draft], str]
"""Gives the word for a decision."""


@dataclass(frozen=True)
class Plan:
    """What is played: its kind, how many people, the rules as they are typed, which deals."""

    kind: str
    people: int
    rules: str
    number: int

    def __str__(self) -> str:
        return f"{self.number} {self.kind} {self.people} {self.rules}"

    @staticmethod
    def parse(text: str) -> "Plan":
        """The plan that was written so."""
        number, kind, people, rules = text.split(maxsplit=3)
        return Plan(kind, int(people), rules, int(number))


@dataclass
class Match:
    """A match on an empty database; `choose` decides."""

    db: sqlite3.Connection
    plan: Plan
    choose: Choose
    now: int = _BEGINNING
    words: list[str] = field(default_factory=list[str])
    _secrets: Iterator[bytes] = field(init=False)
    _people: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self._secrets = (secret_of(n) for n in count(10_000 * self.plan.number))
        self._people = add_players(self.db, self.plan.people)

    def play(self) -> None:
        """Play it from the lobby to its end."""
        _OPEN[self.plan.kind](self)
        while self._go_on():
            pass

    def secret(self) -> bytes:
        """32 bytes, others each time and the same in each telling."""
        return next(self._secrets)

    # --- opening ----------------------------------------------------------------------------

    def _options(self, **options: object) -> TableOptions:
        seats = min(self.plan.people, 4)
        opening = NewTable(TableOptions(**options), seats=seats)  # pyright: ignore[reportArgumentType]
        return opening.in_guild(Guild(GUILD, rules=self.plan.rules))

    def _players(self) -> list[Player]:
        return [players.get(self.db, each) for each in self._people]

    def open_table(self, **options: object) -> None:
        host, *others = self._players()
        table_id = lobby.open_table(
            self.db,
            host,
            self._options(**options),
            Destination(GUILD, CHANNEL, "en-US"),
            secret=self.secret(),
            now=self.now,
        )
        for player in others:
            lobby.join(self.db, loaded(self.db, table_id), player, self.now)
        if loaded(self.db, table_id).state is State.LOBBY:
            play.deal(self.db, loaded(self.db, table_id), self.secret(), self.now)
        changed(self.db, table_id, self.now)

    def open_tournament(self, form: str, options: TableOptions) -> int:
        host, *others = self._players()
        tournament_id = several_tables.open_tournament(
            self.db,
            host,
            options,
            Destination(GUILD, CHANNEL, "en-US"),
            form=form,
            now=self.now,
        )
        for player in others:
            row = several_tables.find(self.db, tournament_id)
            several_tables.join(self.db, row, player, self.now)
        return tournament_id

    def start(self, tournament_id: int) -> None:
        row = several_tables.find(self.db, tournament_id)
        several_tables.start(self.db, row, self.now, self.secret)

    def open_knock_out(self) -> None:
        self.start(self.open_tournament(KNOCK_OUT, self._options(stack=20, books=False)))

    def open_duplicate(self) -> None:
        plan = DuplicatePlan(2, 2, 48 * 3600)
        options = duplicate.options_of(self._options(), plan)
        tournament_id = self.open_tournament(DUPLICATE, options)
        duplicates.add(self.db, tournament_id, plan, self.secret)
        self.start(tournament_id)

    # --- going on ---------------------------------------------------------------------------

    def _go_on(self) -> bool:
        """Decide what is to be decided first, or do what is due next; False in the end."""
        return self._decide() or self._get_ready() or self._let_pass()

    def _tables(self, state: State) -> list[Table]:
        rows = self.db.execute("SELECT id FROM tables WHERE state = ? ORDER BY id", (state,))
        return [loaded(self.db, row["id"]) for row in rows.fetchall()]

    def _decide(self) -> bool:
        for table in self._tables(State.PLAYING):
            assert table.running is not None
            for seat in table.running.hand.actors:
                player = table.people[table.running.player_at(seat)]
                draft = play.current_draft(self.db, table, player.id)
                if draft is not None:
                    word = self.choose(self, table, player, draft)
                    self.words.append(word)
                    self._act(table, player, draft, word)
                    changed(self.db, table.id, self.now)
                    return True
        return False

    def _act(self, table: Table, player: Player, draft: Draft, word: str) -> None:
        verb, _, letters = word.partition(":")
        match verb:
            case "up":
                play.surrender(self.db, table, player, self.now)
            case "leave":
                lobby.leave(self.db, table, player, self.now)
            case "late":
                placement = draft.lay_out(letters).placement if letters else None
                play.decide_for(self.db, table, player, placement, self.now)
            case _:
                play.place(self.db, table, player, draft.lay_out(word).placement, self.now)

    def _get_ready(self) -> bool:
        """Have somebody press Ready where that is what a table waits for."""
        for table in self._tables(State.BETWEEN):
            waited_for = readiness.waited_for(table)
            if table.mode.is_alone and waited_for and len(table.seats) > 1:
                player = table.people[waited_for[0]]
                readiness.get_ready(self.db, table, player, self.secret, self.now)
                changed(self.db, table.id, self.now)
                return True
        return False

    def _let_pass(self) -> bool:
        """Do what is due next, at the moment it is; False if that is only to close what is left."""
        self._give_threads()
        late = due.first(self.db, self.now)
        if late is None or late.kind is DueKind.CLOSING:
            return False
        self.now = max(self.now, late.at)
        if late.kind is DueKind.TOURNAMENT:
            several_tables.step(self.db, late.about, self.now, self.secret)
        elif late.kind is DueKind.NEXT_HAND:
            fresh = self.secret()
            readiness.deal_by_itself(self.db, late.about, self.now, fresh=fresh)
            changed(self.db, late.about, self.now)
        elif late.kind is DueKind.MESSAGE:  # nobody reads it here
            messages.fall_due(self.db, late.about)
        else:  # nor a reminder
            due.put_off(self.db, late, self.now + 30 * 24 * 3600)
        return True

    def _give_threads(self) -> None:
        """Give the tables of a knock-out the threads that Discord would."""
        for row in self.db.execute("SELECT id FROM tournaments").fetchall():
            for room in at_tables.rooms_of(self.db, row["id"]):
                if room.thread_id is None:
                    there = replace(room, message_id=100 + room.number, thread_id=200 + room.number)
                    at_tables.keep_room(self.db, row["id"], there)

    # --- what came of it ----------------------------------------------------------------------

    def outcome(self) -> list[str]:
        """A line for each hand that ended, and one for how it stands in the end."""
        hands = self.db.execute("SELECT * FROM hands ORDER BY table_id, number").fetchall()
        lines = [self._hand(hand["table_id"], hand["number"]) for hand in hands]
        return [*lines, self._end()]

    def _hand(self, table_id: int, number: int) -> str:
        table = loaded(self.db, table_id, hand=number)
        played = table.played
        assert played is not None
        parts = [
            f"P{part.player_id - 1} {format_seat(played.hand.seats[part.seat])}"
            for part in played.acting
            if part.seat is not None
        ]
        name = f"{table_id}.{number}"
        if played.is_running or played.is_void:
            return f"{name} {played.row.state}: {' | '.join(parts)}"
        points = [0] * len(parts)
        for paid in outcome_of(table, played, played.hand).transfers:
            points[paid.a] += paid.points
            points[paid.b] -= paid.points
        told = (f"{part} {each:+}" for part, each in zip(parts, points, strict=True))
        return f"{name}: {' | '.join(told)}"

    def _end(self) -> str:
        totals = [
            f"{table.id}: " + " ".join(f"P{each - 1}{won:+}" for each, won in table.totals.items())
            for table in (loaded(self.db, id_) for id_ in self._table_ids())
        ]
        finishes = self.db.execute("SELECT * FROM finishes ORDER BY place, player_id").fetchall()
        places = [f"{row['place']}.P{row['player_id'] - 1}" for row in finishes]
        return " ".join(["end", *totals, *places])

    def _table_ids(self) -> list[int]:
        return [row["id"] for row in self.db.execute("SELECT id FROM tables ORDER BY id")]


_OPEN: Final[dict[str, Callable[[Match], None]]] = {
    TABLE: lambda match: match.open_table(length=Length.parse("3 hands")),
    SIT_AND_GO: lambda match: match.open_table(stack=15, books=False),
    DUPLICATE_MATCH: lambda match: match.open_table(duplicate=3),
    KNOCK_OUT: Match.open_knock_out,
    DUPLICATE: Match.open_duplicate,
}
KINDS: Final = tuple(_OPEN)
