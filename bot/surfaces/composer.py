"""Makes the screens that the surfaces of tables show."""

from dataclasses import dataclass, replace
from functools import partial

from bot.game.clock import may_call_time
from bot.game.play import spot_of
from bot.game.presence import dealt_in
from bot.game.readiness import following
from bot.game.results import result_scene
from bot.game.table import Table
from bot.game.terms import terms_of
from bot.pictures.theme import Theme
from bot.screens.board_screen import BoardNote, board_screen
from bot.screens.closing import running_facts
from bot.screens.components import AttachedPicture, Screen, text
from bot.screens.private_screen import covered_screen, placing_screen, void_screen, waiting_screen
from bot.screens.result_screen import FinishedHandView, covered_result_screen, result_screen
from bot.screens.thread_screens import followed_end_screen, followed_result_screen, followed_screen
from bot.screens.tournaments.tournament_words import failing_line
from bot.store.players import Player
from bot.store.surfaces import CURRENT_SLOT, Place, Slot
from bot.store.tables import State
from bot.surfaces.contents import (
    all_cards,
    announced,
    late,
    latest_hand,
    own_part,
    result_note,
    waiting_names,
)
from bot.surfaces.in_words import (
    call_of,
    closing_of,
    lobby_of,
    moves_of,
    of_tournament,
    watching_of,
)
from bot.surfaces.render import Had, Illustrator, PictureOptions, has_none, illustrated
from bot.texts import Texts, texts_for
from bot.values.draft import Draft, Spot


@dataclass(frozen=True)
class Composer:
    """Makes screens, with what the illustrator draws or tells."""

    illustrator: Illustrator

    async def surface(
        self,
        place: Place,
        table: Table,
        draft: Draft | None,
        *,
        pictured: bool = True,
        had: Had = has_none,
    ) -> Screen:
        """The screen that a surface of a table should show.

        For the channel the table is loaded with its news, for a result with the hand it is about;
        `draft` is that of a private surface's owner. If not `pictured`, it is in words, for where
        no picture can be shown. `had` finds the picture that its message has.
        """
        if place.slot is Slot.PRIVATE:
            return await self.private(table, place.player_id, draft, pictured=pictured, had=had)
        if place.slot in (Slot.SEAT, Slot.PLACE):
            return of_tournament(place, table)
        _ = texts_for(table.row.locale)
        screen = await self._public(place.slot, table, _, pictured=pictured, had=had)
        if table.row.is_failing and place.slot is CURRENT_SLOT.get(table.state):
            return replace(screen, components=(text(failing_line(_)), *screen.components))
        return screen

    async def _public(
        self, slot: Slot, table: Table, _: Texts, *, pictured: bool, had: Had
    ) -> Screen:
        """The screen that a surface in the channel should show."""
        match slot:
            case Slot.LOBBY:
                return lobby_of(table, _)
            case Slot.TURN:
                return call_of(table, _)
            case Slot.CLOSING:
                drawn = self._closing
            case Slot.BOARD:
                drawn = self._board
            case Slot.RESULT:
                drawn = partial(self._result, had=had)
            case _:
                drawn = partial(self._followed, had=had)
        return await drawn(table, _, pictured=pictured)

    async def private(
        self,
        table: Table,
        player_id: int,
        draft: Draft | None,
        *,
        pictured: bool = True,
        kept: AttachedPicture | None = None,
        had: Had = has_none,
    ) -> Screen:
        """A player's own screen as things are now.

        `kept` is the picture that its message keeps, although it may be out of date; `had` finds
        the one that it has.
        """
        _ = texts_for(table.people[player_id].locale)
        played = table.played
        if played is None or played.seat_of(player_id) is None:
            return watching_of(table, player_id, _)
        if played.is_void:
            group = table.mode.group(table)
            return void_screen(played.row.number, table.channel_id, group, _)
        spot = spot_of(table, player_id)
        own = own_part(table, player_id)
        theme = theme_of(table, table.people[player_id])
        if table.is_covered:
            return covered_screen(own, spot, _)
        name = _file_name(spot, own.ended, acts=draft is not None)
        options = PictureOptions(name, theme, pictured=pictured, kept=kept, had=had)
        if own.ended is None:
            picture = await self.illustrator.private(own.scene, options, _)
        else:
            picture = await self.illustrator.result(own.ended.result, options, _)
        if draft is None:
            may_call = may_call_time(table, player_id)
            return waiting_screen(own, picture, spot, _, may_call_time=may_call)
        return placing_screen(own, picture, draft, spot, self.illustrator.faces(theme), _)

    async def past_result(self, table: Table, *, pictured: bool) -> Screen:
        """The result of the hand a table is loaded with, in a message that newer ones followed."""
        _ = texts_for(table.row.locale)
        return await self._result(table, _, pictured=pictured, next_hand=False)

    async def _closing(self, table: Table, _: Texts, *, pictured: bool) -> Screen:
        screen = closing_of(table, _)
        finale = table.extras.finale
        if finale is None:
            return screen
        options = PictureOptions(f"end-{table.id}.png", theme_of(table), pictured)
        return await illustrated(self.illustrator, screen, finale, options, _)

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
        facts += moves_of(table, _)
        public = BoardNote(picture, ids, until, facts, late(table), played.row.seen)
        return board_screen(scene, public, Spot(table.id, scene.number), _)

    async def _followed(self, table: Table, _: Texts, *, pictured: bool, had: Had) -> Screen:
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
        options = PictureOptions(f"result-{number}.png", look, pictured=pictured, had=had)
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
        self,
        table: Table,
        _: Texts,
        *,
        pictured: bool,
        had: Had = has_none,
        next_hand: bool = True,
    ) -> Screen:
        scene = result_scene(table)
        number = scene.table.number
        is_open = next_hand and table.state is State.BETWEEN
        note = replace(
            result_note(table, _, next_hand=following(table) if next_hand else None),
            out=dealt_in(table).out,
            waiting=waiting_names(table) if is_open else (),
            deal=announced(table, is_open=is_open),
        )
        spot = Spot(table.id, number)
        if table.is_covered:
            return covered_result_screen(scene, spot, _, note)
        theme = theme_of(table)
        options = PictureOptions(f"result-{number}.png", theme, pictured=pictured, had=had)
        picture = await self.illustrator.result(scene, options, _)
        return result_screen(scene, picture, spot, _, note)


def theme_of(table: Table, owner: Player | None = None) -> Theme:
    """The theme of a table's pictures, or of those that only `owner` sees."""
    theme = Theme(table.options.skin, table.options.deck)
    return theme if owner is None else theme.preferred(owner.preferences)


def _file_name(spot: Spot, ended: FinishedHandView | None, *, acts: bool) -> str:
    """The name of a picture that only a player sees; each change of the picture changes it."""
    if ended is not None:
        return f"result-{spot.hand}.png"
    return f"cards-{spot.hand}-{spot.street}-{'act' if acts else 'seen'}.png"
