"""House rules by menus: one for each option of a ruleset, for a server's new tables or a table."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, TypeVar

from bot.screens.components import Component, Screen, button, row, text
from bot.screens.press import Press
from bot.screens.replies import Field, Form
from bot.screens.settings.menus import (
    ChangeOptions,
    ChangeRules,
    ChangeServer,
    Menu,
    ShowServer,
    TypeOptions,
    Value,
    menus,
)
from bot.screens.tournaments.tournament_presses import ChangeTournamentRules, TypeTournament
from bot.texts import Texts, marked
from bot.values.draft import Spot
from bot.values.house_rules import OPTIONS, PRESETS, line_in, name_in, preset_name, values_of
from bot.values.options import Guild, TableOptions, written_time
from bot.values.pace import together
from ofc_engine.rule_options import DealMode
from ofc_engine.rulesets import Ruleset

R = TypeVar("R", TableOptions, Guild)
RULES: Final = "rules"
"""The page of a server's house rules (`ChangeServer.page`)."""
_PRESET: Final = "rules"
_FANTASYLAND: Final = ("stay", "reveal", "button_in_fantasyland")
_SURRENDER: Final = ("surrender", "surrender_until")
_PARTS: Final = {
    marked("Points"): ("scoring", "royalties", "front_trips", "equal_rows", *_SURRENDER),
    marked("Fantasyland"): ("fantasyland", *_FANTASYLAND, "repeat_visit"),
    marked("Turns and time"): ("deal_mode", "time_out", "settling"),
}


@dataclass(frozen=True)
class RuleMenu(Menu[R]):
    """A menu of the presets, or of the values of an `option` of the rules."""

    option: str = ""

    def value_in(self, record: R) -> Value:
        """The choice that the record's rules have."""
        own = rules_of(record)
        return own.choice(self.option) if self.option else own.preset

    def offered(self, record: R, _: Texts) -> Mapping[Value, str]:
        """The choices that go with the variant."""
        if not self.option:
            return self.choices(_)
        rules = rules_of(record)
        words = values_of(self.option, rules)
        fits = dict(rules.variant.fits).get(self.option, words)
        return {value: name_in(words[value], _) for value in fits}

    def explained(self, record: R, _: Texts) -> Mapping[Value, str]:
        """The lines of the choices, as worded for the variant."""
        if not self.option:
            return self.lines(_)
        words = values_of(self.option, rules_of(record))
        return {value: line_in(sentence, _) for value, sentence in words.items()}

    def with_value(self, record: R, value: Value) -> R:
        """The record with other rules.

        With another preset a table keeps its variant, because its seats depend on it, and keeps
        all placing together, which its pace may want, if the preset leaves that open. Values that
        don't go with a variant return to the usual ones.
        """
        own, chosen = rules_of(record), str(value)
        if self.option == "variant":
            rules = own.with_variant(chosen)
        elif self.option:
            rules = own.changed({self.option: chosen})
        elif isinstance(record, TableOptions):
            rules = Ruleset.of(chosen).with_variant(own.variant.name)
            if own.deal_mode is DealMode.SIMULTANEOUS:
                rules = together(rules)
        else:
            rules = Ruleset.of(chosen)
        if isinstance(record, TableOptions):
            return replace(record, rules=rules)
        return replace(record, rules=str(rules))


def rules_of(record: TableOptions | Guild) -> Ruleset:
    """The rules of a table, or of a server's new tables."""
    return record.rules if isinstance(record, TableOptions) else Ruleset.parse(record.rules)


def preset_menu(_kind: type[R]) -> RuleMenu[R]:
    """The menu of the presets."""
    return RuleMenu(
        _PRESET,
        marked("Rules"),
        lambda _: {n: _("Rules: {preset}", preset=name_in(t, _)) for n, t in PRESETS.items()},
        lines=lambda _: {name: line_in(label, _) for name, label in PRESETS.items()},
    )


def option_menu(_kind: type[R], option: str) -> RuleMenu[R]:
    """The menu of an option's values, shown where they make a difference."""

    def applies(record: TableOptions | Guild) -> bool:
        own = rules_of(record)
        if option in _FANTASYLAND:
            return own.fantasyland is not None
        if option == "repeat_visit":
            return own.fantasyland is not None and own.fantasyland.trips > 0
        if option == "surrender_until":
            return own.surrender > 0
        if option == "jokers":
            return _may_have_jokers(record)
        return not (option == "deal_mode" and own.variant.closed)

    return RuleMenu(
        option.replace("_", ""),
        marked("Rules"),
        lambda _: {value: name_in(label, _) for value, label in OPTIONS[option].items()},
        applies=applies,
        option=option,
    )


def _may_have_jokers(record: TableOptions | Guild) -> bool:
    """R13.2: whether the variant can have jokers, and no more people sit there than could then."""
    own = rules_of(record)
    if "jokers" in dict(own.variant.fits):
        return False
    seats = record.seats if isinstance(record, TableOptions) else 0
    return seats <= own.changed({"jokers": "1"}).variant.most_seats


