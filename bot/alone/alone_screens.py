"""Presses and screens of hands that somebody plays alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.screens.board_screen import Announced, deal_lines
from bot.screens.components import Component, PictureOrWords, Screen, Style, button, row, rows, text
from bot.screens.press import Press
from bot.screens.result_screen import ResultNote, summary_lines
from bot.solo.screens import deal_line, heading, proof_button
from bot.solo.solo_game import SoloGame
from bot.solo.solo_presses import DealPress
from bot.texts import Texts
from bot.values.phrases import short
from bot.values.scenes import ResultScene


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
