"""The settings: their presses, and the screens of a person and a table, menus of choices."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, Generic, TypeAlias, TypeVar

from bot.screens.components import Component, Screen, button, row, select, separator, text
from bot.screens.press import Press
from bot.screens.presses import TablePress
from bot.texts import ENGLISH, Texts, marked
from bot.values.draft import Spot
from bot.values.options import ChoiceError, Guild, TableOptions
from bot.values.pace import NEXT_HANDS
from bot.values.preferences import Preferences
from bot.values.zones import zone_label


@dataclass(frozen=True)
class ChangeOwn(TablePress, code="own"):
    """Choose a setting of one's own; `what` says which."""

    what: str


@dataclass(frozen=True)
class ChangeTable(TablePress, code="table"):
    """Choose a setting of the table; `what` says which."""

    what: str


class ShowOwn(Press, code="owns"):
    """See one's own settings."""


class ShowTableSettings(TablePress, code="tablesettings"):
    """See one's own settings and those of a table, in a message of their own."""


class ShowServer(Press, code="server"):
    """See the settings of the server."""


class TypeOptions(Press, code="options"):
    """Open the form for the house rules of the server's new tables."""


@dataclass(frozen=True)
class ChangeServer(Press, code="change"):
    """Choose a setting of the server, or submit the form of its house rules.

    `page` is where it is chosen, and shown again: `rules`, a step of the setup, or the settings.
    """

    what: str
    page: str = ""


@dataclass(frozen=True)
class Setup(Press, code="setup"):
    """See a step of the setup of a server."""

    step: int


class ShowServerDaily(Press, code="serverdaily"):
    """See the settings of the server for the daily deal."""


class ShowServerLeaderboard(Press, code="serverlead"):
    """See where the server's leaderboard is."""


class TypeZone(Press, code="zone"):
    """Open the form for the server's time zone."""


class ShowServerRules(Press, code="serverrules"):
    """See the house rules of the server's new tables."""


class ShowHouseRules(TablePress, code="houserules"):
    """See the house rules of a table by menus, before its first hand."""


class ShowOptions(TablePress, code="moreoptions"):
    """Open the form for what no menu of a table offers, before its first hand."""


class ChangeOptions(TablePress, code="setoptions"):
    """Submit that form."""


@dataclass(frozen=True)
class ChangeRules(TablePress, code="changerules"):
    """Choose a house rule of a table; `what` says which."""

    what: str


S = TypeVar("S", Preferences, TableOptions, Guild)
"""The records of settings: of a person, of a table, of a server."""
Value: TypeAlias = str | int | None
Choices: TypeAlias = Callable[[Texts], Mapping[Value, str]]
"""Value -> its words, in the order of the menu."""


@dataclass(frozen=True)
class Setting(ABC, Generic[S]):
    """A field of a record that people set; `key` is its name in a press."""

    key: str

    @abstractmethod
    def changed(self, record: S, entry: str) -> S:
        """The record with what was entered; raises OfcError."""


@dataclass(frozen=True)
class Menu(Setting[S]):
    """A setting with a few choices; the entry is one of them, as the menu writes it.

    `field` is that of the record, if it is not called as the `key`; `none` is how None is
    written; `lines` explain choices in small. The menu is shown where `applies` says so.
    """

    title: str
    choices: Choices
    field: str = ""
    none: str = "none"
    lines: Choices = lambda _: {}
    applies: Callable[[S], bool] = lambda _record: True

    def changed(self, record: S, entry: str) -> S:
        """The record with another choice; ChoiceError if there is no such choice."""
        # The values count, which are the same in every language.
        for value in self.choices(ENGLISH):
            if self._written(value) == entry:
                return self.with_value(record, value)
        raise ChoiceError

    def component(self, record: S, press: Press, _: Texts) -> Component:
        """The menu, on which the record's value is chosen."""
        choices = self.offered(record, _)
        offered = [(self._written(value), words) for value, words in choices.items()]
        chosen = self._written(self.value_in(record))
        lines = {self._written(value): line for value, line in self.explained(record, _).items()}
        return select(press, offered, chosen, placeholder=_(self.title), lines=lines)

    def offered(self, record: S, _: Texts) -> Mapping[Value, str]:
        """The choices that go with the rest of the record."""
        del record
        return self.choices(_)

    def explained(self, record: S, _: Texts) -> Mapping[Value, str]:
        """The small lines of the choices."""
        del record
        return self.lines(_)

    def label_of(self, record: S, _: Texts) -> str:
        """The words of the choice that a record has, empty if it is none of these."""
        return self.choices(_).get(self.value_in(record), "")

    def value_in(self, record: S) -> Value:
        """The value that a record has."""
        return getattr(record, self.field or self.key)

    def with_value(self, record: S, value: Value) -> S:
        """The record with another value."""
        return replace(record, **{self.field or self.key: value})

    def _written(self, value: Value) -> str:
        if isinstance(value, bool):
            return "yes" if value else "no"
        return self.none if value is None else str(value)


def menus(
    settings: Iterable[Menu[S]], record: S, press: Callable[[str], Press], _: Texts
) -> list[Component]:
    """The menus of settings that apply to a record; `press` makes a press from a key."""
    return [each.component(record, press(each.key), _) for each in settings if each.applies(record)]


