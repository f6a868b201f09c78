"""What a level makes of forty first fives: `uv run python -m tools.benchmarks.first_fives`.

They are to be looked at one by one. For each stand what it plays, with its points, chance of a foul
and of Fantasyland, the next best and how far it is behind, and the practice of good players where
there is one: a word tells whether it is followed. Figures are those with which the level chooses.
"""

import argparse
import sys
from typing import Final, NamedTuple

import numpy as np

from ofc_engine.board import Board, Placement
from ofc_engine.cards import parse_cards
from ofc_engine.players.deciding import judged
from ofc_engine.players.judging import Judgement
from ofc_engine.players.knowledge import Knowledge
from ofc_engine.players.levels import level
from ofc_engine.rulesets import STANDARD
from tools.benchmarks.goals import Goal, report

FIVES: Final = (
    ("Straights stay whole", "5h6d7c8s9h", "- / - / 5h6d7c8s9h"),
    ("", "9cTdJhQsKc", "- / - / 9cTdJhQsKc"),
    ("", "Ah2c3d4s5h", "- / - / Ah2c3d4s5h"),
    ("Flushes stay whole", "2c5c9cJcKc", "- / - / 2c5c9cJcKc"),
    ("", "3d6d7dTdAd", "- / - / 3d6d7dTdAd"),
    ("", "5c6c7c8c9c", "- / - / 5c6c7c8c9c"),
    ("Full houses give the Middle a pair", "7c7d7h2s2c", "- / 2s2c / 7c7d7h"),
    ("", "KhKdKc4s4d", "- / 4s4d / KhKdKc"),
    ("Quads go to the Back", "9c9d9h9s3d", "3d / - / 9c9d9h9s | - / 3d / 9c9d9h9s"),
    (
        "Trips go to the Back",
        "8c8d8h2cJd",
        "- / 2c / 8c8d8hJd | - / Jd / 8c8d8h2c | - / 2cJd / 8c8d8h",
    ),
    ("", "2c2d2hQs7d", "Qs / 7d / 2c2d2h"),
    (
        "",
        "AcAdAh5s9c",
        (
            "- / 5s / AcAdAh9c | - / 9c / AcAdAh5s | - / 5s9c / AcAdAh | - / AcAdAh / 5s9c"
            " | 9c / 5s / AcAdAh"
        ),
    ),
    ("Two pairs go to the Back", "JcJd4h4s9c", "- / 9c / JcJd4h4s | 9c / - / JcJd4h4s"),
    ("A king beside them goes to the Front", "JcJd4h4sKc", "Kc / - / JcJd4h4s"),
    ("", "8c8d3h3sQc", "Qc / - / 8c8d3h3s"),
    ("", "TcTd6h6sAc", "- / Ac / TcTd6h6s | Ac / 6h6s / TcTd | Ac / - / TcTd6h6s"),
    ("Queens under kings", "QcQdKhKs4c", "QcQd / KhKs / 4c | QcQd / 4c / KhKs"),
    ("Two high pairs", "AcAdKhKs4c", "KhKs / AcAd / 4c | KhKs / 4c / AcAd"),
    ("", "AcAd6h6s9c", ""),
    ("A pair of aces", "AcAd8h5s2c", ""),
    ("", "AcAdKh7s3c", ""),
    ("A pair of kings", "KcKd8h5s3c", ""),
    ("", "KcKdAh6s2c", ""),
    ("A pair of queens", "QcQd7h5s2c", ""),
    ("", "QcQdAh9s4c", ""),
    ("", "QcQdKh8s3c", ""),
    ("A middling pair", "9c9dKh6s3c", "Kh / 6s3c / 9c9d | Kh / 3c / 9c9d6s | Kh / 6s / 9c9d3c"),
    ("", "7c7dAh4s3c", ""),
    ("A small pair", "2c2dQh9s6c", ""),
    ("", "4c4dJh8s7c", ""),
    ("Four to a flush", "2h6h9hJhKc", "Kc / - / 2h6h9hJh"),
    ("", "3s7sTsQs8d", "- / 8d / 3s7sTsQs | 8d / - / 3s7sTsQs"),
    ("Four to a straight", "6c7d8h9sKc", "Kc / - / 6c7d8h9s"),
    ("", "5c6d7h8sQd", "Qd / - / 5c6d7h8s"),
    ("Four to both", "6s7s8s9sAd", "Ad / - / 6s7s8s9s | - / Ad / 6s7s8s9s"),
    ("Three to a flush", "4d8dJdKs2c", ""),
    ("Three to a straight flush", "7s8s9sQd2h", ""),
    ("High cards", "AcKdQh7s2c", ""),
    ("Rags", "QhTd7c4s2h", ""),
    ("", "Jh8d6c4s2h", ""),
)
"""A heading, the cards, and placements of good practice with `|` between them, if it is firm."""
MOST_ASTRAY: Final = 3
_SEED: Final = 1


class Five(NamedTuple):
    """Five cards, how a level judges each placement, and the practice."""

    cards: str
    judged: Judgement
    practice: tuple[Placement, ...]

    @property
    def ranked(self) -> list[int]:
        """The placements from the best on."""
        return [int(n) for n in np.argsort(-self.judged.outlook.points, kind="stable")]

    @property
    def follows(self) -> bool:
        """True if the level plays as is practice; also if there is none."""
        played = self.judged.placement(self.ranked[0])
        wanted = [tuple(map(frozenset, placement)) for placement in self.practice]
        return not wanted or tuple(map(frozenset, played)) in wanted


def five(cards: str, practice: str, name: str = "master") -> Five:
    """Some first five cards as a level sees them."""
    knowledge = Knowledge(STANDARD, Board(), parse_cards(cards))
    found = judged(level(name), knowledge, np.random.default_rng(_SEED))
    wanted = tuple(map(Placement.parse, practice.split(" | "))) if practice else ()
    return Five(cards, found, wanted)


def line(shown: Five) -> str:
    """One row of the table."""
    best, second, *_ = shown.ranked
    points, foul, fantasyland = (float(column[best]) for column in shown.judged.outlook)
    behind = points - float(shown.judged.outlook.points[second])
    word = ("follows" if shown.follows else "ASTRAY") if shown.practice else ""
    return (
        f"{shown.cards}  {shown.judged.placement(best)!s:<24} {points:+6.2f} {foul:4.0%} "
        f"{fantasyland:4.0%}  {shown.judged.placement(second)!s:<24} {behind:5.2f}  {word}"
    )


def main() -> int:
    """Print the table; 1 if practice is followed too seldom."""
    command = argparse.ArgumentParser(description=__doc__)
    command.add_argument("--level", default="master")
    options = command.parse_args()
    astray = 0
    for heading, cards, practice in FIVES:
        shown = five(cards, practice, options.level)
        print(*([heading] if heading else []), line(shown), sep="\n", flush=True)
        astray += not shown.follows
    return report([Goal("first fives against practice", astray, MOST_ASTRAY)])


if __name__ == "__main__":
    sys.exit(main())
