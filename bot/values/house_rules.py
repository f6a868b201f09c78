"""Presets, variants and options of the rules in words: a name, and a line that explains it.

Each is one sentence, `NAME: LINE`, so that both are translated together; `name_in` and `line_in`
split it.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bot.texts import Texts, marked
from ofc_engine.rulesets import SOURCES, Ruleset

_BETWEEN: Final = ": "

PRESETS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "standard": marked("Standard: Pineapple, 14 cards in Fantasyland, as most people play"),
        "german": marked(
            "German: Classic; equal rows are a foul, and you may give up for 2 points"
        ),
        "us2012": marked(
            "American of 2012: Classic without Fantasyland, and with smaller royalties"
        ),
        "italian": marked(
            "Italian: Classic; any trips in the Front are 20, big royalties keep Fantasyland"
        ),
        "czech": marked("Czech: Classic; Fantasyland is laid open in turn and lasts for one hand"),
        "czech-tournament": marked(
            "Czech tournament: like Czech, but a hand is dead when its time runs out"
        ),
        "progressive": marked(
            "Progressive: Pineapple, 14 to 17 cards in Fantasyland, and harder to stay there"
        ),
    }
)
"""The presets of R12."""

VARIANTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "classic": marked("Classic: five cards, then one at a time, for up to 4 players"),
        "pineapple": marked("Pineapple: five cards, then place 2 of 3, for up to 3 players"),
        "turbo": marked("Turbo: five cards, then twice four, for up to 4 players"),
        "chinese": marked("Chinese: all 13 cards at once, face down, for up to 4 players"),
        "deuce": marked("2-7 Pineapple: the Middle is a low, ten or better, for up to 3 players"),
    }
)
"""The variants of R3.2."""

OPTIONS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "variant": VARIANTS,
        "scoring": {
            "1-6": marked("Bonus for all three rows: 3 points more, so that a scoop is 6"),
            "2-4": marked("Bonus for two rows or more: 1 point more, so that a scoop is 4"),
            "1": marked("Only single rows: each is 1 point, so that a scoop is 3"),
        },
        "royalties": {
            "standard": marked("Standard royalties: Middle 2 for trips to 50, Back 2 to 25"),
            "us2012": marked("American royalties: none for Middle trips, less from quads on"),
            "002": marked("Italian royalties: standard, but none for trips in the Middle"),
            "003": marked("Czech royalties: Italian, and 30 for a royal flush in the Middle"),
            "none": marked("No royalties: only rows count"),
        },
        "front_trips": {
            "ladder": marked("Front trips by rank: 10 points for 222, up to 22 for AAA"),
            "flat": marked("Front trips are 20: the same points for every rank"),
        },
        "equal_rows": {
            "legal": marked("Equal rows are fine: two rows of the same strength aren't a foul"),
            "foul": marked("Equal rows are a foul: each row must be stronger than the one before"),
        },
        "fantasyland": {
            "none": marked("No Fantasyland: queens in the Front earn only their royalty"),
            "13": marked("Fantasyland of 13 cards: just what a board takes"),
            "13/14": marked("Fantasyland of 13 or 14 cards: in Pineapple 14, one is discarded"),
            "progressive": marked(
                "Fantasyland of 14 to 17 cards: queens 14, kings 15, aces 16, trips 17"
            ),
        },
        "reveal": {
            "at_end": marked("Fantasyland stays face down: it's shown when all others are done"),
            "on_turn": marked("Fantasyland is laid open: as soon as its turn comes"),
        },
        "stay": {
            "standard": marked(
                "Stay as usual: with trips in Front, full house in Middle or quads in Back"
            ),
            "ten_points": marked("Stay with royalties: as usual, or 10 royalty points in one row"),
            "strict": marked("Hard to stay: only trips in the Front or quads in the Back"),
            "never": marked("Nobody stays: Fantasyland lasts for one hand"),
        },
        "surrender": {
            "off": marked("Nobody gives up: every hand is played to its end"),
            "2": marked("Give up for 2 points: that's what each opponent gets"),
        },
        "button_in_fantasyland": {
            "rests": marked("The button rests: while anybody is in Fantasyland"),
            "moves": marked("The button moves on: also while somebody is in Fantasyland"),
        },
        "deal_mode": {
            "on_turn": marked("Cards come in turn: all get the first, then each player on "
                              "their turn"),
            "ahead": marked("Cards come a round ahead: all see theirs and place in turn"),
            "simultaneous": marked("All place together: a round is shown once all have placed"),
        },
        "time_out": {
            "autoplay": marked("Time out places cards: I do it, without a foul if possible"),
            "dead": marked("Time out is a dead hand: it counts as a foul"),
        },
        "settling": {
            "seats": marked("Pairs settle from seat 1: this only matters with a loss limit"),
            "button": marked("Pairs settle from the button: this only matters with a loss limit"),
        },
        "surrender_until": {
            "placed": marked("Give up at the start: before your first placement"),
            "last": marked("Give up at any time: as long as you have something to decide"),
        },
        "repeat_visit": {
            "base": marked("A repeat visit has 14 cards: however many you had before"),
            "same": marked("A repeat visit is as long: as many cards as you had before"),
        },
        "jokers": {
            "0": marked("No jokers: 52 cards"),
            "1": marked("One joker: it counts as the card that helps its row most"),
            "2": marked("Two jokers: each counts as the card that helps its row most"),
        },
    }
)  # fmt: skip
"""Every value of every option of `ofc_engine.rulesets.OPTIONS`."""

_OF_LOWS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "royalties": {
            "standard": marked("Standard royalties: Middle 1 for a 9-low to 8, Back 2 to 25"),
        },
        "fantasyland": {
            "none": marked("No Fantasyland: kings and 7-5-4-3-2 earn only their royalty"),
            "13/14": marked("Fantasyland of 14 or 15 cards: 15 for kings and 7-5-4-3-2 at once"),
        },
        "stay": {
            "standard": marked("Stay as usual: with trips in the Front or quads in the Back"),
        },
    }
)
"""The values that are worded differently where the Middle is a low (R13.1)."""

_SOURCES: Final = {
    "000": marked("from a German guide to Open Face Chinese Poker"),
    "001": marked("from a German summary of the American rules of 2012"),
    "002": marked("from the article “Open face poker” of the Italian Wikipedia"),
    "003": marked("from a Czech guide to Open Face Chinese Poker and its tournament rules"),
}


def values_of(option: str, rules: Ruleset) -> Mapping[str, str]:
    """Every value of an option, worded for the rules' variant."""
    own = _OF_LOWS if rules.variant.has_low else OPTIONS
    return {**OPTIONS[option], **own.get(option, {})}


def name_in(sentence: str, _: Texts) -> str:
    """The name in one of these sentences, such as `Italian`."""
    return _(sentence).partition(_BETWEEN)[0]


def line_in(sentence: str, _: Texts) -> str:
    """The explanation in one of these sentences."""
    return _(sentence).partition(_BETWEEN)[2]


def preset_name(preset: str, _: Texts) -> str:
    """A preset as people call it."""
    return name_in(PRESETS[preset], _)


def source_of(preset: str, _: Texts) -> str:
    """Where a preset comes from, in a few words."""
    return _(_SOURCES[SOURCES[preset]]) if preset in SOURCES else _("common practice")


def changes_in_words(rules: Ruleset, _: Texts) -> dict[str, str]:
    """The differences from the preset, except the variant: `scoring=2-4` -> its name."""
    return {
        f"{option}={value}": name_in(values_of(option, rules)[value], _)
        for option, value in rules.differences().items()
        if option != "variant"
    }
