"""Makes the screens that the surfaces of tables show."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from bot.game.clock import may_call_time
from bot.game.computers import seated
from bot.game.looks import called_in_channel
from bot.game.placing import spot_of
from bot.game.presence import STACKS, dealt_in
from bot.game.readiness import following
from bot.game.results import result_scene
from bot.game.table import Table
from bot.game.terms import terms_of
from bot.game.tournaments.sit_and_go import standing
from bot.game.tournaments.starts import starting_of
from bot.ofc.draft import Draft
from bot.pictures import alt
from bot.pictures.theme import Theme
from bot.screens.board import BoardNote, Call, board_screen, call_screen
from bot.screens.closing import Ending, closing_screen, running_facts
from bot.screens.components import Kept, Screen, note
from bot.screens.following import (
    followed_end_screen,
    followed_result_screen,
    followed_screen,
)
from bot.screens.lobby import Lobby, lobby_over_screen, lobby_screen
from bot.screens.presses import Spot
from bot.screens.private import covered_screen, placing_screen, void_screen, waiting_screen
from bot.screens.result import Ended, covered_result_screen, result_screen
from bot.screens.tournaments.announcement import broken_screen, moved_facts, seat_screen
from bot.screens.tournaments.duplicate import RoundsFinished, finish_screen
from bot.screens.tournaments.tournament import end_screen
from bot.screens.waiting import message_url, seated_screen, watching_screen
from bot.store.players import Player
from bot.store.surfaces import Place, Slot
from bot.store.tables import FEW, State
from bot.surfaces.contents import (
    all_cards,
    announced,
    dealt,
    late,
    latest_hand,
    match_note,
    own_part,
    proof_of,
    reminded_at,
    reminder_words,
    result_note,
    waiting_names,
)
from bot.surfaces.finales import illustrated
from bot.surfaces.render import Illustrator, PictureOptions
from bot.texts import Texts, texts_for
from bot.values.scenes import Presence


@dataclass(frozen=True)
class Studio:
    """Makes screens, with what the illustrator draws or tells."""

    illustrator: Illustrator

    async def surface(
        self,
        place: Place,
        table: Table,
        draft: Draft | None,
        *,
        pictured: bool = True,
    ) -> Screen:
        """The screen that a surface of a table should show.

        For the channel the table comes with its news, and for a result with the hand it is about;
        `draft` is the owner's of a private surface. Not `pictured`: in words, where no picture can
        be shown.
        """
        if place.slot is Slot.PRIVATE:
            return await self.private(table, place.player_id, draft, pictured=pictured)
        _ = texts_for(table.row.locale)
        match place.slot:
            case Slot.SEAT | Slot.PLACE:
                return _of_tournament(place, table)
            case Slot.LOBBY:
                return _lobby(table, _)
            case Slot.TURN:
                return _call(table, _)
            case Slot.CLOSING:
                drawn = self._closing
            case Slot.BOARD:
                drawn = self._board
            case Slot.RESULT:
                drawn = self._result
            case Slot.THREAD:
                drawn = self._followed
        return await drawn(table, _, pictured=pictured)

    async def private(
        self,
        table: Table,
        player_id: int,
        draft: Draft | None,
        *,
        pictured: bool = True,
        kept: Kept | None = None,
    ) -> Screen:
        """A player's own screen as things are now.

        `kept` is the picture that its message keeps, although it may be out of date.
        """
        _ = texts_for(table.people[player_id].locale)
        played = table.played
        if played is None or played.seat_of(player_id) is None:
            return _watching(table, player_id, _)
        if played.is_void:
            return void_screen(played.row.number, _)
        spot = spot_of(table, player_id)
        own = table.once(own_part, player_id)
        theme = table.once(_theme_for, player_id)
        if table.is_covered:
            return covered_screen(own, spot, _)
        name = _file_name(spot, own.ended, acts=draft is not None)
        options = PictureOptions(name, theme, pictured=pictured, kept=kept)
        if own.ended is None:
            told = table.once(_private_alt, player_id)
            picture = await self.illustrator.private(own.scene, options, _, told)
        else:
            picture = await self.illustrator.result(own.ended.result, options, _)
        if draft is None:
            may_call = may_call_time(table, player_id)
            return waiting_screen(replace(own, picture=picture, may_call_time=may_call), spot, _)
        own = replace(own, picture=picture, placing_at=draft.places_at)
        return placing_screen(own, draft, spot, self.illustrator.faces(theme), _)

    async def past_result(self, table: Table, *, pictured: bool) -> Screen:
        """The result of the hand a table is loaded with, in its message that a newer followed."""
        _ = texts_for(table.row.locale)
        return await self._result(table, _, pictured=pictured, next_hand=False)

    async def _closing(self, table: Table, _: Texts, *, pictured: bool) -> Screen:
        screen = _closing(table, _)
        if table.finale is None:
            return screen
        options = PictureOptions(f"end-{table.id}.png", theme_of(table), pictured)
        return await illustrated(self.illustrator, screen, table.finale, options, _)

    async def _board(self, table: Table, _: Texts, *, pictured: bool) -> Screen:
        played = latest_hand(table)
        scene = table.scene()
        name = f"hand-{scene.number}-{len(played.log)}.png"
        options = PictureOptions(name, theme_of(table), pictured=pictured)
        picture = await self.illustrator.table(scene, options, _)
        ids = [table.people[part.player_id].user_id for part in played.acting]
        due = (at for player, at in table.deadlines.items() if player not in table.away)
        until = min(due, default=None)
        facts = running_facts(terms_of(table, scene.number), scene.number, _)
        facts += _moved(table, _)
        public = BoardNote(picture, ids, until, facts, late(table))
        return board_screen(scene, public, Spot(table.id, scene.number), _)

    async def _followed(self, table: Table, _: Texts, *, pictured: bool) -> Screen:
        """A hand for those who follow the table."""
        played, look = table.played, theme_of(table)
        if played is None or played.is_void:
            return followed_end_screen(None if played is None else played.row.number, _)
        number = played.row.number
        if played.is_running:
            options = PictureOptions(
                f"hand-{number}-{len(played.log)}.png", look, pictured=pictured
            )
            scene = table.scene()
            return followed_screen(scene, await self.illustrator.table(scene, options, _), _)
        result = result_scene(table)
        options = PictureOptions(f"result-{number}.png", look, pictured=pictured)
        return followed_result_screen(
            result,
            await self.illustrator.result(result, options, _),
            result_note(table, _, next_hand=None),
            all_cards(table),
            self.illustrator.faces(look),
            Spot(table.id, number),
            _,
            closed=table.state is State.CLOSED,
        )

    async def _result(
        self, table: Table, _: Texts, *, pictured: bool, next_hand: bool = True
    ) -> Screen:
        scene = result_scene(table)
        number = scene.table.number
        is_open = next_hand and table.state is State.BETWEEN
        note = replace(
            result_note(table, _, next_hand=following(table) if next_hand else None),
            out=dealt_in(table).out,
            waiting=waiting_names(table) if next_hand else (),
            deal=announced(table, is_open=is_open),
        )
        spot = Spot(table.id, number)
        if table.is_covered:
            return covered_result_screen(scene, spot, _, note)
        options = PictureOptions(f"result-{number}.png", theme_of(table), pictured=pictured)
        picture = await self.illustrator.result(scene, options, _)
        return result_screen(scene, picture, spot, _, note)


def theme_of(table: Table, owner: Player | None = None) -> Theme:
    """The theme of a table's pictures, or of those that only its `owner` sees."""
    theme = Theme(table.options.skin, table.options.deck)
    return theme if owner is None else theme.preferred(owner.preferences)


