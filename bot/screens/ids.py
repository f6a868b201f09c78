"""The codec of custom_ids: what a press means, written into the button itself.

    o1:<table>:<hand>.<street>:<verb>[:<argument>[:<digest>]]

No hidden card is ever in one: arguments are numbers of cards and letters of rows.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

VERSION: Final = "o1"
_PRESS: Final = re.compile(
    rf"{VERSION}:(?P<table>\d{{1,15}}):(?P<hand>\d{{1,9}})\.(?P<street>\d)"
    r":(?P<verb>[a-z]{1,12})(?::(?P<argument>[0-9a-z.]{0,12}))?(?::(?P<digest>[0-9a-f]{4}))?"
)


class Verb(StrEnum):
    """What pressing a button does."""

    JOIN = "join"
    LEAVE = "leave"
    LEAVE_NOW = "leavenow"
    """Leave although it fouls the hand (R11.5)."""
    START = "start"
    DEAL = "deal"
    CARDS = "cards"
    TEXT = "text"
    LEDGER = "ledger"
    RULES = "rules"
    PROOF = "proof"
    REPLAY = "replay"
    """Show a step of a finished hand; without an argument, begin."""
    FILM = "film"
    REVIEW = "review"
    """Show what one's own decisions in a finished hand were worth."""
    PUT = "put"
    BRUSH = "brush"
    UNDO = "undo"
    ARM = "arm"
    CONFIRM = "ok"
    TYPE = "type"
    TYPED = "typed"
    """The submitted form that `TYPE` opens."""
    SURRENDER = "giveup"
    SURRENDER_NOW = "giveupnow"
    SET = "set"
    """A choice on the settings screen; the argument says which."""
    TIME = "time"
    """Ask before calling time (R11.2)."""
    TIME_NOW = "timenow"
    SERVER = "server"
    """The settings of the server: without an argument the screen, else what is chosen there."""
    COMPUTER = "computer"
    """A choice from the menu that adds and removes computer players."""
    REMATCH = "rematch"
    BACK = "back"
    """Decide for oneself again, and be dealt in."""
    STOP = "stop"
    """Agree that the game ends now."""
    STOP_AFTER = "stopafter"
    """Let the running hand be the last."""
    STOP_NOW = "stopnow"
    """End the game with its running hand void."""
    CALL_ME = "callme"
    """Try direct messages again."""


PUBLIC: Final = "public"
"""The argument of a press on a message that everybody sees, where it makes a difference."""
_VERBS: Final = frozenset(verb.value for verb in Verb)


@dataclass(frozen=True)
class Press:
    """A press: which table, hand (by number) and street (from 0) it is about, and what it does."""

    table: int
    hand: int
    street: int
    verb: Verb
    argument: str = ""
    digest: str = ""

    def __str__(self) -> str:
        return Spot(self.table, self.hand, self.street).press(self.verb, self.argument, self.digest)

    @staticmethod
    def parse(custom_id: str) -> "Press | None":
        """The press written in a custom_id; None if it is none of ours."""
        match = _PRESS.fullmatch(custom_id)
        if match is None or match["verb"] not in _VERBS:
            return None
        return Press(
            int(match["table"]),
            int(match["hand"]),
            int(match["street"]),
            Verb(match["verb"]),
            match["argument"] or "",
            match["digest"] or "",
        )


@dataclass(frozen=True)
class Spot:
    """Where a screen's buttons belong: a table, and a hand and street where they matter."""

    table: int
    hand: int = 0
    street: int = 0

    def press(self, verb: Verb, argument: str = "", digest: str = "") -> str:
        """The custom_id of a button here."""
        about = f":{argument}:{digest}" if digest else f":{argument}" if argument else ""
        return f"{VERSION}:{self.table}:{self.hand}.{self.street}:{verb}{about}"
