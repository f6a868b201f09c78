"""The menus of the settings screen, by whose setting and which: `my.deck`, `table.hints`."""

from bot.screens.press import parse
from bot.screens.settings.menus import ChangeOwn, ChangeTable
from discord_standin.people.shown import Shown


def menu_of(shown: Shown, name: str) -> str:
    """The custom_id of a menu."""
    whose, what = name.split(".")
    kind = ChangeOwn if whose == "my" else ChangeTable
    found = ((menu.custom_id, parse(menu.custom_id)) for menu in shown.selects)
    return next(id_ for id_, press in found if isinstance(press, kind) and press.what == what)
