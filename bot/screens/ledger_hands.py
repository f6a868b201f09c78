"""Pages of the ledger about one past hand: its result, and the same as text."""

from dataclasses import dataclass

from bot.phrases import plain, signed, variant_name
from bot.scenes import ResultScene, TableScene
from bot.screens.board import pair_lines
from bot.screens.components import View as Picture
from bot.screens.components import button, text
from bot.screens.pages import Page
from bot.screens.presses import ShowProof, ShowReplay, Spot
from bot.screens.queries import Query, ShowPage, View
from bot.texts import Texts


@dataclass(frozen=True)
class PastHand:
    """A hand of the ledger; `last` is the latest of its server, `void` why it does not count.

    `spot` is where it was played; `has_deal` tells whether the bot dealt it.
    """

    number: int
    last: int
    booked_at: int
    channel_id: int
    void: str | None
    spot: Spot
    has_deal: bool


def hand_page(
    query: Query, past: PastHand, result: ResultScene, picture: Picture, _: Texts
) -> Page:
    """A past hand with everybody's boards and what every two players settled."""
    lines = [_heading(past, result.table, _)]
    seats = sorted(range(len(result.table.players)), key=lambda seat: -result.points(seat))
    points = [
        f"{plain(result.table.players[seat].name)} **{signed(result.points(seat))}**"
        for seat in seats
    ]
    lines.append(" · ".join(points))
    if past.void is not None:
        lines.append(_("This hand does not count: {reason}", reason=plain(past.void)))
    as_text = Query(View.TEXT, about=(past.number,))
    extras = [button(ShowPage(as_text), _("Text"))]
    if past.has_deal:
        extras.append(button(ShowReplay(past.spot), _("Replay")))
        extras.append(button(ShowProof(past.spot), _("Deal proof")))
    components = (
        text("\n".join(lines)),
        picture.component,
        text("\n".join(pair_lines(result, _))),
    )
    return Page(query, components, _neighbours(past), picture.pictures, tuple(extras))


def _heading(past: PastHand, table: TableScene, _: Texts) -> str:
    where = f"<t:{past.booked_at}:f> · <#{past.channel_id}> · {variant_name(table.view.rules, _)}"
    if not past.has_deal:
        where += " · " + _("played with real cards")
    return f"## {_('Hand #{number}', number=past.number)}\n-# {where}"


def _neighbours(past: PastHand) -> tuple[tuple[str, Query], ...]:
    turns = [("◀", Query(View.HAND, about=(past.number - 1,)))] if past.number > 1 else []
    turns += [("▶", Query(View.HAND, about=(past.number + 1,)))] if past.number < past.last else []
    return tuple(turns)


def text_page(query: Query, past: PastHand, result: ResultScene, twin: str, _: Texts) -> Page:
    """A past hand as text."""
    components = (text(_heading(past, result.table, _)), text(f"```\n{twin}\n```"))
    back = (_("Picture"), Query(View.HAND, about=(past.number,)))
    return Page(query, components, (back,))
