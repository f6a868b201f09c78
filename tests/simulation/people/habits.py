"""How likely people are to do what they can, by the code of a button and the name of a command."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

PLACING: Final = frozenset(
    {"put", "gather", "brush", "arm", "layout", "ok", "type"}
    | {"rput", "rarm", "rok", "lput", "lgather", "lbrush", "larm", "lok"}
)
"""Buttons that lay out cards: whoever has them mostly goes on until the cards are placed."""
FINAL: Final = frozenset({"arm", "ok", "rarm", "rok", "larm", "lok"})

BUTTONS: Final[Mapping[str, float]] = MappingProxyType(
    {
        **dict.fromkeys(("ready", "start", "enter", "join", "starttour"), 20.0),
        **dict.fromkeys(("rematch", "accept", "agree", "chplay", "callme", "back"), 10.0),
        **dict.fromkeys(("stopyes", "keep", "remove", "backhere"), 4.0),
        **dict.fromkeys(("cards", "mygroup", "daily", "week", "wnext"), 2.0),
        **dict.fromkeys(("leavenow", "stopnow", "tendnow", "giveupnow", "void", "stopafter"), 1.0),
        **dict.fromkeys(("leave", "stop", "tend", "giveup", "quit", "forget", "decline"), 0.1),
        **dict.fromkeys(("film", "sharefilm", "hint", "review"), 0.03),
    }
)
COMMANDS: Final[Mapping[str, float]] = MappingProxyType(
    {
        "ofc new": 12.0,
        "tournament new": 6.0,
        "daily": 3.0,
        "ofc challenge": 3.0,
        "ofc join": 3.0,
        "tournament join": 3.0,
        "ofc start": 2.0,
        "tournament start": 2.0,
        "my games": 2.0,
        "my hand": 2.0,
        "ledger record": 1.0,
        "privacy forget": 0.2,
        "ofc leave": 0.3,
        "tournament leave": 0.3,
        "ofc hint": 0.1,
        "my hint": 0.1,
        "ledger export": 0.1,
        "privacy export": 0.1,
    }
)
USUAL_BUTTON: Final = 0.15
USUAL_COMMAND: Final = 0.5
