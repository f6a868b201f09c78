"""The look of each message of a table, which follows from the table's state alone.

Another key is a new message (each decision has one, since only new messages notify); another
version is an edit.
"""

import re
from typing import Final

from bot.game.loading import loaded
from bot.game.played import PlayedHand
from bot.game.spectators import shows_all_cards
from bot.game.table import Table
from bot.store import surfaces
from bot.store.due import Reminder
from bot.store.engine import Connection
from bot.store.players import Player
from bot.store.surfaces import NOTHING, SAME_MESSAGE, UNLESS_RESULT, Look, Place, Slot, Surface
from bot.store.tables import State
from bot.values.preferences import Preferences
from bot.values.scenes import Presence, Reminded
from ofc_engine.board import BOARD_SIZE
from ofc_engine.rule_options import DealMode

CALLED: Final = ",called"
"""Ends the version of a message that is posted in the channel for want of direct messages."""
_PICTURE_OPTIONS: Final = {"skin", "deck"}
"""Options of a table that do not show in a message without a picture."""
_PRIVATE: Final = {"wants_stop", "run_outs", "waited_since"}
"""Fields of a seat that no message for everybody shows."""


def keep_looks(db: Connection, table_id: int) -> Table:
    """Record the looks that a table's surfaces should have; returns the table as it is now."""
    table = loaded(db, table_id)
    surfaces.set_looks(db, table_id, looks(table))
    return table


def looks(table: Table) -> dict[Place, Look]:
    """The look of every surface that the table's state determines."""
    private = {
        Place(Slot.PRIVATE, player_id): _private(table, player_id)
        for player_id, player in table.people.items()
        if not player.is_computer
    }
    return {
        **_public(table),
        **_seats(table),
        **{place: look for place, look in private.items() if look is not None},
    }


def _seats(table: Table) -> dict[Place, Look]:
    """The messages that tell people where they play in a tournament: one for each arrival.

    People who move to another table keep the message they have. Those who take no direct messages
    are told in the channel; at their first table only during a hand, and not if it is their turn,
    for which they are called there anyway.
    """
    came = {each.player_id: each for each in table.arrivals}
    found: dict[Place, Look] = {}
    for seat in table.persons if came else ():
        arrival = came.get(seat.player_id)
        if arrival is None:
            continue
        has_moved = arrival.came_from is not None
        version = "moved" * has_moved
        if not table.people[seat.player_id].takes_dms:
            if not has_moved and not _waits_in(table, arrival.round, seat.player_id):
                continue
            version += CALLED
        found[Place(Slot.SEAT, seat.player_id)] = Look(str(arrival.round), version)
    return found


def _waits_in(table: Table, number: int, player_id: int) -> bool:
    """True if hand `number` is running and the player has had nothing to decide in it yet."""
    running = table.running
    if running is None or running.row.number != number or player_id in table.decisions:
        return False
    seat = running.seat_of(player_id)
    return seat is None or not running.hand.streets_played[seat]


def _public(table: Table) -> dict[Place, Look]:
    """The looks of the messages in the channel.

    While a hand is running, the result of the previous one stays, without buttons. A group of a
    duplicate tournament only has calls: nobody else may see its cards (R14.4).
    """
    if not table.mode.has_board:
        running = table.running
        return {Place(Slot.TURN): NOTHING if running is None else _turn(table, running)}
    played = table.played
    lobby = _lobby(table) if table.mode.is_alone else NOTHING
    wanted = {Slot.LOBBY: lobby, Slot.BOARD: NOTHING, Slot.TURN: NOTHING}
    if played is not None and played.is_finished:
        # The version has everything that the message shows besides the log of its hand: a change
        # of anything else would not cause an edit.
        now = f"{table.state}{_seated(table)}{_waiting(table)}"
        now += f";{table.row.deals_at}" * (table.state is State.BETWEEN)
        now += ";failing" * table.row.is_failing
        wanted[Slot.RESULT] = _result(table, played.row.number, now)
    elif played is not None and played.row.number > table.row.first_hand:
        wanted[Slot.RESULT] = _result(table, played.row.number - 1, "dealt")
    if played is not None and played.is_running:
        style = f"{table.options.skin},{table.options.deck}"
        now = "".join(f";{player_id}" for player_id in table.away)
        now += ";last" * table.row.stops + ";failing" * table.row.is_failing
        now += f";{_agreed(table)}"
        now += ";time" * any(table.reminded(p) is Reminded.TIME for p in table.decisions)
        wanted[Slot.BOARD] = Look(str(played.row.number), f"{len(played.log)};{style}{now}")
        wanted[Slot.TURN] = _turn(table, played)
    if table.state is State.CLOSED and played is not None:
        wanted[Slot.CLOSING] = Look("closed")
    if table.thread is not None:
        wanted[Slot.THREAD] = NOTHING if table.thread.thread_id is None else _thread(table)
    return {Place(slot): look for slot, look in wanted.items()}


