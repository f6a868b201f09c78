"""Tables and seats: new, their list, join, leave, deal, seeds, play again."""

from collections.abc import Collection
from dataclasses import replace

from bot.game import computer_turns, lobby, placing, play, presence, readiness, terms
from bot.game.clock import LASTS, SLEEPS
from bot.game.games import tables_of
from bot.game.loading import loaded
from bot.game.lobby import Joined, NewTable
from bot.game.table import StaleError, Table, TableError
from bot.game.tournaments.floors import with_floor
from bot.handlers import own_cards
from bot.handlers.direct_messages import JoinedWithDm
from bot.handlers.request import Answer, AnswerOrDeferred, Request
from bot.handlers.serving import also_on, changes, on, personal
from bot.handlers.settings_handlers import offer, verify_may_open
from bot.screens.closing import rematch_screen
from bot.screens.components import note
from bot.screens.decision_screens import sure_screen
from bot.screens.lobby_screen import uninvited_screen
from bot.screens.pace_lines import next_hand_line
from bot.screens.presses import (
    Join,
    Leave,
    LeaveNow,
    Play,
    PlayComputer,
    PlayOn,
    Ready,
    Rematch,
    Start,
)
from bot.screens.private_screen import requests_line
from bot.screens.replies import Acknowledged, Private, Public, Redraw, Shared, says
from bot.screens.settings.server_settings import ROLE_RESTS
from bot.screens.table_lists import asleep_screen, tables_screen
from bot.store import guilds, players, surfaces, tables
from bot.store.engine import Connection
from bot.store.messages import MessageRow
from bot.store.surfaces import CURRENT_SLOT, Place
from bot.store.tables import State
from bot.surfaces.kept_messages import InWords, Words
from bot.texts import texts_for
from bot.values.draft import Spot
from bot.values.phrases import plain
from bot.values.scenes import Presence
from ofc_engine.players.levels import level


@changes
def new(at: Request, opening: NewTable) -> AnswerOrDeferred:
    """Open a table and seat its host; what they do not ask for is as the server has it."""
    table_id, _ = open_table(at, opening, told_role_id=_told_role(at)), at.texts
    said = _("Your table is open. The others press Join to sit down.")
    if opening.computer is not None:
        computer_turns.seat(at.db, loaded(at.db, table_id), level(opening.computer))
        said = _("Your table is open. Press Start to play.")
    return JoinedWithDm(Answer(says(said + offer(at))), at.player, table_id)


@on(Play)
@changes
def new_by_button(at: Request, _press: Play) -> AnswerOrDeferred:
    """Open a table that is all as the server has it."""
    return new.serve(at, NewTable())


