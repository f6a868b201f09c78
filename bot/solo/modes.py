"""Modes of deals that one plays alone: when they are over, what follows, how they are shown."""

from collections.abc import Callable
from typing import Final, Protocol, TypeVar

from bot.handlers.request import Request
from bot.solo.solo_game import SoloGame
from bot.solo.solo_page import SoloPage
from bot.store.solo_deals import FixedDeal, SoloMode


class PlayMode(Protocol):
    """How deals of a mode are played."""

    def verify_open(self, at: Request, deal: FixedDeal) -> None:
        """Raise SoloError if what has been begun cannot be finished any more."""
        ...

    def verify_published(self, at: Request, deal: FixedDeal) -> None:
        """Raise SoloError as long as the deal's secret has to be kept."""
        ...

    def placed(self, at: Request, after: SoloGame) -> None:
        """Do what follows when the visitor has placed a street."""
        ...

    def page(self, at: Request, found: SoloGame) -> SoloPage:
        """The game as the visitor sees it."""
        ...


T = TypeVar("T", bound=PlayMode)
_PLAYS: Final[dict[SoloMode, PlayMode]] = {}


def plays(mode: SoloMode) -> Callable[[type[T]], type[T]]:
    """Have a class say how deals of a mode are played."""

    def registered(kind: type[T]) -> type[T]:
        _PLAYS[mode] = kind()
        return kind

    return registered


def play_of(deal: FixedDeal) -> PlayMode:
    """How a deal is played."""
    return _PLAYS[deal.mode]
