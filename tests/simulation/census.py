"""Statistics of a world: how often everything happened that people are offered, 0 included."""

from collections import Counter
from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from bot.game.tournaments.formats import FORMATS
from bot.screens.press import parse
from bot.screens.presses import CardPress
from bot.store.engine import Connection
from bot.store.solo_deals import SoloMode
from bot.values.draft import PlayOnSpot
from discord_standin.model.interactions import Interaction, Phase
from discord_standin.people.options import PARENTS
from discord_standin.people.typed import offers_of
from discord_standin.standin import StandIn
from discord_standin.vocabulary import InteractionType, Json
from ofc_engine.rulesets import OPTIONS
from tests.simulation.faults.weather import Weather
from tests.simulation.plan import Fault

_COUNTED: Final = MappingProxyType(
    {
        "hands": "hands WHERE state = 'finished'",
        "hands in play": "hands WHERE state = 'playing'",
        "hands given up": "hands WHERE state NOT IN ('finished', 'playing')",
        "operations": "operations",
        "tables": "tables",
        "tables open": "tables WHERE state <> 'closed'",
        "bookings": "bookings",
        "tournaments": "tournaments",
        "tournaments over": "tournaments WHERE state = 'over'",
        "finishes": "finishes",
        "challenges": "challenges",
        "proposals": "proposals",
        "seasons": "seasons",
        "judgements": "judgements",
    }
)
_HANDS: Final = "hands JOIN tables ON tables.id = table_id WHERE hands.state = 'finished'"
_IN_TOURNAMENT: Final = (
    "hands JOIN tables ON tables.id = table_id JOIN tournaments ON tournaments.id = tournament_id"
    " WHERE hands.state = 'finished'"
)
_ALONE: Final = "attempts JOIN fixed_deals ON id = deal_id WHERE points IS NOT NULL"
_GAMES: Final = MappingProxyType(
    {
        "to Fantasyland": "true",
        "with jokers": "rules NOT LIKE '% jokers=0%'",
        "in 2-7": "rules LIKE '% variant=deuce %'",
    }
)
_OFFERED: Final = MappingProxyType(
    {
        **{
            f"visits {where}": f"lineups JOIN {_HANDS} AND hand_id = hands.id"
            f" AND lineups.seat IS NOT NULL AND fantasyland > 0 AND {rules}"
            for where, rules in _GAMES.items()
        },
        "hands of duplicate matches": f"{_HANDS} AND duplicate IS NOT NULL",
        **{
            f"hands with {option}={value}": f"{_HANDS} AND ' ' || rules || ' ' LIKE"
            f" '% {option}={value} %'"
            for option, values in OPTIONS.items()
            for value in values
        },
        **{f"hands of a {form}": f"{_IN_TOURNAMENT} AND format = '{form}'" for form in FORMATS},
        **{f"deals played {mode}": f"{_ALONE} AND mode = '{mode}'" for mode in SoloMode},
        **{
            f"hands alone in {variant}": f"{_ALONE} AND mode = 'alone' AND variant = '{variant}'"
            for variant in OPTIONS["variant"]
        },
    }
)
"""Finished hands by what people can choose."""


_PLAYED_ON: Final = "streets played on"


def is_offered(name: str) -> bool:
    """True if a number of the census counts the uses of something that people are offered."""
    return name in {*_OFFERED, _PLAYED_ON} or name.startswith("/")


def census(db: Connection, discord: StandIn, weather: Weather) -> Counter[str]:
    """Name -> how often it happened, 0 included."""
    counts = Counter[str]()
    for name, rows in (*_COUNTED.items(), *_OFFERED.items()):
        counts[name] = db.execute(f"SELECT count(*) FROM {rows}").fetchone()[0]
    counts["messages"] = len(list(discord.world.messages))
    interactions: list[Interaction] = discord.world.desk.all
    counts["interactions"] = len(interactions)
    for interaction in interactions:
        counts[f"· {interaction.type.name.lower()} {interaction.phase.name.lower()}"] += 1
    counts[_PLAYED_ON] = len({spot for each in interactions if (spot := _played_on(each))})
    counts.update(_commands(discord, interactions))
    counts.update({f"faults: {fault}": weather.seen[fault] for fault in Fault})
    return counts


def _played_on(interaction: Interaction) -> tuple[int, PlayOnSpot] | None:
    """Who plays on and where, if an interaction goes on after something was placed."""
    match parse(interaction.data.get("custom_id", "")):
        case CardPress(spot=PlayOnSpot(placed=placed) as spot) if placed:
            return interaction.user.id, spot
        case _:
            return None


def _commands(discord: StandIn, interactions: list[Interaction]) -> Counter[str]:
    """Command -> how often it was answered."""
    registered = discord.world.commands.of(None)
    counts = Counter({f"/{offer.name}": 0 for offer in offers_of(registered)})
    answered = (
        each
        for each in interactions
        if each.type is InteractionType.COMMAND and each.phase is Phase.ANSWERED
    )
    counts.update(f"/{' '.join(_words(each.data))}" for each in answered)
    return counts


def _words(command: Json) -> Iterator[str]:
    yield command["name"]
    for option in command.get("options") or ():
        if option["type"] in PARENTS:
            yield from _words(option)
