"""Rivals as they usually finish: boards kept from many hands, for those that cannot be seen.

`training/values.py` made the boards.
"""

from functools import lru_cache
from importlib.resources import files

import numpy as np

from bot.ofc.board import BOARD_SIZE
from bot.ofc.variants import Variant
from bot.players.tables import Floats, Strengths
from bot.players.worth import Rival


@lru_cache(maxsize=1)
def _kept() -> dict[str, Strengths | Floats]:
    with (files("bot.players") / "weights" / "usual.npz").open("rb") as file:
        return dict(np.load(file))


def usual_rival(variant: Variant) -> Rival:
    """A rival who plays a hand of this variant outside Fantasyland."""
    if variant.streets[0].placed == BOARD_SIZE:
        return visiting_rival(variant.cards)
    return _rival(variant.name)


def visiting_rival(cards: int) -> Rival:
    """A rival in a Fantasyland of 13 to 17 cards."""
    return _rival(f"visit{cards}")


@lru_cache(maxsize=16)
def _rival(name: str) -> Rival:
    valid, royalties = _kept()[f"{name}.rates"]
    boards = _kept()[name].astype(np.int16)
    return Rival.of_boards(boards, valid=float(valid), royalties=float(royalties))
