"""The daily deal as somebody sees it now, with its picture."""

from dataclasses import dataclass
from functools import partial

from bot.daily.days import number_of
from bot.daily.dealing import COMPUTER, LEVEL, OWN
from bot.daily.playing import judged, with_par
from bot.daily.rounds import Round
from bot.daily.screens import Result, Today, placing_screen, result_screen
from bot.handlers.request import Services
from bot.ofc.match import settle
from bot.pictures.theme import Theme
from bot.screens.components import Kept, Screen
from bot.store import daily
from bot.store.daily import Field
from bot.store.engine import Connection
from bot.store.players import Player
from bot.surfaces.render import PictureOptions
from bot.texts import Texts
from bot.values.scenes import COMPUTER as COMPUTERS
from bot.values.scenes import ResultScene, ScenePlayer, TableScene


@dataclass(frozen=True)
class Page:
    """A round as its player sees it, in their language.

    `kept` is the picture that its message keeps; not `pictured`: in words.
    """

    at: Round
    player: Player
    today: Today
    texts: Texts
    kept: Kept | None = None
    pictured: bool = True

    async def screen(self, services: Services) -> Screen:
        """The cards to place, or how it went."""
        if self.at.attempt.is_over:
            return await self.of_result(services, await self.result(services))
        illustrator, play = services.studio.illustrator, self.at.play
        options = self._options(str(play.street))
        picture = await illustrator.private(_scene(self.at, self.player, 0), options, self.texts)
        faces = illustrator.faces(options.theme)
        return placing_screen(self.at, self.at.draft, picture, faces, self.today, self.texts)

    async def result(self, services: Services) -> Result:
        """A round that is over, beside par and the others."""
        at, decisions = await judged(services, self.at)
        at = Round(await with_par(services, at.deal), at.attempt)
        compared = partial(_compared, at, self.today.here)
        here, everywhere, streak = await services.database.read(compared)
        return Result(at, decisions, here, everywhere, streak)

    async def of_result(
        self, services: Services, result: Result, *, is_shared: bool = False
    ) -> Screen:
        """How it went; `is_shared`: everybody has been told."""
        picture = await services.studio.illustrator.result(
            result_scene(self.at, self.player), self._options("result"), self.texts
        )
        today, now = self.today, services.now
        return result_screen(result, picture, today, now, self.texts, is_shared=is_shared)

    def _options(self, what: str) -> PictureOptions:
        theme = Theme().preferred(self.player.preferences)
        name = f"daily-{self.at.attempt.day}-{what}.png"
        return PictureOptions(name, theme, pictured=self.pictured, kept=self.kept)


def _compared(at: Round, guild_id: int | None, db: Connection) -> tuple[Field | None, Field, int]:
    here = None if guild_id is None else daily.field(db, at.attempt, guild_id)
    streak = daily.streak(db, at.attempt.player_id, at.attempt.day)
    return here, daily.field(db, at.attempt), streak


def result_scene(at: Round, player: Player) -> ResultScene:
    """A hand that is over, as its picture shows it."""
    score = at.play.outcome.score
    scene = _scene(at, player, score.points[OWN])
    return ResultScene(scene, score, settle(score.pairs, (0, 0)), 1)


def _scene(at: Round, player: Player, points: int) -> TableScene:
    players = [ScenePlayer(player.name, player.handle, points)] * 2
    name, handle = f"{LEVEL.human}{COMPUTERS}", f"{LEVEL.name}_bot"
    players[COMPUTER] = ScenePlayer(name, handle, -points, is_computer=True)
    number = number_of(at.attempt.day)
    return TableScene(number, at.play.view, tuple(players), (COMPUTER, OWN), OWN)
