"""Names of rows, variants, cards and hands, points with their sign, times, cards as emoji."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from bot.texts import Texts, marked
from bot.values.ledger_records import FeatKind
from bot.values.options import in_largest_unit
from bot.values.scenes import ScenePlayer
from ofc_engine.board import Row
from ofc_engine.cards import DECK, JOKERS, Card
from ofc_engine.lows import WHEEL
from ofc_engine.ranking import Category, Shape
from ofc_engine.rows import Foul
from ofc_engine.rulesets import Ruleset

_MARKDOWN: Final = re.compile(r"([\\*_~`|>#\-\[\]()<@:])")
_TO_THE_LEFT: Final = frozenset({"R", "AL"})
"""Unicode's classes of letters that are written from right to left."""
_ISOLATED, _ISOLATED_TO_HERE = "\u2068", "\u2069"

ACHIEVED: Final = {
    FeatKind.FANTASYLAND: marked("first Fantasyland"),
    FeatKind.STAY: marked("first stay in Fantasyland"),
    FeatKind.CLEAN: marked("ten hands in a row without a foul"),
    FeatKind.SWEEP: marked("two opponents scooped in one hand"),
    FeatKind.ROYAL: marked("royal flush"),
}
_ROWS: Final = {Row.FRONT: marked("Front"), Row.MIDDLE: marked("Middle"), Row.BACK: marked("Back")}
VARIANTS: Final = {
    "classic": marked("Classic"),
    "pineapple": marked("Pineapple"),
    "turbo": marked("Turbo"),
    "chinese": marked("Chinese"),
    "deuce": marked("2-7 Pineapple"),
}
FOULS: Final = {
    Foul.MIDDLE_BELOW_FRONT: marked("Middle below Front"),
    Foul.BACK_BELOW_MIDDLE: marked("Back below Middle"),
    Foul.BACK_EQUALS_MIDDLE: marked("Back equals Middle"),
    Foul.MIDDLE_IS_NO_LOW: marked("Middle isn't a ten-low"),
    Foul.BACK_BELOW_FRONT: marked("Back below Front"),
}


def plain(name: str) -> str:
    """A name with its Markdown made harmless.

    A name written from right to left is isolated: otherwise the points after it would be shown
    before it, with their sign at the wrong end.
    """
    harmless = _MARKDOWN.sub(r"\\\1", name)
    is_turned = not _TO_THE_LEFT.isdisjoint(map(unicodedata.bidirectional, name))
    return f"{_ISOLATED}{harmless}{_ISOLATED_TO_HERE}" if is_turned else harmless


def signed(points: int) -> str:
    """Points with a sign that is as wide as a digit: `+7`, `−14`, `0`."""
    return f"{points:+d}".replace("-", "−") if points else "0"


def total_text(player: ScenePlayer) -> str:
    """A total with its sign, or a stack without one."""
    return str(player.total) if player.has_stack else signed(player.total)


def total_word(player: ScenePlayer, _: Texts) -> str:
    """The word for a player's number: a total or a stack."""
    return _("stack") if player.has_stack else _("total")


def spoken_total(player: ScenePlayer, _: Texts) -> str:
    """A total or a stack as one says it."""
    return str(player.total) if player.has_stack else spoken_number(player.total, _)


def in_points(number: int, _: Texts) -> str:
    """A number of points, as words: `1 point`, `6 points`."""
    return _.count("{number} point", "{number} points", number)


def spoken_number(points: int, _: Texts) -> str:
    """Points as one says them: `plus 7`, `minus 14`, `0`."""
    if not points:
        return "0"
    sentence = _("plus {number}") if points > 0 else _("minus {number}")
    return sentence.format(number=abs(points))


def spoken_decimal(points: float, _: Texts) -> str:
    """Points with one decimal as one says them: `plus 7.5`."""
    number = _.decimal(points, signed=True)
    if number[0] == "+":
        return _("plus {number}", number=number[1:])
    return _("minus {number}", number=number[1:]) if number[0] == "−" else number


def row_name(row: Row, _: Texts) -> str:
    """Front, Middle or Back."""
    return _(_ROWS[row])


def variant_name(rules: Ruleset, _: Texts) -> str:
    """The variant as people say it, with its jokers."""
    return named_game(rules.variant.game, _)


def named_game(game: str, _: Texts) -> str:
    """The game with that name (`Variant.game`): a variant, or one with jokers."""
    variant, _plus, jokers = game.partition("+")
    name = _(VARIANTS[variant])
    if not jokers:
        return name
    return _.count(
        "{variant} with {number} joker", "{variant} with {number} jokers", int(jokers), variant=name
    )