def _result(table: Table, number: int, state: str) -> Look:
    state += ";void" * (number in table.voids) + ";covered" * table.mode.is_covered(table, number)
    return Look(str(number), state)


def _thread(table: Table) -> Look:
    """The look of the spectators' message: a new one for each hand, edited with each street."""
    played, is_closed = table.played, table.state is State.CLOSED
    if played is None:
        return Look("closed") if is_closed else NOTHING
    style = f"{table.options.skin},{table.options.deck}"
    if played.is_running:
        return Look(str(played.row.number), f"{played.hand.street};{style}")
    number = played.row.number
    now = f"{played.row.state};{style}{_absences(table)}"
    now += ";all" * shows_all_cards(table) + ";closed" * is_closed
    return Look(str(number), now + ";void" * (number in table.voids))


def _lobby(table: Table) -> Look:
    if table.state is not State.LOBBY or table.played is not None:
        return Look("lobby", "begun" if table.played is not None else table.state)
    chosen = vars(table.options).items()
    options = ",".join(str(value) for name, value in chosen if name not in _PICTURE_OPTIONS)
    version = f"{table.row.host_id};{options};{_agreed(table)}{_seated(table)}{_waiting(table)}"
    version += "".join(f";invited{player}:{until}" for player, until in table.invited.items())
    event = table.sit_and_go
    if event is not None and event.starts_at is not None:
        version += f";starts{event.starts_at}" + ";late" * event.is_put_off
    version += ";failing" * table.row.is_failing
    return Look("lobby", version)


def _agreed(table: Table) -> str:
    """Stakes and limits that players have agreed on, which may happen at any time."""
    agreed = ",".join(f"{stake.a}-{stake.b}:{stake.stake}" for stake in table.stakes)
    return agreed + "".join(f",{player}<{points}" for player, points in table.limits.items())


def _absences(table: Table) -> str:
    """The players who do not play the next hand; empty if all do."""
    gone = [seat for seat in table.seats if seat.presence is not Presence.HERE]
    return "".join(f";{seat.player_id}{seat.presence}" for seat in gone)


def _seated(table: Table) -> str:
    """All seats, with the fields that a message for everybody may show."""
    return "".join(
        ";" + ",".join(str(value) for name, value in vars(seat).items() if name not in _PRIVATE)
        for seat in table.seats
    )


def _waiting(table: Table) -> str:
    """The players who wait for a seat; empty if nobody does."""
    return "".join(f";waits{player_id}" for player_id in table.waiting)


def _unless_here(presence: Presence) -> str:
    return "" if presence is Presence.HERE else f",{presence}"


def _turn(table: Table, played: PlayedHand) -> Look:
    """The call in the channel for the players on turn; a reminder is a message of its own.

    Another player is called by a new message; one who goes on alone after placing is not called
    again, unless they were late and the bot placed for them.
    """
    called = [str(player_id) for player_id in called_in_channel(table)]
    if not called:
        return NOTHING
    # Where several place at once, those still to place are not called again.
    simultaneous = played.hand.rules.deal_mode is DealMode.SIMULTANEOUS
    together = simultaneous or not played.hand.in_order
    street = played.hand.street
    seat = played.seat_of(int(called[0]))
    assert seat is not None, "only players of the hand are called"
    late = played.decided_for(seat)
    key = f"{played.row.number}:{called[0]}" + f".{late}" * bool(late)
    if together:
        # Players whose messages turn out to be closed have not been called yet, unlike others.
        closed = sum(table.people[part.player_id].dm_closed for part in played.acting)
        key = f"{played.row.number}.{street}" + f"+{closed}" * bool(closed)
    given_at = max((each.given_at for each in _reminded(table)), default=0)
    return Look(f"{key}~{given_at}" if given_at else key, f"{street};{','.join(called)}")


def called_before(surface: Surface) -> frozenset[int]:
    """The ids of players whom the shown call has called for the same decision as the wanted one.

    The wanted call adds those whose messages turned out to be closed. A reminder calls all again.
    """
    shown, wanted = surface.painted, surface.wanted
    if surface.place.slot is not Slot.TURN or _subject(shown.key) != _subject(wanted.key):
        return frozenset()
    # A version marked as out of date has more in it, or nothing.
    _street, _semicolon, called = shown.version.partition(";")
    return frozenset(map(int, re.findall(r"\d+", called)))


def _subject(key: str) -> tuple[str, str]:
    """The subject of a call: the decision, and which reminder of it, empty for none."""
    decision, _tilde, reminded = key.partition("~")
    return decision.partition("+")[0], reminded