def _theme_for(table: Table, player_id: int) -> Theme:
    return theme_of(table, table.people[player_id])


def _private_alt(table: Table, player_id: int) -> str:
    """A player's own view in words; taps change nothing of it."""
    texts = texts_for(table.people[player_id].locale)
    return alt.private(table.scene(player_id), _theme_for(table, player_id), texts)


def _file_name(spot: Spot, ended: Ended | None, *, acts: bool) -> str:
    """The name of a picture that only a player sees: another after each change of it."""
    if ended is not None:
        return f"result-{spot.hand}.png"
    return f"cards-{spot.hand}-{spot.street}-{'act' if acts else 'seen'}.png"


def _lobby(table: Table, _: Texts) -> Screen:
    lobby = Lobby(
        names={seat.seat: table.people[seat.player_id].name for seat in table.seats},
        computers={number: player.name for number, player in seated(table).items()},
        host=next((s.seat for s in table.seats if s.player_id == table.row.host_id), None),
        terms=terms_of(table, table.next_number),
        out=frozenset(s.seat for s in table.seats if s.presence is not Presence.HERE),
        waiting=waiting_names(table),
        told_role_id=table.row.told_role_id,
        deal=announced(table, is_open=True) if table.played is None else dealt(table),
        starting=starting_of(table),
        lacked_people=table.row.ended_by == FEW,
    )
    if table.state is State.LOBBY:
        return lobby_screen(lobby, Spot(table.id), _)
    return lobby_over_screen(lobby, _, closed=table.played is None)