def changed(settings: Iterable[Setting[S]], key: str, record: S, entry: str) -> S:
    """A record with another value of the setting of that key; raises OfcError."""
    setting = next((each for each in settings if each.key == key), None)
    if setting is None:
        raise ChoiceError
    return setting.changed(record, entry)


def decks(_: Texts) -> dict[Value, str]:
    """The decks that pictures can show."""
    return {
        "two": _("Two-colour deck: black and red"),
        "four": _("Four-colour deck: a colour for each suit"),
    }


def skins(_: Texts) -> dict[Value, str]:
    """The skins that pictures can have."""
    return {"night": _("Dark pictures"), "day": _("Light pictures")}


# --- screens ---------------------------------------------------------------------------------


def _own_deck(_: Texts) -> dict[Value, str]:
    return {None: _("Deck: same as the table"), **decks(_)}


def _own_skin(_: Texts) -> dict[Value, str]:
    return {None: _("Pictures: same as the table"), **skins(_)}


OWN: Final[tuple[Menu[Preferences], ...]] = (
    Menu("deck", marked("Deck"), _own_deck, none="table"),
    Menu("skin", marked("Pictures"), _own_skin, none="table"),
    Menu(
        "confirm",
        marked("Placing"),
        lambda _: {
            "ask": _("Confirm with the green button"),
            "auto": _("Confirm automatically 5 seconds after my last tap"),
        },
    ),
    Menu(
        "aid",
        marked("Live cards"),
        lambda _: {
            "outs": _("Show live cards and count my outs"),
            "live": _("Show live cards, I count my outs"),
            "none": _("Hide live cards"),
        },
    ),
    Menu(
        "calls",
        marked("Your turn"),
        lambda _: {
            "dm": _("Send me my cards by direct message"),
            "channel": _("Mention me in the channel; I press My cards"),
            "none": _("Don't notify me; I press My cards"),
        },
    ),
    Menu(
        "aloud",
        marked("Reading aloud"),
        lambda _: {
            False: _("Show my cards as pictures and symbols"),
            True: _("Read aloud: everything in words, for screen readers"),
        },
        field="read_aloud",
    ),
)
"""Settings that people choose for themselves."""

TABLE: Final[tuple[Menu[TableOptions], ...]] = (
    Menu("deck", marked("Deck"), decks),
    Menu("skin", marked("Pictures"), skins),
    Menu(
        "hints",
        marked("Hints"),
        lambda _: {
            False: _("No hints, unless all opponents are computers"),
            True: _("Hints for everybody"),
        },
    ),
    Menu(
        "counts",
        marked("Ledger"),
        lambda _: {
            False: _("Hands with computers don't count in the ledger"),
            True: _("Hands with computers count in the ledger"),
        },
        field="counts_computers",
    ),
    Menu(
        "next",
        marked("Next hand"),
        lambda _: {after: _(words) for after, words in NEXT_HANDS.items()},
        field="next_hand",
        none="ready",
    ),
    Menu(
        "time",
        marked("Calling time"),
        lambda _: {
            True: _("Opponents may call time: 30 seconds"),
            False: _("Nobody may call time"),
        },
        field="time_calls",
        applies=lambda options: options.is_slow,
    ),
    Menu(
        "wakes",
        marked("Two weeks without a hand"),
        lambda _: {
            True: _("After two weeks without a hand, ask once who plays on"),
            False: _("Don't ask after two weeks without a hand"),
        },
        applies=lambda options: not options.is_tournament,
    ),
)
"""Settings that the host chooses for everybody at a table, also when it is open."""


def settings_screen(
    own: Preferences,
    table: TableOptions | None,
    spot: Spot,
    _: Texts,
    *,
    dm_closed: bool = False,
    manages: bool = False,
) -> Screen:
    """One's own settings, and those of `table` for people who may change them.

    `dm_closed` says that Discord has refused a direct message. Whoever `manages` the server is
    led to its settings.
    """
    parts: list[Component] = [
        text("## " + _("Your settings") + "\n" + _("They apply at all your tables.")),
        *menus(OWN, own, partial(ChangeOwn, spot), _),
        text("-# " + _reached(own, _, dm_closed=dm_closed)),
    ]
    if table is not None:
        parts += [
            separator(),
            text("## " + _("This table") + "\n" + _("What everybody sees and can do here.")),
            *menus(TABLE, table, partial(ChangeTable, spot), _),
        ]
    if manages:
        parts.append(row(button(ShowServer(), _("Settings of this server"))))
    return Screen(tuple(parts))


def _reached(own: Preferences, _: Texts, *, dm_closed: bool) -> str:
    """Times and ways in which a person is not reached, and what they can do about it."""
    lines: list[str] = []
    if own.calls == "dm" and dm_closed:
        closed = _("Discord doesn't let me message you, so I mention you in the channel.")
        lines.append(closed)
    quiet = own.quiet_hours
    if quiet is None:
        lines.append(
            _(
                "You don't have quiet hours. For silence at night, send `/my settings "
                "quiet_hours:22-8 time_zone:…`"
            )
        )
    else:
        lines.append(
            _(
                "Quiet hours: {begins}:00 to {ends}:00, {zone}. I then message you silently "
                "and nobody can call time on you, but clocks keep running. End them with `/my "
                "settings quiet_hours:none`",
                begins=quiet.begins,
                ends=quiet.ends,
                zone=zone_label(quiet.zone),
            )
        )
    return "\n-# ".join(lines)
