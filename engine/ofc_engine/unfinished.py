"""The least that an unfinished board is sure of, as long as it does not foul.

A pair stays a pair, or better, whatever joins it: no card makes a high hand lower, and a low counts
nothing before it is complete. So the royalty of what a row makes already is the least that it ends
with, and a Fantasyland that it earns already is safe.
"""

from dataclasses import dataclass

from ofc_engine.board import Board, Row
from ofc_engine.rows import PerRow, Shapes
from ofc_engine.rulesets import Ruleset
from ofc_engine.scoring import earned_fantasyland, royalty_of


@dataclass(frozen=True)
class AssuredRows:
    """The ranks of a board's rows, and the least that it is worth if it does not foul.

    `fantasyland` is the number of cards that it earns for the next hand, or 0; it may still grow
    while the Front has an open place.
    """

    made: Shapes
    royalties: PerRow
    fantasyland: int


def assured(board: Board, rules: Ruleset, *, players: int, fantasyland: int = 0) -> AssuredRows:
    """The rows of a board, full or not, and its least worth in a hand of `players` players.

    `fantasyland` is the number of cards of the Fantasyland that the hand is played in, or 0.
    """
    made = rules.variant.rows.assured(board)
    first, second, third = (royalty_of(row, made[row], rules) for row in Row)
    royalties = first, second, third
    earned = earned_fantasyland(made, royalties, rules, players, fantasyland)
    return AssuredRows(made, royalties, earned)
