"""A hint before a placement, as a private message."""

from collections.abc import Callable, Sequence
from typing import Final

from bot.screens.components import Component, Screen, button, row, section, text
from bot.screens.costs import against_second, coming_line
from bot.screens.press import Press
from bot.screens.presses import LayOut, MoreOfHint
from bot.texts import Texts
from bot.values.draft import Spot, Where
from bot.values.hand_skill import Hint
from bot.values.phrases import in_points
from ofc_engine.board import Placement
from ofc_engine.players.opinions import Advice, Risk

_ALIKE: Final = 0.15
"""Placements that differ by fewer points are about as good, even if the difference is exact."""
_CERTAIN: Final = 0.999
"""A chance above this counts as certain."""


def hint_screen(
    hint: Hint,
    spot: Spot,
    written: Callable[[Placement], tuple[str, str]],
    _: Texts,
    *,
    below: Sequence[str] = (),
) -> Screen:
    """A hint as a message of its own: what `hint_parts` says."""
    heading = text("### " + _("Hand {number}: a hint, just for you", number=spot.hand))
    parts = hint_parts(hint, spot, written, _, MoreOfHint(spot), below=below)
    return Screen((heading, *parts))


def hint_parts(
    hint: Hint,
    spot: Where,
    written: Callable[[Placement], tuple[str, str]],
    _: Texts,
    more: Press | None = None,
    *,
    below: Sequence[str] = (),
) -> list[Component]:
    """The best placements of a hand, best first, each with a button that lays it out.

    `written` gives a placement in words, and its layout; `more` shows the first two part by part.
    The lines `below` end it.
    """
    parts: list[Component] = []
    for rank, advice in enumerate(hint.best, start=1):
        words, layout = written(advice.placement)
        line = text(f"**{rank}.** {words}\n-# {_chances(advice, _)}")
        parts.append(section(line, button(LayOut(spot, layout), _("Place this"))))
    if hint.giving_up:
        points = in_points(hint.giving_up, _)
        return [*parts, text(_("Giving up costs only {points}.", points=points))]
    said = " ".join([why(hint, _), *_safer(hint.best, _)])
    lines = [said, *coming_line(hint.coming, _), *_surely(hint.best, _), *below]
    parts.append(text("\n".join(lines)))
    if more is not None and hint.compared is not None:
        parts.append(row(button(more, _("More"))))
    return parts


def _chances(advice: Advice, _: Texts) -> str:
    return " · ".join(
        [
            _("expected points: {points}", points=_.decimal(advice.points, signed=True)),
            _risk(advice, _),
            _("Fantasyland {chance}%", chance=_percent(advice.fantasyland)),
        ]
    )


def _risk(advice: Advice, _: Texts) -> str:
    chance = _percent(advice.foul)
    if advice.foul >= _CERTAIN:
        return _("a foul whatever comes")
    if not chance:
        return _("no risk of a foul")
    match advice.risk:
        case Risk.LOW:
            return _("low risk: fouls {chance}% of the time", chance=chance)
        case Risk.SOME:
            return _("risky: fouls {chance}% of the time", chance=chance)
        case Risk.HIGH:
            return _("very risky: fouls {chance}% of the time", chance=chance)


def _percent(chance: float) -> int:
    return round(100 * chance)


def _safer(best: Sequence[Advice], _: Texts) -> list[str]:
    """The best placement compared with the best one at a lower risk, if there is one."""
    first = best[0]
    for rank, other in enumerate(best, start=1):
        if other.risk < first.risk:
            sentence = _(
                "Number {number} is safer: it fouls {safe}% of the time instead of {risky}%, and "
                "is worth {points} points less.",
                number=rank,
                safe=_percent(other.foul),
                risky=_percent(first.foul),
                points=_.decimal(first.points - other.points),
            )
            return [sentence]
    return []


def _surely(best: Sequence[Advice], _: Texts) -> list[str]:
    """How sure that is, as a line of its own; nothing where there is nothing to compare."""
    if len(best) < 2 or best[0].foul >= _CERTAIN:
        return []
    if not best[0].error:
        said = _("Worked out: with the cards you can see, no other way is likely to win more.")
    else:
        said = _(
            "An estimate: ways less than {points} points apart are about as good.",
            points=_.decimal(best[0].error),
        )
    return [f"-# {said}"]


def why(hint: Hint, _: Texts) -> str:
    """One sentence about why the first placement is better than the next."""
    best = hint.best
    if best[0].foul >= _CERTAIN:
        return _("Your board is a foul whatever you do now.")
    if len(best) == 1:
        return _("There's no other way to place these cards.")
    first, second = best[:2]
    apart = first.points - second.points
    if apart < max(_ALIKE, first.error):
        if first.risk < second.risk:
            return _("The first two are worth about the same, but the first is safer.")
        return _("The first two are worth about the same: take the one you like.")
    return against_second(hint.compared, _) or _(
        "The first is worth {points} points more than the second.", points=_.decimal(apart)
    )
