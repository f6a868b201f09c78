"""The settings of a server: what its new tables are like, who may open them and where."""

from dataclasses import dataclass, replace
from typing import Final

from bot.screens.components import (
    Component,
    Screen,
    button,
    channel_select,
    role_select,
    row,
    separator,
    text,
)
from bot.screens.press import is_id
from bot.screens.replies import Field, Form
from bot.screens.settings.menus import (
    ChangeServer,
    Menu,
    Setting,
    ShowOwn,
    ShowServerDaily,
    ShowServerLeaderboard,
    ShowServerRules,
    TypeOptions,
    Value,
    decks,
    menus,
    skins,
)
from bot.screens.settings.rule_menus import option_menu, preset_menu
from bot.texts import ENGLISH, Texts, languages, marked, texts_for
from bot.values.house_rules import changes_in_words, preset_name
from bot.values.options import ChoiceError, Guild
from bot.values.phrases import time_words
from ofc_engine.errors import RulesetError
from ofc_engine.rulesets import Ruleset, parse_changes

ROLE_RESTS: Final = 10 * 60
"""The least seconds between two notifications of the role that is told of new tables."""
# Discord lets no more be chosen from a menu.
_MOST_CHANNELS: Final = 25
_MOST_OPTIONS: Final = 300
"""Characters of the changes to a preset."""
_MINUTE: Final = 60
_HOUR: Final = 60 * _MINUTE
_DAY: Final = 24 * _HOUR
_CLOCKS: Final = (
    *(30, _MINUTE, 2 * _MINUTE, 5 * _MINUTE, 10 * _MINUTE),
    *(_HOUR, 6 * _HOUR, 12 * _HOUR, _DAY, 2 * _DAY, 3 * _DAY, 7 * _DAY),
)
"""Seconds for each decision, as they may be chosen."""
_PACES: Final = {
    "live": marked("Tonight, live: 2 minutes for each decision"),
    "relaxed": marked("Over days, relaxed: 12 hours for each decision, all place together"),
    "slow": marked("Over days, slow: 1 day for each decision, all place together"),
}


@dataclass(frozen=True)
class _Changes(Setting[Guild]):
    """The changes to the preset of a server, except the variant, which has a menu of its own."""

    def changed(self, record: Guild, entry: str) -> Guild:
        """The server with the typed changes in place of all others; raises RulesetError."""
        own = Ruleset.parse(record.rules)
        changes = {"variant": own.variant.name, **parse_changes(entry.split())}
        return replace(record, rules=str(Ruleset.of(own.preset, changes)))


@dataclass(frozen=True)
class _Role(Setting[Guild]):
    """The role of those who may open tables."""

    def changed(self, record: Guild, entry: str) -> Guild:
        """The server with another role; raises ChoiceError."""
        return replace(record, role_id=ids_in(entry, most=1)[0])


@dataclass(frozen=True)
class _ToldRole(Setting[Guild]):
    """The role that is told of new tables, or none."""

    def changed(self, record: Guild, entry: str) -> Guild:
        """The server with another such role; raises ChoiceError, RulesetError for @everyone."""
        role_id = ids_in(entry, most=1)[0] if entry else None
        if role_id == record.id:
            raise RulesetError("Choose a role that people can leave, not @everyone.")
        return replace(record, told_role_id=role_id)


@dataclass(frozen=True)
class _Channels(Setting[Guild]):
    """The channels where tables may be opened, none for everywhere."""

    def changed(self, record: Guild, entry: str) -> Guild:
        """The server with other channels; raises ChoiceError."""
        return replace(record, channels=ids_in(entry, most=_MOST_CHANNELS) if entry else ())


@dataclass(frozen=True)
class ChannelSetting(Setting[Guild]):
    """The channel of something that the bot posts by itself, or none; `field` is the server's."""

    field: str

    def changed(self, record: Guild, entry: str) -> Guild:
        """The server with another such channel; raises ChoiceError."""
        channel_id = ids_in(entry, most=1)[0] if entry else None
        return replace(record, **{self.field: channel_id})


RULE_SET: Final[tuple[Menu[Guild], ...]] = (preset_menu(Guild), option_menu(Guild, "variant"))


@dataclass(frozen=True)
class _PaceMenu(Menu[Guild]):
    """The pace of new tables, or a clock alone."""

    def value_in(self, record: Guild) -> Value:
        """The name of the pace, or else the seconds of the clock."""
        return record.pace or record.clock

    def with_value(self, record: Guild, value: Value) -> Guild:
        """The server with another pace, or with a clock alone."""
        if isinstance(value, str):
            return replace(record, pace=value)
        return replace(record, pace="", clock=value)


