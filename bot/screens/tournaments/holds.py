"""Why a tournament does not go on, or not by itself."""

from collections.abc import Iterator

from bot.texts import Texts
from bot.values.standings import Hold


def hold_lines(hold: Hold, _: Texts) -> Iterator[str]:
    """What holds it up, in whole sentences; nothing if it goes on."""
    if hold.is_failing:
        yield failing_line(_)
    if hold.is_paused:
        yield _("The host has paused the tournament.")
    if hold.empty_until is not None:
        yield _(
            "Nobody is here to play. Come back with /ofc back at your table: if nobody has by "
            "<t:{at}:t>, the tournament ends and the stacks decide.",
            at=hold.empty_until,
        )


def failing_line(_: Texts) -> str:
    """Says that something goes wrong again and again, wherever people wait for it."""
    return "⚠️ " + _(
        "Something keeps going wrong here. I try again every half a minute; if it stays like "
        "this, please tell whoever runs this bot."
    )
