"""A hint before a placement, as a private message."""

from collections.abc import Callable, Sequence
from typing import Final

from bot.screens.components import Component, Screen, button, section, text
from bot.screens.presses import LayOut, Spot, Where
from bot.texts import Texts
from bot.values.phrases import in_points
from ofc_engine.board import Placement
from ofc_engine.players.opinions import Advice, Risk

_ALIKE: Final = 0.15
"""Placements that differ by fewer points are about as good, also where that is exact."""
_MATTERS: Final = 0.05
"""Chances that differ by less are alike."""
_CERTAIN: Final = 0.999
"""A chance above this is no chance any more."""


def hint_screen(
    best: Sequence[Advice],
    outs: int,
    spot: Spot,
    written: Callable[[Placement], tuple[str, str]],
    _: Texts,
    *,
    giving_up: int = 0,
) -> Screen:
    """A hint as a message of its own: what `hint_parts` says."""
    heading = text("### " + _("Hand {number}: a hint, just for you", number=spot.hand))
    return Screen((heading, *hint_parts(best, outs, spot, written, _, giving_up=giving_up)))


def hint_parts(
    best: Sequence[Advice],
    outs: int,
    spot: Where,
    written: Callable[[Placement], tuple[str, str]],
    _: Texts,
    *,
    giving_up: int = 0,
) -> list[Component]:
    """The best placements of a hand, best first, each with a button that lays it out.

    `outs` live cards improve the first. `written` gives a placement in words, and its layout.
    `giving_up` is what that costs where it is better than all of them, else 0.
    """
    parts: list[Component] = []
    for rank, advice in enumerate(best, start=1):
        words, layout = written(advice.placement)
        line = text(f"**{rank}.** {words}\n-# {_chances(advice, _)}")
        parts.append(section(line, button(LayOut(spot, layout), _("Place this"))))
    if giving_up:
        parts.append(text(_("Giving up costs only {points}.", points=in_points(giving_up, _))))
    else:
        parts.append(text(" ".join([why(best, outs, _), *_safer(best, _)]) + _surely(best, _)))
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
    """How the best placement compares with the best of those with a lower risk, if there is one."""
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


def _surely(best: Sequence[Advice], _: Texts) -> str:
    """How sure that is, as a line of its own; nothing where there is nothing to compare."""
    if len(best) < 2 or best[0].foul >= _CERTAIN:
        return ""
    if not best[0].error:
        return "\n-# " + _(
            "Worked out: with the cards you can see, no other way is likely to win more."
        )
    return "\n-# " + _(
        "An estimate: ways less than {points} points apart are about as good.",
        points=_.decimal(best[0].error),
    )


def why(best: Sequence[Advice], outs: int, _: Texts) -> str:
    """One sentence about why the first placement is better than the next."""
    if best[0].foul >= _CERTAIN:
        return _("Your board is a foul whatever you do now.")
    if len(best) == 1:
        return _("There's no other way to place these cards.")
    first, second = best[:2]
    risk, dream = first.foul - second.foul, first.fantasyland - second.fantasyland
    alike = first.points - second.points < max(_ALIKE, first.error)
    reasons = (
        (
            alike and first.risk < second.risk,
            _("The first two are worth about the same, but the first is safer."),
        ),
        (
            alike,
            _("The first two are worth about the same: take the one you like."),
        ),
        (
            dream >= _MATTERS > risk,
            _("The first has a better chance of Fantasyland than the next, at no extra risk."),
        ),
        (
            dream >= _MATTERS,
            _("The first fouls more often than the next, but Fantasyland is worth that risk."),
        ),
        (risk <= -_MATTERS, _("The first fouls less often than the next.")),
        (
            dream <= -_MATTERS,
            _("The first gives up some chance of Fantasyland but wins more without it."),
        ),
        (
            risk >= _MATTERS,
            _("The first fouls more often than the next but wins more when it holds."),
        ),
        (not outs, _("Foul and Fantasyland chances are similar; the first just scores more.")),
    )
    improved = _.count(
        "Foul and Fantasyland chances are similar; the first scores more, and {number} "
        "card still to come improves a row.",
        "Foul and Fantasyland chances are similar; the first scores more, and {number} "
        "cards still to come improve a row.",
        outs,
    )
    return next((sentence for holds, sentence in reasons if holds), improved)
