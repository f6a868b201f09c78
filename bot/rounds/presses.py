"""The presses with which somebody plays a deal on their own."""

from dataclasses import dataclass

from bot.screens.press import Press


@dataclass(frozen=True)
class RoundSpot:
    """The deal and street (from 0) that buttons are about; `practice` is 1 where nothing counts.

    Whose attempt it is follows from who presses.
    """

    deal: int
    practice: int
    street: int = 0

    def put(self, card: int, letter: str) -> Press:
        """Put a card, by its place in shown order, into a row, or `.` take it back."""
        return RoundPut(self, card, letter)

    def arm(self) -> Press:
        """Have the next press place what it would not have placed without a warning."""
        return RoundArm(self)

    def confirm(self, digest: str = "") -> Press:
        """Place what is laid out, if it still is what the digest names."""
        return RoundConfirm(self, digest)


@dataclass(frozen=True)
class RoundPress(Press):
    """A press on the message in which somebody plays."""

    spot: RoundSpot


@dataclass(frozen=True)
class RoundPut(RoundPress, code="rput"):
    """Put a card, by its place in shown order, into a row, or `.` take it back."""

    card: int
    letter: str


class RoundArm(RoundPress, code="rarm"):
    """Have the next press place what it would not have placed without a warning."""


@dataclass(frozen=True)
class RoundConfirm(RoundPress, code="rok"):
    """Place what is laid out, if it still is what the digest names."""

    digest: str


class RoundProof(RoundPress, code="rproof"):
    """See the proof of the deal, once it may be known."""
