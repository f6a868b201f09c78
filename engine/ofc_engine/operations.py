"""The operations of a hand, as values: a hand is the fold of its operations.

Each is written as one line, such as `place 0 2c / 7h7c / AsKd x 3h`.
"""

from dataclasses import dataclass
from typing import TypeAlias

from ofc_engine.board import Placement
from ofc_engine.cards import Cards, format_cards, parse_cards
from ofc_engine.errors import NotationError


@dataclass(frozen=True)
class Dealt:
    """A seat gets the cards of a street (R3.2)."""

    seat: int
    cards: Cards

    def __str__(self) -> str:
        return f"deal {self.seat} {format_cards(self.cards)}"


@dataclass(frozen=True)
class Placed:
    """A seat places its street (R3.5); in Fantasyland, its whole board."""

    seat: int
    placement: Placement

    def __str__(self) -> str:
        return f"place {self.seat} {self.placement}"


@dataclass(frozen=True)
class Surrendered:
    """A seat gives up its hand (R8)."""

    seat: int

    def __str__(self) -> str:
        return f"surrender {self.seat}"


@dataclass(frozen=True)
class DeclaredDead:
    """A seat's hand is dead: its time ran out or its player left (R11.1, R11.5)."""

    seat: int

    def __str__(self) -> str:
        return f"dead {self.seat}"


@dataclass(frozen=True)
class Missed:
    """A seat's player is not there for any of the hand (R11.3)."""

    seat: int

    def __str__(self) -> str:
        return f"miss {self.seat}"


@dataclass(frozen=True)
class Exposed:
    """A seat's player has turned up a card out of turn, as a director rules (R11.4)."""

    seat: int

    def __str__(self) -> str:
        return f"expose {self.seat}"


Operation: TypeAlias = Dealt | Placed | Surrendered | DeclaredDead | Missed | Exposed


def parse_operation(line: str) -> Operation:
    """The operation written in `line`; raises NotationError or CardError."""
    verb, seat, arguments = _parts_of(line)
    match verb:
        case "deal":
            return Dealt(seat, parse_cards(arguments))
        case "place":
            return Placed(seat, Placement.parse(arguments))
        case "surrender":
            return Surrendered(seat)
        case "dead":
            return DeclaredDead(seat)
        case "miss":
            return Missed(seat)
        case "expose":
            return Exposed(seat)
        case _:
            raise NotationError("“{verb}” isn't an operation.", verb=verb)


def actor_in(line: str) -> int | None:
    """The seat that acts in the operation written in `line`; None if cards are dealt.

    The rest of the line is not read. Raises NotationError.
    """
    verb, seat, _ = _parts_of(line)
    return None if verb == "deal" else seat


def _parts_of(line: str) -> tuple[str, int, str]:
    """The verb, the seat and the arguments."""
    verb, _, rest = line.strip().partition(" ")
    number, _, arguments = rest.partition(" ")
    if not (number.isascii() and number.isdecimal() and len(number) < 3):
        raise NotationError("“{line}” doesn't name a seat.", line=line)
    return verb, int(number), arguments
