"""Names of rows and variants, points with their sign, times, cards as emoji."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Final

from bot.ofc.board import Foul, Row
from bot.ofc.cards import DECK, Card
from bot.ofc.match import in_largest_unit
from bot.ofc.rulesets import Ruleset
from bot.texts import Texts, marked

_MARKDOWN: Final = re.compile(r"([\\*_~`|>#\-\[\]()<@:])")

_ROWS: Final = {Row.FRONT: marked("Front"), Row.MIDDLE: marked("Middle"), Row.BACK: marked("Back")}
VARIANTS: Final = {
    "classic": marked("Classic"),
    "pineapple": marked("Pineapple"),
    "turbo": marked("Turbo"),
    "chinese": marked("Chinese"),
}
FOULS: Final = {
    Foul.MIDDLE_BELOW_FRONT: marked("Middle below Front"),
    Foul.BACK_BELOW_MIDDLE: marked("Back below Middle"),
    Foul.BACK_EQUALS_MIDDLE: marked("Back equals Middle"),
}


def plain(name: str) -> str:
    """A name with its Markdown made harmless."""
    return _MARKDOWN.sub(r"\\\1", name)


def signed(points: int) -> str:
    """Points with a sign that is as wide as a digit: `+7`, `−14`, `0`."""
    return f"{points:+d}".replace("-", "−") if points else "0"


def spoken_number(points: int, _: Texts) -> str:
    """Points as one says them: `plus 7`, `minus 14`, `0`."""
    if not points:
        return "0"
    sentence = _("plus {number}") if points > 0 else _("minus {number}")
    return sentence.format(number=abs(points))


def row_name(row: Row, _: Texts) -> str:
    """Front, Middle or Back."""
    return _(_ROWS[row])


def variant_name(rules: Ruleset, _: Texts) -> str:
    """The variant as people say it."""
    return _(VARIANTS[rules.variant.name])


def time_words(seconds: int, _: Texts) -> str:
    """A time in the largest unit in which it is a whole number: `12 hours`."""
    number, unit = in_largest_unit(seconds)
    match unit:
        case "d":
            return _.count("{number} day", "{number} days", number)
        case "h":
            return _.count("{number} hour", "{number} hours", number)
        case "m":
            return _.count("{number} minute", "{number} minutes", number)
        case _other:
            return _.count("{number} second", "{number} seconds", number)


def rounded_up(seconds: int) -> int:
    """A time as seconds of whole minutes, from two hours on of hours, from two days on of days."""
    unit = next(u for u in (24 * 3600, 3600, 60) if seconds >= 2 * u or u == 60)
    return -(-seconds // unit) * unit


def mention(user_id: int) -> str:
    """A mention of a person."""
    return f"<@{user_id}>"


# --- emoji -----------------------------------------------------------------------------------

BACK: Final = "card_back"

_RANKS: Final = (
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen",
    "king", "ace",
)  # fmt: skip
_SUITS: Final = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}


@cache
def card_emoji(card: Card, deck: str) -> str:
    """The name of a card's emoji, which screen readers say: `ace_spades`, `ace_spades_4c`."""
    return f"{_RANKS[card.rank - 2]}_{_SUITS[card.suit]}{'_4c' if deck == 'four' else ''}"


@cache
def slot_emoji(row: Row) -> str:
    """The name of the emoji for an empty place: `slot_front`."""
    return f"slot_{row.label}"


def deck_emoji(deck: str) -> tuple[str, ...]:
    """The names of all emoji that a deck needs, cards first."""
    return (*(card_emoji(card, deck) for card in DECK), BACK, *map(slot_emoji, Row))


@dataclass(frozen=True)
class Emoji:
    """The ids of the emoji that the application has, by name."""

    ids: Mapping[str, int] = field(default_factory=dict[str, int])
    _has: dict[str, bool] = field(
        default_factory=dict[str, bool], init=False, repr=False, compare=False
    )

    @cached_property
    def markup(self) -> Mapping[str, str]:
        """How each is written inside a text: `<:ace_spades:123>`."""
        return {name: f"<:{name}:{number}>" for name, number in self.ids.items()}

    @cached_property
    def faces(self) -> Mapping[str, Mapping[str, str]]:
        """How each is named on a button."""
        return {name: {"id": str(number), "name": name} for name, number in self.ids.items()}

    def has(self, deck: str) -> bool:
        """Whether everything that a deck needs is there."""
        if deck not in self._has:
            self._has[deck] = self.ids.keys() >= set(deck_emoji(deck))
        return self._has[deck]
