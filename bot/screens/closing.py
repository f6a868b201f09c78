"""The end of a table: ending it in mid-hand, why it is over, totals, another match."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.screens.components import Component, Screen, Style, button, row, text
from bot.screens.decisions import asking_screen
from bot.screens.presses import AgreeToStop, Rematch, Spot, Stop, StopAfter, StopNow
from bot.texts import Texts
from bot.values.options import TableOptions
from bot.values.phrases import mention, plain, signed


def stop_question(spot: Spot, _: Texts, *, may_manage: bool, plays: bool) -> Screen:
    """Asks how the game is to end, whoever runs it; those who play may ask the others as well."""
    lines = [_("A hand is being played. When shall the game end?")]
    buttons = [button(StopAfter(spot), _("After this hand"), Style.BLURPLE)]
    if plays:
        buttons.append(button(Stop(spot), _("Now, if all agree")))
    if may_manage:
        lines.append(_("If you end it now, this hand does not count."))
        buttons.append(button(StopNow(spot), _("Now"), Style.RED))
    if plays:
        lines.append("-# " + _("With /ofc leave you leave alone, and your hand counts as a foul."))
    return Screen((text("\n".join(lines)), row(*buttons)))


def stop_call(
    agreed: Sequence[str], waiting: Sequence[int], spot: Spot, _: Texts, *, calls: bool
) -> Screen:
    """Asks the others (user ids) to agree that the game ends; they are notified if it `calls`.

    `agreed` are the names of those who have.
    """
    names = ", ".join(map(plain, agreed))
    lines = [
        "## " + _("End the game?"),
        _("For it: {names}.", names=names) + " " + _("A hand in play will not count."),
    ]
    agree = button(AgreeToStop(spot), _("Agree"), Style.GREEN)
    return asking_screen(lines, waiting, [agree], _, calls=calls)


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
