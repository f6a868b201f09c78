"""Dealing, and decks that nobody can choose: a secret committed to first, then what others add.

`commitment` is the SHA-256 of a 32-byte secret; it is published before anything is added. Under
`ofc-deal-4` these together give the key of the deck:

    key = HMAC-SHA-256(secret, "ofc-deal-4:HAND:MESSAGE:JOINED:SEED:SEED:...")

HAND is the number of the hand at its table. MESSAGE is the id of the message that shows the
commitment, which Discord assigns after the secret was fixed. JOINED is what the people who joined a
tournament, or began a deal that several play, added together. Each SEED is of a seat, in acting
order. `-` stands for anything that was not added. If nothing was, the key is the secret itself.

The deck is a Fisher-Yates shuffle of `DECK` (2c 2d 2h 2s 3c ... As), with X1 and X2 behind it if
there are jokers: block n of random numbers is HMAC-SHA-256(key, "ofc-deal-1:n"), cut into eight
big-endian 32-bit numbers. For i from 51 (with jokers 52 or 53) down to 1 the next number below the
largest multiple of i + 1 is taken modulo i + 1, giving j, and cards i and j are swapped; larger
numbers are skipped, so that every deck is equally likely. Cards are dealt from the first on.

Hands from before MESSAGE was added use `ofc-deal-2`, whose key comes from the hand's number and the
seeds alone, or `ofc-deal-1` if no seat added a seed.

Under `ofc-deal-3` a deal is played more than once (R14.4, R14.6): the seeds are those of the whole
event, and the deck is cut into equal piles, one for each seat in acting order: 26 cards with two
seats, 17 with three, 13 with four. Each seat gets its cards from the top of its own pile, so that
nobody's cards depend on what others do. The key is made as under `ofc-deal-2`, with this method's
name. In a duplicate match (R14.6) the number of the hand is that of the deal's first play.
"""

import hashlib
import hmac
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import count
from typing import Final, TypeAlias

from ofc_engine.board import Placement
from ofc_engine.cards import DECK, Cards
from ofc_engine.errors import DealError
from ofc_engine.hand import Hand
from ofc_engine.operations import Dealt, Operation, Placed

SECRET_BYTES: Final = 32
NO_SEED: Final = "-"
"""Written for a seat that has added no seed."""
_SEED: Final = re.compile(r"[0-9A-Za-z]{1,32}")
# Four bytes of a digest are one random number: easy to reproduce in any language.
_WORD: Final = 4
_WORDS: Final = 2 ** (8 * _WORD)
_DECKS_KEPT: Final = 256
"""Decks in memory: the cards of a hand come in many portions."""


