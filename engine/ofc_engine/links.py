"""Links: a finished hand as one word of letters and digits, for a URL.

It has only what everybody saw: who placed what where, in which order. Cards left in hand are not in
it, and discards only of seats that tell theirs. docs/notation.md, N6, describes the format. `PAGE`
is the file of a web page that shows such a hand.
"""

from collections.abc import Collection, Generator, Iterable, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import reduce
from pathlib import Path
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Final, NamedTuple

from ofc_engine.board import Placement, Row
from ofc_engine.cards import Card, Cards
from ofc_engine.errors import NotationError, OfcError, TurnError
from ofc_engine.hand import Hand
from ofc_engine.operations import (
    Dealt,
    DeclaredDead,
    Exposed,
    Missed,
    Operation,
    Placed,
    Surrendered,
)
from ofc_engine.rulesets import OPTIONS, PRESETS, Ruleset

PAGE: Final = Path(__file__).with_name("hand.html")
VERSION: Final = "1"
_LETTERS: Final = digits + ascii_uppercase + ascii_lowercase
_LONGEST: Final = 500
"""The most characters of a link: reading longer numbers could take any time."""
_CHECK: Final = 1_000_003
# Larger than needed, so that new presets or options do not need a new version.
_PRESETS, _OPTIONS, _VALUES, _SEATS, _CARDS, _COUNT = 32, 32, 8, 8, 64, 256
_ALWAYS_WRITTEN: Final = 13
"""Options that every link has; later ones are written only if one differs from the preset."""
_VERBS: Final = (Surrendered, DeclaredDead, Missed, Exposed)
"""The operations besides placements, by number from 1."""
_ALL_VERBS: Final = 8
"""The base of these numbers: placements are 0."""


class LinkedHand(NamedTuple):
    """A hand as a link tells it: its end, and what was done, in order.

    There are no deals, only what was placed or discarded. Seats that do not tell their discards
    have none.
    """

    hand: Hand
    operations: tuple[Operation, ...]


def link_of(hand: Hand, log: Iterable[Operation], *, discards: Collection[int] = ()) -> str:
    """The link to a finished hand with everything that happened in it.

    `discards` are the seats that tell what they discarded. Raises TurnError before the hand is
    over, NotationError if only its boards are known or far too much has happened in it.
    """
    if not hand.is_finished:
        raise TurnError("The hand is not over yet.")
    done = [operation for operation in log if not isinstance(operation, Dealt)]
    if not done:
        raise NotationError("Only the boards of this hand are known, so there's no link to it.")
    number = _Number()
    _put_rules(number, hand.rules)
    number.put(len(hand.seats), _SEATS)
    for seat, state in enumerate(hand.seats):
        number.put(bool(state.fantasyland), 2)
        if state.fantasyland:
            number.put(state.fantasyland, _CARDS)
        number.put(seat in discards, 2)
    number.put(len(done), _COUNT)
    at = Hand.start(hand.rules, tuple(seat.fantasyland for seat in hand.seats))
    for operation in done:
        told = operation.seat in discards
        _put_operation(number, at, operation, told=told)
        at = _after(at, operation if told else _without_discards(operation))
    return VERSION + number.text


def read_link(text: str) -> LinkedHand:
    """The hand in a link; raises NotationError if it is damaged or from a newer version."""
    if not text.startswith(VERSION):
        raise _newer() if text[:1].isalnum() else _damaged()
    number = _Number.parse(text[len(VERSION) :])
    rules = _take_rules(number)
    seats = [_take_seat(number) for _ in range(number.take(_SEATS))]
    count, done = number.take(_COUNT), list[Operation]()
    with _by_the_rules():
        at = Hand.start(rules, [visit for visit, _ in seats])
    for _ in range(count):
        operation = _take_operation(number, at, [told for _, told in seats])
        with _by_the_rules():
            at = _after(at, operation)
        done.append(operation)
    if number.is_left or not at.is_finished:
        raise _damaged()
    return LinkedHand(at, tuple(done))


@contextmanager
def _by_the_rules() -> Generator[None]:
    """Replace any error that a link's contents cause: raise that it is damaged."""
    try:
        yield
    except OfcError as error:
        raise _damaged() from error


def _damaged() -> NotationError:
    return NotationError("This link is damaged. Copy all of it once more.")


def _newer() -> NotationError:
    return NotationError("This link is from a newer version, which this one can't read.")


# --- a number in a mixed base ------------------------------------------------------------------


class _Number:
    """A number whose digits have a base each, the lowest digit first."""

    def __init__(self, value: int = 0) -> None:
        self._value = value
        self._put: list[tuple[int, int]] = []

    @staticmethod
    def parse(text: str) -> "_Number":
        """The number written in `text`; NotationError unless its checksum is right."""
        if len(text) > _LONGEST or not set(text) <= set(_LETTERS) or text[:1] == _LETTERS[0]:
            raise _damaged()
        value, wrong = divmod(reduce(_appended, text, 0), _CHECK)
        if wrong or not value:
            raise _damaged()
        return _Number(value)

    @property
    def text(self) -> str:
        """The number with its checksum, in letters."""
        value = reduce(lambda value, put: value * put[1] + put[0], reversed(self._put), 0) * _CHECK
        text = ""
        while value:
            value, digit = divmod(value, len(_LETTERS))
            text = _LETTERS[digit] + text
        return text

    @property
    def is_left(self) -> bool:
        """True if digits are left to take."""
        return self._value > 0

    def put(self, digit: int, base: int) -> None:
        """Add a digit; NotationError if the base is too small for it."""
        if digit not in range(base):
            raise NotationError("Too much has happened in this hand for a link.")
        self._put.append((int(digit), base))

    def take(self, base: int) -> int:
        """Remove and return the next digit; NotationError if the base allows none."""
        if not base:
            raise _damaged()
        self._value, digit = divmod(self._value, base)
        return digit


