"""Errors for requests that cannot be met, as sentences that a person can act on."""

from functools import partial


class OfcError(ValueError):
    """A request that the rules do not allow.

    `sentence` is an English format string and `values` fill it, so that the code that shows it
    can translate it first; `str()` gives the English text.
    """

    def __init__(self, sentence: str, **values: object) -> None:
        super().__init__(sentence.format(**values))
        self.sentence = sentence
        self.values = values

    def __reduce__(self) -> tuple[object, tuple[()]]:
        return partial(type(self), self.sentence, **self.values), ()


class CardError(OfcError):
    """Text that is no card, or a card that appears twice."""


class NotationError(OfcError):
    """Text that is no position, operation, placement or board."""


class PlacementError(OfcError):
    """Cards that may not go where they were put."""


def no_room(row: str, places: int) -> PlacementError:
    """The error for more cards than a row, by its name, has open `places`."""
    if not places:
        return PlacementError("The {row} is full.", row=row)
    return PlacementError("The {row} only has room for {room} more.", row=row, room=places)


class TurnError(OfcError):
    """Something that a seat may not do now."""


class RulesetError(OfcError):
    """A preset, option or value that does not exist, or a table it cannot serve."""


class DealError(OfcError):
    """A published deal that does not prove what it should."""
