"""Boards of some strength, and what they come to."""

from ofc_engine.board import Board
from ofc_engine.rulesets import PRESETS, Ruleset
from ofc_engine.scoring import Result, evaluate
from ofc_engine.seat import Fate

STANDARD = PRESETS["standard"]
WEAK = "2c3c5d / 4c6d8h9dTc / 2h2d7s9cJd"
STRONG = "AhKd9h / AsAc7d6s3s / KhQhTh8h4h"
QUEENS = "QcQd2s / KsKhKc3h4d / 7c7h7d8c8s"


def result(
    text: str, rules: Ruleset = STANDARD, *, fantasyland: int = 0, fate: Fate = Fate.PLAYING
) -> Result:
    return evaluate(Board.parse(text), rules, players=2, fantasyland=fantasyland, fate=fate)
