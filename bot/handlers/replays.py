"""Replays: a finished hand step by step or as an animation, for oneself or for everybody."""

from dataclasses import dataclass
from functools import partial

from bot.game.results import Replay, find_replay
from bot.game.table import TableError
from bot.handlers.request import Answer, Request, Services, Visitor
from bot.handlers.serving import on, personal
from bot.pictures import alt
from bot.pictures.draw import film as drawn_film
from bot.screens.components import Illustration, Picture
from bot.screens.presses import ShareFilm, ShareStep, ShowFilm, ShowReplay, Step
from bot.screens.replies import Private, Redraw, Shared
from bot.screens.review import ReplayStep, film_screen, public_film_screen
from bot.surfaces.composer import theme_of
from bot.surfaces.render import PictureOptions
from bot.tasks import in_background
from bot.texts import Texts
from bot.values.spots import Spot


@on(ShowReplay)
@personal
def replay_hand(at: Request, press: ShowReplay) -> "_Step":
    """A finished hand from its beginning."""
    return _Step(
        find_replay(at.db, press.spot.table, press.spot.hand), 0, at.player.id, is_new=True
    )


@on(Step)
@personal
def step(at: Request, press: Step) -> "_Step":
    """Another step of a hand."""
    replay = find_replay(at.db, press.spot.table, press.spot.hand)
    return _Step(replay, min(press.to, replay.last), at.player.id, is_new=False)


@on(ShareStep)
@personal
def share_step(at: Request, press: ShareStep) -> "_Step":
    """Show a step of a hand to everybody in the channel."""
    replay = find_replay(at.db, press.spot.table, press.spot.hand)
    return _Step(
        replay, min(press.to, replay.last), at.player.id, is_new=False, everybody=at.public_texts
    )


@on(ShowFilm)
@personal
def film(at: Request, press: ShowFilm) -> "_Film":
    """The hand as one animated picture."""
    return _Film(find_replay(at.db, press.spot.table, press.spot.hand))


@on(ShareFilm)
@personal
def share_film(at: Request, press: ShareFilm) -> "_Film":
    """Show the animated picture to everybody in the channel."""
    replay = find_replay(at.db, press.spot.table, press.spot.hand)
    return _Film(replay, everybody=at.public_texts)


@dataclass(frozen=True)
class _Step:
    """A step of a hand; shown also to `everybody`, if it is, in the channel's language."""

    replay: Replay
    at: int
    player_id: int
    is_new: bool
    everybody: Texts | None = None

    async def answer(self, services: Services, visitor: Visitor) -> Answer:
        """One step, in a new message or in the pressed one."""
        _, can_share = visitor.texts, visitor.guild_id is not None
        step = await self._drawn(services, visitor, _)
        if self.everybody is None:
            screen = step.own(_, can_share=can_share)
            return Answer(Private(screen) if self.is_new else Redraw(screen))
        own = step.own(_, can_share=can_share, is_shared=True)
        public = await self._drawn(services, visitor, self.everybody)
        return Answer(Shared(own, public.public(self.everybody)))

    async def _drawn(self, services: Services, visitor: Visitor, _: Texts) -> ReplayStep:
        replay, pictured = self.replay, visitor.may_attach
        spot = Spot(replay.table.id, replay.played.row.number)
        name = f"replay-{spot.hand}-{self.at}.png"
        options = PictureOptions(name, theme_of(replay.table), pictured=pictured)
        illustrator = services.composer.illustrator
        if self.at == replay.last:
            picture = await illustrator.result(replay.result, options, _)
        else:
            picture = await illustrator.table(replay.scene(self.at), options, _)
        link = replay.link if services.replay_url else None
        url = None if link is None else f"{services.replay_url}#{link}"
        decision = replay.decision_from(self.at, self.player_id)
        gave_up = replay.gave_up(self.player_id)
        return ReplayStep(picture, spot.hand, self.at, replay.last, spot, url, decision, gave_up)


@dataclass(frozen=True)
class _Film:
    """A hand as one animated picture, as in `_Step`."""

    replay: Replay
    everybody: Texts | None = None

    async def answer(self, _services: Services, visitor: Visitor) -> Answer:
        """The whole hand, drawn aside: it takes a while."""
        _, can_share = visitor.texts, visitor.guild_id is not None and visitor.may_attach
        spot = Spot(self.replay.table.id, self.replay.played.row.number)
        if self.everybody is None:
            return Answer(Private(film_screen(await self._shown(_), spot, _, can_share=can_share)))
        if not can_share or visitor.picture is None:
            raise TableError(
                "I can't post pictures here. Ask somebody to give me the Attach Files permission."
            )
        mine = Illustration(visitor.picture, alt.result(self.replay.result, _))
        own = film_screen(mine, spot, _, can_share=True, is_shared=True)
        film = await self._shown(self.everybody)
        return Answer(Shared(own, public_film_screen(film, spot, self.everybody)))

    async def _shown(self, _: Texts) -> Illustration:
        replay = self.replay
        scenes = [replay.scene(at) for at in range(replay.last)]
        draw = partial(drawn_film, scenes, replay.result, theme_of(replay.table), _)
        drawn = Picture(f"hand-{replay.played.row.number}.webp", await in_background(draw))
        return Illustration(drawn, alt.result(replay.result, _))
