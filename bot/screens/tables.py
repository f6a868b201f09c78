"""The open tables of a server, as somebody sees them who looks for a game."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

from bot.screens.closing import Terms
from bot.screens.components import Screen, note
from bot.screens.lobby import rule_facts
from bot.screens.waiting import places_screen
from bot.texts import Texts
from bot.values.phrases import plain, time_words, variant_name


class WayIn(Enum):
    """What keeps somebody from sitting down at a table."""

    FREE = auto()
    """Nothing: a seat is free."""
    FULL = auto()
    WAITING = auto()
    """They are on its waiting list."""
    SEATED = auto()
    """They have a seat there already."""


@dataclass(frozen=True)
class OpenTable:
    """An open table: who sits there, and whether the asker can.

    `waiting` is how many people wait for a seat; `hand` is the latest, 0 before the first. `url`
    leads to its message, if there is one.
    """

    table_id: int
    channel_id: int
    terms: Terms
    names: tuple[str, ...]
    waiting: int
    hand: int
    is_playing: bool
    way_in: WayIn
    url: str | None


def tables_screen(tables: Sequence[OpenTable], _: Texts) -> Screen:
    """All of them, or how to open one."""
    heading = "## " + _("Open tables")
    if not tables:
        nothing = _("There is no open table here that you can see. Open one with /ofc new.")
        return note(f"{heading}\n{nothing}")
    return places_screen(heading, [(_told(each, _), each.url) for each in tables], _)


def _told(table: OpenTable, _: Texts) -> str:
    options = table.terms.options
    limit = _("no time limit")
    if options.clock is not None:
        limit = _("{time} for each decision", time=time_words(options.clock, _))
    lines = [
        f"**<#{table.channel_id}>** · {variant_name(options.rules, _)}",
        f"-# {' · '.join([*rule_facts(table.terms, _), limit])}",
        f"{', '.join(map(plain, table.names))}: {_state(table, _)}",
        _way_in(table, _),
    ]
    return "\n".join(lines)


def _state(table: OpenTable, _: Texts) -> str:
    if not table.hand:
        return _("waiting for the first hand")
    if table.is_playing:
        return _("hand {number} is being played", number=table.hand)
    return _("hand {number} is over", number=table.hand)


def _way_in(table: OpenTable, _: Texts) -> str:
    match table.way_in:
        case WayIn.FREE:
            return _.count(
                "{number} seat is free: sit down with Join.",
                "{number} seats are free: sit down with Join.",
                table.terms.options.seats - len(table.names),
            )
        case WayIn.FULL:
            wait = _("All seats are taken. Wait for one with /ofc join.")
            if not table.waiting:
                return wait
            others = _.count("{number} person waits.", "{number} people wait.", table.waiting)
            return f"{wait} {others}"
        case WayIn.WAITING:
            return _("You are on the waiting list.")
        case WayIn.SEATED:
            return _("You have a seat here.")