def _watching(table: Table, player_id: int, _: Texts) -> Screen:
    """The private screen of somebody who has no part in the latest hand."""
    channel = table.row.channel_id
    if table.state is State.CLOSED:
        return note(_("The table in <#{channel}> is closed.", channel=channel))
    seat = table.seat_of(player_id)
    if seat is None:
        return note(_("You no longer have a seat at the table in <#{channel}>.", channel=channel))
    if table.running is not None and table.running.sits_out_with_button(player_id):
        return note(_("You are sitting out this hand because you have the button."))
    presence = table.presence_of(player_id)
    in_channel = not table.people[player_id].takes_dms
    if table.played is not None and table.played.sits_out(player_id):
        return watching_screen(channel, presence, Spot(table.id), _)
    waited = seat.waited_since is not None
    return seated_screen(channel, _, presence, Spot(table.id), in_channel=in_channel, waited=waited)


def _call(table: Table, _: Texts) -> Screen:
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


def _of_tournament(place: Place, table: Table) -> Screen:
    """What somebody is told of their tournament by direct message."""
    make = _seat if place.slot is Slot.SEAT else _place
    return make(table, place.player_id)


def _place(table: Table, player_id: int) -> Screen:
    """How somebody ended in a duplicate tournament."""
    end, _ = table.finish, texts_for(table.people[player_id].locale)
    assert end is not None, "whoever is told has a place"
    url = None
    if end.message_id is not None:
        url = message_url(table.row.guild_id, end.channel_id, end.message_id)
    own = RoundsFinished(end.place, end.of, end.scores, end.compared)
    return finish_screen(own, end.channel_id, url, _)


def _moved(table: Table, _: Texts) -> list[str]:
    """Who has changed tables of the tournament before the hand."""
    if table.floor is None:
        return []
    went = [(name, where.room, where.channel_id) for name, where in table.floor.went]
    return moved_facts(went, table.floor.came, _)


def _closing(table: Table, _: Texts) -> Screen:
    if table.floor is not None:
        floor = table.floor
        return broken_screen(_moved(table, _), floor.channel_id, _, is_over=floor.is_over)
    if table.options.is_tournament:
        proof, is_won = _void_proof(table), table.row.ended_by == STACKS
        return end_screen(standing(table), Spot(table.id), _, is_won=is_won, proof=proof)
    totals = [(table.people[player].name, points) for player, points in table.totals.items()]
    own_limits = any(seat.loss_limit for seat in table.seats)
    ending = Ending(
        totals,
        table.row.ended_by,
        table.options,
        _void_proof(table),
        own_limits,
        match_note(table),
    )
    return closing_screen(ending, Spot(table.id), _)


def _void_proof(table: Table) -> str:
    """The proof of a hand that was not finished; empty if the latest was."""
    void = table.played is not None and table.played.is_void
    return str(proof_of(latest_hand(table))) if void else ""
