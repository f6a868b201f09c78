"""The end of a hand as a player sees it in their own message: everybody's result, what is next."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.screens.board import ResultNote, pair_lines, summary_lines
from bot.screens.components import Component, PictureOrWords, Style, button, rows, text
from bot.screens.presses import Ready, ShowMore, ShowReplay, ShowReview, Spot
from bot.texts import Texts
from bot.values.scenes import ResultScene


@dataclass(frozen=True)
class Ended:
    """A finished hand; with `note.next_hand` its player may be ready for another.

    It `is_past` once that has been dealt.
    """

    result: ResultScene
    note: ResultNote
    is_past: bool = False


def ended_parts(
    ended: Ended, picture: PictureOrWords, spot: Spot, controls: Sequence[Component], _: Texts
) -> list[Component]:
    """Who won what, and the buttons for what may come next, `controls` among them.

    The `picture` above tells the points pair by pair; if it is in words, they follow here.
    """
    lines = summary_lines(ended.result, ended.note, _)
    if not picture.pictures:
        lines += pair_lines(ended.result, _)
    if ended.is_past:
        lines.append(_("The next hand has been dealt."))
    buttons = [
        *controls,
        button(ShowReplay(spot), _("Replay")),
        button(ShowReview(spot), _("Review")),
        button(ShowMore(spot), _("More")),
    ]
    if ended.note.next_hand:
        buttons.insert(0, button(Ready(spot), _("Ready"), Style.BLURPLE))
    return [text("\n".join(lines)), *rows(buttons)]
