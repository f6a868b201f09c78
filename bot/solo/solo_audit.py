"""Looking through the deals that people play on their own: of days, of weeks, and challenges."""

from collections.abc import Iterator
from math import isfinite
from typing import Final

from bot.solo.solo_game import SoloGame
from bot.solo.solo_hand import OF_ALL, SoloHand
from bot.store import solo_deals
from bot.store.deal_sets import WEEK
from bot.store.engine import Connection, DbRow, streamed
from bot.store.schema import primary_code
from bot.store.solo_deals import Attempt, SoloMode, attempt_of
from ofc_engine.deal import SECRET_BYTES, commitment

_DEALS: Final = """
    SELECT id, mode, secret, commitment, day, place,
        (SELECT COUNT(*) FROM challenges WHERE deal_id = fixed_deals.id) AS challenges
    FROM fixed_deals LEFT JOIN daily_deals ON deal_id = id ORDER BY id
"""
_WEEKS: Final = """
    SELECT day FROM daily_deals WHERE place > 0 GROUP BY day HAVING COUNT(*) <> ? OR MAX(place) <> ?
"""
_TOGETHER: Final = """
    SELECT deal_id FROM attempts JOIN fixed_deals ON id = deal_id
    WHERE mode = 'alone' GROUP BY deal_id HAVING COUNT(*) > 1 OR MAX(practice) = 1
"""
_OTHERS: Final = """
    SELECT c.id FROM challenges c JOIN attempts a ON a.deal_id = c.deal_id AND practice = 0
    WHERE a.player_id NOT IN (c.player_id, c.rival_id)
"""
_PLAYED: Final = """
    SELECT c.id FROM challenges c JOIN attempts a ON a.deal_id = c.deal_id AND practice = 0
    WHERE a.player_id IN (c.player_id, c.rival_id)
    GROUP BY c.id, c.state HAVING (c.state = 'open' AND COUNT(a.points) = 2)
        OR (c.state = 'played' AND COUNT(a.points) < COUNT(*))
"""


def first_wrong_game(db: Connection) -> str | None:
    """The first deal that people play on their own, or attempt at one, that does not fit.

    In a sentence without cards; None if all fit.
    """
    return next(_wrong(db), None)


def _wrong(db: Connection) -> Iterator[str]:
    for row in db.execute(_DEALS).fetchall():
        what = f"Deal {row['id']} of /daily, a challenge or a hand alone"
        if len(row["secret"]) != SECRET_BYTES or commitment(row["secret"]) != row["commitment"]:
            yield f"{what} is not the one that was announced."
        if _mode(row["place"], row["challenges"]) != row["mode"]:
            yield f"{what} is played for something else than it was made for."
    if db.execute(_WEEKS, (WEEK.deals, WEEK.deals)).fetchone() is not None:
        yield "A week has not the deals that it should have."
    for row in streamed(db, "SELECT * FROM attempts ORDER BY deal_id, player_id, practice"):
        if not _fits(db, row):
            yield f"What player {row['player_id']} played of deal {row['deal_id']} does not fit."
    for (deal,) in db.execute(_TOGETHER).fetchall():
        yield f"Deal {deal} is played by several people, although it is of a hand alone."
    for (challenge,) in db.execute(_OTHERS).fetchall():
        yield f"Challenge {challenge} was played by others than it is between."
    for (challenge,) in db.execute(_PLAYED).fetchall():
        yield f"Challenge {challenge} is not over, or over, other than it was played."


def _mode(place: int | None, challenges: int) -> SoloMode | None:
    """The mode of a deal, by where it stands, which is nowhere for one alone; None if twice."""
    if place is None:
        return {0: SoloMode.ALONE, 1: SoloMode.CHALLENGE}.get(challenges)
    if challenges:
        return None
    return SoloMode.WEEKLY if place else SoloMode.DAILY


def _fits(db: Connection, row: DbRow) -> bool:
    try:
        attempt = attempt_of(row)
        deal = solo_deals.deal(db, attempt.deal_id)
        assert deal is not None
        found = SoloGame(deal, attempt)
        if not _are_possible(found):
            return False
        if deal.joined is None:
            return _is_untouched(attempt, row["judge"])
        return _follows(found.play, attempt, row["judge"])
    except Exception as error:  # what is damaged may raise anything, and name cards
        if primary_code(error):  # SQLite cannot read, which says nothing of the attempt
            raise
        return False


def _are_possible(found: SoloGame) -> bool:
    """True if the terms of a game are its mode's, and nothing of it follows from a hand to come."""
    if found.deal.mode is not SoloMode.ALONE:
        return found.terms == OF_ALL
    return found.deal.joined is not None or found.terms.visits == OF_ALL.visits


def _is_untouched(attempt: Attempt, judge: int | None) -> bool:
    """True of an attempt at a deal of which nobody has been dealt a card yet."""
    return not attempt.log and _is_open(attempt, judge)


def _is_open(attempt: Attempt, judge: int | None) -> bool:
    return (attempt.points, attempt.ended_at, attempt.costs, judge) == (None,) * 4


def _follows(play: SoloHand, attempt: Attempt, judge: int | None) -> bool:
    """True if an attempt's points, and its end, follow from its placements."""
    if play.waits_for is not None:
        return _is_open(attempt, judge)
    if attempt.points != play.outcome.points or attempt.ended_at is None:
        return False
    if attempt.costs is None:
        return judge is None
    costs = attempt.costs
    return judge is not None and len(costs) == len(play.decisions()) and all(map(_is_cost, costs))


def _is_cost(points: float) -> bool:
    return isfinite(points) and points >= 0
