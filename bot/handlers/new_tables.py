"""Opening tables: new ones and rematches; the list of open tables."""

from collections.abc import Collection

from bot.game import computer_turns, lobby, play
from bot.game.games import tables_of
from bot.game.loading import loaded
from bot.game.lobby import Joined, NewTable
from bot.game.table import TableError
from bot.handlers.direct_messages import JoinedWithDm
from bot.handlers.request import Answer, AnswerOrDeferred, Request
from bot.handlers.seating import told_seat
from bot.handlers.serving import changes, on, personal
from bot.handlers.settings_handlers import offer, verify_may_open
from bot.screens.closing import rematch_screen
from bot.screens.presses import Play, Rematch
from bot.screens.replies import Private, Public, says
from bot.screens.settings.server_settings import ROLE_RESTS
from bot.screens.table_lists import tables_screen
from bot.store import guilds, players, tables
from ofc_engine.players.levels import level


@changes
def new(at: Request, opening: NewTable) -> AnswerOrDeferred:
    """Open a table and seat its host; options not given are the server's."""
    table_id, _ = open_table(at, opening, told_role_id=_told_role(at)), at.texts
    said = _("Your table is open. The others press Join to sit down.")
    if opening.computer is not None:
        computer_turns.seat(at.db, loaded(at.db, table_id), level(opening.computer))
        said = _("Your table is open. Press Start to play.")
    return JoinedWithDm(Answer(says(said + offer(at))), at.player, table_id)


@on(Play)
@changes
def new_by_button(at: Request, _press: Play) -> AnswerOrDeferred:
    """Open a table with the server's options."""
    return new.serve(at, NewTable())


def open_table(at: Request, opening: NewTable, *, told_role_id: int | None = None) -> int:
    """The id of a new table with the visitor as its host; raises TableError.

    The lobby mentions the role `told_role_id`, if there is one.
    """
    if at.visitor.guild_id is None:
        raise TableError("Open a table in a channel of a server.")
    verify_may_open(at.guild, at.visitor)
    table_id = lobby.open_table(
        at.db,
        at.player,
        opening.in_guild(at.guild),
        at.destination(),
        secret=at.fresh_secret(),
        now=at.now,
        told_role_id=told_role_id,
    )
    at.touched.add(table_id)
    return table_id


def _told_role(at: Request) -> int | None:
    """The role that is told of a new table, unless it has just been told of another."""
    is_quiet = tables.has_told_role(at.db, at.guild.id, since=at.now - ROLE_RESTS)
    return None if is_quiet else at.guild.told_role_id


@personal
def open_tables(at: Request, channels: Collection[int]) -> Answer:
    """The open tables of the server, in those of its channels that the visitor can see."""
    if at.visitor.guild_id is None:
        raise TableError("Each server has its own tables. Look for them there.")
    asker = players.find(at.db, at.visitor.person.user_id)
    found = tables_of(at.db, at.visitor.guild_id, channels, asker)
    return Answer(Private(tables_screen(found, at.texts)))


@on(Rematch)
@changes
def play_again(at: Request, _press: Rematch) -> AnswerOrDeferred:
    """Open the rematch and mention the others; those who press later sit down there."""
    old, _ = at.table, at.texts
    at.leave_unchanged()
    if old.row.channel_id != at.visitor.channel_id:
        raise TableError("That table was in another channel.")
    table, is_new = lobby.rematch(at.db, old, at.player, at.fresh_secret(), at.now)
    at.touched.add(table.id)
    if table.seat_of(at.player.id) is not None:
        play.add_default(at.db, table, at.player, at.seed, at.now)
    if not is_new:
        seat = table.seat_of(at.player.id)
        if seat is None:
            return told_seat(at, Joined(place=1 + table.waiting.index(at.player.id)))
        return told_seat(at, Joined(seat=seat.seat), table_id=table.id)
    verify_may_open(guilds.get(at.db, old.row.guild_id), at.visitor)
    called = lobby.invited(old, at.player)
    if called:
        screen = rematch_screen(at.visitor.person.name, called, at.public_texts)
        return JoinedWithDm(Answer(Public(screen)), at.player, table.id)
    opened = Answer(says(_("Your table is open. The others press Join to sit down.")))
    return JoinedWithDm(opened, at.player, table.id)
