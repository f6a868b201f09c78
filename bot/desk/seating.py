"""Requests about tables and seats: new, join, leave, deal, stop."""

from dataclasses import replace
from sqlite3 import Connection

from bot.desk.desk import Desk, Finder, by_id
from bot.desk.registry import on
from bot.desk.server_settings import verify_may_open
from bot.desk.visitors import Answer, Visitor
from bot.pictures.look import Look
from bot.players.levels import level
from bot.scenes import Presence
from bot.screens.components import Screen, Style, button, note, row, text
from bot.screens.presses import Deal, Join, Leave, LeaveNow, Start
from bot.screens.replies import Noted, Private, Redraw, says
from bot.store import guilds, players
from bot.store.players import Player
from bot.tables import computers, lobby, placing, play, presence, seeding
from bot.tables.changed import changed
from bot.tables.errors import StaleError, TableError
from bot.tables.lobby import Opening
from bot.tables.opening import Wishes
from bot.tables.table import Table
from bot.texts import texts_for


async def new(desk: Desk, visitor: Visitor, wishes: Wishes) -> Answer:
    """Open a table and seat its host; what he does not wish for is as the server has it."""
    guild_id = visitor.guild_id
    if guild_id is None:
        raise TableError("Open a table in a channel of a server.")
    secret = desk.secret()

    def work(db: Connection) -> int:
        guild = guilds.get(db, guild_id)
        verify_may_open(guild, visitor)
        opening = Opening(
            guild_id=guild_id,
            channel_id=visitor.channel_id,
            locale=guild.locale or visitor.guild_locale,
            rules=wishes.ruleset(guild),
            seats=wishes.seats,
            stake=wishes.stake,
            clock=wishes.seconds(guild),
            look=Look(guild.skin, guild.deck),
            length=wishes.length,
            loss_limit=wishes.loss_limit,
        )
        host = players.remember(db, visitor.person)
        table_id = lobby.open_table(db, host, opening, secret, desk.now)
        if wishes.computer is not None:
            computers.seat(db, by_id(table_id)(db), level(wishes.computer))
        changed(db, table_id, desk.now)
        return table_id

    table_id = await desk.database.write(work)
    _ = texts_for(visitor.person.locale)
    if wishes.computer is not None:
        return Answer(says(_("Your table is open. Press Start to play.")), table_id)
    return Answer(says(_("Your table is open. The others sit down with Join.")), table_id)


async def join(desk: Desk, visitor: Visitor, find: Finder) -> Answer:
    """Sit down."""

    def action(db: Connection, table: Table, player: Player) -> int:
        seat = lobby.join(db, table, player)
        seeding.add_default(db, table, player, desk.seed(visitor.interaction_id), desk.now)
        return seat

    found, seat = await desk.change(visitor, find, action)
    _ = texts_for(visitor.person.locale)
    return Answer(says(_("You have seat {number}.", number=seat)), found.table.id)


async def leave(desk: Desk, visitor: Visitor, find: Finder) -> Answer:
    """Get up; asks first if that fouls a hand (R11.5)."""

    def action(db: Connection, table: Table, player: Player) -> bool:
        presence.verify_stays(table, player.id)
        asks = play.leaving_costs(table, player)
        if not asks:
            lobby.leave(db, table, player, desk.now)
        return not asks

    found, left = await desk.change(visitor, find, action)
    if left:
        return Answer(says(_left(visitor)), found.table.id)
    _ = texts_for(visitor.person.locale)
    warning = _("You are in a hand. If you leave now, it counts as a foul.")
    spot = placing.spot_of(found.table, found.player.id)
    leaving = button(LeaveNow(spot), _("Leave"), Style.RED)
    return Answer(Private(Screen((text(warning), row(leaving)))))


@on(LeaveNow)
async def leave_now(desk: Desk, visitor: Visitor, press: LeaveNow) -> Answer:
    """Get up although it fouls the hand that was asked about."""

    def action(db: Connection, table: Table, player: Player) -> None:
        if placing.spot_of(table, player.id).hand != press.spot.hand:
            raise StaleError("That was about an earlier hand. Use /ofc leave again.")
        lobby.leave(db, table, player, desk.now)

    found, _none = await desk.change(visitor, by_id(press.spot.table), action)
    return Answer(Redraw(note(_left(visitor))), found.table.id)


def _left(visitor: Visitor) -> str:
    return texts_for(visitor.person.locale)("You have left the table.")


async def deal(
    desk: Desk, visitor: Visitor, find: Finder, *, after: int | None = None, seed: str = ""
) -> Answer:
    """Deal the first or the next hand; `after` is the number of the hand that must be over.

    `seed` is what the player typed to be mixed into the deal, empty for the interaction's id.
    """
    fresh = desk.secret()

    def action(db: Connection, table: Table, player: Player) -> None:
        table.verify_open()
        table.verify_seated(player.id)
        if table.presence_of(player.id) is not Presence.HERE:
            raise TableError("You sit out. Come back with /ofc back, then deal.")
        played = table.played
        if after is not None and after != (0 if played is None else played.row.number):
            raise StaleError("The next hand is dealt already.")
        if seed:
            seeding.add_seed(db, table, player, seed, desk.now)
        seeding.add_default(db, table, player, desk.seed(visitor.interaction_id), desk.now)
        play.deal(db, table, fresh, desk.now)

    found, _none = await desk.change(visitor, find, action)
    _ = texts_for(visitor.person.locale)
    return Answer(says(_("The cards are dealt.")), found.table.id)


async def seed(desk: Desk, visitor: Visitor, find: Finder, typed: str) -> Answer:
    """Add a seed of one's own to the next deal."""

    def action(db: Connection, table: Table, player: Player) -> None:
        seeding.add_seed(db, table, player, typed, desk.now)

    found, _none = await desk.change(visitor, find, action)
    _ = texts_for(visitor.person.locale)
    number = found.table.next_number
    added = _("The deck of hand {number} now depends on {seed}.", number=number, seed=typed)
    return Answer(says(added), found.table.id)


@on(Join)
async def join_by_button(desk: Desk, visitor: Visitor, press: Join) -> Answer:
    """Sit down; the lobby shows it."""
    return replace(await join(desk, visitor, by_id(press.spot.table)), reply=Noted())


@on(Leave)
async def leave_by_button(desk: Desk, visitor: Visitor, press: Leave) -> Answer:
    """Get up; asks first if that fouls a hand (R11.5)."""
    return await leave(desk, visitor, by_id(press.spot.table))


@on(Start, Deal)
async def deal_by_button(desk: Desk, visitor: Visitor, press: Start | Deal) -> Answer:
    """Deal the hand after the one that the button stands below; the board shows it."""
    find = by_id(press.spot.table)
    dealt = await deal(desk, visitor, find, after=press.spot.hand)
    return replace(dealt, reply=Noted())
