"""What the store keeps, counted the long way."""

from bot.values.ledger_records import Streak


def naive_streak(points: list[int]) -> Streak:
    """By looking at every stretch of hands."""
    stretches = [points[a:b] for a in range(len(points)) for b in range(a + 1, len(points) + 1)]
    won = max((len(s) for s in stretches if all(p > 0 for p in s)), default=0)
    lost = max((len(s) for s in stretches if all(p < 0 for p in s)), default=0)
    ends = [points[a:] for a in range(len(points))]
    up = max((len(s) for s in ends if all(p > 0 for p in s)), default=0)
    down = max((len(s) for s in ends if all(p < 0 for p in s)), default=0)
    return Streak(up or -down, won, lost)
