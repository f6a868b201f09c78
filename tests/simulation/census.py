"""What a world went through, in numbers."""

from collections import Counter
from types import MappingProxyType
from typing import Final

from bot.store.engine import Connection
from discord_standin.model.interactions import Interaction
from discord_standin.standin import StandIn
from tests.simulation.faults.weather import Weather

_COUNTED: Final = MappingProxyType(
    {
        "hands": "hands WHERE state = 'finished'",
        "hands of 2-7": "hands JOIN tables ON tables.id = table_id"
        " WHERE hands.state = 'finished' AND rules LIKE '%variant=deuce%'",
        "hands in play": "hands WHERE state = 'playing'",
        "hands given up": "hands WHERE state NOT IN ('finished', 'playing')",
        "operations": "operations",
        "tables": "tables",
        "tables open": "tables WHERE state <> 'closed'",
        "bookings": "bookings",
        "tournaments": "tournaments",
        "tournaments over": "tournaments WHERE state = 'over'",
        "finishes": "finishes",
        "rounds played": "attempts WHERE points IS NOT NULL",
        "hands alone": "attempts JOIN fixed_deals ON id = deal_id WHERE mode = 'alone'"
        " AND points IS NOT NULL",
        "challenges": "challenges",
        "proposals": "proposals",
        "seasons": "seasons",
        "judgements": "judgements",
    }
)


def census(db: Connection, discord: StandIn, weather: Weather) -> Counter[str]:
    """How much of what there was."""
    counts = Counter[str]()
    for name, rows in _COUNTED.items():
        counts[name] = db.execute(f"SELECT count(*) FROM {rows}").fetchone()[0]
    counts["messages"] = len(list(discord.world.messages))
    interactions: list[Interaction] = discord.world.desk.all
    counts["interactions"] = len(interactions)
    for interaction in interactions:
        counts[f"· {interaction.type.name.lower()} {interaction.phase.name.lower()}"] += 1
    counts.update({f"faults: {fault}": count for fault, count in weather.seen.items()})
    return counts
