"""The worth of a draft, in words: hands, royalties, Fantasyland, the cost of a foul."""

from dataclasses import dataclass

from bot.texts import Texts
from bot.values.draft import Draft
from bot.values.phrases import FOULS, in_points, made_name, signed
from ofc_engine.scoring import PerRow
from ofc_engine.unfinished import AssuredRows, assured

_NOTHING: PerRow = (0, 0, 0)


@dataclass(frozen=True)
class Worth:
    """The worth of a board as it is laid out, from the Front on.

    `names` are the hands, empty for an empty row; a royalty counts once the row is sure of it.
    `fantasyland` and `foul` are what follows for the whole board, empty if nothing does.
    """

    names: tuple[str, ...]
    royalties: PerRow
    fantasyland: str
    foul: str


def worth_of(draft: Draft, _: Texts) -> Worth:
    """The worth of a draft under the rules of its table."""
    sure = _assured(draft)
    names = made_names(draft, _)
    if foul := _foul(draft, _):
        return Worth(names, _NOTHING, "", foul)
    return Worth(names, sure.royalties, _fantasyland(draft, sure, _), "")


def worth_line(draft: Draft, _: Texts) -> str:
    """The worth of a draft, in one line: `Pair of kings · Trips +2 · Flush +4`.

    A foul has a second line.
    """
    worth = worth_of(draft, _)
    parts = [
        (f"{name} **{signed(points)}**" if points else name) or "–"
        for name, points in zip(worth.names, worth.royalties, strict=True)
    ]
    if worth.fantasyland:
        parts.append(f"⭐ {worth.fantasyland}")
    line = " · ".join(parts)
    return f"{line}\n⚠ {worth.foul}" if worth.foul else line


def made_names(draft: Draft, _: Texts) -> tuple[str, ...]:
    """The hand that each row makes, from the Front on; empty for an empty one."""
    made = draft.view.rules.variant.rows.made(draft.board_after)
    rows = zip(draft.board_after, made, strict=True)
    return tuple(made_name(made, _) if cards else "" for cards, made in rows)


def _assured(draft: Draft) -> AssuredRows:
    view = draft.view
    visit = 0 if view.own is None else view.own.fantasyland
    return assured(draft.board_after, view.rules, players=len(view.seats), fantasyland=visit)


def _foul(draft: Draft, _: Texts) -> str:
    """Why the board is a foul, and what that costs; empty while it may hold."""
    fouls = draft.earlier_fouls or draft.certain_fouls
    if not fouls:
        return ""
    foul = _("Foul: {reasons}", reasons=", ".join(_(FOULS[each]) for each in fouls))
    cost = _(
        "You pay everyone with a valid board {points} plus their royalties.",
        points=in_points(draft.view.rules.scoring.full_loss, _),
    )
    return f"**{foul}.** {cost}"


def _fantasyland(draft: Draft, sure: AssuredRows, _: Texts) -> str:
    if not sure.fantasyland:
        return ""
    stays = draft.view.own is not None and draft.view.own.fantasyland
    if not draft.board_after.is_full:
        return _("Fantasyland again, if no foul") if stays else _("Fantasyland, if no foul")
    if stays:
        return _("you stay in Fantasyland")
    return _("Fantasyland with {cards} cards", cards=sure.fantasyland)
