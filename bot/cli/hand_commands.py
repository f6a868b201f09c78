"""`python -m bot score` and `verify-deal`: finished boards, and the deal that they came from."""

import argparse
import json
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, Final

from bot.cli.console import add_rules, chosen_rules, refuse, text_of
from bot.values.names import clean_name
from ofc_engine.board import Row
from ofc_engine.cards import format_cards, verify_distinct
from ofc_engine.deal import NO_SEED, Deal
from ofc_engine.duplicate_match import MatchProof, is_match, secret_of
from ofc_engine.errors import NotationError, OfcError
from ofc_engine.finished import parse_finished, verify_uncontested
from ofc_engine.hand import Hand
from ofc_engine.origin import Origin
from ofc_engine.proof import Proof
from ofc_engine.rulesets import Ruleset
from ofc_engine.scoring import Pair, Score, score_hand
from ofc_engine.seat import Fate, Seat

_MOST_BOARDS: Final = 5
_BOARDS_OF_ONE_DECK: Final = 4

_SCORE_HELP: Final = """\
Standard input holds one board a line, hands separated by blank lines:

  Ann: 6c6d4d / TcTd9sQh8c / 3c3d3h2c2d
  Bob: AcKdQs / 9c9d5c5d4c / KhJh9h8h7h

A hand has 1 to 5 boards. Up to four come from one deck; five need two decks, so a card may
then stand on two boards. Behind a board, where it applies: FL14 (played in Fantasyland with 14
cards), dead, surrendered, missed or uncontested, as in docs/notation.md.
"""


def configure_score(command: argparse.ArgumentParser) -> None:
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
            raise NotationError("There is no board to score. See python -m bot score --help.")
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
        return (
            f"{self.names[pair.a]} v {self.names[pair.b]}: {_row_words(pair.rows, '+d')},"
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
        name = clean_name(written)
        if not colon or not name:
            raise NotationError("Write a name, a colon and the board: Ann: front / middle / back.")
        if ":" in rows:
            raise NotationError("Write one name and one board on a line.")
        return _BoardLine(number, name, rows.strip())


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
    """The seats of one hand, which fit together; raises OfcError naming the line."""
    copies = 1 if len(hand) <= _BOARDS_OF_ONE_DECK else 2
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


def configure_verify_deal(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `verify-deal`."""
    command.set_defaults(run=_verify_deal)
    command.description = (
        "Check a deal: paste the proof that the bot shows after a hand, or of all deals at the "
        "end of a duplicate match. Compare its commitment "
        "with the one that was shown before the hand, and its boards with the result. Exit code 1 "
        "means that the deal is not what was committed to."
    )
    command.add_argument(
        "proof", nargs="?", type=Path, help="the file with the proof (default: standard input)"
    )
    command.add_argument("--deck", action="store_true", help="also print the whole deck")
    add_rules(command)
    command.epilog = "Use --rules and --set for a proof that has no line “rules”."


def _verify_deal(options: argparse.Namespace) -> int:
    """Check the proof; 0 it holds, 1 it does not, 2 it cannot be read."""
    try:
        text = text_of(options.proof)
        if is_match(text):
            return _verify_match(text)
        proof = Proof.parse(text, chosen_rules(options))
    except (OfcError, OSError) as error:
        return refuse(str(error))
    try:
        proof.verify()
    except OfcError as error:
        print(f"This deal does NOT hold: {error}")
        return 1
    for line in _verdict(proof):
        print(line)
    if options.deck:
        print(f"Deck: {format_cards(proof.deal.deck)}")
    return 0


def _verify_match(text: str) -> int:
    """Check the proof of a duplicate match (R14.6)."""
    proof = MatchProof.parse(text)
    try:
        proof.verify()
    except OfcError as error:
        print(f"This match does NOT hold: {error}")
        return 1
    print("This match holds: the secret is the one that was committed to, and the deals came in")
    print("the order that it gives. The commitment that was shown when the table was opened must")
    print(f"be {proof.commitment.hex()}. The secrets of its deals:")
    for deal in range(1, proof.plan.deals + 1):
        print(f"Deal {deal}: {secret_of(proof.secret, deal).hex()}")
    return 0


def _verdict(proof: Proof) -> list[str]:
    cards = sum(len(board.cards) for board in proof.boards)
    piles = ", a pile for each seat." if proof.deal.by_seat else " in that order."
    return [
        "This deal holds: the secret is the one that was committed to, and all",
        f"{cards} cards on the {len(proof.boards)} boards were dealt from its deck{piles}",
        f"The commitment that was shown before the hand must be {proof.commitment.hex()}.",
        *_where_from(proof.origin),
        *_what_was_added(proof),
        *_who_could_choose(proof.deal),
    ]


def _where_from(origin: Origin | None) -> Iterator[str]:
    if origin is None:
        return
    yield "That of all deals of the tournament, which its announcement showed from the opening on,"
    yield f"must be {origin.commitment.hex()}."
    if origin.secret is None:
        yield "That this deal comes from it can be checked with the proof that is shown once the"
        yield "tournament is over."
    else:
        yield "This deal comes from it."


def _what_was_added(proof: Proof) -> Iterator[str]:
    deal = proof.deal
    if deal.by_seat:
        yield f"What was added to all deals of the event after that gives {', '.join(deal.seeds)}."
        return
    if deal.message == NO_SEED:
        yield "No message in a channel showed it when the cards were dealt."
    elif deal.message is not None:
        yield f"The message that showed it must have the number {deal.message}, with which its link"
        yield "ends."
    if deal.joined != NO_SEED:
        yield f"Those who joined, or whoever began it first, added to it after that: {deal.joined}."
    added = [
        f"seat {seat}: {seed}" if seat < len(proof.boards) else f"the seat that sat out: {seed}"
        for seat, seed in enumerate(deal.seeds)
        if seed != NO_SEED
    ]
    if added:
        yield f"Players added to it after that: {', '.join(added)}."


def _who_could_choose(deal: Deal) -> Iterator[str]:
    if not deal.is_seeded:
        yield "Nothing was added to it: whoever runs the bot could have chosen the deck."
    elif deal.message not in (None, NO_SEED):
        yield "Discord gave the message its number after the secret was fixed, for all to see:"
        yield "nobody could choose the deck, unless the message was posted, or the commitment put"
        yield "into it, more than once."
    else:
        yield "If you typed one of these after all others, nobody could choose the deck. The"
        yield "numbers of presses are shown to the bot alone: for them you rely on whoever runs it."
