"""The presses of the daily deal."""

from dataclasses import dataclass

from bot.screens.press import Press


@dataclass(frozen=True)
class DailySpot:
    """The day and street (from 0) that buttons are about; `practice` is 1 for a day that is over.

    Whose attempt it is follows from who presses.
    """

    day: int
    practice: int
    street: int = 0

    def put(self, card: int, letter: str) -> Press:
        """Put a card, by its place in shown order, into a row, or `.` take it back."""
        return DailyPut(self, card, letter)

    def brush(self, letter: str) -> Press:
        """Choose the row into which cards are tapped: there are never so many of them."""
        raise NotImplementedError(letter)

    def gather(self, letter: str) -> Press:
        """Have just the cards in a row that are chosen from a menu: there are never so many."""
        raise NotImplementedError(letter)

    def arm(self) -> Press:
        """Have the next press place what it would not have placed without a warning."""
        return DailyArm(self)

    def confirm(self, digest: str = "") -> Press:
        """Place what is laid out, if it still is what the digest names."""
        return DailyConfirm(self, digest)


@dataclass(frozen=True)
class DailyPress(Press):
    """A press on the message in which somebody plays."""

    spot: DailySpot


@dataclass(frozen=True)
class DailyPut(DailyPress, code="dput"):
    """Put a card, by its place in shown order, into a row, or `.` take it back."""

    card: int
    letter: str


class DailyArm(DailyPress, code="darm"):
    """Have the next press place what it would not have placed without a warning."""


@dataclass(frozen=True)
class DailyConfirm(DailyPress, code="dok"):
    """Place what is laid out, if it still is what the digest names."""

    digest: str


class DailyShare(DailyPress, code="dshare"):
    """Post the result in the channel, without a card."""


class DailyProof(DailyPress, code="dproof"):
    """See the proof of the deal, once the day has ended everywhere."""


@dataclass(frozen=True)
class DailyBoards(Press, code="dboards"):
    """See the boards of a day that has ended everywhere, and the proof of its deal."""

    day: int


class PlayDaily(Press, code="daily"):
    """Play today's deal, or see how it went."""


class Practise(Press, code="dpast"):
    """Choose a past day from the menu and play its deal for practice."""
