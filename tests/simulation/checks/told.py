"""Players of a challenge are told how it ended, in a message that notifies."""

from typing import TYPE_CHECKING, Final

from bot.store.engine import Connection, DbRow
from discord_standin.model.feed import Change, Event
from discord_standin.model.messages import Message
from tests.simulation.checks.check import Check

if TYPE_CHECKING:
    from tests.simulation.world import World

_WITHIN: Final = 180.0
"""Seconds within which they are told."""
_OVER: Final = (
    "SELECT c.id, c.guild_id, c.channel_id, user_id FROM challenges c"
    " JOIN attempts a ON a.deal_id = c.deal_id AND practice = 0 AND a.points IS NOT NULL"
    " JOIN players ON players.id = a.player_id"
    " WHERE c.state = 'late' OR c.state = 'played' AND a.ended_at < ("
    "  SELECT max(ended_at) FROM attempts WHERE deal_id = c.deal_id AND practice = 0)"
)
"""Players who have waited for the other, until they had played, too, or time was up."""


class Told(Check):
    """Remembers who was notified in which channel, and looks at finished challenges."""

    def __init__(self, world: "World") -> None:
        super().__init__(world)
        self._notified: dict[tuple[int, int], float] = {}
        self._over: dict[int, float] = {}
        """Challenge -> since when it is known to be over."""
        world.discord.world.feed.follow(self._hear)

    def _hear(self, change: Change) -> None:
        message = change.subject
        if isinstance(message, Message) and change.event is Event.MESSAGE_CREATED:
            now = self.world.discord.clock.now()
            for user_id in message.pings:
                self._notified[message.channel.id, user_id] = now

    def look(self, db: Connection) -> None:
        """Look at every challenge where somebody has waited."""
        now = self.world.discord.clock.now()
        for row in db.execute(_OVER).fetchall():
            since = self._over.setdefault(row["id"], now)
            is_late = now - max(since, self.world.weather.calm_since) > _WITHIN
            if is_late and self._can_be_told(row) and not self._was_told(row, since):
                self.fail(f"nobody told {row['user_id']} how challenge {row['id']} ended")

    def finish(self, db: Connection) -> None:
        """Look again."""
        self.look(db)

    def _was_told(self, row: DbRow, since: float) -> bool:
        at = self._notified.get((row["channel_id"], row["user_id"]))
        return at is not None and at > since - _WITHIN

    def _can_be_told(self, row: DbRow) -> bool:
        """True if they, the channel and the bot were there all the time."""
        if row["guild_id"] in self.world.left_guilds:
            return False
        guild = self.world.discord.world.guilds.get(row["guild_id"])
        channel = self.world.discord.world.channels.get(row["channel_id"])
        is_member = guild is not None and row["user_id"] in guild.members
        return is_member and channel is not None and not channel.is_gone
