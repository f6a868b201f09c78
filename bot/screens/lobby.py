"""The lobby message: who sits where, and how to sit down."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.ofc.match import format_time
from bot.phrases import plain, variant_name
from bot.screens.components import (
    Component,
    Screen,
    Style,
    button,
    container,
    row,
    text,
)
from bot.screens.computers import computers_menu
from bot.screens.deals import Announced, deal_lines
from bot.screens.presses import Join, Leave, ShowRules, Spot, Start
from bot.screens.terms import Terms, agreed_facts
from bot.table_options import TableOptions
from bot.texts import Texts

_ACCENT = 0x6FE3A1


@dataclass(frozen=True)
class Lobby:
    """A lobby as it is shown: names by seat in ascending order, and the host's seat.

    `computers` are those of the names that computer players have; `out` are the seats of those
    who sit out. `deal` is that of the first hand.
    """

    names: Mapping[int, str]
    computers: Mapping[int, str]
    host: int | None
    terms: Terms
    out: frozenset[int] = frozenset()
    deal: Announced | None = None

    @property
    def options(self) -> TableOptions:
        """The options of the table."""
        return self.terms.options


def lobby_screen(lobby: Lobby, spot: Spot, _: Texts) -> Screen:
    """The lobby while people gather."""
    full = len(lobby.names) == lobby.options.seats
    too_few = len(lobby.names) - len(lobby.out) < 2
    buttons = row(
        button(Join(spot), _("Join"), Style.GREEN, disabled=full),
        button(Leave(spot), _("Leave")),
        button(Start(spot), _("Start"), Style.BLURPLE, disabled=too_few),
        button(ShowRules(spot), _("Rules")),
    )
    lines = [_heading(lobby, _), "", *_seats(lobby, _)]
    parts: list[Component] = [text("\n".join(lines)), buttons]
    parts += computers_menu(lobby.computers, spot, _, full=full)
    if lobby.deal is not None:
        parts.append(text("\n".join(deal_lines(lobby.deal, _))))
    return Screen((container(*parts, accent=_ACCENT),))


def lobby_over_screen(lobby: Lobby, _: Texts, *, closed: bool) -> Screen:
    """The lobby once the game has begun, or the table was closed."""
    after = _("The table was closed before a hand was played.") if closed else _("The game is on.")
    return Screen((text("\n".join([_heading(lobby, _), after, *deal_lines(lobby.deal, _)])),))


def _heading(lobby: Lobby, _: Texts) -> str:
    options, rules = lobby.options, lobby.options.rules
    heading = "## " + _("Open Face Chinese: {variant}", variant=variant_name(rules, _))
    facts = [_("rules: {preset}", preset=rules.preset)]
    changed = rules.differences()
    changed.pop("variant", None)
    facts += [f"{name} {value}" for name, value in changed.items()]
    if options.stake > 1:
        facts.append(_("points x{stake}", stake=options.stake))
    if options.clock is not None:
        facts.append(_("{time} for each decision", time=format_time(options.clock)))
    facts += agreed_facts(lobby.terms, _)
    if options.hints:
        facts.append(_("hints for everybody"))
    if lobby.computers:
        facts.append(
            _("counts in the server's ledger")
            if options.counts_computers
            else _("not counted in the server's ledger")
        )
    return heading + "\n-# " + " · ".join(facts)


def _seats(lobby: Lobby, _: Texts) -> list[str]:
    taken = [
        f"{seat}. {plain(name)}"
        + _(" (host)") * (seat == lobby.host)
        + _(" (sits out)") * (seat in lobby.out)
        for seat, name in lobby.names.items()
    ]
    free = lobby.options.seats - len(taken)
    lines = [*taken]
    if free:
        lines.append(_.count("-# {number} seat is free.", "-# {number} seats are free.", free))
    if len(taken) < 2:
        lines.append("-# " + _("Two players are enough to start."))
    lines.append("-# " + _("It closes by itself when nothing happens here for 24 hours."))
    return lines
