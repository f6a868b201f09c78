"""Ending a game in mid-hand: what can be chosen, and the call to the others to agree."""

from collections.abc import Sequence

from bot.phrases import plain
from bot.screens.components import Screen, Style, button, row, text
from bot.screens.decisions import asking_screen
from bot.screens.presses import AgreeToStop, Spot, Stop, StopAfter, StopNow
from bot.texts import Texts


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
