"""The settings of a server: what its new tables are like, who may open them and where."""

from typing import Final

from bot.guilds import Guild
from bot.ofc.rulesets import PRESETS, Ruleset
from bot.screens.components import (
    Component,
    Screen,
    button,
    channel_select,
    role_select,
    row,
    select,
    separator,
    text,
)
from bot.screens.presses import ChangeServer, ShowOwn, TypeOptions
from bot.screens.replies import Form
from bot.screens.settings import deck_select, skin_select
from bot.screens.words import VARIANTS
from bot.texts import Texts, languages, marked

AUTO: Final = "auto"
"""The choice of the language that Discord says the server has."""
NONE: Final = "none"
MOST_CHANNELS: Final = 25
MOST_OPTIONS: Final = 300
"""Characters of the changes to a preset."""
CLOCKS: Final = {
    "30": marked("30 seconds for each decision"),
    "60": marked("1 minute for each decision"),
    "120": marked("2 minutes for each decision"),
    "300": marked("5 minutes for each decision"),
    "600": marked("10 minutes for each decision"),
    "3600": marked("1 hour for each decision"),
    "21600": marked("6 hours for each decision"),
    "43200": marked("12 hours for each decision"),
    "86400": marked("1 day for each decision"),
    "172800": marked("2 days for each decision"),
    "259200": marked("3 days for each decision"),
    "604800": marked("7 days for each decision"),
}
OPENERS: Final = {
    "everybody": marked("Everybody opens tables"),
    "managers": marked("Only with Manage Server"),
    "role": marked("Only people with a role"),
}
NEWS: Final = {
    "yes": marked("Records are told with the hand"),
    "no": marked("Records are kept quiet"),
}
_NAMES: Final = {"en": "English", "de": "Deutsch"}


def server_screen(guild: Guild, _: Texts) -> Screen:
    """The settings of a server, for who may change them."""
    rules = Ruleset.parse(guild.rules)
    opening: list[Component] = [
        _menu("openers", OPENERS, guild.openers, _("Who opens tables"), _),
    ]
    if guild.openers == "role":
        chosen = [] if guild.role_id is None else [guild.role_id]
        opening.append(role_select(ChangeServer("role"), chosen, placeholder=_("Choose the role")))
    opening.append(
        channel_select(
            ChangeServer("channels"),
            guild.channels,
            most=MOST_CHANNELS,
            placeholder=_("Tables may be opened in every channel"),
        )
    )
    parts: list[Component] = [
        text(f"## {_('This server')}\n{_('New tables are like this, unless /ofc new says more:')}"),
        _presets(rules, _),
        _menu("variant", VARIANTS, rules.variant.name, _("Variant"), _),
        _clock(guild.clock, _),
        deck_select(ChangeServer("deck"), guild.deck, _),
        skin_select(ChangeServer("skin"), guild.skin, _),
        text(_changes(rules, _)),
        row(button(TypeOptions(), _("Change more rules"))),
        separator(),
        text(_("Who may open tables, and where. No channel chosen is every channel.")),
        *opening,
        separator(),
        text(_("What I post here:")),
        _menu("news", NEWS, "yes" if guild.announces else "no", _("Records"), _),
        _language(guild.locale, _),
        row(button(ShowOwn(), _("My own settings"))),
    ]
    return Screen(tuple(parts))


def options_form(rules: Ruleset, _: Texts) -> Form:
    """The form for the changes to a preset."""
    return Form(
        press=ChangeServer("options"),
        title=_("House rules of new tables"),
        label=_("Changes to the preset {preset}", preset=rules.preset)[:45],
        help=_("Words such as scoring=2-4; empty for none. /ofc new offers them all."),
        hint="scoring=2-4 equal_rows=foul",
        value=_written(rules),
        most=MOST_OPTIONS,
        is_required=False,
    )


def _menu(what: str, choices: dict[str, str], chosen: str, name: str, _: Texts) -> Component:
    options = [(value, _(words)) for value, words in choices.items()]
    return select(ChangeServer(what), options, chosen, placeholder=name)


def _presets(rules: Ruleset, _: Texts) -> Component:
    options = [(name, _("Rules: {preset}", preset=name)) for name in PRESETS]
    return select(ChangeServer("rules"), options, rules.preset, placeholder=_("Rules"))


def _clock(seconds: int | None, _: Texts) -> Component:
    options = [(NONE, _("No time limit")), *((value, _(words)) for value, words in CLOCKS.items())]
    chosen = NONE if seconds is None else str(seconds)
    return select(ChangeServer("clock"), options, chosen, placeholder=_("Clock"))


def _language(locale: str | None, _: Texts) -> Component:
    options = [(AUTO, _("Language: as Discord has it"))]
    options += [
        (code, _("Language: {language}", language=_NAMES.get(code, code))) for code in languages()
    ]
    return select(ChangeServer("locale"), options, locale or AUTO, placeholder=_("Language"))


def _changes(rules: Ruleset, _: Texts) -> str:
    written = _written(rules)
    if not written:
        return "-# " + _("No changes to the rules {preset}.", preset=rules.preset)
    return "-# " + _(
        "Changes to the rules {preset}: {changes}", preset=rules.preset, changes=written
    )


def _written(rules: Ruleset) -> str:
    """The changes to the preset but for the variant, which has a menu of its own."""
    changes = rules.differences()
    changes.pop("variant", None)
    return " ".join(f"{option}={value}" for option, value in changes.items())
