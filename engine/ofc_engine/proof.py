"""The proof of a deal: everything needed to check a finished hand, in the published form.

    method ofc-deal-4
    rules standard                            the house rules of the table
    hand 12                                   its number at the table
    commitment 3fa9...                        published before the deal
    secret 77b0...
    message 1442973305278349325               the one that shows the commitment; - is none
    joined -                                  added by joining a tournament, or by beginning
    seeds 1442:tiger7:-                       in acting order, with : between; - is none
    tournament 21c0...                        the commitment of a knock-out,
    table 3                                   the number of the table there,
    origin 04ad...                            and the secret, once it is over
    deals 0:5 1:5 2:5 0:3 ...                 seat:cards, in the order of dealing
    board 0 Qh5c3d / TsTc8d8h8c / AsKs9s5s2s  for each seat
    board 1 ...

Under `ofc-deal-2` the lines `message` and `joined` are missing, under `ofc-deal-1` the line `seeds`
too; under `ofc-deal-3` that line has those of the tournament. The seed of a seat that sits out with
the button (R1.4) comes last.
"""

from collections.abc import Collection, Generator, Iterable, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from ofc_engine.board import Board, Placement, Row
from ofc_engine.deal import Deal, commitment
from ofc_engine.errors import DealError, OfcError
from ofc_engine.hand import Hand
from ofc_engine.operations import Dealt, Operation
from ofc_engine.origin import Origin
from ofc_engine.rulesets import STANDARD, Ruleset

_KEYS: Final = (
    "method", "rules", "hand", "commitment", "secret", "message", "joined", "seeds", "tournament",
    "table", "origin", "deals", "board",
)  # fmt: skip


@contextmanager
def reading() -> Generator[None]:
    """Raise DealError if a line of a proof is missing or cannot be read."""
    try:
        yield
    except KeyError as missing:
        raise DealError("The line “{name}” is missing.", name=missing.args[0]) from None
    except ValueError as error:
        if isinstance(error, OfcError):
            raise
        raise DealError("The proof can't be read: {error}.", error=error) from None


@dataclass(frozen=True)
class Proof:
    """A published deal: `deals` are seat and number of cards in order, `boards` are by seat.

    `origin` is where the secret comes from, None if it was made only for this deal.
    """

    rules: Ruleset
    commitment: bytes
    deal: Deal
    deals: tuple[tuple[int, int], ...]
    boards: tuple[Board, ...]
    origin: Origin | None = None

    @staticmethod
    def of(
        hand: Hand,
        log: Iterable[Operation],
        deal: Deal,
        committed: bytes,
        origin: Origin | None = None,
    ) -> "Proof":
        """The proof of a finished hand; `committed` is what was published before it."""
        deals = tuple((op.seat, len(op.cards)) for op in log if isinstance(op, Dealt))
        boards = tuple(seat.board for seat in hand.seats)
        return Proof(hand.rules, committed, deal, deals, boards, origin)

    @staticmethod
    def parse(text: str, rules: Ruleset = STANDARD) -> "Proof":
        """The proof written in lines, among which there may be others.

        `rules` are for a proof that does not name them. Raises DealError or another OfcError if a
        line is missing, appears twice or cannot be read.
        """
        lines = lines_of(text, _KEYS)
        with reading():
            proof = Proof(
                rules=Ruleset.parse(lines["rules"]) if "rules" in lines else rules,
                commitment=bytes.fromhex(lines["commitment"]),
                deal=_parse_deal(lines),
                deals=tuple(map(_parse_portion, lines["deals"].split())),
                boards=_boards(lines),
                origin=_parse_origin(lines) if "tournament" in lines else None,
            )
        proof._verify_complete(lines.get("method", proof.deal.method))
        return proof

    def __str__(self) -> str:
        return "\n".join(
            [
                f"method {self.deal.method}",
                f"rules {self.rules}",
                f"hand {self.deal.hand}",
                f"commitment {self.commitment.hex()}",
                f"secret {self.deal.secret.hex()}",
                *_added_lines(self.deal),
                *([] if self.origin is None else _origin_lines(self.origin)),
                "deals " + " ".join(f"{seat}:{count}" for seat, count in self.deals),
                *(f"board {seat} {board}" for seat, board in enumerate(self.boards)),
            ]
        )

    def _verify_complete(self, method: str) -> None:
        """Raise DealError if a part of the proof is missing."""
        if method != self.deal.method:
            raise DealError("This is a proof of {method}; check its line “seeds”.", method=method)
        seeds, boards = () if self.deal.by_seat else self.deal.seeds, len(self.boards)
        variant = self.rules.variant
        may_watch = boards == variant.most_players < variant.most_seats
        seated = len(seeds) - (may_watch and len(seeds) == boards + 1)
        seats = {seat for seat, _ in self.deals} | set(range(seated))
        for seat in sorted(seats.difference(range(boards))):
            raise DealError("The line “board {seat}” is missing.", seat=seat)
        if seeds and seated != boards:
            raise DealError("The line “seeds” needs one seed for each board.")

    def verify(self) -> None:
        """Raise an OfcError if the deal does not hold.

        It holds if the secret is the one committed to, and playing the boards with its deck by
        the rules deals every card that is on them, street by street, in the order of `deals`.
        """
        if commitment(self.deal.secret) != self.commitment:
            raise DealError("The secret isn't the one that was fixed before the deal.")
        if self.origin is not None:
            self.origin.verify(self.deal)
        hand = Hand.start(self.rules, self._visits())
        for seat, count in self.deals:
            while hand.awaiting_cards[:1] != (seat,):
                hand = self._played_on(hand)
            hand = hand.deal(seat, self.deal.portion(hand, seat, count))
        while not hand.is_finished:
            hand = self._played_on(hand)

    def _visits(self) -> tuple[int, ...]:
        """The cards of each seat's Fantasyland, 0 without: known from its first deal (R7.2)."""
        # Reversed, so that the first entry of each seat remains.
        first = dict(reversed(self.deals))
        usual = self.rules.variant.streets[0].dealt
        counts = (first.get(seat, usual) for seat in range(len(self.boards)))
        return tuple(0 if count == usual else count for count in counts)

    def _played_on(self, hand: Hand) -> Hand:
        """The hand after the next seat has done what led to its board.

        A seat with cards in hand places them as on its board. One whose board is reached already
        has given up, or its hand is dead (R8, R11).
        """
        for seat in (*hand.awaiting_cards, *hand.waiting_on):
            if hand.seats[seat].board == self.boards[seat]:
                return hand.declare_dead(seat)
            if hand.seats[seat].pending:
                return hand.place(seat, self._placement(hand, seat))
            raise DealError("Seat {seat} got fewer cards than its board shows.", seat=seat)
        raise DealError("The line “deals” has cards that the rules don't deal.")

    def _placement(self, hand: Hand, seat: int) -> Placement:
        """The placement of a seat's cards in hand, known from its finished board."""
        state, board = hand.seats[seat], self.boards[seat]
        rows = Board(*(tuple(card for card in cards if card in state.pending) for cards in board))
        for row in Row:
            there = (*state.board[row], *rows[row])
            if board[row][: len(there)] != there:
                raise DealError(
                    "Seat {seat} has cards in its {row} that weren't dealt to it in this order.",
                    seat=seat,
                    row=row.label.capitalize(),
                )
        discards = tuple(card for card in state.pending if card not in rows.cards)
        return Placement(*rows, discards)


