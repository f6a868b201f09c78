"""Makes the screens of tables: pictures are drawn in a thread, texts put around them."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from bot.ofc.deal import commitment
from bot.ofc.operations import parse_operation
from bot.ofc.proof import Proof
from bot.pictures import alt, draw
from bot.pictures.look import Look
from bot.scenes import ResultScene, TableScene
from bot.screens.board import Public, board_screen, call_screen, closing_screen, result_screen
from bot.screens.components import Illustration, Screen
from bot.screens.drafts import Draft
from bot.screens.faces import Faces
from bot.screens.ids import Spot
from bot.screens.ledger import reached
from bot.screens.lobby import Lobby, lobby_over_screen, lobby_screen, seated_screen
from bot.screens.private import Own, placing_screen, void_screen, waiting_screen
from bot.store.surfaces import Place, Slot
from bot.store.tables import State
from bot.tables.placing import spot_of
from bot.tables.results import result_scene
from bot.tables.table import PlayedHand, Table
from bot.texts import Texts, texts_for


@dataclass
class Studio:
    """Makes screens; `faces` are the card emoji the application has."""

    faces: Faces = field(default_factory=Faces)
    look: Look = field(default_factory=Look)

    async def warm_up(self) -> None:
        """Prepare what the first pictures would have to wait for."""
        await asyncio.to_thread(draw.warm_up, self.look)

    async def surface(
        self, place: Place, table: Table, draft: Draft | None, *, is_posted: bool
    ) -> Screen:
        """What a surface of a table should show.

        The table comes with its totals, and for a result with the hand it is about; `draft`
        is the owner's of a private surface. `is_posted`: its message is there to be edited.
        """
        if place.slot is Slot.PRIVATE:
            return await self.private(table, place.player_id, draft)
        _ = texts_for(table.row.locale)
        match place.slot:
            case Slot.LOBBY:
                return _lobby(table, _)
            case Slot.BOARD:
                return await self._board(table, _)
            case Slot.RESULT:
                return await self._result(table, _, keep_picture=is_posted)
            case Slot.TURN:
                return _call(table, _)
            case Slot.CLOSING:
                return _closing(table, _)

    async def private(
        self, table: Table, player_id: int, draft: Draft | None, *, keep_picture: bool = False
    ) -> Screen:
        """A player's own screen as things are now."""
        _ = texts_for(table.people[player_id].locale)
        played = table.played
        if played is None or played.seat_of(player_id) is None:
            return seated_screen(table.row.channel_id, _)
        if played.row.state == "void":
            return void_screen(played.row.number, _)
        scene = table.scene(player_id)
        spot = spot_of(table, player_id)
        name = f"cards-{spot.hand}-{spot.street}-{'act' if draft else 'seen'}.png"
        words = alt.private(scene, self.look, _)
        picture = await _drawn(
            name, words, partial(draw.private, scene, self.look, _), keep=keep_picture
        )
        own = Own(
            scene,
            picture,
            table.row.channel_id,
            points=_points(table, player_id),
            surrender=_surrender_cost(played, player_id),
        )
        if draft is None:
            return waiting_screen(own, _)
        return placing_screen(own, draft, spot, self.faces, _)

    async def result_picture(
        self, scene: ResultScene, name: str, _: Texts, *, keep: bool = False
    ) -> Illustration:
        """A finished hand; `keep`: the message has the picture already."""
        words = alt.result(scene, _)
        return await _drawn(name, words, partial(draw.result, scene, self.look, _), keep=keep)

    async def table_picture(self, scene: TableScene, name: str, _: Texts) -> Illustration:
        """A hand in play."""
        return await _drawn(name, alt.table(scene, _), partial(draw.table, scene, self.look, _))

    async def _board(self, table: Table, _: Texts) -> Screen:
        played = _played(table)
        scene = table.scene()
        name = f"hand-{scene.number}-{len(played.log)}.png"
        picture = await self.table_picture(scene, name, _)
        ids = [table.people[part.player_id].user_id for part in played.acting]
        public = Public(picture, ids, commitment(played.row.secret))
        return board_screen(scene, public, Spot(table.id, scene.number), _)

    async def _result(self, table: Table, _: Texts, *, keep_picture: bool) -> Screen:
        scene = result_scene(table)
        number = scene.table.number
        name = f"result-{number}.png"
        picture = await self.result_picture(scene, name, _, keep=keep_picture)
        next_hand = table.state is State.BETWEEN
        spot = Spot(table.id, number)
        news = [reached(feat, _) for feat in table.feats]
        return result_screen(scene, picture, spot, _, next_hand=next_hand, news=news)


async def _drawn(
    name: str, words: str, paint: Callable[[], bytes], *, keep: bool = False
) -> Illustration:
    """A picture drawn in a thread, or the one the message has already."""
    return Illustration(name, words, None if keep else await asyncio.to_thread(paint))


def _points(table: Table, player_id: int) -> int:
    """A player's points in the table's hand, 0 while it is played."""
    seat = _played(table).seat_of(player_id)
    if _played(table).is_running or seat is None:
        return 0
    return result_scene(table).points(seat)


def _surrender_cost(played: PlayedHand, player_id: int) -> int:
    seat = played.seat_of(player_id)
    can = played.is_running and seat is not None and played.hand.can_surrender(seat)
    return played.hand.rules.surrender if can else 0


def _lobby(table: Table, _: Texts) -> Screen:
    lobby = Lobby(
        rules=table.rules,
        names=[table.people[seat.player_id].name for seat in table.seats],
        seats=table.row.seats,
        stake=table.row.stake,
    )
    if table.state is State.LOBBY:
        return lobby_screen(lobby, Spot(table.id), _)
    return lobby_over_screen(lobby, _, closed=table.played is None)


def _call(table: Table, _: Texts) -> Screen:
    played = _played(table)
    called = [table.people[played.player_at(seat)] for seat in played.hand.waiting_on]
    ids = [person.user_id for person in called if person.dm_closed]
    return call_screen(ids, Spot(table.id, played.row.number), _)


def _closing(table: Table, _: Texts) -> Screen:
    totals = [(table.people[player].name, points) for player, points in table.totals.items()]
    void = table.played is not None and table.played.row.state == "void"
    return closing_screen(totals, str(proof_of(_played(table))) if void else "", _)


def proof_of(played: PlayedHand) -> Proof:
    """The proof of a hand that is over."""
    return Proof.of(played.hand, map(parse_operation, played.log), played.row.secret)


def _played(table: Table) -> PlayedHand:
    assert table.played is not None
    return table.played
