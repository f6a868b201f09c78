"""Tournaments that are over as data: everybody's place and stacks hand by hand; docs/export.md."""

from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from bot.game.tournaments.past_tournaments import Course, course_of
from bot.store import players
from bot.store.engine import Connection
from bot.store.tournaments import past_tournaments

Json: TypeAlias = dict[str, Any]

COLUMNS: Final = (
    "tournament",
    "format",
    "variant",
    "time",
    "round",
    "hand",
    "player",
    "points",
    "stack",
    "place",
    "people",
)


def courses_in(db: Connection, guild_id: int) -> list[Course]:
    """The tournaments of a server that are over, the earliest first."""
    return [course_of(db, row) for row in reversed(past_tournaments.in_guild(db, guild_id))]


def as_data(course: Course) -> Json:
    """A tournament as the exported document has it."""
    return {**_head(course), "places": _places(course), "hands": _hands(course)}


def own_data(course: Course, player_id: int) -> Json:
    """What somebody did in a tournament; of the others only how many they were."""
    return {
        **_head(course),
        "guild_id": str(course.row.guild_id),
        "people": len(course.places),
        "places": [each for each in _places(course) if each["player"] == player_id],
        "hands": [each for each in _hands(course) if each["player"] == player_id],
    }


def lines(db: Connection, course: Course) -> Iterator[tuple[Any, ...]]:
    """A line for each player's each hand, by `COLUMNS`; the time is that of the end."""
    row, variant = course.row, course.options.rules.variant.name
    for hand in _hands(course):
        player = hand["player"]
        yield (
            row.key,
            course.form,
            variant,
            row.ended_at,
            hand["round"],
            hand["hand"],
            players.get(db, player).name,
            hand["points"],
            hand["stack"],
            course.places.get(player),
            len(course.places),
        )


def _head(course: Course) -> Json:
    row, options = course.row, course.options
    return {
        "id": row.key,
        "format": course.form,
        "rules": str(options.rules),
        "stack": options.stack,
        "levels": options.levels,
        "opened_at": row.opened_at,
        "ended_at": row.ended_at,
        "is_won": course.is_won,
    }


def _places(course: Course) -> list[Json]:
    """Everybody's place, the best first, and when they fell or left."""
    found: list[Json] = []
    for player, place in course.places.items():
        out = course.outs.get(player)
        found.append(
            {
                "player": player,
                "place": place,
                "out": None if out is None else out.hand,
                "scores": course.scores.get(player),
            }
        )
    return found


def _hands(course: Course) -> list[Json]:
    """What each hand brought to whom, and their stacks after it, where there are any."""
    start = course.options.stack
    stacks: dict[int, int] = {}
    found: list[Json] = []
    for (number, hand), won in course.hands.items():
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