def lines_of(text: str, keys: Collection[str]) -> Mapping[str, str]:
    """Read the lines of a proof that begin with one of the `keys`: key -> rest of its line.

    Boards have the keys `board 0`, `board 1` and so on. Raises DealError if a line appears twice:
    a reader might check the first, while the last is verified.
    """
    found: dict[str, str] = {}
    for line in text.splitlines():
        key, _, rest = line.strip().partition(" ")
        if key not in keys:
            continue
        if key == "board":
            number, _, rest = rest.strip().partition(" ")
            key = f"board {number}"
        if key in found:
            raise DealError("The line “{name}” appears twice.", name=key)
        found[key] = rest.strip()
    return found


def _added_lines(deal: Deal) -> list[str]:
    """The lines with what was added to the secret."""
    lines = [] if deal.message is None else [f"message {deal.message}", f"joined {deal.joined}"]
    if deal.message is not None or deal.is_seeded or deal.by_seat:
        lines.append(f"seeds {':'.join(deal.seeds)}")
    return lines


def _origin_lines(origin: Origin) -> list[str]:
    """The lines with where the secret comes from."""
    lines = [f"tournament {origin.commitment.hex()}", f"table {origin.table}"]
    return lines if origin.secret is None else [*lines, f"origin {origin.secret.hex()}"]


def _parse_origin(lines: Mapping[str, str]) -> Origin:
    secret = bytes.fromhex(lines["origin"]) if "origin" in lines else None
    return Origin(bytes.fromhex(lines["tournament"]), int(lines["table"]), secret)


def _boards(lines: Mapping[str, str]) -> tuple[Board, ...]:
    count = sum(key.startswith("board ") for key in lines)
    return tuple(Board.parse(lines[f"board {seat}"]) for seat in range(count))


def _parse_deal(lines: Mapping[str, str]) -> Deal:
    secret, hand = bytes.fromhex(lines["secret"]), int(lines.get("hand", "0"))
    if lines.get("method") == "ofc-deal-4":
        seeds = tuple(lines["seeds"].split(":"))
        return Deal(secret, hand, seeds, message=lines["message"], joined=lines["joined"])
    seeds = tuple(lines["seeds"].split(":")) if lines.get("seeds") else ()
    return Deal(secret, hand, seeds, by_seat=lines.get("method") == "ofc-deal-3")


def _parse_portion(word: str) -> tuple[int, int]:
    seat, _, count = word.partition(":")
    if not (seat.isdecimal() and count.isdecimal() and len(word) < 9):
        raise DealError("“{word}” isn't written as seat:cards.", word=word)
    return int(seat), int(count)
