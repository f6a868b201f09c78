"""Requests to play a match again."""

from sqlite3 import Connection

from bot.desk.desk import Desk, by_id
from bot.desk.registry import on
from bot.desk.server_settings import verify_may_open
from bot.desk.visitors import Answer, Visitor
from bot.screens.closing import rematch_screen
from bot.screens.presses import Rematch
from bot.screens.replies import Public, Reply, says
from bot.store import guilds, players
from bot.tables import seeding
from bot.tables.changed import changed
from bot.tables.errors import TableError
from bot.tables.rematch import invited
from bot.tables.rematch import rematch as play_again
from bot.texts import texts_for


@on(Rematch)
async def rematch(desk: Desk, visitor: Visitor, press: Rematch) -> Answer:
    """Open the rematch and call the others to it; whoever presses next sits down."""

    secret = desk.secret()

    def work(db: Connection) -> tuple[int, int, tuple[int, ...] | None]:
        player = players.remember(db, visitor.person)
        old = by_id(press.spot.table)(db)
        if old.row.channel_id != visitor.channel_id:
            raise TableError("That table was in another channel.")
        table, is_new = play_again(db, old, player, secret, desk.now)
        seeding.add_default(db, table, player, desk.seed(visitor.interaction_id), desk.now)
        if is_new:
            verify_may_open(guilds.get(db, old.row.guild_id), visitor)
        changed(db, table.id, desk.now)
        seat = table.seat_of(player.id)
        assert seat is not None
        return table.id, seat.seat, invited(old, player) if is_new else None

    table_id, number, called = await desk.database.write(work)
    _ = texts_for(visitor.person.locale)
    reply: Reply = says(_("Your table is open. The others sit down with Join."))
    if called is None:
        reply = says(_("You have seat {number}.", number=number))
    elif called:
        public = await desk.public_texts(visitor)
        reply = Public(rematch_screen(visitor.person.name, called, public))
    return Answer(reply, table_id)