def open_table(at: Request, opening: NewTable, *, told_role_id: int | None = None) -> int:
    """The id of a new table with the visitor as its host; raises TableError.

    The lobby tells a role of it, if there is one to be told.
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


@changes
def join(at: Request, limit: int | None = None) -> AnswerOrDeferred:
    """Sit down, or wait for a seat, and lose at most so many points (R9.3).

    A limit of 0 takes back what one has said before.
    """
    if limit is None:
        return _told(at, sit_down(at), at.table.limits.get(at.player.id))
    table = at.table
    is_new = table.seat_of(at.player.id) is None and at.player.id not in table.waiting
    joined = sit_down(at) if is_new else None
    terms.limit_losses(at.db, loaded(at.db, table.id), at.player, limit or None)
    return Answer(says(_limit_line(at, limit))) if joined is None else _told(at, joined, limit)


def _limit_line(at: Request, limit: int) -> str:
    """A sentence about the most that the visitor can lose; 0 for no limit of their own."""
    _ = at.texts
    if not limit:
        return _("You don't have a limit of your own at this table.")
    return _(
        "You lose at most {points} points at this table: anything beyond that doesn't count, "
        "and the match ends with that hand.",
        points=limit,
    )


@on(Join)
@changes
def join_by_button(at: Request, _press: Join) -> AnswerOrDeferred:
    """Sit down, which the lobby shows; told in words where it is only the waiting list."""
    joined = sit_down(at)
    if joined.seat is not None:
        return JoinedWithDm(Answer(Acknowledged()), at.player, at.table.id)
    return _told(at, joined, at.table.limits.get(at.player.id))


def sit_down(at: Request) -> Joined:
    """Give the visitor a seat, or a place on the waiting list; raises TableError."""
    joined = lobby.join(at.db, at.table, at.player, at.now)
    if joined.seat is not None:
        play.add_default(at.db, at.table, at.player, at.seed, at.now)
    return joined


def _told(
    at: Request, joined: Joined, limit: int | None = None, *, table_id: int | None = None
) -> AnswerOrDeferred:
    """Where somebody sits or waits, and what they lose at most if they have said so.

    The id is that of the table, if it is not the one that the request is about.
    """
    _ = at.texts
    if joined.seat is not None:
        said = _("You have seat {number}.", number=joined.seat)
    else:
        said = _(
            "All seats are taken. You're number {place} on the waiting list: I'll message you "
            "when a seat is yours. To leave the list, use /ofc leave.",
            place=joined.place,
        )
        if at.player.takes_dms and at.player.dm_channel_id is None:
            said += "\n" + requests_line(_)
    told = Answer(says(said if limit is None else f"{said}\n{_limit_line(at, limit)}"))
    return told if joined.seat is None else JoinedWithDm(told, at.player, table_id or at.table.id)


@also_on(Leave)
@changes
def leave(at: Request) -> Answer:
    """Get up, or leave the waiting list; asks first if that fouls a hand (R11.5)."""
    _ = at.texts
    if at.player.id in at.table.waiting:
        lobby.leave(at.db, at.table, at.player, at.now)
        return Answer(says(_("You're no longer on the waiting list.")))
    presence.verify_stays(at.table, at.player.id)
    if not play.leaving_costs(at.table, at.player):
        lobby.leave(at.db, at.table, at.player, at.now)
        return Answer(says(_("You've left the table.")))
    warning = _("You're in a hand. If you leave now, it counts as a foul.")
    leaving = LeaveNow(placing.spot_of(at.table, at.player.id))
    return Answer(Private(sure_screen(warning, leaving, _("Leave"))))


@on(LeaveNow)
@changes
def leave_now(at: Request, press: LeaveNow) -> Answer:
    """Get up although it fouls the hand that was asked about."""
    if placing.spot_of(at.table, at.player.id).hand != press.spot.hand:
        raise StaleError("That was about an earlier hand. Use /ofc leave again.")
    lobby.leave(at.db, at.table, at.player, at.now)
    _ = at.texts
    return Answer(Redraw(note(_("You've left the table."))))


@changes
def deal(at: Request, seed: str = "") -> Answer:
    """Deal the first hand, or be ready for the next one, once a seed is added that was typed."""
    is_dealt, _ = _deal(at, seed), at.texts
    return Answer(says(_("The cards are dealt.") if is_dealt else _waiting(at)))


@on(Start)
@changes
def deal_by_button(at: Request, press: Start) -> Answer:
    """Deal the first hand; the board shows it."""
    _deal(at, is_stale=_is_stale(at, press))
    return Answer(Acknowledged())


@on(PlayComputer)
@changes
def play_computer(at: Request, _press: PlayComputer) -> Answer:
    """Begin with a computer player, as the host whom nobody has joined yet."""
    table = at.table
    table.verify_open()
    at.verify_host()
    if table.played is not None:
        raise StaleError("The next hand has already been dealt.")
    if len(table.seats) > 1:
        raise StaleError("You're not alone any more. Press Start to play.")
    computer_turns.seat(at.db, table, computer_turns.USUAL)
    _deal(at, table=loaded(at.db, table.id))
    return with_uninvited(at, Acknowledged())


@on(Ready)
@changes
def ready_by_button(at: Request, press: Ready) -> AnswerOrDeferred:
    """Be ready for the hand after the one that the button stands below.

    The result shows it; whoever presses again, or in their own message, is told for whom the hand
    waits. Their own message keeps its hand, without the button once the next is dealt.
    """
    return _ready(at, press)


@on(PlayOn)
@changes
def play_on(at: Request, press: PlayOn) -> AnswerOrDeferred:
    """Be ready at a table that has slept: its result comes down, and shows who else is."""
    answer = _ready(at, press)
    if loaded(at.db, at.table.id).state is State.BETWEEN:
        surfaces.forget(at.db, at.table.id, Place(CURRENT_SLOT[State.BETWEEN]))
    return answer


def _ready(at: Request, press: Ready | PlayOn) -> AnswerOrDeferred:
    is_stale, is_own = _is_stale(at, press), at.visitor.is_in_private
    if is_stale and is_own:
        at.leave_unchanged()
        return own_cards.ended(at, press.spot.hand)
    seat = at.table.seat_of(at.player.id)
    is_told = is_own or (seat is not None and seat.ready)
    if not _deal(at, is_stale=is_stale):
        return Answer(says(_waiting(at)) if is_told else Acknowledged())
    return own_cards.ended(at, press.spot.hand) if is_own else Answer(Acknowledged())


def _is_stale(at: Request, press: Start | Ready | PlayOn) -> bool:
    played = at.table.played
    return press.spot.hand != (0 if played is None else played.row.number)


def _deal(
    at: Request, seed: str = "", *, is_stale: bool = False, table: Table | None = None
) -> bool:
    """Deal the first hand, or be ready for the next; whether a hand is dealt.

    `table` is the visitor's as it is by now, if the request has changed it.
    """
    table, player = at.table if table is None else table, at.player
    table.verify_open()
    table.verify_seated(player.id)
    if table.presence_of(player.id) is not Presence.HERE:
        raise TableError("You're sitting out. Press More, then I'm back, first.")
    if is_stale:
        raise StaleError("The next hand has already been dealt.")
    if seed:
        play.add_seed(at.db, table, player, seed, at.now)
    play.add_default(at.db, table, player, at.seed, at.now)
    if table.mode.host_starts and table.played is None:
        table.mode.verify_alone()
        at.verify_host()
    if table.played is not None:
        return readiness.get_ready(at.db, table, player, at.fresh_secret, at.now)
    play.deal(at.db, table, at.fresh_secret(), at.now)
    return True


def _waiting(at: Request) -> str:
    """The answer to somebody who is ready before the others are."""
    table, _ = with_floor(at.db, at.after().table), at.texts
    next_hand = readiness.following(table)
    assert next_hand is not None
    names = ", ".join(map(plain, next_hand.waiting))
    said = _("You're ready. Waiting for {names}.", names=names) if names else _("You're ready.")
    return f"{said}\n{next_hand_line(next_hand, _)}"


@changes
def add_seed(at: Request, typed: str) -> Answer:
    """Add a seed of one's own to the next deal."""
    play.add_seed(at.db, at.table, at.player, typed, at.now)
    number, _ = at.after().table.next_number, at.texts
    added = _("The deck of hand {number} now depends on {seed}.", number=number, seed=typed)
    return Answer(says(added))


