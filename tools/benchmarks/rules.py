"""How fast the rules are: `uv run --group bench python -m tools.benchmarks.rules`.

Rankings of five cards a second, on one thread and in CPU time, beside phevaluator, eval7 and
treys in the same run. Each gets the same hands as it wants its cards parsed, made beforehand:
ours a tuple of `Card`, phevaluator five ids, eval7 a list of its cards, treys a list of ints. Each
is called as its documentation says; in brackets also an inner function, where one exists. The
rounds of all take turns, so that a busy machine is busy for all of them. Beside it: showdowns of
2 to 4 boards, scored in full, and the import of the rules in a fresh interpreter.
"""

import argparse
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from random import Random
from statistics import median
from time import process_time
from typing import Any, Final

import eval7
import phevaluator
import phevaluator.evaluator
import treys

from ofc_engine.board import Board
from ofc_engine.cards import DECK, Card, Cards
from ofc_engine.ranking import strength
from ofc_engine.rulesets import STANDARD
from ofc_engine.scoring import evaluate, score

HANDS: Final = 50_000
SHOWDOWNS: Final = 2_000
ROUNDS: Final = 15
IMPORTS: Final = 11
LONGEST_IMPORT: Final = 0.15
OURS: Final = "ofc_engine.ranking.strength"
RIVALS: Final = ("phevaluator.evaluate_cards", "eval7.evaluate", "treys.Evaluator.evaluate")
_IMPORT: Final = """
from time import process_time
begun = process_time()
import ofc_engine.scoring, ofc_engine.deal, ofc_engine.match, ofc_engine.proof, ofc_engine.views
print(process_time() - begun)
"""
Round = Callable[[], None]


def rankings(hands: Sequence[Cards]) -> dict[str, Round]:
    """For each evaluator, a function that ranks all hands once."""
    names = [[str(card) for card in hand] for hand in hands]
    ids = [[phevaluator.Card(name).id_ for name in hand] for hand in names]
    sevens = [[eval7.Card(name) for name in hand] for hand in names]
    bits = [[treys.Card.new(name) for name in hand] for hand in names]
    board: list[int] = []
    their = treys.Evaluator()
    return {
        OURS: over(strength, hands),
        "phevaluator.evaluate_cards": spread(phevaluator.evaluate_cards, ids),
        "eval7.evaluate": over(eval7.evaluate, sevens),
        "treys.Evaluator.evaluate": lambda: with_board(their.evaluate, bits, board),
        "(treys, its _five)": over(their._five, bits),  # noqa: SLF001
        "(phevaluator, its C function)": spread(phevaluator.evaluator._EVALUATORS[5], ids),  # noqa: SLF001
    }


def over(rank: Callable[[Any], object], hands: Sequence[Any]) -> Round:
    def work() -> None:
        for hand in hands:
            rank(hand)

    return work


def spread(rank: Callable[..., object], hands: Sequence[Sequence[int]]) -> Round:
    def work() -> None:
        for hand in hands:
            rank(*hand)

    return work


def with_board(
    rank: Callable[[list[int], list[int]], object], hands: Sequence[list[int]], board: list[int]
) -> None:
    for hand in hands:
        rank(hand, board)


def taken(works: dict[str, Round], rounds: int) -> dict[str, float]:
    """The median seconds of CPU of each; they take turns."""
    seconds: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            begun = process_time()
            work()
            seconds[name].append(process_time() - begun)
    return {name: median(each) for name, each in seconds.items()}


def made_boards(random: Random, count: int) -> list[Board]:
    """Full boards of one deal, sorted by rank within each, so that few are fouls."""
    cards = random.sample(DECK, 13 * count)
    return [board_of(sorted(cards[at : at + 13])) for at in range(0, len(cards), 13)]


def board_of(cards: Sequence[Card]) -> Board:
    return Board(tuple(cards[:3]), tuple(cards[3:8]), tuple(cards[8:]))


def showdowns(tables: Iterable[Sequence[Board]]) -> None:
    for boards in tables:
        score([evaluate(b, STANDARD, players=len(boards)) for b in boards], STANDARD)


def import_seconds() -> list[float]:
    """CPU seconds of importing the rules, each in an interpreter of its own."""
    command = [sys.executable, "-c", _IMPORT]
    return [float(subprocess.check_output(command, text=True)) for _ in range(IMPORTS)]


def main() -> int:
    """Measure; 1 if an evaluator is quicker or the import takes too long."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    random = Random(1)
    hands = [tuple(random.sample(DECK, 5)) for _ in range(HANDS)]
    found = taken(rankings(hands), ROUNDS)
    print(f"{'five cards':<34}{'M/s':>7}{'ours is':>9}")
    for name, seconds in found.items():
        print(f"{name:<34}{HANDS / seconds / 1e6:>7.2f}{seconds / found[OURS]:>8.2f}x")
    tables = {n: [made_boards(random, n) for _ in range(SHOWDOWNS)] for n in (2, 3, 4)}
    works = {f"showdowns of {n} boards": lambda t=t: showdowns(t) for n, t in tables.items()}
    print()
    for name, seconds in taken(works, ROUNDS).items():
        print(f"{name:<34}{SHOWDOWNS / seconds:>9,.0f}/s")
    imports = import_seconds()
    print(f"\nimport of the rules: {median(imports):.3f} s, at most {max(imports):.3f} s")
    behind = [name for name in RIVALS if found[name] < found[OURS]]
    print(f"Quicker than ours: {', '.join(behind) or 'none'}.")
    return int(bool(behind) or median(imports) > LONGEST_IMPORT)


if __name__ == "__main__":
    sys.exit(main())
