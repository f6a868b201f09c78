"""Reviews and replays as private messages."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.screens.components import (
    Component,
    PictureOrWords,
    Screen,
    button,
    link,
    note,
    row,
    share_button,
    text,
)
from bot.screens.costs import against_yours, coming_line, explained
from bot.screens.placements import Said
from bot.screens.press import Press
from bot.screens.presses import (
    BeginExercises,
    PlayFrom,
    ShareFilm,
    ShareStep,
    ShowFilm,
    ShowReplay,
    Step,
)
from bot.screens.skill_lines import luck_line
from bot.texts import Texts
from bot.values.draft import DealSpot, Spot
from bot.values.hand_skill import NEGLIGIBLE_POINTS, JudgedDecision


def review_screen(
    number: int,
    decisions: Sequence[JudgedDecision],
    said: Said,
    _: Texts,
    *,
    more: Press,
    luck: int | None = None,
    below: Sequence[str] = (),
    source: Spot | DealSpot | None = None,
) -> Screen:
    """All decisions of a player in a hand, the costliest marked, and their luck if it is known.

    `luck` is in thousandths of a point; `more` shows part by part what they cost; the lines
    `below` end it. From the costliest they may play on if the hand has a `source`, or change it if
    they did not give up.
    """
    heading = "### " + _("Hand {number}: your decisions", number=number)
    if not decisions:
        return note(f"{heading}\n" + _("You had nothing to decide."))
    last = [*luck_line(luck, _), *below]
    parts = decisions_parts(decisions, said, _, more, above=[heading], below=last)
    if explained(decisions):
        ways = [button(BeginExercises(), _("Exercises"))]
        if source is not None:
            ways += ways_on(decisions, source, _)
        parts.append(row(*ways))
    return Screen(tuple(parts))


def ways_on(
    decisions: Sequence[JudgedDecision], source: Spot | DealSpot, _: Texts
) -> list[Component]:
    """Buttons to play on from the costliest decision of a hand or deal, if any cost anything."""
    worst = _worst(decisions)
    if worst is None:
        return []
    at = replace(source, street=worst - 1)
    ways = [button(PlayFrom(at, 1), _("Play on from {number}", number=worst))]
    if all(each.given for each in decisions):
        ways.append(button(PlayFrom(at, 0), _("What if?")))
    return ways


def _worst(decisions: Sequence[JudgedDecision]) -> int | None:
    """The number, from 1, of the costliest decision of one's own; None if none cost anything."""
    own = [(each.cost, -count) for count, each in enumerate(decisions, 1) if not each.on_behalf]
    cost, number = max(own, default=(0.0, 0))
    return -number if cost >= NEGLIGIBLE_POINTS else None


def decisions_parts(
    decisions: Sequence[JudgedDecision],
    said: Said,
    _: Texts,
    more: Press,
    *,
    above: Sequence[str] = (),
    below: Sequence[str] = (),
    ways: Sequence[Component] = (),
) -> list[Component]:
    """All decisions, the costliest of one's own marked, and what they cost, between other lines.

    `more` is pressed to see that part by part; beside it are further `ways`.
    """
    lines = [*above, *_decisions_lines(decisions, said, _), *below]
    buttons = [button(more, _("More")), *ways] if explained(decisions) else [*ways]
    return [text("\n".join(lines)), *([row(*buttons)] if buttons else [])]


def _decisions_lines(decisions: Sequence[JudgedDecision], said: Said, _: Texts) -> list[str]:
    own = [each for each in decisions if not each.on_behalf]
    worst = _worst(decisions)
    why = {count for count, _each in explained(decisions)}
    lines: list[str] = []
    for count, each in enumerate(decisions, start=1):
        lines += _decision_lines(count, each, said, _, is_worst=count == worst)
        sentence = against_yours(each.compared, _) if count in why else ""
        lines += [f"-# {sentence}", *coming_line(each.coming, _)] if sentence else []
    cost = sum(each.cost for each in own if not each.is_best)
    if cost:
        lines.append(_("You gave away {points} points in all.", points=_.decimal(cost)))
    elif own:
        lines.append(_("You made the best choice every time."))
    error = max((each.error for each in own if not each.is_best), default=0.0)
    if error:
        lines.append(
            "-# "
            + _(
                "Costs with *about* are estimates, give or take {points} points.",
                points=_.decimal(error),
            )
        )
    lines.append(
        "-# " + _("Judged by what you knew at the time, not by the cards that came later.")
    )
    return lines


