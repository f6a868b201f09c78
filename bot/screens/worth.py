"""What a draft is worth, in words: hands, royalties, Fantasyland, what a foul costs."""

from bot.ofc.draft import Draft
from bot.ofc.unfinished import Assured, assured
from bot.texts import Texts
from bot.values.hands import made_name
from bot.values.phrases import FOULS, signed


def worth_line(draft: Draft, _: Texts) -> str:
    """What the rows make as they are laid out: `Pair of kings · Trips +2 · Flush +4`.

    A royalty is told once the row is sure of it. What is more follows: the Fantasyland that the
    board earns, or that it is a foul and what that costs.
    """
    fouls = draft.earlier_fouls or draft.certain_fouls
    sure = assured_of(draft)
    names = (
        f"{name} **{signed(points)}**" if points and not fouls else name
        for name, points in zip(made_names(draft, sure, _), sure.royalties, strict=True)
    )
    line = " · ".join(names)
    if not fouls:
        return line + _fantasyland(draft, sure, _)
    reasons = ", ".join(_(FOULS[foul]) for foul in fouls)
    foul = _("Foul: {reasons}", reasons=reasons)
    cost = _(
        "You pay everyone with a valid board {points} points plus their royalties.",
        points=draft.view.rules.scoring.full_loss,
    )
    return f"{line}\n⚠ **{foul}.** {cost}"


def made_names(draft: Draft, sure: Assured, _: Texts) -> tuple[str, ...]:
    """What each row makes, from the Front on; a dash for an empty one."""
    rows = zip(draft.board_after, sure.made, strict=True)
    return tuple(made_name(made, _) if cards else "–" for cards, made in rows)


def assured_of(draft: Draft) -> Assured:
    """What the board is sure of as it is laid out."""
    view = draft.view
    visit = 0 if view.own is None else view.own.fantasyland
    return assured(draft.board_after, view.rules, players=len(view.seats), fantasyland=visit)


def _fantasyland(draft: Draft, sure: Assured, _: Texts) -> str:
    if not sure.fantasyland:
        return ""
    stays = draft.view.own is not None and draft.view.own.fantasyland
    if not draft.board_after.is_full:
        words = _("Fantasyland again, if no foul") if stays else _("Fantasyland, if no foul")
    elif stays:
        words = _("you stay in Fantasyland")
    else:
        words = _("Fantasyland with {cards} cards", cards=sure.fantasyland)
    return f" · ⭐ {words}"
