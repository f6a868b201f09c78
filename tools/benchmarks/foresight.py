"""How well opponents' boards are foreseen: `python -m tools.benchmarks.foresight --hands 200`.

Two computer players play hands. Whenever one of them decides and sees a part of the other's board,
the points of their own board as it will be are counted against what they foresee of the other's,
against a usual board, and against what it became. The differences from the last are the errors;
nothing else decides how well the last streets are played against boards that are not full.
"""

import argparse
from collections import defaultdict
from typing import NamedTuple

import numpy as np

from ofc_engine.board import BOARD_SIZE, Board
from ofc_engine.players.aims import usual_aim
from ofc_engine.players.foresight import exact_aim
from ofc_engine.players.knowledge import Knowledge
from ofc_engine.players.levels import LEVELS
from ofc_engine.players.positions import Doubles
from ofc_engine.players.worth import Aim, RivalBoard
from ofc_engine.rulesets import Ruleset
from tools.benchmarks.skill import play


class Foreseen(NamedTuple):
    """Points against what is foreseen and against a usual board, each less those against what it
    became; the chance foreseen that it does not foul, and whether it did not.
    """

    error: float
    usual: float
    valid: float
    was_valid: bool


def foreseen(knowledge: Knowledge, own: Board, other: Board, rng: np.random.Generator) -> Foreseen:
    """What a decision foresaw of the other's board, beside how both boards ended."""
    rules = knowledge.rules
    became = RivalBoard.of_board(other, rules)
    aim = exact_aim(knowledge, rng)
    real = points(own, Aim(rules, [became], {}, fantasyland=0))
    return Foreseen(
        points(own, aim) - real,
        points(own, usual_aim(knowledge)) - real,
        aim.rivals[0].valid,
        bool(became.valid),
    )


def points(board: Board, aim: Aim) -> float:
    """Points of a full board against the rivals of an aim, visits left out."""
    if aim.rules.fouls(board):
        return aim.foul
    rivals = Aim(aim.rules, aim.rivals, {}, fantasyland=0)
    strengths = aim.rules.variant.rows.strengths(board)
    front, middle, back = (np.array([strength], np.int16) for strength in strengths)
    return float(rivals.values(front, middle, back)[0])


def told(errors: Doubles) -> str:
    """The mean of some errors and what is usual."""
    return f"{errors.mean():+.2f} (RMS {(errors**2).mean() ** 0.5:.2f})"


def main() -> None:
    """Play, foresee and print."""
    command = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    command.add_argument("--hands", type=int, default=200)
    command.add_argument("--level", choices=sorted(LEVELS), default="master")
    command.add_argument("--variant", default="pineapple")
    command.add_argument("--seed", type=int, default=1)
    options = command.parse_args()
    rules, level = Ruleset.of("standard", {"variant": options.variant}), LEVELS[options.level]
    rng, found = np.random.default_rng(options.seed), defaultdict[int, list[Foreseen]](list)
    for number in range(options.hands):
        hand = play(rules, (0, 0), f"{options.seed}/{number}", [level, level])
        ends = [seat.board for seat in hand.end.seats]
        for seat, decision in hand.decisions():
            cards = len(decision.knowledge.opponents[0].board.cards)
            if 0 < cards < BOARD_SIZE:
                each = foreseen(decision.knowledge, ends[seat], ends[1 - seat], rng)
                found[cards].append(each)
    print("cards seen: error of the points, and by a usual board; valid, and how often it was")
    for cards, each in sorted(found.items()):
        error, usual, valid, was_valid = np.array(each, float).T
        print(
            f"{cards}: {told(error)}, {told(usual)}; {valid.mean():.1%}, {was_valid.mean():.1%}"
            f" ({len(error)})"
        )


if __name__ == "__main__":
    main()
