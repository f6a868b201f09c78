"""A finished hand: step by step, as an animated picture, and its result once newer ones follow."""

from dataclasses import dataclass
from functools import partial
from typing import Final

from bot.game.loading import loaded
from bot.game.results import Replay, find_replay, with_news
from bot.game.table import Table, TableError
from bot.handlers.request import Answer, DeferredAnswer, Request, Services, Visitor
from bot.handlers.serving import on, personal, provides
from bot.pictures import alt
from bot.pictures.draw import film as drawn_film
from bot.screens.components import Illustration, Picture, Screen
from bot.screens.presses import ShareFilm, ShareStep, ShowFilm, ShowReplay, Step
from bot.screens.replies import Private, Redraw, Shared
from bot.screens.review import ReplayStep, film_screen, public_film_screen
from bot.store import hands
from bot.store.engine import Connection
from bot.store.messages import MessageKind, MessageRow
from bot.surfaces.composer import theme_of
from bot.surfaces.kept_messages import Contents, Provider
from bot.surfaces.render import PictureOptions
from bot.tasks import in_background
from bot.texts import Texts
from bot.values.draft import Spot


@on(ShowReplay)
@personal
def replay_hand(at: Request, press: ShowReplay) -> DeferredAnswer:
    """A finished hand from its beginning."""
    return partial(
        _step, find_replay(at.db, press.spot.table, press.spot.hand), 0, at.player.id, is_new=True
    )


@on(Step)
@personal
def step(at: Request, press: Step) -> DeferredAnswer:
    """Another step of a hand."""
    replay = find_replay(at.db, press.spot.table, press.spot.hand)
    return partial(_step, replay, min(press.to, replay.last), at.player.id)


@on(ShareStep)
@personal
def share_step(at: Request, press: ShareStep) -> DeferredAnswer:
    """Show a step of a hand to everybody in the channel."""
    replay = find_replay(at.db, press.spot.table, press.spot.hand)
    return partial(
        _step, replay, min(press.to, replay.last), at.player.id, everybody=at.public_texts
    )


@on(ShowFilm)
@personal
def film(at: Request, press: ShowFilm) -> DeferredAnswer:
    """The hand as one animated picture."""
    return partial(_film, find_replay(at.db, press.spot.table, press.spot.hand))


@on(ShareFilm)
@personal
def share_film(at: Request, press: ShareFilm) -> DeferredAnswer:
    """Show the animated picture to everybody in the channel."""
    replay = find_replay(at.db, press.spot.table, press.spot.hand)
    return partial(_film, replay, everybody=at.public_texts)


async def _step(
    replay: Replay,
    at: int,
    player_id: int,
    services: Services,
    visitor: Visitor,
    *,
    is_new: bool = False,
    everybody: Texts | None = None,
) -> Answer:
    """A step in a new message or in the pressed one; also posted with `everybody`."""
    _, can_share = visitor.texts, visitor.guild_id is not None
    drawn = partial(_drawn, replay, at, player_id, services, pictured=visitor.may_attach)
    step = await drawn(_)
    if everybody is None:
        screen = step.own(_, can_share=can_share)
        return Answer(Private(screen) if is_new else Redraw(screen))
    own = step.own(_, can_share=can_share, is_shared=True)
    public = await drawn(everybody)
    return Answer(Shared(own, public.public(everybody)))


async def _drawn(
    replay: Replay, at: int, player_id: int, services: Services, _: Texts, *, pictured: bool
) -> ReplayStep:
    spot = Spot(replay.table.id, replay.played.row.number)
    name = f"replay-{spot.hand}-{at}.png"
    options = PictureOptions(name, theme_of(replay.table), pictured=pictured)
    illustrator = services.composer.illustrator
    if at == replay.last:
        picture = await illustrator.result(replay.result, options, _)
    else:
        picture = await illustrator.table(replay.scene(at), options, _)
    link = replay.link if services.replay_url else None
    url = None if link is None else f"{services.replay_url}#{link}"
    decision, gave_up = replay.decision_from(at, player_id), replay.gave_up(player_id)
    return ReplayStep(picture, spot.hand, at, replay.last, spot, url, decision, gave_up)


async def _film(
    replay: Replay, _services: Services, visitor: Visitor, *, everybody: Texts | None = None
) -> Answer:
    """A hand as one animated picture, drawn in the background; `everybody` as in `_step`."""
    _, can_share = visitor.texts, visitor.guild_id is not None and visitor.may_attach
    spot = Spot(replay.table.id, replay.played.row.number)
    if everybody is None:
        own = film_screen(await _animated(replay, _), spot, _, can_share=can_share)
        return Answer(Private(own))
    if not can_share or visitor.picture is None:
        raise TableError(
            "I can't post pictures here. Ask somebody to give me the Attach Files permission."
        )
    mine = Illustration(visitor.picture, alt.result(replay.result, _))
    own = film_screen(mine, spot, _, can_share=True, is_shared=True)
    film = await _animated(replay, everybody)
    return Answer(Shared(own, public_film_screen(film, spot, everybody)))


async def _animated(replay: Replay, _: Texts) -> Illustration:
    scenes = [replay.scene(at) for at in range(replay.last)]
    draw = partial(drawn_film, scenes, replay.result, theme_of(replay.table), _)
    drawn = Picture(f"hand-{replay.played.row.number}.webp", await in_background(draw))
    return Illustration(drawn, alt.result(replay.result, _))


# --- results that newer ones have replaced -------------------------------------------------

_LONGEST_PAINTED: Final = 10.0
"""Seconds to wait for the painter, which may be editing the same message."""


@dataclass(frozen=True, kw_only=True)
class ResultContents(Contents):
    """A table with the hand and what there is to tell of it, to a player or everybody (0)."""

    table: Table
    player_id: int

    @property
    def digest(self) -> str:
        """Empty: the message is only due when there is something else to tell."""
        return ""


@provides(MessageKind.HAND)
@dataclass(frozen=True)
class HandMessage(Provider[ResultContents]):
    """A hand's result, in a message that a surface has left behind: it is made void, or judged."""

    services: Services

    def contents(self, db: Connection, row: MessageRow, _now: int) -> ResultContents:
        """The hand, with the latest news of it."""
        assert row.channel_id is not None, "it was left there"
        table_id, number = hands.place_of(db, row.about)
        return ResultContents(
            channel_id=row.channel_id,
            only_edits=True,
            table=with_news(db, loaded(db, table_id, hand=number)),
            player_id=row.player_id,
        )

    async def draw(self, contents: ResultContents, *, pictured: bool) -> Screen:
        """As its surface would show it, but with no next hand to wait for."""
        table, player_id = contents.table, contents.player_id
        composer = self.services.composer
        await self.services.painter.finished(table.id, player_id, _LONGEST_PAINTED)
        if player_id:
            return await composer.private(table, player_id, None, pictured=pictured)
        return await composer.past_result(table, pictured=pictured)
