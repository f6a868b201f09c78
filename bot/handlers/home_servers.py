"""Where that is at home which a press names: its server, outside of which only its people act.

Anybody can make up a custom_id, and rights are those of one server.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

from bot.game.loading import load
from bot.game.table import TableError
from bot.handlers.request import Visitor
from bot.screens.press import Press
from bot.screens.presses import CardPress, TablePress, table_of
from bot.store import hands, players
from bot.store.engine import Connection

P = TypeVar("P", bound=Press)


@dataclass(frozen=True)
class HomeServer:
    """The server where something is; `has` tells whether somebody, by their Discord id, is in it.

    They may press its buttons wherever they have them: in direct messages, or in another server.
    """

    guild_id: int
    includes: Callable[[int], bool]


Finder = Callable[[Connection, P], HomeServer | None]
_FINDERS: Final[dict[type[Press], Finder[Any]]] = {}


def home_of(*kinds: type[P]) -> Callable[[Finder[P]], Finder[P]]:
    """Have a function find the home of what presses of these classes name; None if it is gone."""

    def registered(find: Finder[P]) -> Finder[P]:
        _FINDERS.update(dict.fromkeys(kinds, find))
        return find

    return registered


def has_home(kind: type[Press]) -> bool:
    """True if presses of a class name something that belongs to a server."""
    return _finder(kind) is not None


def with_local_rights(db: Connection, visitor: Visitor, press: Press) -> Visitor:
    """The visitor with the rights that they have where what they press is at home.

    Raises TableError if they press from elsewhere and are not in it.
    """
    find = _finder(type(press))
    home = None if find is None else find(db, press)
    if home is None or home.guild_id == visitor.guild_id:
        return visitor
    if not home.includes(visitor.person.user_id):
        raise TableError("You're not in this game. Look for it in the server where it's played.")
    return replace(visitor, may_manage=False)


def _finder(kind: type[Press]) -> Finder[Any] | None:
    return next((_FINDERS[base] for base in kind.__mro__ if base in _FINDERS), None)


@home_of(TablePress, CardPress)
def _home_of_table(db: Connection, press: TablePress | CardPress) -> HomeServer | None:
    table_id = table_of(press)
    table = None if table_id is None else load(db, table_id)
    if table is None:
        return None

    def has(user_id: int) -> bool:
        # Their own messages make most of them known; others have only played here.
        if any(each.user_id == user_id for each in table.people.values()):
            return True
        player = players.find(db, user_id)
        return player is not None and hands.has_played(db, table.id, player.id)

    return HomeServer(table.row.guild_id, has)
