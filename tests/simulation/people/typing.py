"""Text that people type, mostly sensible: options of commands, fields of forms."""

from collections.abc import Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Final

from discord_standin.model.places import Channel, User
from discord_standin.people.options import OptionValue
from discord_standin.people.typed import Offer
from discord_standin.vocabulary import Json, OptionType

NONSENSE: Final = ("", "?", "soon", "-1", "9" * 11, "a" * 40, "\u202etfel", "ž🃏", "b1:ok")
WORDS: Final[Mapping[str, Sequence[str]]] = MappingProxyType(
    {
        "clock": ("30s", "1m", "5m", "2h", "off", "1m+5m"),
        "rules": ("german", "stake=2", "italian scoring=2-4 stake=3", "standard", "jokers=1"),
        "seats": ("2", "3", "4"),
        "stack": ("10", "50", "a lot"),
        "rounds": ("1", "2", "9"),
        "hands": ("1", "3", "5"),
        "bank": ("1m", "5m", "none"),
        "length": ("3 hands", "2", "20m", "90m", "3 rounds"),
        "deadline": ("10m", "1h", "1d"),
        "starts": ("10m", "in 30m", "20:30", "tomorrow 18:00", "2h"),
        "options": (
            "",
            "fantasyland=none",
            "scoring=1",
            "stay=standard",
            "surrender=5",
            "jokers=2",
        ),
        "quiet_hours": ("22-8", "22:30-7:30", "off"),
        "time_zone": ("Europe/Prague", "America/New_York", "Pacific/Kiritimati", "UTC"),
        "seed": ("luck", "7", "dog"),
        "text": ("luck", "7", "dog"),
        "reason": ("misdeal", "wrong number", "x"),
        "name": ("Spring", "Season 1", "Ž"),
        "board1": ("2c3c4c / 5d6d7d8d9d / AsKsQsJsTs",),
        "board2": ("QhQd2h / KcKdKh3d4d / 6c6d6h6s2s",),
        "board3": ("AhAd5h / 8c8h8s3h3s / TcTdThJcJd",),
        "board4": ("dead",),
        # Only here: other texts may be shown to others, who would then seem to see cards.
        "cards": ("fffmmmmmbbbbb!", "bbmmf!", "bm x", "fmb!", "AsAs"),
    }
)
"""Name of an option -> what people mostly type."""
_FILLED: Final[Mapping[str, float]] = MappingProxyType({"format": 0.9, "variant": 0.6})
"""How often an option is filled in that need not be: without it a tournament has one table, and
what is played is what the server plays."""


def options_of(
    offer: Offer, where: Channel, chance: Random, *, wrong: float
) -> dict[str, OptionValue]:
    """The options that a person fills in: all required ones and some others."""
    filled: dict[str, OptionValue] = {}
    for option in offer.options:
        if option.get("required") or chance.random() < _FILLED.get(option["name"], 0.3):
            value = _value(option, where, chance, wrong=wrong)
            if value is not None:
                filled[option["name"]] = value
    return filled


def _value(option: Json, where: Channel, chance: Random, *, wrong: float) -> OptionValue | None:
    if choices := option.get("choices"):
        return chance.choice(choices)["value"]
    match option["type"]:
        case OptionType.INTEGER:
            return _number(option, chance)
        case OptionType.BOOLEAN:
            return chance.random() < 0.5
        case OptionType.USER | OptionType.MENTIONABLE:
            return chance.choice(users_in(where)) if where.guild else None
        case OptionType.CHANNEL:
            return where if where.guild else None
        case _:
            return words_for(option["name"], chance, wrong=wrong)[: option.get("max_length") or 100]


def words_for(name: str, chance: Random, *, wrong: float) -> str:
    """The text that a person types for an option or field of a name."""
    sensible = WORDS.get(name)
    if sensible is None or chance.random() < wrong:
        return chance.choice(NONSENSE)
    return chance.choice(sensible)


def _number(option: Json, chance: Random) -> int:
    least, most = option.get("min_value", 0), option.get("max_value", 100)
    return min(most, least + int(chance.expovariate(0.3)))


def users_in(where: Channel) -> list[User]:
    assert where.guild is not None
    return [member.user for member in where.guild.members.values()]