CLOCK: Final[Menu[Guild]] = _PaceMenu(
    "clock",
    marked("How fast you play"),
    lambda _: {
        **{name: _(words) for name, words in _PACES.items()},
        None: _("No time limit"),
        **{
            seconds: _("{time} for each decision", time=time_words(seconds, _))
            for seconds in _CLOCKS
        },
    },
)
NEWS: Final[Menu[Guild]] = Menu(
    "news",
    marked("Records"),
    lambda _: {
        True: _("Announce records with the result"),
        False: _("Don't announce records"),
    },
    field="announces",
)
SKILL: Final[Menu[Guild]] = Menu(
    "skill",
    marked("Points given away"),
    lambda _: {
        True: _("Show points given away with the result"),
        False: _("Hide points given away"),
    },
    field="tells_skill",
)
LOCALE: Final[Menu[Guild]] = Menu(
    "locale",
    marked("Language"),
    lambda _: {
        None: _("Language: as set in Discord"),
        **{
            code: _("Language: {language}", language=texts_for(code)("English"))
            for code in languages()
        },
    },
    none="auto",
)
_NEW_TABLES: Final[tuple[Menu[Guild], ...]] = (
    *RULE_SET,
    CLOCK,
    Menu("deck", marked("Deck"), decks),
    Menu("skin", marked("Pictures"), skins),
)
OPENERS: Final[Menu[Guild]] = Menu(
    "openers",
    marked("Who can open tables"),
    lambda _: {
        "everybody": _("Everybody can open tables"),
        "managers": _("Only with Manage Server"),
        "role": _("Only people with a role"),
    },
)
_POSTS: Final = (NEWS, SKILL, LOCALE)
_TYPED: Final = _Changes("options")
_ROLE: Final = _Role("role")
_TOLD_ROLE: Final = _ToldRole("told")
_CHANNELS: Final = _Channels("channels")
SERVER: Final[tuple[Setting[Guild], ...]] = (
    *_NEW_TABLES,
    _TYPED,
    OPENERS,
    _ROLE,
    _CHANNELS,
    _TOLD_ROLE,
    *_POSTS,
)
"""Settings of a server, for somebody with Manage Server."""


def server_screen(guild: Guild, _: Texts, *, may_tell: bool = True) -> Screen:
    """The settings of a server, shown to people who may change them.

    `may_tell`: the bot may notify the role that is told of new tables.
    """
    new_tables = _("New tables start like this, until their host chooses otherwise in the lobby:")
    parts: list[Component] = [
        text(f"## {_('This server')}\n{new_tables}"),
        *menus(_NEW_TABLES, guild, ChangeServer, _),
        text(_changes(Ruleset.parse(guild.rules), _)),
        row(
            button(ShowServerRules(), _("House rules")), button(TypeOptions(), _("Type the rules"))
        ),
        separator(),
        text(_("Who can open tables, and where. Leave the channels empty to allow every channel.")),
        *menus([OPENERS], guild, ChangeServer, _),
        *places(guild, _),
        separator(),
        text(_("What I post here:")),
        *menus(_POSTS, guild, ChangeServer, _),
        *_told(guild, _, may_tell=may_tell),
        row(
            button(ShowServerDaily(), _("Daily deal")),
            button(ShowServerLeaderboard(), _("Leaderboard")),
            button(ShowOwn(), _("My own settings")),
        ),
    ]
    return Screen(tuple(parts))


def places(guild: Guild, _: Texts, page: str = "") -> list[Component]:
    """The menus of the role, if one is asked for, and of the channels, on a page."""
    channels = channel_select(
        ChangeServer(_CHANNELS.key, page),
        guild.channels,
        most=_MOST_CHANNELS,
        placeholder=_("Tables may be opened in every channel"),
    )
    if guild.openers != "role":
        return [channels]
    chosen = [] if guild.role_id is None else [guild.role_id]
    press = ChangeServer(_ROLE.key, page)
    return [role_select(press, chosen, placeholder=_("Choose the role")), channels]


def _told(guild: Guild, _: Texts, *, may_tell: bool) -> list[Component]:
    """The menu of the role that is told of new tables, and what stands in the way."""
    chosen = [] if guild.told_role_id is None else [guild.told_role_id]
    menu = role_select(
        ChangeServer(_TOLD_ROLE.key),
        chosen,
        placeholder=_("Nobody is notified of new tables"),
        is_optional=True,
    )
    if not chosen:
        return [menu]
    line = _("This role is notified of new tables, at most once in ten minutes.")
    if not may_tell:
        line = _(
            "I can't notify this role. Allow anyone to mention it in the role's settings, or "
            "give me the permission to mention all roles."
        )
    return [menu, text(f"-# {line}")]


def options_form(rules: Ruleset, _: Texts) -> Form:
    """The form for the changes to a preset."""
    return Form(
        press=ChangeServer(_TYPED.key),
        title=_("House rules of new tables"),
        fields=(
            Field(
                label=_("Changes to the preset {preset}", preset=preset_name(rules.preset, _))[:45],
                help=_("For example scoring=2-4; empty for no changes. House rules has them all."),
                hint="scoring=2-4 equal_rows=foul",
                value=_written(rules),
                most=_MOST_OPTIONS,
                is_required=False,
            ),
        ),
    )


def _changes(rules: Ruleset, _: Texts) -> str:
    preset = preset_name(rules.preset, _)
    changed = changes_in_words(rules, _)
    if not changed:
        return "-# " + _("No changes to the rules {preset}.", preset=preset)
    told = ", ".join(f"{name} (`{typed}`)" for typed, name in changed.items())
    return "-# " + _("Changes to the rules {preset}: {changes}", preset=preset, changes=told)


def _written(rules: Ruleset) -> str:
    """The changes to the preset, except the variant, which has a menu of its own."""
    return " ".join(changes_in_words(rules, ENGLISH))


def ids_in(entry: str, *, most: int) -> tuple[int, ...]:
    """Ids of Discord, one or more; raises ChoiceError for anything else."""
    words = entry.split(",")
    if len(words) > most or not all(map(is_id, words)):
        raise ChoiceError
    return tuple(sorted(set(map(int, words))))
