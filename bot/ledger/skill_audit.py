"""Looking through what the judge said of hands: of whom it is, and of which decisions.

What a decision gave away is not judged anew.
"""

from typing import Final

from bot.game.played import PlayedHand
from bot.store.engine import Connection
from ofc_engine.operations import parse_operation
from ofc_engine.players.skill import FinishedHand

_JUDGEMENTS: Final = "SELECT seat, player_id FROM judgements WHERE hand_id = ? ORDER BY seat"
_MISTAKES: Final = "SELECT seat, at, street FROM mistakes WHERE hand_id = ?"
_SUMS: Final = """
    SELECT 1 FROM judgements j LEFT JOIN mistakes m USING (hand_id, seat)
    WHERE hand_id = ? GROUP BY seat, given, worst
    HAVING coalesce(SUM(cost), 0) > given + COUNT(cost) OR given < 0 OR MIN(cost) < 0
        OR coalesce(worst, -1) <> coalesce(MAX(CASE WHEN cost = (
            SELECT MAX(cost) FROM mistakes x WHERE x.hand_id = m.hand_id AND x.seat = m.seat
        ) AND street = worst THEN street END), -1)
        OR (worst IS NULL AND COUNT(cost) > 0)
"""


def is_judged_as_played(db: Connection, played: PlayedHand) -> bool:
    """True if the judgements of a finished hand, if any, are of its players' decisions."""
    judged = [tuple(row) for row in db.execute(_JUDGEMENTS, (played.row.id,))]
    if not judged:
        return True
    if judged != [(seat, part.player_id) for seat, part in enumerate(played.acting)]:
        return False
    if db.execute(_SUMS, (played.row.id,)).fetchone() is not None:
        return False
    mistakes = {tuple(row) for row in db.execute(_MISTAKES, (played.row.id,))}
    return not mistakes or mistakes <= _decisions(played)


def _decisions(played: PlayedHand) -> set[tuple[int, int, int]]:
    """Seat, place in the log and street of each decision; in Fantasyland the street is 0."""
    visits = tuple(part.fantasyland for part in played.acting)
    log = tuple(map(parse_operation, played.log))
    hand = FinishedHand(played.hand.rules, visits, log, played.on_behalf)
    return {
        (seat, each.at, 0 if each.knowledge.fantasyland else each.knowledge.number + 1)
        for seat, each in hand.decisions()
        if not each.on_behalf
    }
