"""Menus for what direct messages do not tell: which table is meant, and which server."""

from collections.abc import Mapping, Sequence

from bot.screens.components import Component, Screen, button, section, select, text
from bot.screens.ledger import Page
from bot.screens.press import Press
from bot.screens.presses import ChooseServer
from bot.screens.waiting import Game, game_line
from bot.texts import Texts

_MOST_TABLES = 12
_MOST_SERVERS = 25
_LONGEST_NAME = 100


def tables_screen(games: Sequence[Game], presses: Mapping[int, Press], _: Texts) -> Screen:
    """Asks which table is meant; `presses` (by the table's id) are what choosing it does."""
    parts: list[Component] = [text(_("Several tables are waiting for you. Which one?"))]
    for game in games[:_MOST_TABLES]:
        choose = button(presses[game.table_id], _("This one"))
        parts.append(section(text(game_line(game, _)), choose))
    return Screen(tuple(parts))


def server_screen(page: Page, names: Mapping[str, str], chosen: str, _: Texts) -> Screen:
    """A page of one server's ledger, with a menu of servers by their ids where there are more."""
    where = text("-# " + _("In the server {name}.", name=names[chosen]))
    parts = [*page.components, where]
    if len(names) > 1:
        offered = [(each, name[:_LONGEST_NAME]) for each, name in names.items()][:_MOST_SERVERS]
        parts.append(select(ChooseServer(), offered, chosen, placeholder=_("Which server?")))
    return Screen(tuple(parts), page.pictures)
