"""The request for a server's ledger as files."""

import gzip
from functools import partial
from sqlite3 import Connection
from typing import Final

from bot.desk.desk import Desk
from bot.desk.ledger import guild_of
from bot.desk.visitors import Answer, Visitor
from bot.ledger import LedgerError
from bot.screens.components import Picture, Screen, attached, text
from bot.screens.replies import Private
from bot.store import bookings
from bot.tables.exchange import as_json, entries_csv, hands_csv
from bot.texts import texts_for

_MOST_HANDS: Final = 5000
_LARGE: Final = 4_000_000
"""Bytes above which a file is compressed; Discord takes 10 MB in a message."""


async def export(desk: Desk, visitor: Visitor, form: str) -> Answer:
    """The ledger as `json` or `csv`; LedgerError if it is empty or too long for a message."""
    guild_id = guild_of(visitor)
    files = await desk.database.read(partial(_files, guild_id=guild_id, form=form))
    _ = texts_for(visitor.person.locale)
    told = text(_("Here is the ledger. Its format is described in docs/export.md."))
    return Answer(Private(Screen((told, *map(attached, files)), files)))


def _files(db: Connection, guild_id: int, form: str) -> tuple[Picture, ...]:
    count = bookings.last_number(db, guild_id)
    if not count:
        raise LedgerError("No hand has been finished here yet.")
    if count > _MOST_HANDS:
        raise LedgerError(
            "This ledger is too long for a message. Who runs the bot can export it with "
            "`python -m bot export {guild} FILE`.",
            guild=guild_id,
        )
    if form == "csv":
        return (
            packed("entries.csv", entries_csv(db, guild_id)),
            packed("hands.csv", hands_csv(db, guild_id)),
        )
    return (packed("ledger.json", as_json(db, guild_id)),)


def packed(name: str, content: str) -> Picture:
    """A file to be uploaded, compressed if it is large."""
    data = content.encode()
    if len(data) <= _LARGE:
        return Picture(name, data)
    return Picture(f"{name}.gz", gzip.compress(data))
