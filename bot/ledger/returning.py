"""Going back to a backup: it is looked through first, and who was forgotten stays so."""

from collections.abc import Iterable
from pathlib import Path
from sqlite3 import Connection

from bot.game.changes import close_now
from bot.game.table import loaded
from bot.ledger.audit import every_server
from bot.store import hands, privacy, tables
from bot.store.errors import DamagedError
from bot.store.restore import restore


def bring_back(
    source: Path, database: Path, backups: Path, now: float, *, anyway: bool = False
) -> Path | None:
    """Put a backup in a database's place; returns where the replaced one is, if any.

    `backups` is the folder of the bot's backups. Raises what `restore` does, and DamagedError if
    something does not fit in the backup, but not if it is to be put back `anyway`.
    """
    tags = privacy.noted(backups, source.parent) | privacy.known_to(database)

    def prepare(db: Connection) -> None:
        if not anyway:
            _verify(db, source)
        forget_again(db, tags, int(now))

    return restore(source, database, now, prepare)


def _verify(db: Connection, source: Path) -> None:
    wrong = (server for server in every_server(db) if server.fault is not None)
    for server in wrong:
        raise DamagedError(
            "{path} does not fit. {fault} Take an older backup, or put this one back all the same "
            "with --anyway.",
            path=source,
            fault=server,
        )


def forget_again(db: Connection, tags: Iterable[str], now: int) -> None:
    """Forget everybody with one of these tags; the tables at which they still sit are closed."""
    for player_id in privacy.people(db, tags):
        for table_id in {*tables.of_player(db, player_id), *hands.running_with(db, player_id)}:
            close_now(db, loaded(db, table_id), now)
        privacy.forget(db, player_id)
