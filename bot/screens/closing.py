"""The end of a table: why, who has won, all totals, and another match."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.phrases import mention, plain, signed
from bot.screens.components import Component, Screen, Style, button, row, text
from bot.screens.presses import Rematch, Spot
from bot.table_options import TableOptions
from bot.texts import Texts


@dataclass(frozen=True)
class Ending:
    """How a table ended: totals by name, and what ended its match, empty if people did.

    `ended_by` is a unit of its length or `limit`. `proof` is that of a hand
    that was not finished.
    """

    totals: Sequence[tuple[str, int]]
    ended_by: str
    options: TableOptions
    proof: str


def closing_screen(ending: Ending, spot: Spot, _: Texts) -> Screen:
    """The message that stays in the channel of a closed table."""
    heading = _("The match is over") if ending.ended_by else _("The table is closed")
    ranked = sorted(ending.totals, key=lambda item: -item[1])
    lines = [f"## {heading}", *_reason(ending, _)]
    if ending.ended_by:
        lines.append(_winners(ranked, _))
    lines += [f"{plain(name)} **{signed(points)}**" for name, points in ranked]
    if not ranked:
        lines.append(_("No hand was finished."))
    components: list[Component] = [text("\n".join(lines))]
    if ending.proof:
        unfinished = _("The last hand does not count. Its deal:")
        components.append(text(f"{unfinished}\n```\n{ending.proof}\n```"))
    components.append(row(button(Rematch(spot), _("Rematch"), Style.GREEN)))
    return Screen(tuple(components))


def _reason(ending: Ending, _: Texts) -> Iterator[str]:
    length = ending.options.length
    number = 0 if length is None else length.number
    match ending.ended_by:
        case "hands":
            yield _.count("Its one hand is played.", "All {number} hands are played.", number)
        case "orbits":
            yield _.count(
                "The button has come round.", "The button has come round {number} times.", number
            )
        case "time":
            yield _("Its time is up.")
        case "limit":
            yield _("The limit of {points} points is reached.", points=ending.options.loss_limit)
        case _other:
            pass


def _winners(ranked: Sequence[tuple[str, int]], _: Texts) -> str:
    best = ranked[0][1]
    names = [plain(name) for name, points in ranked if points == best]
    if len(names) == 1:
        return "🏆 " + _("**{name}** wins with **{points}**.", name=names[0], points=signed(best))
    return "🏆 " + _(
        "**{names}** share the first place with **{points}**.",
        names=", ".join(names),
        points=signed(best),
    )


def rematch_screen(name: str, invited: Sequence[int], _: Texts) -> Screen:
    """Calls the people of the match before (user ids) to another one."""
    call = _(
        "{name} wants a rematch. {players}, press Join or Rematch to sit down again.",
        name=plain(name),
        players=", ".join(map(mention, invited)),
    )
    return Screen((text(call),), pings=tuple(invited))
