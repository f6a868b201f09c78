"""Playing a match again."""

from bot.handlers.registry import changes, on
from bot.handlers.request import Answer, Request
from bot.handlers.server_settings import verify_may_open
from bot.screens.closing import rematch_screen
from bot.screens.presses import Rematch
from bot.screens.replies import Public, says
from bot.store import guilds
from bot.tables import rematch, seeding
from bot.tables.errors import TableError


@on(Rematch)
@changes
def play_again(at: Request, _press: Rematch) -> Answer:
    """Open the rematch and call the others to it; whoever presses next sits down."""
    old, _ = at.table, at.texts
    at.leave_as_is()
    if old.row.channel_id != at.visitor.channel_id:
        raise TableError("That table was in another channel.")
    table, is_new = rematch.rematch(at.db, old, at.player, at.fresh_secret(), at.now)
    at.touched.add(table.id)
    seeding.add_default(at.db, table, at.player, at.seed, at.now)
    if not is_new:
        seat = table.seat_of(at.player.id)
        assert seat is not None
        return Answer(says(_("You have seat {number}.", number=seat.seat)))
    verify_may_open(guilds.get(at.db, old.row.guild_id), at.visitor)
    called = rematch.invited(old, at.player)
    if called:
        return Answer(Public(rematch_screen(at.visitor.person.name, called, at.public_texts)))
    return Answer(says(_("Your table is open. The others sit down with Join.")))
