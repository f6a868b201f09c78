"""Requests about finished hands: step through one, have it as an animated picture."""

from functools import partial

from bot.desk.desk import Desk
from bot.desk.registry import on
from bot.desk.visitors import Answer, Visitor
from bot.pictures import alt
from bot.pictures.film import film as drawn_film
from bot.screens.components import Illustration, Picture, Screen
from bot.screens.presses import ShowFilm, ShowReplay, Spot, Step, TablePress
from bot.screens.replay import film_screen, replay_screen
from bot.screens.replies import Private, Redraw
from bot.store import tables
from bot.tables.background import in_background
from bot.tables.illustrator import Wish
from bot.tables.replay import Replay, find_replay
from bot.tables.studio import look_of
from bot.texts import texts_for


async def show(desk: Desk, visitor: Visitor, number: int | None) -> Answer:
    """A hand of this channel from its beginning; the latest without a number."""
    replay = await desk.database.read(
        lambda db: find_replay(db, tables.latest_in_channel(db, visitor.channel_id), number)
    )
    return Answer(Private(await _screen(desk, visitor, replay, 0)))


@on(ShowReplay)
async def begin(desk: Desk, visitor: Visitor, press: ShowReplay) -> Answer:
    """A finished hand from its beginning."""
    return Answer(Private(await _screen(desk, visitor, await _pressed(desk, press), 0)))


@on(Step)
async def step(desk: Desk, visitor: Visitor, press: Step) -> Answer:
    """Another step of a hand."""
    replay = await _pressed(desk, press)
    at = min(press.to, replay.last)
    return Answer(Redraw(await _screen(desk, visitor, replay, at)))


@on(ShowFilm)
async def film(desk: Desk, visitor: Visitor, press: ShowFilm) -> Answer:
    """The hand as one animated picture."""
    replay = await _pressed(desk, press)
    _ = texts_for(visitor.person.locale)
    scenes = [replay.scene(at) for at in range(replay.last)]
    draw = partial(drawn_film, scenes, replay.result, look_of(replay.table), _)
    number = replay.played.row.number
    drawn = Picture(f"hand-{number}.webp", await in_background(draw))
    shown = Illustration(drawn, alt.result(replay.result, _))
    return Answer(Private(film_screen(shown, number, _)))


async def _pressed(desk: Desk, press: TablePress) -> Replay:
    return await desk.database.read(lambda db: find_replay(db, press.spot.table, press.spot.hand))


async def _screen(desk: Desk, visitor: Visitor, replay: Replay, at: int) -> Screen:
    _ = texts_for(visitor.person.locale)
    number = replay.played.row.number
    wish = Wish(f"replay-{number}-{at}.png", look_of(replay.table))
    if at == replay.last:
        picture = await desk.studio.illustrator.result(replay.result, wish, _)
    else:
        picture = await desk.studio.illustrator.table(replay.scene(at), wish, _)
    return replay_screen(picture, number, at, replay.last, Spot(replay.table.id, number), _)
