"""Which servers' tables a process looks after: all of them, or those of some shards."""

from dataclasses import dataclass
from typing import Final

_LOW_BITS: Final = 22
"""The lowest bits of a server's id, which do not count for its shard at Discord."""


@dataclass(frozen=True)
class ShardCare:
    """The shards, of `count`, of whose servers' tables a process looks after all that is due.

    None is all of them.
    """

    shards: frozenset[int] | None = None
    count: int = 1

    @property
    def is_everything(self) -> bool:
        """Whether there is no other process."""
        return self.shards is None

    @property
    def share(self) -> float:
        """Which part it is of all there is, from 0 to 1."""
        return 1.0 if self.shards is None else len(self.shards) / self.count

    def covers(self, guild_id: int) -> bool:
        """Whether it looks after a server."""
        return self.shards is None or (guild_id >> _LOW_BITS) % self.count in self.shards

    def of_guild(self, guild_id: str = "guild_id") -> str:
        """An ` AND ...` of SQL that keeps to the servers it looks after; empty for all.

        `guild_id` is the SQL that gives a row's server.
        """
        if self.shards is None:
            return ""
        if not self.shards:
            return " AND FALSE"
        numbers = ", ".join(map(str, sorted(self.shards)))
        return f" AND ({guild_id} >> {_LOW_BITS}) % {self.count} IN ({numbers})"

    def of_table(self, table_id: str = "table_id") -> str:
        """As `of_guild`, for rows whose table has the id that `table_id` (SQL) gives."""
        if self.shards is None:
            return ""
        return self.of_guild(f"(SELECT guild_id FROM tables WHERE tables.id = {table_id})")


EVERYTHING: Final = ShardCare()
NOTHING: Final = ShardCare(frozenset())