@dataclass(frozen=True)
class Deal:
    """The sources of a hand's deck; `hand` is its number, `seeds` are in acting order.

    `by_seat` deals from a pile for each seat, as `ofc-deal-3` does; `seeds` are then those of the
    event. `message` and `joined` are as in `ofc-deal-4`; a `message` of None, not even `-`, means
    an older method. Raises DealError unless the secret has 32 bytes, and for malformed seeds.
    """

    secret: bytes
    hand: int = 0
    seeds: tuple[str, ...] = ()
    by_seat: bool = False
    message: str | None = None
    joined: str = NO_SEED

    def __post_init__(self) -> None:
        _verify_length(self.secret)
        for seed in self.added:
            if seed != NO_SEED:
                verify_seed(seed)

    @property
    def added(self) -> tuple[str, ...]:
        """Everything that could be added to the secret, `-` for what was not."""
        return self.seeds if self.message is None else (self.message, self.joined, *self.seeds)

    @property
    def is_seeded(self) -> bool:
        """True if anything was added to the secret."""
        return any(seed != NO_SEED for seed in self.added)

    @property
    def method(self) -> str:
        """The name of the dealing method, by what could be added."""
        if self.by_seat:
            return "ofc-deal-3"
        if self.message is not None:
            return "ofc-deal-4"
        return "ofc-deal-2" if self.is_seeded else "ofc-deal-1"

    @property
    def deck(self) -> Cards:
        """The 52 cards in the order of dealing, or if `by_seat` pile after pile."""
        return self.deck_of(DECK)

    def deck_of(self, cards: Cards) -> Cards:
        """The cards of a variant's deck, in order as in `deck`."""
        return deck(self._key, cards)

    def portion(self, hand: Hand, seat: int, count: int) -> Cards:
        """The next `count` cards of a seat in a hand."""
        cards = self.deck_of(hand.rules.variant.deck)
        if self.by_seat:
            first = seat * (len(cards) // len(hand.seats)) + len(hand.seats[seat].cards)
        else:
            first = sum(len(each.cards) for each in hand.seats)
        return cards[first : first + count]

    @cached_property
    def _key(self) -> bytes:
        if not self.is_seeded and not self.by_seat:
            return self.secret
        words = ":".join([self.method, str(self.hand), *self.added])
        return hmac.digest(self.secret, words.encode(), "sha256")


def commitment(secret: bytes) -> bytes:
    """The SHA-256 of a secret, to be published before the deal; DealError unless 32 bytes."""
    _verify_length(secret)
    return hashlib.sha256(secret).digest()


def verify_seed(seed: str) -> None:
    """Raise DealError unless the text is a valid seed."""
    if not _SEED.fullmatch(seed):
        raise DealError("A seed is 1 to 32 letters from a to z and digits, without spaces.")


@lru_cache(maxsize=_DECKS_KEPT)
def deck(key: bytes, cards: Cards = DECK) -> Cards:
    """The cards in the order that a key gives; DealError unless it has 32 bytes."""
    _verify_length(key)
    shuffled = list(cards)
    numbers = random_numbers(key)
    for i in range(len(shuffled) - 1, 0, -1):
        j = below(i + 1, numbers)
        shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
    return tuple(shuffled)


def random_numbers(key: bytes) -> Iterator[int]:
    """An endless stream of 32-bit numbers from the blocks of a key."""
    for block in count():
        digest = hmac.digest(key, b"ofc-deal-1:%d" % block, "sha256")
        for at in range(0, len(digest), _WORD):
            yield int.from_bytes(digest[at : at + _WORD], "big")


def below(bound: int, numbers: Iterator[int]) -> int:
    """A number from 0 to `bound` - 1, each equally likely, made from 32-bit numbers."""
    # Numbers beyond the last whole multiple would make the small ones more likely.
    fair = _WORDS - _WORDS % bound
    return next(number for number in numbers if number < fair) % bound


def _verify_length(secret: bytes) -> None:
    if len(secret) != SECRET_BYTES:
        raise DealError(
            "A deal's secret has {wanted} bytes, this one has {count}.",
            wanted=SECRET_BYTES,
            count=len(secret),
        )


Portion: TypeAlias = Callable[[Hand, int, int], Cards]
"""Gives the next cards of a seat, as `Deal.portion` does."""


def advance(hand: Hand, deck: Cards) -> tuple[Operation, ...]:
    """The operations due before the next decision, in order.

    `deck` is the whole deck of the hand, in the order of dealing.
    """

    def portion(hand: Hand, _seat: int, count: int) -> Cards:
        top = sum(len(each.cards) for each in hand.seats)
        return deck[top : top + count]

    return _advanced(hand, portion)[0]


def dealt_on(hand: Hand, deal: Deal) -> tuple[tuple[Operation, ...], Hand]:
    """The operations due before the next decision, with a deal's cards, and the hand after them."""
    return _advanced(hand, deal.portion)


def _advanced(hand: Hand, portion: Portion) -> tuple[tuple[Operation, ...], Hand]:
    done: list[Operation] = []
    while (operation := _next_deal(hand, portion) or _next_forced(hand)) is not None:
        done.append(operation)
        hand = hand.apply(operation)
    return tuple(done), hand


def _next_deal(hand: Hand, portion: Portion) -> Dealt | None:
    if not hand.awaiting_cards:
        return None
    seat = hand.awaiting_cards[0]
    return Dealt(seat, portion(hand, seat, hand.next_street(seat).dealt))


def _next_forced(hand: Hand) -> Placed | None:
    for seat in hand.actors:
        placement = forced_placement(hand, seat)
        if placement is not None:
            return Placed(seat, placement)
    return None


def forced_placement(hand: Hand, seat: int) -> Placement | None:
    """R3.6: the placement of a seat whose cards all go to its only open row, else None."""
    state = hand.seats[seat]
    if not state.pending or hand.next_street(seat).discarded:
        return None
    if len(state.board.open_rows) != 1:
        return None
    rows: list[Cards] = [(), (), ()]
    rows[state.board.open_rows[0]] = state.pending
    return Placement(*rows)
