"""A hand that somebody plays alone, as they see it: its presses and screens."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Final

from bot.game import advising
from bot.handlers.request import Services
from bot.screens.board_screen import Announced, deal_lines
from bot.screens.components import Component, PictureOrWords, Screen, Style, button, row, rows, text
from bot.screens.costs import hint_costs
from bot.screens.hint import hint_parts
from bot.screens.press import Press
from bot.screens.result_screen import ResultNote, summary_lines
from bot.screens.skill_lines import unlearnt_lines
from bot.solo.screens import DealPress, deal_line, heading, proof_button
from bot.solo.solo_game import SoloGame
from bot.solo.solo_page import SoloPage, result_scene
from bot.store.solo_deals import FixedDeal
from bot.texts import Texts
from bot.values.ledger_records import AloneRecord
from bot.values.phrases import short
from bot.values.scenes import ResultScene
from ofc_engine.board import Placement
from ofc_engine.players.thinking import counsel


class PlayAlone(Press, code="alone"):
    """Play with a computer player, in a message of one's own."""


class NextAlone(Press, code="anext"):
    """Go on with the next hand, in the same message."""


IN_FULL: Final = 2


@dataclass(frozen=True)
class AloneHint(DealPress, code="ahint"):
    """See the best ways to place one's cards, `IN_FULL` part by part, or with 0 the cards again."""

    shows: int


class AloneReview(DealPress, code="areview"):
    """See what each of one's decisions was worth."""


class AloneRules(DealPress, code="arules"):
    """See the rules that are played by."""


def alone_title(at: SoloGame, number: int, _: Texts) -> str:
    """Which hand it is, and with whom."""
    return _("Hand {number} against {computer}", number=number, computer=at.terms.level.human)


def alone_terms(at: SoloGame, number: int, _: Texts) -> list[str]:
    """The terms to be read before the first card is placed."""
    lines = [deal_line(short(at.deal.commitment), _)]
    if number == 1:
        lines.insert(0, _("Just you and me: this counts in your own record and nowhere else."))
        lines.insert(1, _("Stop whenever you like. Your cards wait, and /play brings you back."))
    return lines


def placing_buttons(at: SoloGame, number: int, _: Texts) -> list[Component]:
    """The buttons below the cards to place, besides those that place them."""
    more = [button(AloneHint(at.spot, 1), _("Hint"))]
    if number == 1 and not at.play.street:
        more.append(button(AloneRules(at.spot), _("Rules")))
    return more


def hinted_screen(
    at: SoloGame,
    title: str,
    picture: PictureOrWords,
    hint: Sequence[Component],
    _: Texts,
) -> Screen:
    """The hand with a hint where the cards to place were."""
    back = row(button(AloneHint(at.spot, 0), _("Return to my cards")))
    parts = (text(heading(at, title, _)), picture.component, *hint, back)
    return Screen(parts, picture.pictures)


def over_screen(
    at: SoloGame,
    title: str,
    result: ResultScene,
    picture: PictureOrWords,
    following: Announced | None,
    _: Texts,
) -> Screen:
    """How a hand went, and what may come next; `following` is the deal of the next."""
    summary = summary_lines(result, ResultNote(None), _)
    lines = [f"### {title}: {_('finished')}", *summary, *deal_lines(following, _)]
    buttons = [
        button(NextAlone(), _("Next hand"), Style.GREEN),
        button(AloneReview(at.spot), _("Review")),
        button(AloneRules(at.spot), _("Rules")),
        proof_button(at.spot, _),
    ]
    return Screen((text("\n".join(lines)), picture.component, *rows(buttons)), picture.pictures)


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
