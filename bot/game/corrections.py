"""Corrections by agreement: a hand made void, and hands played with real cards."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from bot.game.loading import loaded
from bot.game.looks import keep_looks
from bot.game.outcomes import parts_of_score
from bot.store import hands, messages, seats, surfaces, tables
from bot.store.engine import Connection
from bot.store.hands import HandState, LineupRow
from bot.store.ledger import bookings, journal
from bot.store.ledger.bookings import Booking, Stamp
from bot.store.ledger.journal import Entry
from bot.store.proposals import Proposal
from bot.store.surfaces import Place, Slot
from bot.store.tables import State
from bot.values.ledger_records import LedgerError
from bot.values.options import MOST_STAKE, Destination, TableOptions
from ofc_engine.board import Board
from ofc_engine.cards import verify_distinct
from ofc_engine.finished import parse_finished, verify_uncontested
from ofc_engine.hand import Hand
from ofc_engine.match import Transfer, settle
from ofc_engine.notation import format_seat
from ofc_engine.rulesets import Ruleset
from ofc_engine.scoring import Score, score_hand
from ofc_engine.seat import Fate, Seat


class VisitsOutcome(Enum):
    """The effect of a correction on the Fantasyland that a hand was played in, or earned."""

    NONE = auto()
    """Nobody was in Fantasyland or earned it, or the table is closed."""
    RESTORED = auto()
    """The next hand begins as the void one did, or as it ended if it counts again."""
    STAY = auto()
    """The next hand has been dealt already."""


def correct(db: Connection, booking: Booking, reason: str, now: int) -> VisitsOutcome:
    """Make a hand void, or a void one count again, and have its result say so.

    R7.7: all players get back the visits that they had before it, or those earned in it.
    """
    journal.correct(db, booking.hand_id, is_void=not booking.is_void, reason=reason, now=now)
    visits = _set_visits(db, booking)
    _mark_result(db, booking)
    return visits


def _mark_result(db: Connection, booking: Booking) -> None:
    """Have the messages with a hand's result edited; hands with real cards have none."""
    table = loaded(db, booking.table_id)
    shown = surfaces.get(db, table.id, Place(Slot.RESULT))
    if shown is not None and shown.wanted.key == str(booking.table_hand):
        keep_looks(db, table.id)
    else:
        messages.touch_results(db, booking.hand_id)


def _set_visits(db: Connection, booking: Booking) -> VisitsOutcome:
    """Give each player of a corrected hand the visit that follows, unless the next is dealt."""
    parts = bookings.parts(db, booking.hand_id)
    table, latest = tables.get(db, booking.table_id), hands.latest(db, booking.table_id)
    has_any = any(part.earned or part.fantasyland for part in parts)
    if table is None or latest is None or table.state is State.CLOSED or not has_any:
        return VisitsOutcome.NONE
    if latest.id != booking.hand_id:
        return VisitsOutcome.STAY
    for part in parts:
        cards = part.earned if booking.is_void else part.fantasyland
        seats.set_fantasyland(db, booking.table_id, part.player_id, cards)
    return VisitsOutcome.RESTORED


# --- hands with real cards -------------------------------------------------------------------


@dataclass(frozen=True)
class PaperHand:
    """Boards that were written down, and their players by our own ids, in acting order."""

    rules: Ruleset
    stake: int
    player_ids: tuple[int, ...]
    seats: tuple[Seat, ...]

    @staticmethod
    def of(
        rules: Ruleset, stake: int, player_ids: Sequence[int], boards: Sequence[str]
    ) -> "PaperHand":
        """Parse and check boards, each written as a seat in text notation; raises OfcError."""
        if len(set(player_ids)) < len(player_ids):
            raise LedgerError("Each player has one board.")
        rules.verify_players(len(player_ids))
        if not 1 <= stake <= MOST_STAKE:
            raise LedgerError("The stake is a multiplier from 1 to {most}.", most=MOST_STAKE)
        seats = tuple(parse_finished(each, rules, len(boards)) for each in boards)
        verify_distinct([card for seat in seats for card in seat.cards])
        verify_uncontested(seats)
        return PaperHand(rules, stake, tuple(player_ids), seats)

    @staticmethod
    def parse(body: str) -> "PaperHand":
        """Parse the body of a proposal."""
        data = json.loads(body)
        return PaperHand.of(
            Ruleset.parse(data["rules"]), data["stake"], data["players"], data["boards"]
        )

    def __str__(self) -> str:
        return json.dumps(
            {
                "rules": self.rules.in_full(),
                "stake": self.stake,
                "players": self.player_ids,
                "boards": list(map(format_seat, self.seats)),
            }
        )

    @property
    def hand(self) -> Hand:
        """The finished hand."""
        return Hand(self.rules, self.seats)

    @property
    def score(self) -> Score:
        """The score of the boards by the rules."""
        return score_hand(self.hand)

    @property
    def transfers(self) -> tuple[Transfer, ...]:
        """The points that change hands, by position on the sheet."""
        return settle(self.score.pairs, (0,) * len(self.seats), stake=self.stake)


def matching_hand(db: Connection, guild_id: int, sheet: PaperHand) -> int | None:
    """The number of the latest hand with real cards and the same boards; None if there is none."""
    due = _boards((seat.board, seat.fate) for seat in sheet.seats)
    for number, hand_id in bookings.recorded_with(db, guild_id, sheet.player_ids):
        parts = bookings.parts(db, hand_id)
        if _boards((Board.parse(part.board), Fate(part.fate)) for part in parts) == due:
            return number
    return None


def _boards(seats: Iterable[tuple[Board, Fate]]) -> Counter[object]:
    """Boards and how they ended, without the order of people and of the cards in a row."""
    return Counter((fate, *map(frozenset, board)) for board, fate in seats)


def book(db: Connection, proposal: Proposal, now: int) -> int:
    """Book the boards as a finished hand of a closed table; returns its number in the ledger."""
    sheet = PaperHand.parse(proposal.body)
    table_id = tables.add(
        db,
        TableOptions(sheet.rules, len(sheet.player_ids), sheet.stake),
        Destination(proposal.guild_id, proposal.channel_id, "en-US"),
        host_id=proposal.player_id,
        now=now,
        is_open=False,
    )
    parts = enumerate(zip(sheet.player_ids, sheet.seats, strict=True))
    lineup = [LineupRow(n + 1, player, n, seat.fantasyland) for n, (player, seat) in parts]
    hand_id = hands.add(
        db, table_id, number=1, button=len(sheet.player_ids), lineup=lineup, now=now
    )
    hands.end(db, hand_id, state=HandState.FINISHED, now=now)
    ids = sheet.player_ids
    entries = [Entry(ids[t.a], ids[t.b], t.points) for t in sheet.transfers]
    stamp = Stamp(sheet.rules.variant.game, now, origin="recorded")
    return journal.book(db, hand_id, entries, parts_of_score(sheet.hand, sheet.score, ids), stamp)
