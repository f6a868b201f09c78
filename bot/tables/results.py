"""What a finished hand came to at a table: scores, and what changed hands."""

from dataclasses import dataclass

from bot.ofc.hand import Hand
from bot.ofc.match import Transfer, settle
from bot.ofc.scoring import Score, score_hand
from bot.scenes import ResultScene
from bot.tables.table import PlayedHand, Table


@dataclass(frozen=True)
class Outcome:
    """A hand's score and transfers, both by seats of the hand."""

    score: Score
    transfers: tuple[Transfer, ...]


def outcome_of(table: Table, played: PlayedHand, hand: Hand) -> Outcome:
    """The outcome of a finished hand; pairs settle in the order of table seats (R10.1)."""
    order = [part.seat for part in played.lineup if part.seat is not None]
    score = score_hand(hand, order)
    transfers = settle(score.pairs, (0,) * len(order), stake=table.row.stake)
    return Outcome(score, transfers)


def result_scene(table: Table) -> ResultScene:
    """The table's latest hand, which is finished, with its result."""
    played = table.played
    assert played is not None
    outcome = outcome_of(table, played, played.hand)
    return ResultScene(table.scene(), outcome.score, outcome.transfers, table.row.stake)
