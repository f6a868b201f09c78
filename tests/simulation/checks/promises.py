"""Everything open moves on within the time that its messages promise."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from bot.store.engine import Connection
from discord_standin.model.messages import Version
from tests.simulation.checks.check import Check

if TYPE_CHECKING:
    from tests.simulation.world import World

_SLACK: Final = 120.0
"""Seconds by which something may be late."""
_STANDSTILL: Final = 45 * 60.0
"""Seconds within which a running tournament moves on: a hand takes at most 20 minutes."""
_SEATING: Final = 10 * 60.0
"""Seconds within which a tournament begins whose tables are being set up."""
_MOMENT: Final = re.compile(r"<t:(\d+):R>")
_MESSAGES: Final = (
    "SELECT message_id, 0 FROM surfaces JOIN tables ON tables.id = table_id"
    " WHERE message_id IS NOT NULL AND tables.state <> 'closed' AND painted_key <> ''"
    " UNION SELECT message_id, CASE kind WHEN 'hand' THEN guild_id ELSE 0 END FROM messages"
    " WHERE message_id IS NOT NULL AND NOT ("
    "kind = 'announcement' AND about IN (SELECT id FROM tournaments WHERE state = 'over'))"
)
"""Message and server (0: any). Where the bot is removed from a server, its tournaments are over and
their messages stay as they were; so do results, which are given with the server."""
_TOURNAMENTS: Final = (
    "SELECT e.id, state, round, round_ends_at, paused_at, empty_until, message_id"
    " FROM tournaments e LEFT JOIN messages m ON m.about = e.id AND m.kind = 'announcement'"
    " WHERE state IN ('seating', 'playing') AND format <> 'sit-and-go'"
)
"""Without sit-and-gos, which wait for their people like any single table."""
_PROGRESS: Final = (
    "SELECT count(*), coalesce(sum(hands.state = 'finished'), 0) FROM hands"
    " JOIN tables ON tables.id = table_id WHERE tournament_id = ?"
    " UNION ALL SELECT count(*), 0 FROM operations JOIN hands ON hands.id = hand_id"
    " JOIN tables ON tables.id = table_id WHERE tournament_id = ?"
)


class Promises(Check):
    """Looks at every time that a message of something open mentions."""

    def __init__(self, world: "World") -> None:
        super().__init__(world)
        self._stood: dict[int, tuple[object, float]] = {}

    def look(self, db: Connection) -> None:
        """Look at messages and at tournaments."""
        for message_id, guild_id in db.execute(_MESSAGES).fetchall():
            message = self.world.discord.world.messages.get(message_id)
            if message is not None and guild_id not in self.world.left_guilds:
                self._verify_kept(message.id, message.now)
        for row in db.execute(_TOURNAMENTS).fetchall():
            progress = [tuple(each) for each in db.execute(_PROGRESS, (row["id"], row["id"]))]
            # Some times may have been set by a clock that was hours ahead.
            told = [row["round_ends_at"] or 0, row["empty_until"] or 0]
            announcement = self.world.discord.world.messages.get(row["message_id"])
            if announcement is not None:
                told.extend(_moments(announcement.now))
            patience = _SEATING if row["state"] == "seating" else _STANDSTILL
            self._verify_moving(row["id"], (tuple(row), progress), max(told), patience)

    def finish(self, db: Connection) -> None:
        """Look again."""
        self.look(db)

    def _verify_kept(self, message_id: int, version: Version) -> None:
        now = self.world.discord.clock.now()
        for moment in _moments(version):
            is_over = now - max(moment, self.world.weather.calm_since) > _SLACK
            if moment > version.since and is_over:
                words = " ".join([version.content, *version.texts])
                self.fail(
                    f"message {message_id} promised {moment}, {now - moment:.0f} s ago: {words}"
                )

    def _verify_moving(self, tournament_id: int, state: object, told: int, patience: float) -> None:
        now = self.world.discord.clock.now()
        before, since = self._stood.get(tournament_id, (None, now))
        if state != before:
            self._stood[tournament_id] = state, now
        elif now - max(since, told, self.world.weather.calm_since) > patience:
            self.fail(
                f"tournament {tournament_id} has stood still for {now - since:.0f} s: {state}"
            )


def _moments(version: Version) -> Iterator[int]:
    for text in (version.content, *version.texts):
        yield from map(int, _MOMENT.findall(text))
