"""A hand that somebody plays alone, as they see it."""

from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from bot.alone.alone_screens import (
    IN_FULL,
    AloneHint,
    alone_terms,
    alone_title,
    hinted_screen,
    over_screen,
    placing_buttons,
)
from bot.game import advising
from bot.handlers.request import Services
from bot.screens.board_screen import Announced
from bot.screens.components import Component, Screen, text
from bot.screens.costs import hint_costs
from bot.screens.hint import hint_parts
from bot.screens.skill_lines import unlearnt_lines
from bot.solo.screens import deal_line
from bot.solo.solo_page import SoloPage, result_scene
from bot.store.solo_deals import FixedDeal
from bot.values.ledger_records import AloneRecord
from ofc_engine.board import Placement
from ofc_engine.players.thinking import counsel


@dataclass(frozen=True, kw_only=True)
class AlonePage(SoloPage):
    """A hand: their record `before` it, and the deal that is `following` if it is the last."""

    has_par: ClassVar[bool] = False
    before: AloneRecord
    following: FixedDeal | None

    @property
    def number(self) -> int:
        """Which of their hands it is."""
        return self.before.hands + 1

    @property
    def total(self) -> int:
        """Their points in all hands before."""
        return self.before.points

    def title(self) -> str:
        """Which hand it is, and with whom."""
        return alone_title(self.at, self.number, self.texts)

    def terms(self) -> list[str]:
        """To what the deal is committed, and before the first hand what all this is."""
        return alone_terms(self.at, self.number, self.texts)

    def commitments(self) -> list[str]:
        """That to the deal."""
        return [deal_line(self.at.deal.commitment.hex(), self.texts)]

    def more(self) -> list[Component]:
        """A hint, and at first the rules."""
        return placing_buttons(self.at, self.number, self.texts)

    async def over(self, services: Services) -> Screen:
        """Who won how much, and the next hand."""
        scene = result_scene(self.at, self.player, self.number, self.total)
        picture = await self.result_picture(services)
        deal, number = self.following, self.number + 1
        following = None if deal is None else Announced(number, deal.commitment, anew=deal.anew)
        return over_screen(self.at, self.title(), scene, picture, following, self.texts)

    async def hinted(self, services: Services, *, in_full: bool = False) -> Screen:
        """The best ways to place the cards, in place of them, or the first two part by part."""
        knowledge, _ = self.at.play.knowledge(self.at.terms.own), self.texts
        best = await services.thinker.think(partial(counsel, knowledge))
        hint = advising.hint(knowledge, best)
        draft = await services.database.read(self.at.draft)
        said = services.composer.illustrator.said(self.theme, _)

        def written(placement: Placement) -> tuple[str, str]:
            return said(placement), draft.letters_of(placement)

        more, below = AloneHint(self.at.spot, IN_FULL), unlearnt_lines(knowledge.rules, _)
        parts = hint_parts(hint, self.at.spot, written, _, more, below=below)
        if in_full and hint.compared is not None:
            lines = hint_costs(hint.compared, _, aloud=self.theme.aloud)
            parts = [text("\n".join(lines))]
        return hinted_screen(self.at, self.title(), await self.picture(services), parts, _)