def game_name(rules: Ruleset, _: Texts) -> str:
    """The game by its full name: `Open Face Chinese: Pineapple`, or that of the closed one."""
    if rules.variant.closed:
        return _("Chinese Poker (closed)")
    return _("Open Face Chinese: {variant}", variant=variant_name(rules, _))


def achievement_name(kind: FeatKind, _: Texts) -> str:
    """The name of an achievement: `first Fantasyland`."""
    return _(ACHIEVED[kind])


def achieved(achievements: Iterable[tuple[FeatKind, int]], _: Texts) -> str:
    """All that somebody has reached, each with the number of its hand."""
    return ", ".join(f"{achievement_name(kind, _)} (#{number})" for kind, number in achievements)


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
    """Seconds rounded up to minutes, from two hours on to hours, from two days on to days."""
    unit = next(u for u in (24 * 3600, 3600, 60) if seconds >= 2 * u or u == 60)
    return -(-seconds // unit) * unit


def rounded_down(seconds: int) -> int:
    """Seconds rounded down to minutes, from two hours on to hours; unchanged below two minutes.

    So nobody is promised more time than there is.
    """
    unit = next((u for u in (3600, 60) if seconds >= 2 * u), 1)
    return seconds // unit * unit


def mention(user_id: int) -> str:
    """A mention of a person."""
    return f"<@{user_id}>"


# --- cards and hands -------------------------------------------------------------------------

_ONE: Final = {
    2: marked("two"), 3: marked("three"), 4: marked("four"), 5: marked("five"),
    6: marked("six"), 7: marked("seven"), 8: marked("eight"), 9: marked("nine"),
    10: marked("ten"), 11: marked("jack"), 12: marked("queen"), 13: marked("king"),
    14: marked("ace"),
}  # fmt: skip
_MANY: Final = {
    2: marked("twos"), 3: marked("threes"), 4: marked("fours"), 5: marked("fives"),
    6: marked("sixes"), 7: marked("sevens"), 8: marked("eights"), 9: marked("nines"),
    10: marked("tens"), 11: marked("jacks"), 12: marked("queens"), 13: marked("kings"),
    14: marked("aces"),
}  # fmt: skip
_SUITS: Final = {
    "s": marked("spades"),
    "h": marked("hearts"),
    "d": marked("diamonds"),
    "c": marked("clubs"),
}
_CARDS: Final = {
    "s": {
        11: marked("jack of spades"), 12: marked("queen of spades"), 13: marked("king of spades"),
        14: marked("ace of spades"), None: marked("{rank} of spades"),
    },
    "h": {
        11: marked("jack of hearts"), 12: marked("queen of hearts"), 13: marked("king of hearts"),
        14: marked("ace of hearts"), None: marked("{rank} of hearts"),
    },
    "d": {
        11: marked("jack of diamonds"), 12: marked("queen of diamonds"),
        13: marked("king of diamonds"), 14: marked("ace of diamonds"),
        None: marked("{rank} of diamonds"),
    },
    "c": {
        11: marked("jack of clubs"), 12: marked("queen of clubs"), 13: marked("king of clubs"),
        14: marked("ace of clubs"), None: marked("{rank} of clubs"),
    },
}  # fmt: skip
"""Whole names, as some languages make an adjective of the suit that agrees with the rank."""
_HANDS: Final = {
    Category.HIGH_CARD: marked("{one} high"),
    Category.PAIR: marked("Pair of {many}"),
    Category.TWO_PAIR: marked("Two pair, {many} & {others}"),
    Category.TRIPS: marked("Trips, {many}"),
    Category.STRAIGHT: marked("Straight, {one} high"),
    Category.FLUSH: marked("Flush, {one} high"),
    Category.FULL_HOUSE: marked("Full house, {many}"),
    Category.QUADS: marked("Quads, {many}"),
    Category.STRAIGHT_FLUSH: marked("Straight flush, {one} high"),
    Category.ROYAL_FLUSH: marked("Royal flush"),
}
CATEGORIES: Final = {
    Category.LOW: marked("Low"),
    Category.PAIR: marked("Pair"),
    Category.TWO_PAIR: marked("Two pair"),
    Category.TRIPS: marked("Trips"),
    Category.STRAIGHT: marked("Straight"),
    Category.FLUSH: marked("Flush"),
    Category.FULL_HOUSE: marked("Full house"),
    Category.QUADS: marked("Quads"),
    Category.STRAIGHT_FLUSH: marked("Straight flush"),
    Category.ROYAL_FLUSH: marked("Royal flush"),
}


def suit_name(suit: str, _: Texts) -> str:
    """The suit with that letter, in the plural."""
    return _(_SUITS[suit])


def card_name(card: Card, _: Texts) -> str:
    """A card in words: `queen of hearts`, `5 of clubs`, `joker`."""
    if card.is_joker:
        return _("joker")
    names = _CARDS[card.suit]
    return _(names.get(card.rank, names[None]), rank=card.rank)


def counted_name(card: Card, stand: Card | None, _: Texts) -> str:
    """A card in words; of a joker also what it counts as, if that is known."""
    if stand is None:
        return card_name(card, _)
    return _("joker as {card}", card=card_name(stand, _))


def made_name(made: Shape, _: Texts) -> str:
    """The short name of a hand, also in a row with open places: `Pair of queens`, `Flush`."""
    if made.category is Category.LOW:
        return _low_name(made, _)
    return hand_name(made, _) if made.category <= Category.PAIR else _(CATEGORIES[made.category])


def hand_name(made: Shape, _: Texts) -> str:
    """The hand of a full row: `Pair of queens`, `Flush, ace high`."""
    if made.category is Category.LOW:
        return (
            _("{low}, the wheel", low=_low_name(made, _)) if made == WHEEL else _low_name(made, _)
        )
    category, ranks = made
    first, second = ranks[0], ranks[min(1, len(ranks) - 1)]
    words = {"one": _(_ONE[first]), "many": _(_MANY[first]), "others": _(_MANY[second])}
    name = _(_HANDS[category], **words)
    # Some languages name the rank first.
    return name[:1].upper() + name[1:]


def _low_name(made: Shape, _: Texts) -> str:
    first, second, *_others = made.ranks
    return _("{first}-{second} low", first=first, second=second)


# --- emoji -----------------------------------------------------------------------------------

BACK: Final = "card_back"


def card_emoji(card: Card, deck: str) -> str:
    """The name of a card's emoji, which screen readers say: `ace_spades`, `ace_spades_4c`."""
    if card.is_joker:
        return "joker"
    return f"{_ONE[card.rank]}_{_SUITS[card.suit]}{'_4c' if deck == 'four' else ''}"


def slot_emoji(row: Row) -> str:
    """The name of the emoji for an empty place: `slot_front`."""
    return f"slot_{row.label}"


def deck_emoji(deck: str) -> tuple[str, ...]:
    """The names of all emoji that a deck needs, cards first."""
    cards = (card_emoji(card, deck) for card in (*DECK, JOKERS[0]))
    return (*cards, BACK, *map(slot_emoji, Row))


@dataclass(frozen=True, eq=False)
class Emoji:
    """The ids of the emoji that the application has, by name; another object for each change."""

    ids: Mapping[str, int] = field(default_factory=dict[str, int])
    _has: dict[str, bool] = field(default_factory=dict[str, bool], init=False, repr=False)

    @cached_property
    def markup(self) -> Mapping[str, str]:
        """How each is written inside a text: `<:ace_spades:123>`."""
        return {name: f"<:{name}:{number}>" for name, number in self.ids.items()}

    @cached_property
    def faces(self) -> Mapping[str, Mapping[str, str]]:
        """How each is named on a button."""
        return {name: {"id": str(number), "name": name} for name, number in self.ids.items()}

    def has(self, deck: str) -> bool:
        """True if everything that a deck needs is there."""
        if deck not in self._has:
            self._has[deck] = self.ids.keys() >= set(deck_emoji(deck))
        return self._has[deck]


def message_url(guild_id: int | None, channel_id: int, message_id: int) -> str:
    """The address of a message; direct messages have no server."""
    return f"https://discord.com/channels/{guild_id or '@me'}/{channel_id}/{message_id}"


_DIGITS: Final = 8
"""Of a long number in hexadecimal digits: enough to tell it from others."""


def short(digest: bytes | str) -> str:
    """The first digits of a commitment or another digest, for messages that only mention it.

    A string has hexadecimal digits.
    """
    digits = digest if isinstance(digest, str) else digest.hex()
    return f"{digits[:_DIGITS]}…"


def checkable(proof: str, _: Texts) -> str:
    """The proof of a deal or a match, and how to check it."""
    how = _("Check it with `ofc verify-deal`, or as docs/deals.md says.")
    return f"{how}\n```\n{proof}\n```"
