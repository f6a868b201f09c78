"""Finished hands: step through one, have it as an animated picture."""

from dataclasses import dataclass
from functools import partial

from bot.handlers.registry import looks, on
from bot.handlers.request import Answer, Request, Visitor
from bot.handlers.services import Services
from bot.pictures import alt
from bot.pictures.draw import film as drawn_film
from bot.screens.components import Illustration, Picture, Screen
from bot.screens.presses import ShowFilm, ShowReplay, Spot, Step
from bot.screens.replay import film_screen, replay_screen
from bot.screens.replies import Private, Redraw
from bot.store import tables
from bot.tables.background import in_background
from bot.tables.illustrator import Wish
from bot.tables.replay import Replay, find_replay
from bot.tables.studio import look_of


@looks
def show(at: Request, number: int | None) -> "_Step":
    """A hand of this channel from its beginning; the latest without a number."""
    table_id = tables.latest_in_channel(at.db, at.visitor.channel_id)
    return _Step(find_replay(at.db, table_id, number), 0, is_new=True)


@on(ShowReplay)
@looks
def begin(at: Request, press: ShowReplay) -> "_Step":
    """A finished hand from its beginning."""
    return _Step(find_replay(at.db, press.spot.table, press.spot.hand), 0, is_new=True)


@on(Step)
@looks
def step(at: Request, press: Step) -> "_Step":
    """Another step of a hand."""
    replay = find_replay(at.db, press.spot.table, press.spot.hand)
    return _Step(replay, min(press.to, replay.last), is_new=False)


@on(ShowFilm)
@looks
def film(at: Request, press: ShowFilm) -> "_Film":
    """The hand as one animated picture."""
    return _Film(find_replay(at.db, press.spot.table, press.spot.hand))


@dataclass(frozen=True)
class _Step:
    replay: Replay
    at: int
    is_new: bool

    async def answer(self, services: Services, visitor: Visitor) -> Answer:
        """One step, in a new message or in the pressed one."""
        screen = await self._screen(services, visitor)
        return Answer(Private(screen) if self.is_new else Redraw(screen))

    async def _screen(self, services: Services, visitor: Visitor) -> Screen:
        replay, _ = self.replay, visitor.texts
        number = replay.played.row.number
        wish = Wish(f"replay-{number}-{self.at}.png", look_of(replay.table))
        illustrator = services.studio.illustrator
        if self.at == replay.last:
            picture = await illustrator.result(replay.result, wish, _)
        else:
            picture = await illustrator.table(replay.scene(self.at), wish, _)
        spot = Spot(replay.table.id, number)
        return replay_screen(picture, number, self.at, replay.last, spot, _)


@dataclass(frozen=True)
class _Film:
    replay: Replay

    async def answer(self, _services: Services, visitor: Visitor) -> Answer:
        """The whole hand, drawn aside: it takes a while."""
        replay, _ = self.replay, visitor.texts
        scenes = [replay.scene(at) for at in range(replay.last)]
        draw = partial(drawn_film, scenes, replay.result, look_of(replay.table), _)
        number = replay.played.row.number
        drawn = Picture(f"hand-{number}.webp", await in_background(draw))
        shown = Illustration(drawn, alt.result(replay.result, _))
        return Answer(Private(film_screen(shown, number, _)))