def _menus(kind: type[R]) -> dict[str, tuple[RuleMenu[R], ...]]:
    """The menus by their heading."""
    parts = {
        heading: tuple(option_menu(kind, option) for option in options)
        for heading, options in _PARTS.items()
    }
    return {"": (preset_menu(kind), option_menu(kind, "jokers")), **parts}


_OF_SERVER: Final = _menus(Guild)
_OF_TABLE: Final = _menus(TableOptions)
SERVER_RULES: Final = tuple(menu for part in _OF_SERVER.values() for menu in part)
"""Menus of the rules of new tables, for somebody with Manage Server."""
WHO: Final[Menu[TableOptions]] = Menu(
    "who",
    marked("Who can sit down"),
    lambda _: {
        False: _("Everybody can sit down"),
        True: _("Only people the host invites"),
    },
    lines=lambda _: {
        False: _("Join gives the next free seat"),
        True: _("Invite with /play who:, or with Challenge to a table"),
    },
    field="invited_only",
)
"""The menu of who can sit down at a table."""
TABLE_RULES: Final = tuple(menu for part in _OF_TABLE.values() for menu in part)
"""Menus of the rules of a table, for its host, before the first hand."""


def server_rules_screen(guild: Guild, _: Texts) -> Screen:
    """The house rules of a server's new tables."""
    heading = _("New tables start with these rules. Their host can change them in the lobby.")
    way = row(
        button(ShowServer(), _("Settings of this server")),
        button(TypeOptions(), _("Type the rules")),
    )
    press = partial(ChangeServer, page=RULES)
    return _screen(heading, _OF_SERVER, guild, press, [way], _)


def table_rules_screen(
    options: TableOptions, spot: Spot, _: Texts, *, tournament: int | None = None
) -> Screen:
    """The house rules of a table that has dealt no hand yet; with more of its `tournament`."""
    heading = _(
        "You can change them until the first hand is dealt. The lobby shows them to everybody."
    )
    press = partial(ChangeRules, spot)
    who = menus([WHO], options, press, _) if tournament is None else []
    screen = _screen(heading, _OF_TABLE, options, press, who, _)
    return screen if tournament is None else _with_more(screen, tournament, _)


def tournament_rules_screen(
    options: TableOptions,
    tournament: int,
    _: Texts,
    *,
    told: Sequence[str] = (),
    fixed: Collection[str] = (),
) -> Screen:
    """The house rules of a tournament of several tables, before it starts.

    They are below what is `told` of it. The `fixed` options cannot be changed.
    """
    heading = _("You can change them until it starts. The announcement shows them to everybody.")
    press = partial(ChangeTournamentRules, tournament)
    open_menus = {
        title: tuple(menu for menu in part if menu.option not in fixed)
        for title, part in _OF_TABLE.items()
    }
    screen = _with_more(_screen(heading, open_menus, options, press, [], _), tournament, _)
    return replace(screen, components=(text("\n".join(told)), *screen.components))


def _with_more(screen: Screen, tournament: int, _: Texts) -> Screen:
    """The screen with the button for the options beyond the house rules, above the menus."""
    heading, *menus = screen.components
    way = row(button(TypeTournament(tournament), _("More options")))
    return replace(screen, components=(heading, way, *menus))


def _screen(
    heading: str,
    parts: Mapping[str, tuple[RuleMenu[R], ...]],
    record: R,
    press: Callable[[str], Press],
    after: Iterable[Component],
    _: Texts,
) -> Screen:
    components: list[Component] = [text(f"## {_('House rules')}\n{heading}")]
    for title, part in parts.items():
        if title:
            components.append(text(f"**{_(title)}**"))
        components += menus(part, record, press, _)
    rules = rules_of(record)
    typed = " ".join(f"{option}={value}" for option, value in rules.differences().items())
    if typed:
        changed = _("Changed from {preset}:", preset=preset_name(rules.preset, _))
        components.append(text(f"-# {changed} `{typed}`"))
    return Screen((*components, *after))


# --- the form of a table: what no menu offers ------------------------------------------------


_NONE: Final = "none"


def options_form(options: TableOptions, changeable: Collection[str], spot: Spot, _: Texts) -> Form:
    """The form for the options that are `changeable`, filled in with what is chosen."""
    fields = [
        Field(
            _("Seats"), _("How many people may sit down"), "3", str(options.seats), 2, key="seats"
        ),
        Field(
            _("Stake"), _("What points are multiplied by"), "1", str(options.stake), 4, key="stake"
        ),
        Field(
            _("Clock"),
            _("How long each decision may take: 45s, 10m, 12h, 2d, or none"),
            _NONE,
            written_time(options.clock),
            20,
            is_required=False,
            key="clock",
        ),
        Field(
            _("Length"),
            _("How long the match lasts: 20 hands, 3 orbits, 2h, 3d, or endless"),
            _("20 hands"),
            str(options.length or "endless"),
            20,
            is_required=False,
            key="length",
        ),
        Field(
            _("Loss limit"),
            _("The most points that anybody can lose; the match ends there"),
            _NONE,
            str(options.loss_limit or _NONE),
            6,
            is_required=False,
            key="limit",
        ),
    ]
    kept = tuple(each for each in fields if each.key in changeable)
    return Form(ChangeOptions(spot), _("More options"), kept)
