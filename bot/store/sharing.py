"""A database on a server with which several processes of the bot work, each for some shards."""

from pathlib import Path
from typing import Final

from bot.settings import Server, Shards
from bot.store import schema
from bot.store.backend import Watching
from bot.store.cache import Memory
from bot.store.engine import ConflictError
from bot.store.postgres import ServerConnection
from bot.store.schema import InUseError
from bot.store.server import OnServer, in_use
from bot.store.server_schema import is_current, migrate
from bot.store.shared import SharedMemory
from bot.store.watch import Watch

_ID: Final = schema.APPLICATION_ID
_TAKEN: Final = f"""
    SELECT shard FROM unnest(?::bigint[]) AS shard
    WHERE pg_try_advisory_lock({_ID}, shard::integer) = FALSE ORDER BY shard
"""
_COUNTED: Final = "SELECT shards FROM leases WHERE until > now() AND shards <> ? LIMIT 1"


class OnSharedServer(OnServer):
    """The database at `address`, for the process that serves these shards."""

    is_shared: bool = True

    def __init__(self, address: Server, backups: Path, shards: Shards) -> None:
        super().__init__(address, backups)
        self._shards = shards

    def _memory_of(self, db: ServerConnection) -> Memory:
        return SharedMemory(db)

    def _lock(self, db: ServerConnection, lock: str) -> None:
        """Wait a moment for a lock, in which another process makes the tables; or InUseError."""
        db.execute("BEGIN")
        try:
            db.execute("SET LOCAL lock_timeout = '1s'")
            db.execute(f"SELECT {lock}")
        except ConflictError:
            raise in_use(self._server) from None
        finally:
            # The lock is the connection's, not the transaction's, and stays.
            db.execute("ROLLBACK")

    def _lock_out_others(self, db: ServerConnection) -> None:
        """Bring the schema up to date, alone with it; InUseError if these shards are served."""
        if not is_current(db):
            self._lock(db, f"pg_advisory_lock({_ID})")
            migrate(db)
            db.execute(f"SELECT pg_advisory_unlock({_ID})")
        self._lock(db, f"pg_advisory_lock_shared({_ID})")
        for (shard,) in db.execute(_TAKEN, (list(self._shards.ids),)):
            raise InUseError(
                "Another process serves shard {shard} already. Give each process shards of its "
                "own in OFC_SHARDS.",
                shard=shard,
            )
        for (count,) in db.execute(_COUNTED, (self._shards.count,)):
            raise InUseError(
                "Another process counts {count} shards, this one {shards}. OFC_SHARDS has to say "
                "the same everywhere after the slash.",
                count=count,
                shards=self._shards.count,
            )

    def watch(self) -> Watching:
        """What tells the processes of each other."""
        return Watch(self._server.url, self._shards)
