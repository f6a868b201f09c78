"""The end of a tournament for somebody who plays no more: why, and their place."""

from collections.abc import Iterator
from typing import Final

from bot.screens.components import Component, Screen, link, row, text
from bot.texts import Texts, marked
from bot.values.phrases import in_points
from bot.values.standings import OutReason, OwnFinish, OwnRounds

_HEADINGS: Final = {
    OutReason.OVER: marked("The tournament is over"),
    OutReason.ENDED: marked("The tournament was ended"),
}
_OUT: Final = marked("You're out of the tournament")
_REASONS: Final = {
    OutReason.ENDED: marked("It was ended in the middle, so nobody wins."),
    OutReason.MISSED: marked(
        "You've missed two rounds. To play the next one, press Join in the announcement."
    ),
    OutReason.REMOVED: marked("You were taken out, by the host or by a vote."),
}


def finish_screen(own: OwnFinish, url: str | None, _: Texts) -> Screen:
    """Tells somebody how they ended, and where everybody's results are: the address, if known."""
    if own.why is OutReason.UNSEATED:
        heading = "## " + _("You've lost your seat")
        said = _(
            "You were taken off the table in <#{channel}>. Your points stay as they are.",
            channel=own.channel_id,
        )
        return Screen((text(f"{heading}\n{said}"),))
    lines = ["## " + _(_HEADINGS.get(own.why, _OUT)), *_lines(own, _)]
    parts: list[Component] = [text("\n".join(lines))]
    if url is not None:
        parts.append(row(link(url, _("All results"))))
    return Screen(tuple(parts))


def _lines(own: OwnFinish, _: Texts) -> Iterator[str]:
    if own.why in _REASONS:
        yield _(_REASONS[own.why])
    if own.place is not None and own.why is not OutReason.ENDED:
        yield _place(own, own.place, _)
        if own.rounds is not None:
            yield from _rounds(own.rounds, _)
    channel = own.channel_id
    if own.is_over:
        yield _("Everybody's results are in <#{channel}>.", channel=channel)
    else:
        yield _("It goes on in <#{channel}>.", channel=channel)


def _place(own: OwnFinish, place: int, _: Texts) -> str:
    told = _("You're in place **{place}** of {of}.", place=place, of=own.of)
    if own.won:
        left = "" if place == 1 else " " + _("Everybody ahead of you has left, so you win.")
        return f"🏆 {told}{left}"
    out = "" if own.hand is None else _("Out in hand {hand}.", hand=own.hand) + " "
    return out + told


def _rounds(own: OwnRounds, _: Texts) -> Iterator[str]:
    points = in_points(sum(each or 0 for each in own.scores), _)
    rounds = " ".join("–" if score is None else str(score) for score in own.scores)
    yield _("You have {points}, round by round: {rounds}.", points=points, rounds=rounds)
    if own.compared is not None:
        yield _(
            "Against the same seats in the other groups: {points} points.",
            points=_.decimal(float(own.compared), signed=True),
        )
