"""The rules of points and Fantasyland once more, straight from their text and slowly.

Rows are text (`QcQd2h`), options are the words of a ruleset; nothing of the engine is used. Jokers
(`X1`, `X2`) are tried as every card that their row has not.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import Final, TypeAlias

CATEGORIES: Final = [
    "high card",
    "pair",
    "two pair",
    "trips",
    "straight",
    "flush",
    "full house",
    "quads",
    "straight flush",
    "royal flush",
]
"""R2.1, the lowest first."""
RANKS: Final = "23456789TJQKA"
SHAPES: Final = {
    (1, 1, 1): "high card",
    (2, 1): "pair",
    (3,): "trips",
    (1, 1, 1, 1, 1): "high card",
    (2, 1, 1, 1): "pair",
    (2, 2, 1): "two pair",
    (3, 1, 1): "trips",
    (3, 2): "full house",
    (4, 1): "quads",
}
PAYING: Final = ("trips", "straight", "flush", "full house", "quads", "straight flush")
ROYALTIES: Final = {
    ("standard", "middle"): (2, 4, 8, 12, 20, 30, 50),
    ("standard", "back"): (0, 2, 4, 6, 10, 15, 25),
    ("us2012", "middle"): (0, 4, 8, 12, 16, 20, 40),
    ("us2012", "back"): (0, 2, 4, 6, 8, 10, 20),
    ("002", "middle"): (0, 4, 8, 12, 20, 30, 50),
    ("002", "back"): (0, 2, 4, 6, 10, 15, 25),
    ("003", "middle"): (0, 4, 8, 12, 20, 30, 30),
    ("003", "back"): (0, 2, 4, 6, 10, 15, 25),
}
"""R6.2: for `PAYING` and the royal flush."""

Options: TypeAlias = Mapping[str, str]


@dataclass(frozen=True)
class Held:
    """What a player ends a hand with.

    `fate` is `playing`, `dead`, `surrendered`, `missed`, or `uncontested` if nobody else is left;
    `exposed` counts cards shown out of turn.
    """

    rows: tuple[str, str, str]
    fate: str = "playing"
    visit: int = 0
    """Cards of the Fantasyland it was played in, or 0."""
    exposed: int = 0


def ranked(row: str) -> tuple[int, list[int]]:
    """R2: the category's place in `CATEGORIES`, then the ranks that decide, the first most."""
    ranks = [RANKS.index(rank) + 2 for rank in row[::2]]
    counts = Counter(ranks)
    order = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    name = SHAPES[tuple(sorted(counts.values(), reverse=True))]
    if len(order) == 5:
        if order == [14, 5, 4, 3, 2]:
            order = [5, 4, 3, 2, 1]
        is_straight, is_flush = order[0] - order[4] == 4, len(set(row[1::2])) == 1
        if is_straight and is_flush:
            name = "royal flush" if order[0] == 14 else "straight flush"
        elif is_straight or is_flush:
            name = "straight" if is_straight else "flush"
    return CATEGORIES.index(name), order


def cards_in(row: str) -> list[str]:
    return [row[at : at + 2] for at in range(0, len(row), 2)]


