"""The settings screen: how people want their own cards, and how a table's pictures look."""

from dataclasses import dataclass

from bot.quiet import QuietHours
from bot.screens.components import Component, Screen, button, row, select, separator, text
from bot.screens.press import Press
from bot.screens.presses import ChangeOwn, ChangeTable, ShowServer, Spot
from bot.texts import Texts

AS_TABLE = "table"
"""The choice to have one's own pictures as the table has them."""
YES = "yes"
NO = "no"


@dataclass(frozen=True)
class Style:
    """A skin (`night`, `day`) and a deck (`two`, `four` colours); either may be `AS_TABLE`."""

    skin: str
    deck: str


@dataclass(frozen=True)
class OwnSettings:
    """A person's look, how they confirm (`ask`, `auto`), and what is counted in their pictures.

    That is `outs` with the live cards, `live` cards only, or `none`. `calls` is where a turn is
    announced (`dm`, `channel`, `none`), `quiet` when nothing notifies them.
    """

    style: Style
    confirm: str
    aid: str
    calls: str
    quiet: QuietHours | None
    dm_closed: bool


@dataclass(frozen=True)
class TableSettings:
    """A table's look, whether hints are given, and whether hands with computer players count.

    `time_calls` is None where there is a clock, so that nobody needs to call time.
    """

    style: Style
    hints: bool
    counts_computers: bool
    time_calls: bool | None


def settings_screen(
    own: OwnSettings, table: TableSettings | None, spot: Spot, _: Texts, *, manages: bool = False
) -> Screen:
    """One's own settings, and those of `table` for who may change them.

    Who `manages` the server is led to its settings.
    """
    mine = (AS_TABLE, _("As the table has it"))
    parts: list[Component] = [
        text("## " + _("Your settings") + "\n" + _("They are kept for all your tables.")),
        deck_select(ChangeOwn(spot, "deck"), own.style.deck, _, mine),
        skin_select(ChangeOwn(spot, "skin"), own.style.skin, _, mine),
        _confirms(ChangeOwn(spot, "confirm"), own.confirm, _),
        _aids(ChangeOwn(spot, "aid"), own.aid, _),
        _calls(ChangeOwn(spot, "calls"), own.calls, _),
        text("-# " + _reached(own, _)),
    ]
    if table is not None:
        parts += [
            separator(),
            text("## " + _("This table") + "\n" + _("What everybody sees and may do here.")),
            deck_select(ChangeTable(spot, "deck"), table.style.deck, _),
            skin_select(ChangeTable(spot, "skin"), table.style.skin, _),
            _hints(ChangeTable(spot, "hints"), _named(table.hints), _),
            _counting(ChangeTable(spot, "counts"), _named(table.counts_computers), _),
        ]
        if table.time_calls is not None:
            chosen = _named(table.time_calls)
            parts.append(_time_calls(ChangeTable(spot, "time"), chosen, _))
    if manages:
        parts.append(row(button(ShowServer(), _("Settings of this server"))))
    return Screen(tuple(parts))


def deck_select(press: Press, chosen: str, _: Texts, *first: tuple[str, str]) -> Component:
    """A menu of the decks, with other choices `first`."""
    options = [
        *first,
        ("two", _("Two-colour deck: black and red")),
        ("four", _("Four-colour deck: a colour for each suit")),
    ]
    return select(press, options, chosen, placeholder=_("Deck"))


def skin_select(press: Press, chosen: str, _: Texts, *first: tuple[str, str]) -> Component:
    """A menu of the skins, with other choices `first`."""
    options = [*first, ("night", _("Dark pictures")), ("day", _("Light pictures"))]
    return select(press, options, chosen, placeholder=_("Pictures"))


def _confirms(press: Press, chosen: str, _: Texts) -> Component:
    options = [
        ("ask", _("Place when I press the green button")),
        ("auto", _("Place 5 seconds after my last tap")),
    ]
    return select(press, options, chosen, placeholder=_("Placing"))


def _calls(press: Press, chosen: str, _: Texts) -> Component:
    options = [
        ("dm", _("Call me by direct message, with my cards")),
        ("channel", _("Call me in the channel; My cards shows them")),
        ("none", _("Do not call me; My cards shows them")),
    ]
    return select(press, options, chosen, placeholder=_("Your turn"))


def _reached(own: OwnSettings, _: Texts) -> str:
    """When and how a person is not reached, and what they can do about it."""
    lines: list[str] = []
    if own.calls == "dm" and own.dm_closed:
        closed = _("Discord does not let me write to you, so I call you in the channel.")
        lines.append(closed)
    if own.quiet is None:
        lines.append(
            _(
                "You have no quiet hours. For silence at night, send "
                "`/ofc settings quiet_hours:22-8 time_zone:…`"
            )
        )
    else:
        lines.append(
            _(
                "Quiet hours: {begins}:00 to {ends}:00, {zone}. In them I write without a "
                "notification and nobody can call time on you, but a clock runs on. End them with "
                "`/ofc settings quiet_hours:none`",
                begins=own.quiet.begins,
                ends=own.quiet.ends,
                zone=own.quiet.zone,
            )
        )
    return "\n-# ".join(lines)


def _time_calls(press: Press, chosen: str, _: Texts) -> Component:
    options = [
        (YES, _("Opponents may call time: 30 seconds")),
        (NO, _("Nobody may call time")),
    ]
    return select(press, options, chosen, placeholder=_("Calling time"))


def _aids(press: Press, chosen: str, _: Texts) -> Component:
    options = [
        ("outs", _("Show live cards and count my outs")),
        ("live", _("Show live cards, I count my outs")),
        ("none", _("Show no live cards, I remember them")),
    ]
    return select(press, options, chosen, placeholder=_("Live cards"))


def _hints(press: Press, chosen: str, _: Texts) -> Component:
    options = [
        (NO, _("No hints, unless all opponents are computers")),
        (YES, _("Hints for everybody: /ofc hint")),
    ]
    return select(press, options, chosen, placeholder=_("Hints"))


def _counting(press: Press, chosen: str, _: Texts) -> Component:
    options = [
        (NO, _("Hands with computers stay out of the ledger")),
        (YES, _("Hands with computers count in the ledger")),
    ]
    return select(press, options, chosen, placeholder=_("Ledger"))


def _named(chosen: bool, /) -> str:
    return YES if chosen else NO
