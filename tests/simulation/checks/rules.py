"""Boards and points are those of an independent implementation of the rules."""

from itertools import combinations
from typing import TYPE_CHECKING, Final

from bot.store.engine import Connection, DbRow
from engine.tests import naive
from engine.tests.naive import Held
from tests.simulation.checks.check import Check
from tests.simulation.checks.reading import Seat, read

if TYPE_CHECKING:
    from tests.simulation.world import World

_LEVELS: Final = {"usual": 3, "slow": 6, "none": 0}
_RISING: Final = (1, 2, 3, 4, 6, 8, 10, 15, 20, 30)
_TABLE: Final = "SELECT * FROM tables WHERE id = ?"
_BEFORE: Final = (
    "SELECT * FROM hands WHERE table_id = ? AND number = ? AND state = 'finished' AND EXISTS ("
    " SELECT 1 FROM tables WHERE id = table_id AND round IS NULL AND duplicate IS NULL)"
)
"""The previous hand at the same table; not where deals are shared, as a visit counts there."""
_LINEUP: Final = "SELECT * FROM lineups WHERE hand_id = ? AND seat IS NOT NULL ORDER BY seat"
_LINES: Final = "SELECT operation FROM operations WHERE hand_id = ? ORDER BY number"
_ENTRIES: Final = "SELECT * FROM entries WHERE hand_id = ? AND reverses IS NULL"
_STAKES: Final = "SELECT * FROM stakes WHERE table_id = ? AND from_hand <= ? ORDER BY from_hand"


class Rules(Check):
    """Reads and settles every hand again."""

    def __init__(self, world: "World") -> None:
        super().__init__(world)
        self._seen: set[int] = set()

    def look(self, db: Connection) -> None:
        """Settle the hands that have ended."""
        for hand in db.execute("SELECT * FROM hands WHERE state = 'finished'").fetchall():
            if hand["id"] not in self._seen:
                self._seen.add(hand["id"])
                self._settle(db, hand)

    def _settle(self, db: Connection, hand: DbRow) -> None:
        table = db.execute(_TABLE, (hand["table_id"],)).fetchone()
        lineup = db.execute(_LINEUP, (hand["id"],)).fetchall()
        lines = [row[0] for row in db.execute(_LINES, (hand["id"],))]
        options = dict(word.split("=") for word in table["rules"].split()[1:])
        try:
            seats = read(lines, len(lineup))
        except ValueError as error:
            self.fail(f"hand {hand['id']}: {error}")
            return
        held = _held(seats, [row["fantasyland"] for row in lineup])
        due = self._due(db, hand, table, lineup, held, options)
        booked = {
            (row["a"], row["b"]): row["points"]
            for row in db.execute(_ENTRIES, (hand["id"],)).fetchall()
        }
        if booked and booked != due:
            self.fail(f"hand {hand['id']} is settled {booked}, and should be {due}: {held}")
        self._look_at_visits(db, hand, lineup, options)

    def _look_at_visits(
        self, db: Connection, hand: DbRow, lineup: list[DbRow], options: naive.Options
    ) -> None:
        """R7: exactly those who earned a Fantasyland are in it, with the cards that they earned."""
        before = db.execute(_BEFORE, (hand["table_id"], hand["number"] - 1)).fetchone()
        if before is None:
            return
        rows = db.execute(_LINEUP, (before["id"],)).fetchall()
        lines = [row[0] for row in db.execute(_LINES, (before["id"],))]
        held = _held(read(lines, len(rows)), [row["fantasyland"] for row in rows])
        ended = {row["player_id"]: each for row, each in zip(rows, held, strict=True)}
        for row in lineup:
            own = ended.get(row["player_id"])
            if own is None:
                continue
            earned = naive.earned(own, options, len(lineup))
            if row["fantasyland"] != earned:
                self.fail(
                    f"player {row['player_id']} sets {row['fantasyland']} cards in hand"
                    f" {hand['id']}, and should {earned}: {own}"
                )

    def _due(
        self,
        db: Connection,
        hand: DbRow,
        table: DbRow,
        lineup: list[DbRow],
        held: list[Held],
        options: naive.Options,
    ) -> dict[tuple[int, int], int]:
        """The points that each pair of players settles, the lower id first."""
        players = [row["player_id"] for row in lineup]
        stake = table["stake"] * _level(table["levels"], hand["number"])
        agreed = {
            frozenset((row["a"], row["b"])): row["stake"]
            for row in db.execute(_STAKES, (hand["table_id"], hand["number"]))
        }
        order = list(range(len(lineup)))
        if options["settling"] != "button":
            order.sort(key=lambda seat: lineup[seat]["table_seat"])
        pairs = list(combinations(order, 2))
        points = [naive.settled(held[a], held[b], options) for a, b in pairs]
        left = [row["can_lose"] for row in lineup]
        if table["stack"] is not None:
            owed = [(a, b, won * stake) for (a, b), won in zip(pairs, points, strict=True)]
            paid = naive.paid_with_stacks(owed, left)
        else:
            paid = []
            for (a, b), won in zip(pairs, points, strict=True):
                factor = agreed.get(frozenset((players[a], players[b])), stake)
                paid.append(_paid(a, b, won * factor, left))
        found: dict[tuple[int, int], int] = {}
        for (a, b), moved in zip(pairs, paid, strict=True):
            one, other = players[a], players[b]
            found[min(one, other), max(one, other)] = moved if one < other else -moved
        return found


def _held(seats: list[Seat], visits: list[int]) -> list[Held]:
    """The seats at the end of a hand; the last one left has nothing to play for."""
    active = [seat for seat in seats if seat.fate not in ("surrendered", "missed")]
    if len(active) == 1 and active[0].fate == "playing" and len("".join(active[0].rows)) < 26:
        active[0].fate = "uncontested"
    return [seat.held(visit) for seat, visit in zip(seats, visits, strict=True)]


def _level(name: str, number: int) -> int:
    """R14.1: the factor by which the stakes have risen in a hand."""
    hands = _LEVELS[name]
    return _RISING[min((number - 1) // hands, len(_RISING) - 1)] if hands else 1


def _paid(a: int, b: int, due: int, left: list[int | None]) -> int:
    """R9.3: the part that is paid of what `a` wins from `b`, if losses are limited."""
    winner, loser = (a, b) if due >= 0 else (b, a)
    moved = abs(due) if left[loser] is None else min(abs(due), left[loser])
    for who, by in ((winner, moved), (loser, -moved)):
        if left[who] is not None:
            left[who] += by
    return moved if due >= 0 else -moved
