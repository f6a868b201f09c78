"""How a tournament stands or ended, as text with its pictures, or all in words."""

from dataclasses import dataclass

from bot.handlers.request import Answer, Request, Services, Visitor
from bot.pictures.theme import Theme
from bot.screens.components import Component, Screen, row
from bot.screens.replies import Private, Redraw
from bot.surfaces.finale_pictures import illustrated
from bot.surfaces.render import PictureOptions
from bot.values.options import TableOptions
from bot.values.standings import Finale


@dataclass(frozen=True)
class ShownStanding:
    """A tournament for the visitor alone: a text, and pictures of it unless they listen.

    With `buttons` it is shown in the message whose button was pressed, with `ways` in a new one.
    """

    screen: Screen
    finale: Finale | None
    theme: Theme
    pictured: bool
    buttons: tuple[Component, ...] = ()
    ways: tuple[Component, ...] = ()

    @staticmethod
    def of(
        at: Request,
        screen: Screen,
        finale: Finale | None,
        options: TableOptions,
        *,
        pictured: bool = True,
        buttons: tuple[Component, ...] = (),
        ways: tuple[Component, ...] = (),
    ) -> "ShownStanding":
        """A tournament with these options, as the visitor likes pictures."""
        theme = Theme(options.skin, options.deck).preferred(at.player.preferences)
        pictured = pictured and not theme.aloud and at.visitor.may_attach
        return ShownStanding(screen, finale, theme, pictured, buttons, ways)

    async def answer(self, services: Services, visitor: Visitor) -> Answer:
        """The text with what is drawn of it."""
        screen = self.screen
        if self.finale is not None:
            options = PictureOptions(f"standing-{services.now}.png", self.theme, self.pictured)
            illustrator = services.composer.illustrator
            screen = await illustrated(illustrator, screen, self.finale, options, visitor.texts)
        below = self.buttons or self.ways
        shown = Screen((*screen.components, row(*below)), screen.pictures)
        return Answer(Redraw(shown) if self.buttons else Private(shown))
