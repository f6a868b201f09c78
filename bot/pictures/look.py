"""How a person or a table wants its pictures: skin, deck, and what the private view shows."""

from dataclasses import dataclass, replace
from typing import Final

from bot.ofc.errors import OfcError
from bot.preferences import Preferences

SKINS: Final = ("night", "day")
DECKS: Final = ("two", "four")


class LookError(OfcError):
    """A skin or deck that does not exist."""


@dataclass(frozen=True)
class Look:
    """A choice for each thing about pictures that can be chosen.

    `skin` is one of `SKINS`; `deck`, the number of suit colours, one of `DECKS`; `live_grid`
    says whether a private view shows the cards that may still come, `outs` whether it counts
    those that make a row better. Raises LookError.
    """

    skin: str = "night"
    deck: str = "two"
    live_grid: bool = True
    outs: bool = True

    def __post_init__(self) -> None:
        if self.skin not in SKINS:
            raise LookError(
                "There is no skin “{skin}”. Choose one of: {skins}.",
                skin=self.skin,
                skins=", ".join(SKINS),
            )
        if self.deck not in DECKS:
            raise LookError(
                "There is no deck “{deck}”. Choose one of: {decks}.",
                deck=self.deck,
                decks=", ".join(DECKS),
            )

    def preferred(self, own: Preferences) -> "Look":
        """The look of a person's own pictures, where everybody's are like this."""
        return Look(
            skin=own.skin or self.skin,
            deck=own.deck or self.deck,
            live_grid=own.aid != "none",
            outs=own.aid == "outs",
        )

    @property
    def colours(self) -> "Look":
        """The look without what makes no difference to colours."""
        return replace(self, live_grid=True, outs=True)
