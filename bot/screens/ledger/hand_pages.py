"""Pages of the ledger: the chart of running points, one past hand."""

from dataclasses import dataclass, replace
from typing import Final

from bot.screens.components import PictureOrWords, button, text
from bot.screens.ledger.pages import (
    ChooseHand,
    LedgerView,
    Page,
    Query,
    ShowPage,
    TypeNumber,
    heading,
)
from bot.screens.presses import ShowProof, ShowReplay
from bot.screens.replies import Field, Form
from bot.screens.result_screen import pair_lines, point_lines
from bot.texts import Texts
from bot.values.draft import Spot
from bot.values.ledger_records import SeasonNote
from bot.values.phrases import plain, variant_name
from bot.values.scenes import ResultScene, TableScene

LENGTHS: Final = (50, 200, 1000)
"""How many of the latest hands a chart can have; any other number means day by day."""
BY_DAY: Final = 0


def chart_page(query: Query, picture: PictureOrWords, _: Texts, *, season: SeasonNote) -> Page:
    """The chart or its text, with buttons to the other, and from it to charts of other lengths."""
    head = heading(_("Running points"), query.scope, _, season=season)
    parts = text(f"{head}\n-# {_length_name(query.page, _)}"), picture.component
    turns = [query.other_look(LedgerView.CHART, LedgerView.CHART_TEXT, _)]
    if query.view is LedgerView.CHART:
        others = [length for length in (*LENGTHS, BY_DAY) if length != query.page]
        turns[:0] = [(_length_name(length, _), query.at(length)) for length in others]
    return Page(query, parts, turns, picture.pictures)


def _length_name(length: int, _: Texts) -> str:
    """How long a chart is."""
    return _("Latest {number} hands", number=length) if length else _("Day by day")


@dataclass(frozen=True)
class PastHand:
    """A hand of the ledger; `last` is the latest of its server, `void` why it does not count.

    `again` is why it counts again after it was void.
    `spot` is where it was played; `has_deal` tells whether the bot dealt it.
    """

    number: int
    last: int
    booked_at: int
    channel_id: int
    void: str | None
    again: str | None
    spot: Spot
    has_deal: bool


def hand_page(
    query: Query, past: PastHand, result: ResultScene, picture: PictureOrWords, _: Texts
) -> Page:
    """A past hand with everybody's boards and what every two players settled."""
    lines = [_heading(past, result.table, _)]
    lines.append(" · ".join(point_lines(result)))
    if past.void is not None:
        lines.append(_("This hand doesn't count: {reason}", reason=plain(past.void)))
    if past.again is not None:
        lines.append(_("This hand was void, and counts again: {reason}", reason=plain(past.again)))
    as_text = replace(query, view=LedgerView.TEXT, about=(past.number,))
    extras = [button(ShowPage(as_text), _("Text"))]
    if past.has_deal:
        extras.append(button(ShowReplay(past.spot), _("Replay")))
        extras.append(button(ShowProof(past.spot), _("Deal proof")))
    components = (
        text("\n".join(lines)),
        picture.component,
        text("\n".join(pair_lines(result, _))),
    )
    turns = _neighbours(query, past)
    typed = button(TypeNumber(query), _("By number"))
    return Page(query, components, turns, picture.pictures, tuple(extras), (typed,))


def _heading(past: PastHand, table: TableScene, _: Texts) -> str:
    where = f"<t:{past.booked_at}:f> · <#{past.channel_id}> · {variant_name(table.view.rules, _)}"
    if not past.has_deal:
        where += " · " + _("played with real cards")
    return f"## {_('Hand #{number}', number=past.number)}\n-# {where}"


def _neighbours(query: Query, past: PastHand) -> tuple[tuple[str, Query], ...]:
    ways = {"◀": past.number - 1, "▶": past.number + 1}
    return tuple(
        (way, replace(query, about=(number,)))
        for way, number in ways.items()
        if 1 <= number <= past.last
    )


def number_form(query: Query, last: int, _: Texts) -> Form:
    """The form for the number of a hand."""
    return Form(
        press=ChooseHand(query),
        title=_("A hand"),
        fields=(
            Field(
                label=_("Its number"),
                help=_("The hands here are #1 to #{last}.", last=last),
                hint=str(last),
                most=6,
            ),
        ),
    )


def text_page(query: Query, past: PastHand, result: ResultScene, twin: str, _: Texts) -> Page:
    """A past hand as text."""
    components = (text(_heading(past, result.table, _)), text(f"```\n{twin}\n```"))
    back = (_("Picture"), replace(query, view=LedgerView.HAND, about=(past.number,)))
    return Page(query, components, (back,))