def with_uninvited(at: Request, reply: Redraw | Acknowledged) -> Answer:
    """The reply, with a call to those who have lost a kept seat by what was done at the table."""
    before, after = at.table, at.after().table
    lost = [
        before.people[each]
        for each in before.invited
        if each not in after.invited and after.seat_of(each) is None
    ]
    pinged = {each.user_id: each.is_pinged(at.now) for each in lost if each.user_id is not None}
    if not pinged:
        return Answer(reply)
    may_join = not after.options.invited_only
    screen = uninvited_screen([*pinged], at.public_texts, may_join=may_join)
    screen = replace(screen, pings=tuple(user_id for user_id in pinged if pinged[user_id]))
    return Answer(Shared(reply.screen, screen) if isinstance(reply, Redraw) else Public(screen))


# --- playing again ---------------------------------------------------------------------------


@on(Rematch)
@changes
def play_again(at: Request, _press: Rematch) -> AnswerOrDeferred:
    """Open the rematch and call the others to it; whoever presses next sits down."""
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
            return _told(at, Joined(place=1 + table.waiting.index(at.player.id)))
        return _told(at, Joined(seat=seat.seat), table_id=table.id)
    verify_may_open(guilds.get(at.db, old.row.guild_id), at.visitor)
    called = lobby.invited(old, at.player)
    if called:
        screen = rematch_screen(at.visitor.person.name, called, at.public_texts)
        return JoinedWithDm(Answer(Public(screen)), at.player, table.id)
    opened = Answer(says(_("Your table is open. The others press Join to sit down.")))
    return JoinedWithDm(opened, at.player, table.id)


# --- tables that sleep -----------------------------------------------------------------------


class SleepingTable(InWords):
    """Asks in the channel of a table, each time that it has slept for so long."""

    def contents(self, db: Connection, row: MessageRow, now: int) -> Words | None:
        """The question; None if the table is awake, or its host wants none."""
        table = loaded(db, row.about)
        names = [table.people[seat.player_id].name for seat in table.persons]
        played = table.played
        if played is None or not names or not _has_slept(table, now):
            return None
        spot, _ = Spot(table.id, played.row.number), texts_for(table.row.locale)
        channel_id, screen = table.row.channel_id, asleep_screen(names, spot, _)
        return Words(channel_id=channel_id, is_last=True, screen=screen)


def _has_slept(table: Table, now: int) -> bool:
    closes_at = table.row.closes_at
    if closes_at is None or table.state is not State.BETWEEN or not table.options.wakes:
        return False
    return now >= closes_at - LASTS[State.BETWEEN] + SLEEPS
