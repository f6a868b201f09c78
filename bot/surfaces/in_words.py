"""Screens of a table's surfaces that are made of words and buttons alone."""

from collections.abc import Iterable
from dataclasses import replace

from bot.game.computer_turns import seated
from bot.game.lobby import invited_names
from bot.game.looks import called_in_channel
from bot.game.table import Table
from bot.game.terms import terms_of
from bot.game.tournaments.announcing import starting_of
from bot.game.tournaments.floors import standing_of
from bot.screens.board_screen import Call, call_screen
from bot.screens.closing import Ending, closing_screen
from bot.screens.components import Screen, note
from bot.screens.lobby_screen import Lobby, lobby_over_screen, lobby_screen
from bot.screens.private_screen import lost_line, seated_screen, watching_screen
from bot.screens.tournaments.announcement import broken_screen, moved_facts, seat_screen
from bot.screens.tournaments.tournament_lines import end_screen, finish_screen
from bot.store.surfaces import Place, Slot
from bot.store.tables import State
from bot.surfaces.contents import (
    announced,
    dealt,
    latest_hand,
    match_note,
    reminded_at,
    reminder_words,
    waiting_names,
)
from bot.texts import Texts, texts_for
from bot.values.draft import Spot
from bot.values.phrases import message_url
from bot.values.scenes import Presence


def lobby_of(table: Table, _: Texts) -> Screen:
    """The message in which people join, or what it says once that is over."""
    event = table.sit_and_go
    lobby = Lobby(
        names={seat.seat: table.people[seat.player_id].name for seat in table.seats},
        computers={number: player.name for number, player in seated(table).items()},
        host=next((s.seat for s in table.seats if s.player_id == table.row.host_id), None),
        terms=terms_of(table, table.next_number),
        out=frozenset(s.seat for s in table.seats if s.presence is not Presence.HERE),
        waiting=waiting_names(table),
        told_role_id=table.row.told_role_id,
        deal=announced(table, is_open=True)
        if table.played is None
        else replace(dealt(table), shown_at=None),
        starting=None if event is None else starting_of(event, table.host.name),
        lacked_people=event is not None and event.lacked_people,
        invited=invited_names(table),
    )
    if table.state is State.LOBBY:
        return lobby_screen(lobby, Spot(table.id), _)
    return lobby_over_screen(lobby, _, closed=table.played is None)


def watching_of(table: Table, player_id: int, _: Texts) -> Screen:
    """The private screen of somebody who has no part in the latest hand."""
    channel = table.channel_id
    if channel is None:
        return note(lost_line(_))
    if table.state is State.CLOSED:
        return note(_("The table in <#{channel}> is closed.", channel=channel))
    seat = table.seat_of(player_id)
    if seat is None:
        return note(_("You no longer have a seat at the table in <#{channel}>.", channel=channel))
    if table.running is not None and table.running.sits_out_with_button(player_id):
        return note(_("You're sitting out this hand because you have the button."))
    presence = table.presence_of(player_id)
    in_channel = not table.people[player_id].takes_dms
    if table.played is not None and table.played.sits_out(player_id):
        return watching_screen(channel, presence, Spot(table.id), _)
    waited = seat.waited_since is not None
    return seated_screen(channel, _, presence, Spot(table.id), in_channel=in_channel, waited=waited)


def call_of(table: Table, _: Texts) -> Screen:
    """The call in the channel to those who take no direct messages."""
    called = called_in_channel(table)
    newest = max(called, key=lambda player_id: reminded_at(table, player_id))
    call = Call(
        user_ids=_user_ids(table, called),
        notified=_user_ids(
            table, [p for p in called if reminded_at(table, p) == reminded_at(table, newest)]
        ),
        until=min((table.deadlines[p] for p in called if p in table.deadlines), default=None),
        reminder=reminder_words(table, newest, _),
    )
    return call_screen(call, Spot(table.id, latest_hand(table).row.number), _)


def _user_ids(table: Table, player_ids: Iterable[int]) -> list[int]:
    ids = (table.people[player_id].user_id for player_id in player_ids)
    return [user_id for user_id in ids if user_id is not None]


def _seat(table: Table, player_id: int) -> Screen:
    """Where somebody plays in a tournament."""
    came = next(each for each in reversed(table.arrivals) if each.player_id == player_id)
    return seat_screen(
        table.row.room or 0,
        table.row.channel_id,
        texts_for(table.people[player_id].locale),
        has_moved=came.came_from is not None,
        is_late=came.round > 1,
    )


def of_tournament(place: Place, table: Table) -> Screen:
    """The message that tells somebody where they play in a tournament, or how they finished."""
    make = _seat if place.slot is Slot.SEAT else _place
    return make(table, place.player_id)


def _place(table: Table, player_id: int) -> Screen:
    """How somebody's part ended."""
    end, _ = table.extras.finish, texts_for(table.people[player_id].locale)
    assert end is not None, "whoever is told has ended"
    url = None
    if end.message_id is not None:
        url = message_url(table.row.guild_id, end.channel_id, end.message_id)
    return finish_screen(end, url, _)


def moves_of(table: Table, _: Texts) -> list[str]:
    """Who has changed tables of the tournament before the hand."""
    floor = table.extras.floor
    if floor is None:
        return []
    went = [(name, where.room, where.channel_id) for name, where in floor.went]
    return moved_facts(went, floor.came, _)


def closing_of(table: Table, _: Texts) -> Screen:
    """How the game at a table ended."""
    floor = table.extras.floor
    if floor is not None:
        return broken_screen(moves_of(table, _), floor.channel_id, _, is_over=floor.is_over)
    void = table.played if table.played is not None and table.played.is_void else None
    spot = Spot(table.id, 0 if void is None else void.row.number)
    if table.sit_and_go is not None:
        return end_screen(standing_of(table), spot, _, is_won=table.sit_and_go.is_won)
    totals = [(table.people[player].name, points) for player, points in table.totals.items()]
    ending = Ending(
        totals,
        table.row.ended_by,
        table.options,
        bool(table.limits),
        match_note(table),
    )
    return closing_screen(ending, spot, _)
