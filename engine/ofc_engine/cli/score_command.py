"""`ofc score`: the points of finished boards."""

import argparse
import json
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

from ofc_engine.board import BOARD_SIZE, Row
from ofc_engine.cards import verify_distinct
from ofc_engine.cli.console import add_rules, chosen_rules, refuse, text_of
from ofc_engine.errors import NotationError, OfcError
from ofc_engine.finished import parse_finished, verify_uncontested
from ofc_engine.hand import Hand
from ofc_engine.rulesets import Ruleset
from ofc_engine.scoring import Pair, Score, score_hand
from ofc_engine.seat import Fate, Seat

_MOST_BOARDS: Final = 5

_SCORE_HELP: Final = """\
Standard input holds one board a line, hands separated by blank lines:

  Ann: 6c6d4d / TcTd9sQh8c / 3c3d3h2c2d
  Bob: AcKdQs / 9c9d5c5d4c / KhJh9h8h7h

A hand has 1 to 5 boards. Up to four come from one deck; five need two decks, so a card may
then stand on two boards. Behind a board, where it applies: FL14 (played in Fantasyland with 14
cards), dead, surrendered, missed or uncontested, as in docs/notation.md.
"""


def configure(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `score`."""
    command.set_defaults(run=_score_boards)
    command.epilog = _SCORE_HELP
    command.formatter_class = argparse.RawDescriptionHelpFormatter
    add_rules(command)
    command.add_argument("--json", action="store_true", help="print each hand as one line of JSON")


def _score_boards(options: argparse.Namespace) -> int:
    """Score standard input; every board is checked before anything is printed."""
    try:
        rules = chosen_rules(options)
        hands = list(_read_hands(text_of(None).splitlines(), rules))
        if not hands:
            raise NotationError("There is no board to score. See ofc score --help.")
    except OfcError as error:
        return refuse(str(error))
    for number, seats in enumerate(hands):
        scored = Scored(rules, tuple(seats), score_hand(Hand(rules, tuple(seats.values()))))
        if options.json:
            print(json.dumps(scored.as_json()))
        else:
            print(*([""] if number else []), *scored.as_lines(), sep="\n")
    return 0


@dataclass(frozen=True)
class Scored:
    """A scored hand with the players' names."""

    rules: Ruleset
    names: tuple[str, ...]
    score: Score

    def as_json(self) -> dict[str, Any]:
        """The object that `--json` prints."""
        return {
            "rules": str(self.rules),
            "players": {
                name: {
                    "fate": result.fate.value,
                    "foul": result.is_foul,
                    "royalties": _by_row(result.royalties),
                    "fantasyland": result.fantasyland,
                    "points": points,
                }
                for name, result, points in zip(
                    self.names, self.score.results, self.score.points, strict=True
                )
            },
            "pairs": [
                {
                    "a": self.names[pair.a],
                    "b": self.names[pair.b],
                    "rows": _by_row(pair.rows),
                    "points": pair.points,
                }
                for pair in self.score.pairs
            ],
        }

    def as_lines(self) -> Iterator[str]:
        """The lines that are printed for people."""
        for name, result, points in zip(
            self.names, self.score.results, self.score.points, strict=True
        ):
            yield f"{name}: {points:+d}"
            if result.fate is not Fate.PLAYING:
                yield f"  {result.fate.value}"
            elif result.is_foul:
                yield "  foul: " + " ".join(foul.value for foul in result.fouls)
            else:
                yield "  royalties: " + _row_words(result.royalties)
            if result.fantasyland:
                yield f"  Fantasyland with {result.fantasyland} cards"
        yield from map(self._pair_line, self.score.pairs)

    def _pair_line(self, pair: Pair) -> str:
        more = {
            "scoop" if pair.is_scoop else "majority": pair.bonus,
            "royalties": pair.royalties,
            "surrender": pair.surrender,
            "penalty": pair.penalty,
        }
        parts = [
            _row_words(pair.rows, "+d"),
            *(f"{name} {of:+d}" for name, of in more.items() if of),
        ]
        return (
            f"{self.names[pair.a]} v {self.names[pair.b]}: {', '.join(parts)},"
            f" in all {pair.points:+d}"
        )


def _by_row(values: Iterable[int]) -> dict[str, int]:
    return {row.label: value for row, value in zip(Row, values, strict=True)}


def _row_words(values: Iterable[int], form: str = "d") -> str:
    return ", ".join(f"{label} {value:{form}}" for label, value in _by_row(values).items())


@dataclass(frozen=True)
class _BoardLine:
    number: int
    name: str
    board: str

    @staticmethod
    def parse(number: int, text: str) -> "_BoardLine":
        written, colon, rows = text.partition(":")
        name = _printable(written)
        if not colon or not name:
            raise NotationError("Write a name, a colon and the board: Ann: front / middle / back.")
        if ":" in rows:
            raise NotationError("Write one name and one board on a line.")
        return _BoardLine(number, name, rows.strip())


def _printable(name: str) -> str:
    """A name in one line, without control characters for a terminal."""
    return " ".join("".join(c for c in name if c.isprintable() or c.isspace()).split())


def _read_hands(text: Iterable[str], rules: Ruleset) -> Iterator[Mapping[str, Seat]]:
    """The seats of each hand by name; raises OfcError naming the line."""
    hand: list[_BoardLine] = []
    for number, line in enumerate(chain(text, [""]), start=1):
        if line.strip():
            with _naming(number):
                hand.append(_BoardLine.parse(number, line))
        elif hand:
            yield _checked(hand, rules)
            hand = []


def _checked(hand: list[_BoardLine], rules: Ruleset) -> Mapping[str, Seat]:
    """The seats of one hand, verified together; raises OfcError naming the line."""
    copies = 1 if len(hand) * BOARD_SIZE <= len(rules.variant.deck) else 2
    seats: dict[str, Seat] = {}
    for line in hand:
        with _naming(line.number):
            if len(seats) == _MOST_BOARDS:
                raise NotationError("A hand has no more than {most} boards.", most=_MOST_BOARDS)
            if line.name in seats:
                raise NotationError("{name} already has a board in this hand.", name=line.name)
            seats[line.name] = parse_finished(line.board, rules, len(hand))
            verify_distinct([card for seat in seats.values() for card in seat.cards], copies)
    with _naming(hand[-1].number):
        verify_uncontested(seats.values())
    return seats


@contextmanager
def _naming(number: int) -> Generator[None]:
    try:
        yield
    except OfcError as error:
        raise NotationError("Line {number}: {fault}", number=number, fault=str(error)) from None
