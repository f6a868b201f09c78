"""Tournaments that are over as data: everybody's place and stacks hand by hand; docs/export.md."""

from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from bot.game.tournaments.past_tournaments import PastTournament, past_tournament
from bot.store import players
from bot.store.engine import Connection
from bot.store.tournaments import tournaments

Json: TypeAlias = dict[str, Any]

COLUMNS: Final = (
    "tournament",
    "format",
    "variant",
    "time",
    "round",
    "hand",
    "player",
    "player_id",
    "points",
    "stack",
    "place",
    "people",
)


def past_tournaments_in(db: Connection, guild_id: int) -> list[PastTournament]:
    """The tournaments of a server that are over, the earliest first."""
    return [past_tournament(db, row) for row in reversed(tournaments.past_in_guild(db, guild_id))]


def as_data(past: PastTournament) -> Json:
    """A tournament as the exported document has it."""
    return {**_head(past), "places": _places(past), "hands": _hands(past)}


def own_data(past: PastTournament, player_id: int) -> Json:
    """Somebody's part in a tournament; of the others only how many they were."""
    return {
        **_head(past),
        "guild_id": str(past.row.guild_id),
        "people": len(past.places),
        "places": [each for each in _places(past) if each["player"] == player_id],
        "hands": [each for each in _hands(past) if each["player"] == player_id],
    }


def lines(db: Connection, past: PastTournament) -> Iterator[tuple[Any, ...]]:
    """A line for each player's each hand, by `COLUMNS`; the time is that of the end."""
    row, variant = past.row, past.row.options.rules.variant.game
    people = players.together(db, past.players)
    for hand in _hands(past):
        player = hand["player"]
        yield (
            row.id,
            row.format,
            variant,
            row.ended_at,
            hand["round"],
            hand["hand"],
            people[player].name,
            player,
            hand["points"],
            hand["stack"],
            past.places.get(player),
            len(past.places),
        )


def _head(past: PastTournament) -> Json:
    row, options = past.row, past.row.options
    return {
        "id": row.id,
        "format": row.format,
        "rules": str(options.rules),
        "stack": options.stack,
        "levels": options.levels,
        "opened_at": row.opened_at,
        "ended_at": row.ended_at,
        "is_won": row.is_won,
    }


def _places(past: PastTournament) -> list[Json]:
    """Everybody's place, the best first, and when they fell or left."""
    found: list[Json] = []
    for player, place in past.places.items():
        out = past.outs.get(player)
        found.append(
            {
                "player": player,
                "place": place,
                "out": None if out is None else out.hand,
                "scores": past.scores.get(player),
            }
        )
    return found


def _hands(past: PastTournament) -> list[Json]:
    """The points that each hand brought to whom, and their stacks after it, where there are any."""
    start = past.row.options.stack
    stacks: dict[int, int] = {}
    found: list[Json] = []
    for (number, hand), won in past.hands.items():
        for player, points in won.items():
            if start is not None:
                stacks[player] = stacks.get(player, start) + points
            found.append(
                {
                    "round": number or None,
                    "hand": hand,
                    "player": player,
                    "points": points,
                    "stack": stacks.get(player),
                }
            )
    return found
