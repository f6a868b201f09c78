"""`ofc play`: hands against a computer player, in the terminal."""

import argparse
import hashlib
import secrets
from collections.abc import Iterator
from typing import Final

from ofc_engine.board import Placement, Row
from ofc_engine.cards import Cards, format_cards
from ofc_engine.cli.console import add_rules, chosen_rules, refuse
from ofc_engine.cli.score_command import Scored
from ofc_engine.deal import Deal
from ofc_engine.errors import NotationError, OfcError
from ofc_engine.game import Game
from ofc_engine.match import next_lineup
from ofc_engine.players import thinking
from ofc_engine.players.knowledge import Knowledge
from ofc_engine.players.levels import LEVELS, level
from ofc_engine.players.opinions import Advice
from ofc_engine.rulesets import Ruleset
from ofc_engine.street import DISCARD, LETTERS
from ofc_engine.text import format_table

_YOU: Final = 0
_COMPUTER: Final = 1
_HINTS: Final = 3
_ENDS: Final = ("quit", "q", "exit")
_HELP: Final = """\
Type a letter for each of your cards, in the order in which they are shown: f for the Front,
m for the Middle, b for the Back, x for a card that you discard. Or type the rows themselves,
such as Qh / 9c9d / As x 2c. The Back must be at least as high as the Middle, and the Middle at
least as high as the Front, or all is lost.

  hint   the three best ways to place these cards, with what each is expected to bring
  undo   take your last street back
  fold   give up the hand, where the rules allow it
  quit   end the game"""


class _QuitError(Exception):
    """The player wants to end the game."""