def _decision_lines(
    count: int, each: JudgedDecision, said: Said, _: Texts, *, is_worst: bool
) -> list[str]:
    given = _("you gave up") if each.given is None else said(each.given)
    best = _("giving up") if each.best is None else said(each.best)
    if each.on_behalf:
        given += " · " + _("placed for you")
    if each.is_best:
        return [f"**{count}.** {given} ✓", "-# " + _("the best")]
    points = _.decimal(each.cost)
    if each.error:
        cost = _("cost you about {points} points", points=points)
    else:
        cost = _("cost you {points} points", points=points)
    if is_worst:
        cost += ": " + _("your biggest mistake")
    facts = _("best: {placement}", placement=best)
    if each.given is not None:
        facts = f"{_rank(each, _)} · {facts}"
    return [f"{'⚠ ' * is_worst}**{count}.** {given}, **{cost}**", f"-# {facts}"]


def _rank(each: JudgedDecision, _: Texts) -> str:
    if each.rank is None:
        return _("not among the best {number}", number=each.of)
    return _("ranked {rank} of {number}", rank=each.rank, number=each.of)


# --- step by step ----------------------------------------------------------------------------


@dataclass(frozen=True)
class ReplayStep:
    """A step of a finished hand, from 0 to `last`, with its picture.

    At `url` a web page shows the hand to anybody, if there is one. Whoever steps through it plays
    on from their decision of the number `decision`, from 0; None if there is none from here on.
    What would have come is not known if they `gave_up`.
    """

    picture: PictureOrWords
    number: int
    step: int
    last: int
    spot: Spot
    url: str | None = None
    decision: int | None = None
    gave_up: bool = False

    def own(self, _: Texts, *, can_share: bool, is_shared: bool = False) -> Screen:
        """For whoever steps through it, with buttons to the other steps."""
        step, last = self.step, self.last
        ways = (("⏮", 0), ("◀", max(0, step - 1)), ("▶", min(last, step + 1)), ("⏭", last))
        steps = [
            # Two buttons may lead to the same step, but no two may have the same custom_id.
            button(Step(self.spot, to, at), face, disabled=to == step)
            for at, (face, to) in enumerate(ways)
        ]
        below = [button(ShowFilm(self.spot), _("Animation"))]
        if can_share:
            below.append(share_button(ShareStep(self.spot, step), _, is_shared=is_shared))
        if self.decision is not None:
            at = replace(self.spot, street=self.decision)
            below.append(button(PlayFrom(at, 1), _("Play on")))
            if not self.gave_up:
                below.append(button(PlayFrom(at, 0), _("What if?")))
        if self.url is not None:
            below.append(link(self.url, _("Open as a web page")))
        return self._screen(_, row(*steps), row(*below))

    def public(self, _: Texts) -> Screen:
        """For everybody, who may each step through it for themselves."""
        return self._screen(_, row(button(ShowReplay(self.spot), _("Replay"))))

    def _screen(self, _: Texts, *buttons: Component) -> Screen:
        number, step, last = self.number, self.step, self.last
        heading = _("Hand {number}, step {step} of {last}", number=number, step=step, last=last)
        return Screen(
            (text(f"## {heading}"), self.picture.component, *buttons), self.picture.pictures
        )


def film_screen(
    picture: PictureOrWords, spot: Spot, _: Texts, *, can_share: bool, is_shared: bool = False
) -> Screen:
    """The whole hand as one animated picture, for the person who asked for it."""
    keep = "-# " + _("Save the picture if you want to keep it: this message will disappear.")
    heading = f"## {_('Hand {number}', number=spot.hand)}\n{keep}"
    share = share_button(ShareFilm(spot), _, is_shared=is_shared)
    buttons = [row(share)] if can_share else []
    return Screen((text(heading), picture.component, *buttons), picture.pictures)


def public_film_screen(picture: PictureOrWords, spot: Spot, _: Texts) -> Screen:
    """The whole hand as one animated picture, for everybody."""
    heading = f"## {_('Hand {number}', number=spot.hand)}"
    replay = row(button(ShowReplay(spot), _("Replay")))
    return Screen((text(heading), picture.component, replay), picture.pictures)
