"""Provably fair deals: commit to a secret, derive the deck from it, publish it afterwards.

`commitment` is the SHA-256 of a 32-byte secret and is published before the first card. The
deck is a Fisher-Yates shuffle of `DECK` (2c 2d 2h 2s 3c ... As) driven by HMAC-SHA-256: block n
is HMAC(secret, "ofc-deal-1:n"), cut into eight big-endian 32-bit numbers. For i from 51 down
to 1 the next number below the largest multiple of i + 1 is taken modulo i + 1, giving j, and
cards i and j change places; larger numbers are skipped, so that every deck is equally likely.
Cards leave the deck from its first card on.
"""

import hashlib
import hmac
from collections.abc import Iterator
from itertools import count
from typing import Final

from bot.ofc.cards import DECK, Cards
from bot.ofc.errors import DealError

SECRET_BYTES: Final = 32
_WORD: Final = 4
_WORDS: Final = 2 ** (8 * _WORD)
_LABEL: Final = b"ofc-deal-1:%d"


def commitment(secret: bytes) -> bytes:
    """The SHA-256 of a secret, to be published before the deal; DealError unless 32 bytes."""
    _verify_length(secret)
    return hashlib.sha256(secret).digest()


def deck(secret: bytes) -> Cards:
    """The 52 cards in the order in which this secret deals them; DealError unless 32 bytes."""
    _verify_length(secret)
    cards = list(DECK)
    numbers = _numbers(secret)
    for i in range(len(cards) - 1, 0, -1):
        j = _below(i + 1, numbers)
        cards[i], cards[j] = cards[j], cards[i]
    return tuple(cards)


def _numbers(secret: bytes) -> Iterator[int]:
    for block in count():
        digest = hmac.digest(secret, _LABEL % block, "sha256")
        for at in range(0, len(digest), _WORD):
            yield int.from_bytes(digest[at : at + _WORD], "big")


def _below(bound: int, numbers: Iterator[int]) -> int:
    fair = _WORDS - _WORDS % bound
    return next(number for number in numbers if number < fair) % bound


def _verify_length(secret: bytes) -> None:
    if len(secret) != SECRET_BYTES:
        raise DealError(
            "A deal's secret has {wanted} bytes, this one has {count}.",
            wanted=SECRET_BYTES,
            count=len(secret),
        )
