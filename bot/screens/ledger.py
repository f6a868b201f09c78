"""The ledger of a server as a message."""

from collections.abc import Sequence
from typing import Final

from bot.scenes import Standing
from bot.screens.components import Screen, text
from bot.screens.words import plain, signed
from bot.texts import Texts

_MOST_LINES: Final = 40


def standing_screen(lines: Sequence[Standing], _: Texts) -> Screen:
    """Everybody's points in a server, the most first."""
    heading = "## " + _("Ledger")
    if not lines:
        empty = _("No hand has been finished here yet. Open a table with /ofc new.")
        return Screen((text(f"{heading}\n{empty}"),))
    ranked = [_line(rank, line, _) for rank, line in enumerate(lines[:_MOST_LINES], start=1)]
    if len(lines) > _MOST_LINES:
        more = len(lines) - _MOST_LINES
        ranked.append(_.count("and {number} more player", "and {number} more players", more))
    return Screen((text("\n".join([heading, *ranked])),))


def _line(rank: int, line: Standing, _: Texts) -> str:
    hands = _.count("{number} hand", "{number} hands", line.hands)
    span = _("best {best}, worst {worst}", best=signed(line.best), worst=signed(line.worst))
    return f"{rank}. {plain(line.name)} **{signed(line.points)}**\n-# {hands}, {span}"
