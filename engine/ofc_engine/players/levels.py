"""The levels of computer players by name; how each plays is in `deciding`."""

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from ofc_engine.errors import OfcError


class LevelError(OfcError):
    """A level that does not exist."""


@dataclass(frozen=True)
class Level:
    """A computer player: `human` is its name at a table, `manner` how it plays, in words."""

    name: str
    human: str
    manner: str


_ALL: Final = (
    Level("beginner", "Dreamer", "Dreams of Fantasyland, forgets about fouls."),
    Level("steady", "Steady", "Plays it safe: few fouls, small royalties, no rush."),
    Level("bold", "Bold", "Goes for Fantasyland and strong rows, and lives with the fouls."),
    Level("master", "Master", "Counts every card that is left and takes the risks that pay."),
)

CAUTIOUS: Final = Level("cautious", "Cautious", "Minds nothing but fouls.")
"""R11.1: places for players whose time has run out; it is no opponent at a table."""
LEVELS: Final = MappingProxyType({level.name: level for level in _ALL})
"""The levels by name, from weak to strong."""


def level(name: str) -> Level:
    """The level of that name; raises LevelError."""
    if name not in LEVELS:
        raise LevelError(
            "There's no level “{name}”. Choose one of: {levels}.",
            name=name,
            levels=", ".join(LEVELS),
        )
    return LEVELS[name]
