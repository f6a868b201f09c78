"""Reviews and replays as private messages."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.ofc.board import Placement
from bot.screens.components import PictureOrWords, Screen, button, note, row, text
from bot.screens.placements import placement_name
from bot.screens.presses import ShowFilm, Spot, Step
from bot.texts import Texts

_NOTHING: Final = 0.05
"""A cost below this is none: it is written with one decimal."""


@dataclass(frozen=True)
class Judged:
    """A decision and what it was worth beside the best; None gives up.

    `cost` is in points; `rank` counts from 1 among `of` ways, None if it is not known.
    `on_behalf`: it was taken for the player.
    """

    given: Placement | None
    best: Placement | None
    cost: float
    rank: int | None
    of: int
    on_behalf: bool = False

    @property
    def is_best(self) -> bool:
        """Whether nothing better is known."""
        return self.cost < _NOTHING


def review_screen(number: int, decisions: Sequence[Judged], _: Texts) -> Screen:
    """All decisions of a player in a hand, the costliest marked."""
    heading = "### " + _("Hand {number}: your decisions", number=number)
    if not decisions:
        return note(f"{heading}\n" + _("You had nothing to decide."))
    own = [each for each in decisions if not each.on_behalf]
    worst = max(own, key=lambda each: each.cost, default=None)
    lines = [heading]
    for count, each in enumerate(decisions, start=1):
        lines += _decision_lines(count, each, _, is_worst=each is worst)
    cost = sum(each.cost for each in own if not each.is_best)
    if cost:
        lines.append(_("You gave away {points} points in all.", points=_.decimal(cost)))
    elif own:
        lines.append(_("You made the best choice every time."))
    lines.append(
        "-# " + _("Judged by what you knew at the time, not by the cards that came later.")
    )
    return note("\n".join(lines))


def _decision_lines(count: int, each: Judged, _: Texts, *, is_worst: bool) -> list[str]:
    given = _("you gave up") if each.given is None else placement_name(each.given, _)
    best = _("giving up") if each.best is None else placement_name(each.best, _)
    if each.on_behalf:
        given += " · " + _("placed for you")
    if each.is_best:
        return [f"**{count}.** {given} ✓", "-# " + _("the best")]
    cost = _("cost you {points} points", points=_.decimal(each.cost))
    if is_worst:
        cost += ": " + _("your biggest mistake")
    facts = _("best: {placement}", placement=best)
    if each.given is not None:
        facts = f"{_rank(each, _)} · {facts}"
    return [f"{'⚠ ' * is_worst}**{count}.** {given}, **{cost}**", f"-# {facts}"]


def _rank(each: Judged, _: Texts) -> str:
    if each.rank is None:
        return _("not among the best {number}", number=each.of)
    return _("ranked {rank} of {number}", rank=each.rank, number=each.of)


# --- step by step ----------------------------------------------------------------------------


def replay_screen(
    picture: PictureOrWords, number: int, step: int, last: int, spot: Spot, _: Texts
) -> Screen:
    """One step of a hand, from 0 to `last`, with buttons to the others."""
    heading = "## " + _("Hand {number}, step {step} of {last}", number=number, step=step, last=last)
    ways = (("⏮", 0), ("◀", max(0, step - 1)), ("▶", min(last, step + 1)), ("⏭", last))
    steps = [
        # Two buttons may lead to the same step, but no two may have the same custom_id.
        button(Step(spot, to, at), face, disabled=to == step)
        for at, (face, to) in enumerate(ways)
    ]
    keep = button(ShowFilm(spot), _("Animation"))
    return Screen((text(heading), picture.component, row(*steps, keep)), picture.pictures)


def film_screen(picture: PictureOrWords, number: int, _: Texts) -> Screen:
    """The whole hand as one animated picture."""
    heading = (
        "## "
        + _("Hand {number}", number=number)
        + "\n-# "
        + _("Save the picture if you want to keep it: this message will disappear.")
    )
    return Screen((text(heading), picture.component), picture.pictures)
