"""How likely people are to do what they can, by codes of buttons and names of commands."""

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import Final

PLACING: Final = frozenset({"put", "gather", "brush", "arm", "layout", "ok", "type"})
"""Codes of buttons that lay out cards, with which people mostly go on until all are placed."""
FINAL: Final = frozenset({"arm", "ok"})


class Mood(Enum):
    """Kinds of actions, and how inclined people are to each, if it can be done."""

    PLAY = 12.0
    """Go on with a game."""
    BEGIN = 1.0
    """Use a command."""
    LOOK = 1.5
    """Press any other button, or choose from a menu."""


PLAY: Final[Mapping[str, float]] = MappingProxyType(
    {
        **dict.fromkeys(("ready", "start", "enter", "join", "accept"), 5.0),
        **dict.fromkeys(("rematch", "chplay", "back", "callme", "agree", "from"), 3.0),
        **dict.fromkeys(
            ("stopyes", "keep", "remove", "backhere", "wnext", "anext", "placehere"), 1.0
        ),
    }
)
"""Code of a button that takes a game on -> how inclined people are to press it."""
LOOK: Final[Mapping[str, float]] = MappingProxyType(
    {
        **dict.fromkeys(("cards", "mygroup", "daily", "week", "more"), 2.0),
        **dict.fromkeys(
            ("leave", "stop", "tend", "giveup", "quit", "askforget", "forget", "decline"), 0.2
        ),
        **dict.fromkeys(("refuse", "chend"), 0.2),
        **dict.fromkeys(("film", "sharefilm", "hint", "ahint", "mydata"), 0.05),
        # After opening a tournament people wait for others to join: else it would have one table.
        "starttour": 1.0,
    }
)
COMMANDS: Final[Mapping[str, float]] = MappingProxyType(
    {
        "play": 15.0,
        "tournament new": 10.0,
        "daily": 3.0,
        "ofc join": 3.0,
        "tournament show": 1.0,
        "my games": 1.0,
        "my hand": 1.0,
        "ledger record": 1.0,
        "Challenge": 4.0,
        "privacy": 0.2,
        "ofc leave": 0.3,
        "learn": 0.1,
        "ledger export": 0.1,
    }
)
ON_OTHERS: Final = 0.15
"""The inclination to a command in another person's menu, relative to one that is typed."""
CHOOSES_RULES: Final = 0.5
"""How often people change the rules of what they have opened, or of a server's new tables."""
USUAL: Final = 0.5
"""The inclination to everything else."""
