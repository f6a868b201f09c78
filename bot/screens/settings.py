"""The settings screen: how somebody wants his cards, and how a table's pictures look."""

from dataclasses import dataclass

from bot.screens.components import Component, Screen, button, row, select, separator, text
from bot.screens.ids import Spot, Verb
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
    """A person's look, how he confirms (`ask`, `auto`) and what is counted for him.

    That is `outs` with the live cards, `live` cards only, or `none`.
    """

    style: Style
    confirm: str
    aid: str


@dataclass(frozen=True)
class TableSettings:
    """A table's look, whether hints are given, and whether hands with computer players count."""

    style: Style
    hints: bool
    counts_computers: bool


def settings_screen(
    own: OwnSettings, table: TableSettings | None, spot: Spot, _: Texts, *, manages: bool = False
) -> Screen:
    """One's own settings, and those of `table` for who may change them.

    Who `manages` the server is led to its settings.
    """
    mine = (AS_TABLE, _("As the table has it"))
    parts: list[Component] = [
        text("## " + _("Your settings") + "\n" + _("They are kept for all your tables.")),
        deck_select(spot.press(Verb.SET, "my.deck"), own.style.deck, _, mine),
        skin_select(spot.press(Verb.SET, "my.skin"), own.style.skin, _, mine),
        _confirms(spot.press(Verb.SET, "my.confirm"), own.confirm, _),
        _aids(spot.press(Verb.SET, "my.aid"), own.aid, _),
    ]
    if table is not None:
        parts += [
            separator(),
            text("## " + _("This table") + "\n" + _("What everybody sees and may do here.")),
            deck_select(spot.press(Verb.SET, "table.deck"), table.style.deck, _),
            skin_select(spot.press(Verb.SET, "table.skin"), table.style.skin, _),
            _hints(spot.press(Verb.SET, "table.hints"), _named(table.hints), _),
            _counting(spot.press(Verb.SET, "table.counts"), _named(table.counts_computers), _),
        ]
    if manages:
        parts.append(row(button(spot.press(Verb.SERVER), _("Settings of this server"))))
    return Screen(tuple(parts))


def deck_select(custom_id: str, chosen: str, _: Texts, *first: tuple[str, str]) -> Component:
    """A menu of the decks, with other choices `first`."""
    options = [
        *first,
        ("two", _("Two-colour deck: black and red")),
        ("four", _("Four-colour deck: a colour for each suit")),
    ]
    return select(custom_id, options, chosen, placeholder=_("Deck"))


def skin_select(custom_id: str, chosen: str, _: Texts, *first: tuple[str, str]) -> Component:
    """A menu of the skins, with other choices `first`."""
    options = [*first, ("night", _("Dark pictures")), ("day", _("Light pictures"))]
    return select(custom_id, options, chosen, placeholder=_("Pictures"))


def _confirms(custom_id: str, chosen: str, _: Texts) -> Component:
    options = [
        ("ask", _("Place when I press the green button")),
        ("auto", _("Place 5 seconds after my last tap")),
    ]
    return select(custom_id, options, chosen, placeholder=_("Placing"))


def _aids(custom_id: str, chosen: str, _: Texts) -> Component:
    options = [
        ("outs", _("Show live cards and count my outs")),
        ("live", _("Show live cards, I count my outs")),
        ("none", _("Show no live cards, I remember them")),
    ]
    return select(custom_id, options, chosen, placeholder=_("Live cards"))


def _hints(custom_id: str, chosen: str, _: Texts) -> Component:
    options = [
        (NO, _("No hints, unless all opponents are computers")),
        (YES, _("Hints for everybody: /ofc hint")),
    ]
    return select(custom_id, options, chosen, placeholder=_("Hints"))


def _counting(custom_id: str, chosen: str, _: Texts) -> Component:
    options = [
        (NO, _("Hands with computers stay out of the ledger")),
        (YES, _("Hands with computers count in the ledger")),
    ]
    return select(custom_id, options, chosen, placeholder=_("Ledger"))


def _named(chosen: bool, /) -> str:
    return YES if chosen else NO
