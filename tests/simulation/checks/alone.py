"""Hands that people play alone have the points of an independent implementation of the rules."""

from typing import TYPE_CHECKING, Final

from bot.solo.solo_game import SoloGame
from bot.store import solo_deals
from bot.store.engine import Connection, DbRow
from engine.tests import naive
from ofc_engine.rulesets import STANDARD
from tests.simulation.checks.check import Check
from tests.simulation.checks.reading import read

if TYPE_CHECKING:
    from tests.simulation.world import World

_OVER: Final = (
    "SELECT * FROM attempts WHERE points IS NOT NULL ORDER BY player_id, deal_id, practice"
)
_FANTASYLAND: Final = 11
"""Points of a Fantasyland that is earned where it is not played."""


class Alone(Check):
    """Settles every hand against a computer player again."""

    def __init__(self, world: "World") -> None:
        super().__init__(world)
        self._seen: set[tuple[int, int, int, str]] = set()

    def look(self, db: Connection) -> None:
        """Settle the hands that have ended."""
        for row in db.execute(_OVER).fetchall():
            key = row["player_id"], row["deal_id"], row["practice"], row["log"]
            if key not in self._seen:
                self._seen.add(key)
                self._settle(db, row)

    def _settle(self, db: Connection, row: DbRow) -> None:
        deal = solo_deals.deal(db, row["deal_id"])
        # Cards that fit in only one row are placed without a line in the log.
        done = SoloGame(deal, solo_deals.attempt_of(row)).play.operations
        options = _options(row["variant"])
        visits = map(int, row["visits"].split())
        held = [
            seat.held(visit) for seat, visit in zip(read([*map(str, done)], 2), visits, strict=True)
        ]
        own, other = held[row["seat"]], held[1 - row["seat"]]
        due = naive.settled(own, other, options)
        if deal.mode != "alone":
            entered = [naive.earned(each, options, 2) > 0 for each in (own, other)]
            due += _FANTASYLAND * (entered[0] - entered[1])
        if due != row["points"]:
            self.fail(f"deal {deal.id} counts {row['points']}, and should {due}: {held}")


def _options(variant: str) -> naive.Options:
    words = STANDARD.changed({"variant": variant}).in_full().split()[1:]
    return dict(word.split("=") for word in words)
