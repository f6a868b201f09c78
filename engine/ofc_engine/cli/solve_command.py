"""`ofc solve`: the best board of a Fantasyland."""

import argparse
import json
from typing import Any, Final

from ofc_engine.board import Board, Row
from ofc_engine.cards import Cards, format_cards, in_shown_order, parse_cards, verify_distinct
from ofc_engine.cli.console import add_rules, chosen_rules, refuse
from ofc_engine.errors import NotationError, OfcError
from ofc_engine.players.aims import visit_worth
from ofc_engine.players.solver import Solution, solve
from ofc_engine.players.worth import NOBODY, Aim, RivalBoard
from ofc_engine.rulesets import Ruleset
from ofc_engine.scoring import evaluate

_SHOWN: Final = 3
_MOST_WORTH: Final = 1000.0
_SOLVE_HELP: Final = """\
The value of a board is what it gets: without --against, its royalties; with open boards, its
points against all of them, rows, scoops and royalties. A board that stays in Fantasyland is
worth as much more as the next visit brings on average; --stay sets that number, and with
--stay 0 only this hand counts. The next best boards make another hand in Middle or Back.

  ofc solve AsAh AdKsKh 9c9d9h 4c5d6h7s 2c
  ofc solve AsAhAdKsKh9c9d9h4c5d6h7s2c --against "QhQd2d / 3c3d4h5h6s / 7c7d7h8s8c"
"""


def configure(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `solve`."""
    command.set_defaults(run=_solve_cards)
    command.epilog = _SOLVE_HELP
    command.formatter_class = argparse.RawDescriptionHelpFormatter
    command.add_argument("cards", nargs="+", metavar="CARDS", help="13 to 17 cards: AsKd10h ...")
    add_rules(command)
    command.add_argument(
        "--against",
        action="append",
        default=[],
        metavar="BOARD",
        help='an opponent\'s full board, "front / middle / back"; can be repeated',
    )
    command.add_argument(
        "--stay",
        type=_worth,
        metavar="POINTS",
        help="what staying in Fantasyland is worth against each opponent",
    )
    command.add_argument("--json", action="store_true", help="print the answer as JSON")


def _worth(text: str) -> float:
    """Points, at least 0: the solver relies on staying never costing anything."""
    points = float(text)
    if not 0 <= points <= _MOST_WORTH:
        raise argparse.ArgumentTypeError(f"0 to {_MOST_WORTH:g} points, not {text}")
    return points


def _solve_cards(options: argparse.Namespace) -> int:
    """Solve and print; 2 if the cards, boards or rules are invalid."""
    try:
        rules = chosen_rules(options)
        cards = parse_cards(" ".join(options.cards))
        rivals = [_full_board(text) for text in options.against]
        verify_distinct([*cards, *(card for board in rivals for card in board.cards)])
        aim = _aim(rules, rivals, options.stay, len(cards))
        solutions = solve(cards, aim, _SHOWN)
    except OfcError as error:
        return refuse(str(error))
    answers = [_solution_json(solution, rules, len(cards)) for solution in solutions]
    if options.json:
        print(json.dumps({**answers[0], "others": answers[1:]}))
    else:
        for number, solution in enumerate(solutions):
            print(
                *([""] if number else []), *_solution_lines(solution, rules, len(cards)), sep="\n"
            )
    return 0


def _full_board(text: str) -> Board:
    board = Board.parse(text)
    if not board.is_full:
        raise NotationError(
            "An open board has 3, 5 and 5 cards; “{text}” has some missing.", text=text
        )
    return board


def _aim(rules: Ruleset, rivals: list[Board], stay: float | None, cards: int) -> Aim:
    players = max(1, len(rivals))
    again = rules.repeat_cards(cards)
    worth = visit_worth(rules).get(again, 0.0) if stay is None else stay
    met = [RivalBoard.of_board(board, rules) for board in rivals] or [NOBODY]
    return Aim(rules, met, {again: worth * players}, fantasyland=cards)


def _solution_json(solution: Solution, rules: Ruleset, cards: int) -> dict[str, Any]:
    front, middle, back, discards = map(in_shown_order, solution.placement)
    result = evaluate(Board(front, middle, back), rules, players=2, fantasyland=cards)
    return {
        "front": _names(front),
        "middle": _names(middle),
        "back": _names(back),
        "discards": _names(discards),
        "royalties": sum(result.royalties),
        "stays": bool(result.fantasyland),
        "value": round(solution.value, 2),
    }


def _names(cards: Cards) -> list[str]:
    return [str(card) for card in cards]


def _solution_lines(solution: Solution, rules: Ruleset, cards: int) -> list[str]:
    answer = _solution_json(solution, rules, cards)
    rows = [format_cards(in_shown_order(row)) for row in solution.placement.rows]
    board = Board(*solution.placement.rows)
    royalties = evaluate(board, rules, players=2, fantasyland=cards).royalties
    words = ", ".join(f"{row.label} {points}" for row, points in zip(Row, royalties, strict=True))
    return [
        " / ".join(rows) + (f" x {''.join(answer['discards'])}" if answer["discards"] else ""),
        f"  value {answer['value']:g}, royalties {answer['royalties']} ({words})"
        + (", stays in Fantasyland" if answer["stays"] else ""),
    ]
