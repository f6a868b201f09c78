"""How a tournament stands, as text with its picture."""

from dataclasses import dataclass

from bot.handlers.request import Answer, Request, Services, Visitor
from bot.pictures.theme import Theme
from bot.screens.components import Screen
from bot.screens.replies import Private
from bot.surfaces.render import PictureOptions
from bot.values.options import TableOptions
from bot.values.standings import StandingScene


@dataclass(frozen=True)
class Standing:
    """The standing for the visitor alone: a text, and a picture of it unless they listen."""

    screen: Screen
    scene: StandingScene | None
    theme: Theme

    @staticmethod
    def of(
        at: Request, screen: Screen, scene: StandingScene | None, options: TableOptions
    ) -> "Standing":
        """The standing of a tournament with these options, as the visitor likes pictures."""
        theme = Theme(options.skin, options.deck).preferred(at.player.preferences)
        return Standing(screen, scene, theme)

    async def answer(self, services: Services, visitor: Visitor) -> Answer:
        """The text with its picture."""
        if self.scene is None or self.theme.aloud or not visitor.may_attach:
            return Answer(Private(self.screen))
        options = PictureOptions(f"standing-{services.now}.png", self.theme)
        picture = await services.studio.illustrator.standing(self.scene, options, visitor.texts)
        return Answer(Private(self.screen.illustrated(picture)))
