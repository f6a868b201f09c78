"""The protocol of poker-arena for Open Face Chinese, version 1: messages to decisions, and back.

The arena tells a player what happens, event by event, and then asks for cards to be placed; this
module keeps the seat's knowledge in between. Rows are called `top`, `middle` and `bottom` there.
Unknown messages, events and keys are ignored, as the protocol demands.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from ofc_engine.board import EMPTY, Placement, Row
from ofc_engine.cards import Card, Cards
from ofc_engine.errors import RulesetError
from ofc_engine.players.knowledge import Knowledge, Opponent
from ofc_engine.rulesets import Ruleset

Message: TypeAlias = Mapping[str, Any]
ROWS: Final = MappingProxyType({"top": Row.FRONT, "middle": Row.MIDDLE, "bottom": Row.BACK})
RULES: Final = MappingProxyType(
    {
        "ofc": "standard variant=classic",
        "ofc-pineapple": "standard stay=strict",
        "ofc-progressive": "progressive",
        "ofc-27": "standard variant=deuce stay=strict",
    }
)
"""The rules of the arena's games that are played here."""
_BUTTON: Final = 0
"""The seat that acts last there."""


class ArenaSeat:
    """A player's seat in a match of the arena: `tell` it each message, then ask for `knowledge`.

    Raises RulesetError for a game that is not played here.
    """

    def __init__(self, game: str, seats: int) -> None:
        if game not in RULES:
            raise RulesetError(
                "{game} isn't played here. These games are: {games}.",
                game=game,
                games=", ".join(RULES),
            )
        self.rules = Ruleset.parse(RULES[game])
        self.seats = seats
        self._begin(0)

    def _begin(self, seat: int) -> None:
        self._seat = seat
        self._boards = [EMPTY] * self.seats
        self._visits = [0] * self.seats
        self._pending: Cards = ()
        self._discards: Cards = ()

    def tell(self, message: Message) -> None:
        """Take in a message that needs no answer."""
        match message:
            case {"t": "hand-start", "seat": int(seat)}:
                self._begin(seat)
            case {"t": "event", "ev": {"event": "fantasyland", "seat": seat, "cards": cards}}:
                self._visits[seat] = cards
            case {"t": "event", "ev": {"event": "deal", "seat": seat, "cards": cards}}:
                if seat == self._seat:
                    self._pending = _cards(cards)
            case {"t": "event", "ev": {"event": "place", "seat": seat} as event}:
                self._placed(seat, event)
            case _:
                pass

    def _placed(self, seat: int, event: Message) -> None:
        placed = [(Card.parse(each["card"]), ROWS[each["row"]]) for each in event["placements"]]
        rows = (tuple(card for card, row in placed if row is wanted) for wanted in Row)
        self._boards[seat] = self._boards[seat].with_rows(rows)
        if seat == self._seat:
            self._discards += _cards(event["discarded"])
            self._pending = ()

    @property
    def knowledge(self) -> Knowledge:
        """The decision that the arena asks for; raises OfcError if it is impossible."""
        return Knowledge(
            rules=self.rules,
            board=self._boards[self._seat],
            pending=self._pending,
            discards=self._discards,
            opponents=tuple(
                Opponent(self._boards[seat], self._visits[seat])
                for seat in (*range(1, self.seats), _BUTTON)
                if seat != self._seat
            ),
            fantasyland=self._visits[self._seat],
        )


def action_of(placement: Placement) -> dict[str, Any]:
    """The message that makes this placement."""
    placements = [
        {"card": str(card), "row": name} for name, row in ROWS.items() for card in placement[row]
    ]
    return {
        "t": "action",
        "action": {"placements": placements, "discards": list(map(str, placement.discards))},
    }


def _cards(texts: list[str]) -> Cards:
    return tuple(map(Card.parse, texts))