def _appended(value: int, letter: str) -> int:
    return value * len(_LETTERS) + _LETTERS.index(letter)


# --- rules and seats ---------------------------------------------------------------------------


def _put_rules(number: _Number, rules: Ruleset) -> None:
    number.put(list(PRESETS).index(rules.preset), _PRESETS)
    count = max(
        [_ALWAYS_WRITTEN, *(1 + list(OPTIONS).index(option) for option in rules.differences())]
    )
    number.put(count, _OPTIONS)
    for values, choice in [*zip(OPTIONS.values(), rules.choices, strict=True)][:count]:
        number.put(list(values).index(choice), _VALUES)


def _take_rules(number: _Number) -> Ruleset:
    preset = _choice(list(PRESETS), number.take(_PRESETS))
    count = number.take(_OPTIONS)
    if count > len(OPTIONS):
        raise _newer()
    names = list(OPTIONS)[:count]
    choices = {name: _choice(list(OPTIONS[name]), number.take(_VALUES)) for name in names}
    with _by_the_rules():
        return Ruleset.of(preset, choices)


def _choice(values: Sequence[str], digit: int) -> str:
    if digit >= len(values):
        raise _newer()
    return values[digit]


def _take_seat(number: _Number) -> tuple[int, bool]:
    """The cards of a seat's Fantasyland, 0 without, and whether it tells its discards."""
    visit = number.take(_CARDS) if number.take(2) else 0
    return visit, bool(number.take(2))


# --- operations --------------------------------------------------------------------------------


def _usual(hand: Hand) -> int:
    """The seat that places next in the usual order; 0 if none does."""
    return hand.waiting_on[0] if hand.waiting_on else 0


def _put_operation(number: _Number, hand: Hand, operation: Operation, *, told: bool) -> None:
    seat = operation.seat
    is_placed = isinstance(operation, Placed)
    is_usual = is_placed and seat == _usual(hand)
    number.put(not is_usual, 2)
    if not is_usual:
        number.put(seat, len(hand.seats))
        number.put(0 if is_placed else 1 + _VERBS.index(type(operation)), _ALL_VERBS)
    if is_placed:
        _put_placement(number, hand, seat, operation.placement, told=told)


def _take_operation(number: _Number, hand: Hand, told: Sequence[bool]) -> Operation:
    seat, verb = _usual(hand), 0
    if number.take(2):
        seat, verb = number.take(len(hand.seats)), number.take(_ALL_VERBS)
    if verb > len(_VERBS):
        raise _newer()
    if verb:
        return _VERBS[verb - 1](seat)
    return Placed(seat, _take_placement(number, hand, seat, told=told[seat]))


def _put_placement(
    number: _Number, hand: Hand, seat: int, placement: Placement, *, told: bool
) -> None:
    left = hand.next_street(seat).placed
    for row in (Row.FRONT, Row.MIDDLE):
        count = len(placement.rows[row])
        number.put(count, 1 + min(left, hand.seats[seat].board.open_places(row)))
        left -= count
    unseen = _unseen(hand)
    for card in placement.cards if told else placement.placed:
        number.put(unseen.index(card), len(unseen))
        unseen.remove(card)


def _take_placement(number: _Number, hand: Hand, seat: int, *, told: bool) -> Placement:
    if hand.seats[seat].is_done:
        raise _damaged()
    street = hand.next_street(seat)
    left, counts = street.placed, list[int]()
    for row in (Row.FRONT, Row.MIDDLE):
        counts.append(number.take(1 + min(left, hand.seats[seat].board.open_places(row))))
        left -= counts[-1]
    unseen = _unseen(hand)
    front, middle, back = (_take_cards(number, unseen, count) for count in (*counts, left))
    discards = _take_cards(number, unseen, street.discarded if told else 0)
    return Placement(front, middle, back, discards)


def _take_cards(number: _Number, unseen: list[Card], count: int) -> Cards:
    """Remove and return `count` cards from those that nobody has seen."""
    return tuple(unseen.pop(number.take(len(unseen))) for _ in range(count))


def _unseen(hand: Hand) -> list[Card]:
    """The cards that the link has not named so far, in the order of the variant's deck."""
    seen = {card for seat in hand.seats for card in seat.cards}
    return [card for card in hand.rules.variant.deck if card not in seen]


def _without_discards(operation: Operation) -> Operation:
    if isinstance(operation, Placed):
        return Placed(operation.seat, operation.placement._replace(discards=()))
    return operation


def _after(hand: Hand, operation: Operation) -> Hand:
    """The hand after an operation, without knowing which cards were dealt."""
    if not isinstance(operation, Placed):
        return hand.apply(operation)
    hand.verify_seat(operation.seat)
    seats = list(hand.seats)
    seats[operation.seat] = seats[operation.seat].placed(operation.placement)
    seats[operation.seat].board.verify_rows()
    return replace(hand, seats=tuple(seats))