def configure(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `play`."""
    command.set_defaults(run=_play)
    command.epilog = "While you play, ? explains what to type."
    command.add_argument(
        "--level", default="master", choices=list(LEVELS), help="how well it plays (%(default)s)"
    )
    command.add_argument("--seed", metavar="TEXT", help="get the same cards each time")
    add_rules(command)


def _play(options: argparse.Namespace) -> int:
    """Play hand after hand until the player ends it; 2 if there are no such rules."""
    try:
        rules = chosen_rules(options)
    except OfcError as error:
        return refuse(str(error))
    seed = options.seed or secrets.token_hex(4)
    match = _Match(rules, options.level, seed)
    jokers = {0: "", 1: " with one joker", 2: " with two jokers"}[rules.variant.jokers]
    print(f"You play {rules.variant.title}{jokers} against {match.names[_COMPUTER]}.")
    print(f"--seed {seed} brings these cards again. Type ? for help.")
    try:
        while True:
            match.play_hand()
            if _answer("\nPress Enter for the next hand, or type quit: ").lower() in _ENDS:
                break
    except (_QuitError, EOFError, KeyboardInterrupt):
        print()
    print(f"Hands played: {match.played}. Your points: {match.total:+d}.")
    return 0


def _answer(prompt: str) -> str:
    return input(prompt).strip()


class _Match:
    """The hands of two players: `names` are theirs, `total` are the person's points so far."""

    def __init__(self, rules: Ruleset, level_name: str, seed: str) -> None:
        self.names = ("You", level(level_name).human)
        self.total = 0
        self.played = 0
        self._rules = rules
        self._level = level(level_name)
        self._seed = seed
        self._button: int | None = None
        self._visits: dict[int, int] = {}

    def play_hand(self) -> None:
        """Deal a hand, let both play it, and print the result."""
        lineup = next_lineup(self._rules, (_YOU, _COMPUTER), self._button, self._visits)
        self._button = lineup.button
        secret = hashlib.sha256(f"{self._seed}:{self.played}".encode()).digest()
        game = Game(self._rules, fantasyland=lineup.fantasyland, deal=Deal(secret))
        seat = lineup.seats.index(_YOU)
        names = tuple(self.names[each] for each in lineup.seats)
        print(f"\nHand {self.played + 1}. {names[-1]} {_has(names[-1])} the button.")
        while not game.is_over:
            if seat in game.actors:
                _Decision(game, seat, names).make()
            else:
                self._let_play(game, game.turn)
        score = game.score()
        print(f"\n{format_table(game.view(), names)}\n")
        print(*Scored(self._rules, names, score).as_lines(), sep="\n")
        self.total += score.points[seat]
        self.played += 1
        self._visits = {
            player: result.fantasyland
            for player, result in zip(lineup.seats, score.results, strict=True)
        }

    def _let_play(self, game: Game, seat: int) -> None:
        number = len(game.log)
        placed = thinking.decide(self._level, Knowledge.of(game.view(seat)), number)
        if placed is None:
            print(f"{self.names[_COMPUTER]} gives up.")
            game.surrender(seat)
        else:
            game.place(placed, seat)


def _has(name: str) -> str:
    return "have" if name == "You" else "has"


class _Decision:
    """The person's next decision, asked for until it is made."""

    def __init__(self, game: Game, seat: int, names: tuple[str, ...]) -> None:
        self._game = game
        self._seat = seat
        self._view = game.view(seat)
        self._names = names
        self._warned = ""

    def make(self) -> None:
        """Show the table, and ask until a placement is made; raises _QuitError or EOFError."""
        view = self._view
        print(f"\nStreet {view.street} of {view.streets}")
        print(format_table(view, self._names))
        print(f"\nYour cards: {' '.join(map(str, view.pending))}{_to_discard(view.to_discard)}")
        while not self._made(_answer("Where? ").lower()):
            pass

    def _made(self, text: str) -> bool:
        """Carry out what was typed; true if it has changed the hand."""
        match text:
            case "":
                pass
            case "?" | "help":
                print(_HELP)
            case "hint" | "h":
                print(*self._hints(), sep="\n")
            case _ if text in _ENDS:
                raise _QuitError
            case "undo" | "u":
                return self._taken_back()
            case "fold":
                return self._given_up()
            case _:
                return self._placed(text)
        return False

    def _placed(self, text: str) -> bool:
        view = self._view
        try:
            placement = _placement(text, view.pending)
            self._game.hand.verify_place(self._seat, placement)
        except OfcError as error:
            print(error)
            return False
        board = view.own_board.with_rows(placement.rows)
        fouls = () if view.earlier_fouls else view.rules.certain_fouls(board, view.live)
        if fouls and self._warned != text:
            self._warned = text
            reasons = " ".join(foul.value for foul in fouls)
            print(f"That is a foul whatever comes. {reasons} Type it again if you mean it.")
            return False
        self._game.place(placement, self._seat)
        return True

    def _given_up(self) -> bool:
        try:
            self._game.surrender(self._seat)
        except OfcError as error:
            print(error)
            return False
        return True

    def _hints(self) -> Iterator[str]:
        for each in thinking.advise(Knowledge.of(self._view), _HINTS):
            yield f"  {_letters(each.placement, self._view.pending)}   {_words(each)}"

    def _taken_back(self) -> bool:
        """Undo everything back to before the person's own latest placement."""
        before = self._view.own_board
        if not before.cards:
            print("There is nothing to take back.")
            return False
        while self._game.hand.seats[self._seat].board == before:
            self._game.undo()
        return True


def _to_discard(count: int) -> str:
    return f"   ({count} to discard)" if count else ""


def _placement(text: str, cards: Cards) -> Placement:
    """The placement that was typed: a letter for each card, or the rows; raises OfcError."""
    if "/" in text:
        return Placement.parse(text)
    letters = "".join(text.split())
    if len(letters) != len(cards) or set(letters) - set(LETTERS + DISCARD):
        raise NotationError(
            "Type {count} letters of f, m, b and x, one for each card, or ? for help.",
            count=len(cards),
        )
    laid = list(zip(cards, letters, strict=True))
    return Placement(*(tuple(c for c, at in laid if at == row) for row in LETTERS + DISCARD))


def _letters(placement: Placement, cards: Cards) -> str:
    """The letters to type for a placement of these cards."""
    parts = zip(LETTERS + DISCARD, placement, strict=True)
    letter_of = {card: letter for letter, part in parts for card in part}
    return "".join(letter_of[card] for card in cards)


def _words(advice: Advice) -> str:
    rows = ", ".join(
        f"{row.label.capitalize()} {format_cards(cards)}"
        for row, cards in zip(Row, advice.placement.rows, strict=True)
        if cards
    )
    return (
        f"{advice.points:+.1f} points, foul {advice.foul:.0%}, "
        f"Fantasyland {advice.fantasyland:.0%}: {rows}"
    )
