"""Playing a match again: a new lobby with the options of the table before."""

from sqlite3 import Connection

from bot.players.levels import level
from bot.store import hands, tables
from bot.store.players import Player
from bot.store.tables import State
from bot.tables import computers, lobby
from bot.tables.errors import TableError
from bot.tables.table import Table, loaded


def rematch(
    db: Connection, old: Table, player: Player, secret: bytes, now: int
) -> tuple[Table, bool]:
    """Open the rematch of a closed table, or sit down at it; returns it, and whether it is new.

    Computer players sit down again by themselves; `secret` is as in `open_table`. Raises
    TableError.
    """
    if old.state is not State.CLOSED:
        raise TableError("This table is still open.")
    if not hands.has_played(db, old.id, player.id):
        raise TableError("Only those who played can ask for a rematch. Try /ofc new.")
    open_id = tables.open_in_channel(db, old.row.channel_id)
    if open_id is None:
        return _open(db, old, player, secret, now), True
    table = loaded(db, open_id)
    if table.row.rematch_of != old.id:
        raise TableError("Another table is open in this channel. Sit down with /ofc join.")
    lobby.join(db, table, player)
    return loaded(db, open_id), False


def invited(old: Table, host: Player) -> tuple[int, ...]:
    """The user ids of the others who sat at a table to its end."""
    people = [old.people[seat.player_id] for seat in old.persons]
    ids = (person.user_id for person in people if person.id != host.id)
    return tuple(user_id for user_id in ids if user_id is not None)


def _open(db: Connection, old: Table, host: Player, secret: bytes, now: int) -> Table:
    row = old.row
    table_id = lobby.open_table(
        db,
        host,
        row.options,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        locale=row.locale,
        secret=secret,
        now=now,
        rematch_of=old.id,
    )
    for computer in computers.seated(old).values():
        assert computer.level is not None
        computers.seat(db, loaded(db, table_id), level(computer.level))
    return loaded(db, table_id)
