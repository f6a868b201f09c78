"""Which servers' tables a process looks after: all of them, or those of some shards."""

from dataclasses import dataclass
from typing import Final

_LOW_BITS: Final = 22
"""Discord counts shards by a server's id without so many bits."""


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
        """What comes after a condition of SQL for those servers alone that it looks after.

        `guild_id` gives their ids.
        """
        if self.shards is None:
            return ""
        if not self.shards:
            return " AND FALSE"
        numbers = ", ".join(map(str, sorted(self.shards)))
        return f" AND ({guild_id} >> {_LOW_BITS}) % {self.count} IN ({numbers})"

    def of_table(self, table_id: str = "table_id") -> str:
        """The same for those tables alone that it looks after; `table_id` gives their ids."""
        if self.shards is None:
            return ""
        return self.of_guild(f"(SELECT guild_id FROM tables WHERE tables.id = {table_id})")


EVERYTHING: Final = ShardCare()
NOTHING: Final = ShardCare(frozenset())
