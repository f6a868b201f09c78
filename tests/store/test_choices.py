"""Settings are declared once: what their menus offer is what may be entered, and can be kept."""

import sqlite3
from typing import Any

import pytest

from bot.pictures.theme import DECKS, SKINS
from bot.screens.settings.menus import OWN, TABLE, Menu, changed, decks, skins
from bot.screens.settings.server_settings import SERVER
from bot.store import guilds, players, tables
from bot.texts import ENGLISH
from bot.values.options import ChoiceError, Guild, TableOptions
from bot.values.preferences import Preferences
from tests.store.rows import add_players, add_table

RECORDS: Any = [(OWN, Preferences()), (TABLE, TableOptions()), (SERVER, Guild(7))]
MENUS = [(menu, record) for menus, record in RECORDS for menu in menus if isinstance(menu, Menu)]
NAMES = [f"{type(record).__name__}-{menu.key}" for menu, record in MENUS]


def kept(db: sqlite3.Connection, record: Any) -> Any:
    """A record of settings as the database gives it back."""
    (ann,) = add_players(db, 1)
    match record:
        case Preferences():
            players.set_preferences(db, ann, record)
            return players.get(db, ann).preferences
        case TableOptions():
            table = tables.open_in_channel(db, 77) or add_table(db, ann)
            tables.set_options(db, table, record)
            row = tables.get(db, table)
            assert row is not None
            return row.options
        case _:
            guilds.put(db, record)
            return guilds.get(db, record.id)


def offered(menu: Menu[Any], record: Any) -> dict[str, bool]:
    """What a menu offers, as it is entered, and whether it is chosen."""
    shown = menu.component(record, lambda: "", ENGLISH)["components"][0]
    return {option["value"]: option.get("default", False) for option in shown["options"]}


@pytest.mark.parametrize(("menu", "record"), MENUS, ids=NAMES)
def test_every_choice_can_be_entered_and_is_kept(
    db: sqlite3.Connection, menu: Menu[Any], record: Any
):
    assert sum(offered(menu, record).values()) == 1, "a new record has one of the choices"
    for entry in offered(menu, record):
        new = kept(db, menu.changed(record, entry))
        assert [each for each, chosen in offered(menu, new).items() if chosen] == [entry]


@pytest.mark.parametrize(("menu", "record"), MENUS, ids=NAMES)
def test_nothing_else_can_be_entered(menu: Menu[Any], record: Any):
    for entry in ("", "x", "True", "None", "0"):
        with pytest.raises(ChoiceError):
            menu.changed(record, entry)
    with pytest.raises(ChoiceError):
        changed([menu], "x", record, next(iter(offered(menu, record))))


def test_every_skin_and_deck_can_be_chosen():
    assert (tuple(skins(ENGLISH)), tuple(decks(ENGLISH))) == (SKINS, DECKS)