@lru_cache(maxsize=256)
def meanings(row: str) -> list[str]:
    """R13.2: what a row with jokers can be, from low to high."""
    held = [card for card in cards_in(row) if card[0] != "X"]
    others = [rank + suit for rank in RANKS for suit in "cdhs" if rank + suit not in held]
    every = combinations(others, len(row) // 2 - len(held))
    return sorted(("".join([*held, *more]) for more in every), key=ranked)


def as_read(held: "Held", options: "Options") -> "Held":
    """R13.2: the hand with cards in place of its jokers, its rows read from the Back up.

    Where nothing fits it is as low as it can be.
    """
    if "X" not in "".join(held.rows) or held.fate != "playing":
        return held
    found: list[str] = []
    for number, row in enumerate(reversed(held.rows)):
        is_strict = number == 1 and options["equal_rows"] == "foul"
        possible = meanings(row)
        fit = [
            each
            for each in possible
            if not found
            or ranked(each) < ranked(found[0])
            or (ranked(each) == ranked(found[0]) and not is_strict)
        ]
        found.insert(0, fit[-1] if fit else possible[0])
    front, middle, back = found
    return replace(held, rows=(front, middle, back))


def category(row: str) -> str:
    return CATEGORIES[ranked(row)[0]]


def low(row: str) -> tuple[int, list[int]]:
    """R13.1: five cards as a low, the lowest the best, with aces high and straights as such."""
    value, order = ranked(row)
    if order == [5, 4, 3, 2, 1]:
        value = 5 if CATEGORIES[value] == "straight flush" else 0
        order = [14, 5, 4, 3, 2]
    return value, order


def low_royalty(row: str) -> int:
    """R13.1: of a low that qualifies."""
    ranks = low(row)[1]
    return 8 if ranks == [7, 5, 4, 3, 2] else {7: 4, 8: 2, 9: 1, 10: 0}[ranks[0]]


def has_low(options: Options) -> bool:
    return options["variant"] == "deuce"


def fouls(held: Held, options: Options) -> bool:
    """R5.1, R11, R13.1: a row above the one behind it, no low where one is due, or a dead hand."""
    if held.fate != "playing":
        return held.fate == "dead"
    held = as_read(held, options)
    front, middle, back = map(ranked, held.rows)
    if has_low(options):
        return low(held.rows[1]) > (0, [10, 9, 8, 7, 5]) or front > back
    equal = options["equal_rows"] == "foul" and middle == back
    return front > middle or middle > back or equal


def royalties(held: Held, options: Options) -> tuple[int, int, int]:
    """R6: of each row; a hand that is not valid has none."""
    held = as_read(held, options)
    if held.fate != "playing" or fouls(held, options) or options["royalties"] == "none":
        return 0, 0, 0
    front, middle, back = held.rows
    if has_low(options):
        back_royalty = five_card_royalty("back", back, options)
        return front_royalty(front, options), low_royalty(middle), back_royalty
    return front_royalty(front, options), *(
        five_card_royalty(row, cards, options)
        for row, cards in (("middle", middle), ("back", back))
    )


def five_card_royalty(row: str, cards: str, options: Options) -> int:
    """R6.2."""
    points = dict(zip((*PAYING, "royal flush"), ROYALTIES[options["royalties"], row], strict=True))
    return points.get(category(cards), 0)


def front_royalty(front: str, options: Options) -> int:
    """R6.3."""
    rank = ranked(front)[1][0]
    if category(front) == "trips":
        return 20 if options["front_trips"] == "flat" else 10 + rank - 2
    return max(0, rank - 5) if category(front) == "pair" else 0


def settled(a: Held, b: Held, options: Options) -> int:
    """R4, R5, R8, R11: what `a` wins from `b`."""
    a, b = (as_read(held, options) for held in (a, b))
    fates = a.fate, b.fate
    if "missed" in fates:
        return 0 if set(fates) <= {"missed", "surrendered"} else 3 - 6 * (a.fate == "missed")
    gave_up = [held.fate == "surrendered" for held in (a, b)]
    if any(gave_up):
        return int(options["surrender"]) * (gave_up[1] - gave_up[0])
    penalty = b.exposed - a.exposed
    bad = [fouls(held, options) for held in (a, b)]
    if all(bad):
        return penalty
    if any(bad):
        rows = [bad[1] - bad[0]] * 3
    else:
        pairs = [(ranked(x), ranked(y)) for x, y in zip(a.rows, b.rows, strict=True)]
        rows = [(x > y) - (x < y) for x, y in pairs]
        if has_low(options):
            x, y = low(a.rows[1]), low(b.rows[1])
            rows[1] = (x < y) - (x > y)
    won = sum(royalties(a, options)) - sum(royalties(b, options))
    return row_points(rows, options) + won + penalty


def row_points(rows: Sequence[int], options: Options) -> int:
    """R4.1 to R4.3: the points of three rows, each won (1), tied (0) or lost (-1)."""
    points = sum(rows)
    if options["scoring"] == "1-6":
        return 2 * points if abs(points) == 3 else points
    if options["scoring"] == "1":
        return points
    return points + (rows.count(1) >= 2) - (rows.count(-1) >= 2)


def table(hands: Sequence[Held], options: Options) -> tuple[int, ...]:
    """What everybody wins from all others together."""
    won = [0] * len(hands)
    for a, b in combinations(range(len(hands)), 2):
        points = settled(hands[a], hands[b], options)
        won[a] += points
        won[b] -= points
    return tuple(won)


def earned(held: Held, options: Options, players: int) -> int:
    """R7: the Fantasyland cards of the next hand, or 0."""
    held = as_read(held, options)
    if options["fantasyland"] == "none" or held.fate != "playing" or fouls(held, options):
        return 0
    if not (_stays if held.visit else _enters)(held, options):
        return 0
    has_discards = options["variant"] in ("pineapple", "deuce")
    cards = 14 if options["fantasyland"] == "13/14" and has_discards else 13
    if options["fantasyland"] == "progressive":
        front = category(held.rows[0]), ranked(held.rows[0])[1][0]
        cards = {("pair", 13): 15, ("pair", 14): 16}.get(front, 14)
        cards = 17 if front[0] == "trips" else cards
        cards = (held.visit if options["repeat_visit"] == "same" else 14) if held.visit else cards
    if has_low(options) and not held.visit:
        cards += _has_pair_of(13, held) and _has_wheel(held)
    others = (17 if has_discards else 13) * (players - 1)
    return min(cards, 52 + int(options["jokers"]) - others)


def _enters(held: Held, options: Options) -> bool:
    """R7.1, R13.1."""
    if has_low(options):
        return _has_pair_of(13, held) or _has_wheel(held)
    return _has_pair_of(12, held)


def _has_pair_of(rank: int, held: Held) -> bool:
    """So high a pair in the Front, or three of a kind."""
    value, ranks = ranked(held.rows[0])
    return CATEGORIES[value] == "trips" or (CATEGORIES[value] == "pair" and ranks[0] >= rank)


def _has_wheel(held: Held) -> bool:
    return low(held.rows[1]) == (0, [7, 5, 4, 3, 2])


def _stays(held: Held, options: Options) -> bool:
    """R7.4."""
    front, middle, back = (ranked(row)[0] for row in held.rows)
    strict = front == CATEGORIES.index("trips") or back >= CATEGORIES.index("quads")
    standard = strict or (not has_low(options) and middle >= CATEGORIES.index("full house"))
    rich = max(royalties(held, options)) >= 10
    return {
        "never": False,
        "strict": strict,
        "standard": standard,
        "ten_points": standard or rich,
    }[options["stay"]]


# --- stacks (R10) ---------------------------------------------------------------------------


def paid_with_stacks(due: Sequence[tuple[int, int, int]], stacks: Sequence[int]) -> list[int]:
    """What is paid of what pairs owe, point by point; what is due is what the first wins.

    Everybody has as many turns as points in front of them, and each point won or lost takes one.
    Who has lost the last point is out.
    """
    have, turns = list(stacks), list(stacks)
    paid: list[int] = []
    for a, b, points in due:
        winner, loser = (a, b) if points > 0 else (b, a)
        moved = 0
        for _ in range(abs(points)):
            if turns[a] and turns[b] and have[loser]:
                have[loser] -= 1
                have[winner] += 1
                turns[a] -= 1
                turns[b] -= 1
                moved += 1
        paid.append(moved if points > 0 else -moved)
    return paid
