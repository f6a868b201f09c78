"""The population of a world: servers with their channels and people."""

from collections.abc import Callable
from typing import Final

from bot.store.engine import Connection
from discord_standin.standin import StandIn
from discord_standin.vocabulary import Permission
from tests.simulation.people.person import Actor
from tests.simulation.people.temper import TEMPERS
from tests.simulation.plan import Plan

_NAMES: Final = (
    *("Ann", "Bob", "Mia", "Zoë", "Kim", "Lea", "Tom", "Eva", "Max", "Ida", "Jan", "Uma"),
    *("Alex", "Alex", "Ŀŏŕęm", "=1+1", "_x_", "ㅤ", "🃏", "Žofie", "Ben", "Pia", "Leo", "Nia"),
)
_MANAGERS: Final = (0, 3)
_LOCALES: Final = ("en-US", "en-GB", "de", "it", "cs", "fr", "ja")
_ZONES: Final = (
    *("Europe/Berlin", "Europe/Rome", "Europe/Prague", "UTC"),
    *("America/New_York", "Asia/Tokyo", "Australia/Lord_Howe"),
)


def settle(plan: Plan, discord: StandIn, committed: Callable[[], Connection]) -> list[Actor]:
    """Make the servers, and let people join them."""
    guilds = []
    for number, name in enumerate(("Friends", "Club")):
        chance = plan.chance(f"server {number}")
        guild = discord.add_guild(name, locale=chance.choice(_LOCALES))
        for channel in ("poker", "cards", "lounge")[: 2 + number % 2]:
            discord.add_channel(guild, channel)
        guilds.append(guild)
    actors: list[Actor] = []
    for number in range(plan.people):
        chance = plan.chance(f"person {number}")
        homes = guilds if chance.random() < 0.3 or plan.is_club else [chance.choice(guilds)]
        locale = chance.choice((*(guild.locale for guild in homes), *_LOCALES))
        person = discord.add_person(_NAMES[number % len(_NAMES)], *homes, locale=locale)
        manages = number in _MANAGERS
        if manages:
            for guild in homes:
                person.join(guild, Permission.MANAGE_GUILD)
        temper = chance.choice(TEMPERS)
        zone = chance.choice(_ZONES)
        likes = {"competes": plan.is_club, "manages": manages}
        actors.append(Actor(person, temper, zone, chance, committed, **likes))
    return actors
