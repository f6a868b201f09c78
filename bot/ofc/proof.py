"""The proof of a deal: what is published after a hand so that anyone can check it.

It has the commitment and the secret, how many cards each seat got in which order, and the
boards. Discards are not in it (R3.3), though the secret lets anybody work them out. Lines:

    commitment 66687aad...
    secret 00000000...
    deals 0:5 1:5 0:3 1:3 ...
    board 0 QhQs2d / ... / ...
"""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.ofc.board import Board
from bot.ofc.cards import Card, Cards
from bot.ofc.deal import commitment, deck
from bot.ofc.errors import DealError
from bot.ofc.hand import Hand
from bot.ofc.operations import Dealt, Operation


@dataclass(frozen=True)
class Proof:
    """A published deal; `deals` are seat and number of cards, in order."""

    commitment: bytes
    secret: bytes
    deals: tuple[tuple[int, int], ...]
    boards: tuple[Board, ...]

    @staticmethod
    def of(hand: Hand, log: Iterable[Operation], secret: bytes) -> "Proof":
        """The proof of a finished hand."""
        deals = tuple((op.seat, len(op.cards)) for op in log if isinstance(op, Dealt))
        return Proof(commitment(secret), secret, deals, tuple(seat.board for seat in hand.seats))

    @staticmethod
    def parse(text: str) -> "Proof":
        """The proof written in lines; raises DealError or another OfcError."""
        lines = [line.split(maxsplit=1) for line in text.splitlines() if line.strip()]
        fields = {words[0]: words[-1] for words in lines if words[0] != "board"}
        boards = [words[-1].split(maxsplit=1)[-1] for words in lines if words[0] == "board"]
        try:
            return Proof(
                bytes.fromhex(fields["commitment"]),
                bytes.fromhex(fields["secret"]),
                tuple(map(_parse_deal, fields.get("deals", "deals").split())),
                tuple(map(Board.parse, boards)),
            )
        except KeyError as missing:
            raise DealError("The line “{name}” is missing.", name=missing.args[0]) from None
        except ValueError as error:
            if isinstance(error, DealError):
                raise
            raise DealError("The proof cannot be read: {error}", error=error) from None

    def __str__(self) -> str:
        deals = " ".join(f"{seat}:{count}" for seat, count in self.deals)
        return "\n".join(
            [
                f"commitment {self.commitment.hex()}",
                f"secret {self.secret.hex()}",
                f"deals {deals}",
                *(f"board {seat} {board}" for seat, board in enumerate(self.boards)),
            ]
        )

    def verify(self) -> None:
        """Raise DealError if the secret is another one or a board has a card not dealt to it."""
        if commitment(self.secret) != self.commitment:
            raise DealError("The secret is not the one that was committed to.")
        dealt = self._dealt()
        for seat, board in enumerate(self.boards):
            strangers = [card for card in board.cards if card not in dealt.get(seat, ())]
            if strangers:
                raise DealError(
                    "Seat {seat} has {card} on its board, which was not dealt to it.",
                    seat=seat,
                    card=strangers[0],
                )

    def _dealt(self) -> dict[int, list[Card]]:
        cards = deck(self.secret)
        dealt: dict[int, list[Card]] = {}
        top = 0
        for seat, count in self.deals:
            dealt.setdefault(seat, []).extend(cards[top : top + count])
            top += count
        return dealt

    @property
    def deck(self) -> Cards:
        """The whole deck of the hand."""
        return deck(self.secret)


def _parse_deal(word: str) -> tuple[int, int]:
    seat, _, count = word.partition(":")
    if not (seat.isdecimal() and count.isdecimal()):
        raise DealError("“{word}” is not written as seat:cards.", word=word)
    return int(seat), int(count)
