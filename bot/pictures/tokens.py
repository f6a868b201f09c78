"""Tokens: the sign and colour by which players are told apart, at the table as in the ledger."""

from collections.abc import Sequence
from typing import Final, NamedTuple
from zlib import crc32

from bot.pictures.shapes import Sign
from bot.pictures.theme import CURVES, Tint
from bot.values.scenes import ScenePlayer

_SIGNS: Final = (Sign.DISC, Sign.SQUARE, Sign.KITE, Sign.UP, Sign.DOWN)


class Token(NamedTuple):
    """One of `len(CURVES)` signs with its colour; `number` counts from 0."""

    number: int
    ink: Tint
    sign: Sign


def tokens(players: Sequence[ScenePlayer]) -> tuple[Token, ...]:
    """A token for each player; it is the same in every group, unless two there want the same.

    Among at most `len(CURVES)` players no two have the same one.
    """
    return tuple(
        Token(number, CURVES[number], Sign.ROBOT if player.is_computer else _SIGNS[number])
        for number, player in zip(
            _numbers(tuple(player.handle for player in players)), players, strict=True
        )
    )


def _numbers(handles: tuple[str, ...]) -> tuple[int, ...]:
    """The number of each handle: the one that its hash gives, or the next that is free."""
    taken: dict[int, int] = {}
    free = list(range(len(CURVES)))
    for place in sorted(range(len(handles)), key=handles.__getitem__):
        free = free or list(range(len(CURVES)))
        wanted = crc32(handles[place].encode()) % len(CURVES)
        number = next((each for each in free if each >= wanted), free[0])
        free.remove(number)
        taken[place] = number
    return tuple(taken[place] for place in range(len(handles)))