def called_in_channel(table: Table) -> list[int]:
    """The ids of the players on turn who are called in the channel, not by direct message.

    They prefer that, or take no direct messages. Those who want no calls at all are called only if
    somebody has called time on them.
    """
    return [
        player_id
        for player_id in table.decisions
        if not table.people[player_id].takes_dms
        and (
            table.people[player_id].preferences.calls != "none"
            or table.reminded(player_id) is Reminded.TIME
        )
    ]


def _reminded(table: Table) -> list[Reminder]:
    """The reminders of the current decisions that are given in the channel.

    They include those of players who have decided meanwhile: without these the call would get
    another key, and the others would be called by a new message.
    """
    now = set(table.decisions.values())
    return [
        each
        for each in table.reminders.values()
        if each.decision in now and each.kind and not table.people[each.player_id].takes_dms
    ]


def _private(table: Table, player_id: int) -> Look | None:
    """A player's own message: one for each decision, edited when that is made or moot.

    It shows the others' boards but is not edited when only those change: they are current when the
    decision is asked for, and then as they were when it was made. Opening the message again, or a
    call for a Fantasyland that everybody waits for, shows them as they are then. None leaves the
    message as it is.
    """
    played = table.played
    number = None if played is None else played.seat_of(player_id)
    if played is None or number is None:
        return _without_cards(table, player_id)
    style = _style(table, player_id)
    if not played.is_running:
        style += ";ready" * table.may_be_ready(player_id)
        style += ";void" * (played.row.number in table.voids)
        style += ";covered" * table.is_covered
        # Two hands may follow each other with no decision between them, if one ends when dealt: the
        # number tells them apart.
        return Look(SAME_MESSAGE, f"{played.row.state};{played.row.number};{style}")
    return _with_cards(table, played, player_id, number, style)


def _without_cards(table: Table, player_id: int) -> Look | None:
    """The own message of a player who is not in the latest hand."""
    played = table.played
    seat = table.seat_of(player_id)
    if seat is None and not table.mode.is_alone:
        return None  # those who play on at another table keep their last message from here
    if table.state is State.CLOSED or seat is None:
        return Look(UNLESS_RESULT, "left")
    way = _unless_here(table.presence_of(player_id)) + _dm_style(table.people[player_id])
    if played is None or not played.sits_out(player_id):
        # Getting a seat after a wait is news, and so a message of its own.
        return Look("seat" if seat.waited_since is None else f"seat@{seat.waited_since}", way)
    # At a table of five the button sits out (R1.4), everybody every few hands: that is no news.
    by_button = played.sits_out_with_button(player_id)
    return None if by_button else Look(UNLESS_RESULT, f"watching{way}")


def _style(table: Table, player_id: int) -> str:
    """The part of a version with the owner's preferences for cards, and their presence."""
    person = table.people[player_id]
    own = person.preferences
    style = f"{own.skin or table.options.skin},{own.deck or table.options.deck}"
    style += f",{own.aid}" * (own.aid != Preferences.aid) + ",aloud" * own.read_aloud
    return style + _unless_here(table.presence_of(player_id)) + _dm_style(person)


def _with_cards(
    table: Table, played: PlayedHand, player_id: int, number: int, style: str
) -> Look | None:
    """The own message of a player in a running hand; `number` is their seat in it."""
    is_absent = table.presence_of(player_id).is_absent
    seat = played.hand.seats[number]
    street = played.hand.streets_played[number]
    if is_absent or not seat.pending or number not in played.hand.actors:
        # A player who is away is not called for decisions that the bot makes for them.
        began = is_absent or street or seat.is_done
        return Look(SAME_MESSAGE, f"{seat.fate.name};{street};{style}") if began else None
    # A Fantasyland can be set at any time; once everybody waits for it, call again.
    called = played.hand.sets_face_down(number) and number in played.hand.waiting_on
    key = f"{played.row.number}.{street}{'!' * called}"
    reminded: str = table.reminded(player_id)
    if reminded == Reminded.LAST and table.row.closes_at is not None:
        # It comes again if the table closes later than they were told.
        reminded += str(table.reminders[player_id].given_at)
    style += ";hints" * table.has_hints(player_id)
    by_suit = table.people[player_id].preferences.by_suit
    style += ";suits" * (by_suit and len(seat.pending) >= BOARD_SIZE)
    return Look(f"{key}~{reminded}" if reminded else key, f"act;{style}")


def offers_ready(look: Look) -> bool:
    """True if a player's own message has the Ready button for the next hand."""
    return ";ready" in look.version


def _dm_style(person: Player) -> str:
    """The part of a version that says whether the player takes direct messages."""
    return "" if person.takes_dms else ",here"
