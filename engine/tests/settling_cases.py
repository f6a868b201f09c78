"""R9, R10 by example: what changes hands at the end of a hand, worked out by hand from the text."""

from typing import Final, NamedTuple


class SettlingCase(NamedTuple):
    """What pairs of seats owe, and what is paid; points are what the first wins."""

    rule: str
    due: tuple[tuple[int, int, int], ...]
    paid: tuple[int, ...]
    totals: tuple[int, ...] = (0, 0, 0)
    stake: int = 1
    agreed: tuple[int, int, int] | None = None
    """Two seats and what they have agreed to multiply their points by."""
    limit: int | tuple[int | None, ...] | None = None
    """The most that anybody can lose, or each seat."""
    is_over: bool = False
    """Whether the match ends with this hand, somebody having lost all they may."""


DUE: Final = ((0, 1, 4), (0, 2, -3), (1, 2, 6))

SETTLINGS: Final = (
    SettlingCase("R9.2", DUE, (4, -3, 6)),
    SettlingCase("R9.2", DUE, (20, -15, 30), stake=5),
    SettlingCase("R9.2", DUE, (20, -6, 30), stake=5, agreed=(2, 0, 2)),
    SettlingCase("R9.3", DUE, (4, -3, 6), totals=(-18, 9, 9), limit=20),
    SettlingCase(
        "R9.3",
        ((0, 1, -5), (0, 2, -3), (1, 2, 6)),
        (-1, 0, 6),
        totals=(-19, 10, 9),
        limit=20,
        is_over=True,
    ),
    SettlingCase("R9.3", DUE, (25, -30, 55), stake=10, limit=25, is_over=True),
    SettlingCase("R9.3", DUE, (25, -30, 60), stake=10, limit=(None, 25, None)),
    SettlingCase("R9.3", DUE, (40, -30, 50), stake=10, limit=(20, None, 20), is_over=True),
    SettlingCase("R9.3", DUE, (40, -30, 60), stake=10, limit=(None, None, 30), is_over=True),
    SettlingCase("R9.3", DUE, (4, -3, 6), totals=(-18, 9, 9), limit=(None, 5, 3)),
    SettlingCase("R9.3", DUE, (3, -3, 6), totals=(12, -9, -3), limit=(None, 12, None)),
    SettlingCase(
        "R9.3", DUE[:2], (3, -3), totals=(12, -9, -3), limit=(None, 12, None), is_over=True
    ),
    SettlingCase(
        "R10.1", ((0, 1, 4), (0, 2, -9)), (4, -6), totals=(-18, 9, 9), limit=20, is_over=True
    ),
    SettlingCase("R10.1", ((0, 2, -9), (0, 1, 4)), (-2, 4), totals=(-18, 9, 9), limit=20),
)


class StackCase(NamedTuple):
    """What pairs of seats owe, in the order in which they settle, and what is paid of it."""

    rule: str
    stacks: tuple[int, ...]
    due: tuple[tuple[int, int, int], ...]
    paid: tuple[int, ...]
    stake: int = 1


SEATS_OF_FOUR: Final = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))


def owed(
    *points: int, pairs: tuple[tuple[int, int], ...] = SEATS_OF_FOUR
) -> tuple[tuple[int, int, int], ...]:
    """What pairs owe: points that the first wins, pair by pair."""
    return tuple((a, b, won) for (a, b), won in zip(pairs, points, strict=True))


FROM_SEAT_TWO: Final = ((1, 2), (1, 3), (1, 0), (2, 3), (2, 0), (3, 0))
FROM_SEAT_THREE: Final = ((2, 3), (2, 0), (2, 1), (3, 0), (3, 1), (0, 1))
"""The pairs of four that settle from the left of the button on (R10.1)."""

STACKS: Final = (
    StackCase("R10.1", (50, 50, 50, 50), owed(3, -7, 0, 8, 1, 2), (3, -7, 0, 8, 1, 2)),
    StackCase("R10.1", (80, 80, 80, 80), owed(3, -7, 0, 8, 1, 2), (12, -28, 0, 32, 4, 8), stake=4),
    # 003: one with 8 owes 11 to the next; two more owe them 15 each, which they do not get.
    StackCase("R10.3", (8, 60, 60, 60), owed(-11, 15, 15, 0, 0, 0), (-8, 0, 0, 0, 0, 0)),
    # 003: one with 14 wins 9, so that 5 are left to win or to lose, and then nothing.
    StackCase("R10.2", (14, 60, 60, 60), owed(9, 7, 20, 0, 0, 0), (9, 5, 0, 0, 0, 0)),
    StackCase("R10.2", (14, 60, 60, 60), owed(9, -7, -20, 0, 0, 0), (9, -5, 0, 0, 0, 0)),
    StackCase("R10.2", (14, 60, 60, 60), owed(9, 5, -1, 0, 0, 0), (9, 5, 0, 0, 0, 0)),
    StackCase("R10.2", (60, 4, 60, 60), owed(-11, 0, 0, -9, 2, 0), (-4, 0, 0, 0, 0, 0)),
    StackCase("R10.2", (60, 6, 60, 60), owed(-2, 0, 0, -3, 5, 0), (-2, 0, 0, -3, 1, 0)),
    # The same debts as in the first case of R10.3, from other seats on.
    StackCase(
        "R10.1",
        (8, 60, 60, 60),
        owed(0, 0, 11, 0, -15, -15, pairs=FROM_SEAT_TWO),
        (0, 0, 8, 0, 0, 0),
    ),
    StackCase(
        "R10.1",
        (8, 60, 60, 60),
        owed(0, -15, 0, -15, 0, -11, pairs=FROM_SEAT_THREE),
        (0, -8, 0, 0, 0, 0),
    ),
    StackCase("R10.3", (5, 5), ((0, 1, 6),), (5,)),
)
"""R10: the two examples of 003 with other numbers, and what follows from them."""
