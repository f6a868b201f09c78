"""The presses that are about settings: one's own, a table's, a server's, house rules."""

from dataclasses import dataclass

from bot.screens.press import Press
from bot.screens.presses import TablePress


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
