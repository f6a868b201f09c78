"""Ledgers and ratings in every state, for the gallery, the tests and the benchmark."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from bot.values.scenes import LedgerEntry, LedgerScene, RatedPlayer, RatingScene, ScenePlayer
from tools.gallery.people import FOUR, STRANGE, ZOE


def ratings() -> dict[str, RatingScene]:
    """A server's ladder, by name: sure and unsure ratings, long names, computer players."""
    people = [*FOUR, ZOE, STRANGE[2]]
    sure = [1.6, 0.84, 0.3, -0.7, -2.2, -4.1]
    lines = [
        RatedPlayer(player, place, points, points - margin, points + margin, hands)
        for place, (player, points, margin, hands) in enumerate(
            zip(
                people,
                sure,
                (0.5, 0.9, 1.2, 0.6, 1.0, 1.7),
                (1240, 245, 61, 800, 112, 30),
                strict=True,
            ),
            start=1,
        )
    ]
    anchors = [
        RatedPlayer(ScenePlayer(name, name, 0, is_computer=True), 0, points, points, points, 0)
        for name, points in (("Master", 2.0), ("Steady", 0.0), ("Dreamer", -3.8))
    ]
    ladder = sorted([*lines, *anchors], key=lambda line: -line.points)
    wide = RatedPlayer(people[1], 1, -1.0, -22.4, 20.4, 31)
    return {
        "9 lines": RatingScene(tuple(ladder)),
        "1 person": RatingScene((anchors[0], anchors[1], lines[3], anchors[2])),
        "hardly anything known": RatingScene((wide, *anchors[1:])),
    }


def ledgers() -> dict[str, LedgerScene]:
    """The ledger after few hands and many, by name."""
    return {
        "4 players": _ledger(FOUR, 24),
        "before the first hand": _ledger(FOUR[:2], 0),
        "1 hand": _ledger(FOUR[:3], 1),
        "5 players, 40 hands": _ledger((*FOUR, ZOE), 40, first=61),
        "6 players, 250 hands": _ledger((*FOUR, ZOE, STRANGE[2]), 250),
        "thousands of points": _ledger(STRANGE, 30, times=40),
    }


def _ledger(
    players: Sequence[ScenePlayer], hands: int, *, first: int = 1, times: int = 1
) -> LedgerScene:
    """`hands` hands with made-up points that sum to zero, always the same ones."""
    random = Random(hands)
    rounds = tuple(_round(random, len(players), times) for _ in range(hands))
    totals = [sum(e.points for each in rounds if (e := each[p])) for p in range(len(players))]
    after = (replace(each, total=total) for each, total in zip(players, totals, strict=True))
    return LedgerScene(tuple(after), first, rounds)


def _round(random: Random, players: int, times: int) -> tuple[LedgerEntry | None, ...]:
    points = [random.randint(-9, 9) * times for _ in range(players - 1)]
    return tuple(
        LedgerEntry(each, fantasyland=random.random() < 0.07, foul=random.random() < 0.05)
        for each in (*points, -sum(points))
    )
