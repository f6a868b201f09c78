"""Checks that all that is kept can be read: texts are texts, and each word for a kind exists."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any, Final
from zoneinfo import ZoneInfo

from bot.game.tournaments.formats import FORMATS
from bot.pictures.theme import DECKS, SKINS
from bot.store import schema
from bot.store.drafts import DraftKind
from bot.store.engine import Connection, streamed
from bot.store.surfaces import Slot
from bot.store.tables import options_from
from bot.values.hand_skill import Apart, Leak
from bot.values.ledger_records import FeatKind
from bot.values.options import Length
from bot.values.scenes import Reminded
from bot.values.tournament_views import StartNews
from ofc_engine import stacks
from ofc_engine.board import Board
from ofc_engine.deal import verify_seed
from ofc_engine.players import levels
from ofc_engine.rulesets import Ruleset


def _one_of(*words: object) -> Callable[[str], object]:
    known = set(map(str, words))

    def read(text: str) -> None:
        if text not in known:
            raise ValueError(text)

    return read


def _event(text: str) -> None:
    if int(text) < 1:
        raise ValueError(text)


def _options(text: str) -> None:
    options_from(json.loads(text))


def _length(text: str) -> None:
    if text:
        Length.parse(text)


_LOOKS: Final = {"skin": _one_of(*SKINS), "deck": _one_of(*DECKS)}
KINDS: Final[Mapping[str, Mapping[str, Callable[[str], object]]]] = {
    "achievements": {"kind": FeatKind},
    "best_boards": {"board": Board.parse},
    "drafts": {"kind": DraftKind, "brush": _one_of(*"fmbx")},
    "feats": {"kind": FeatKind},
    "entry_seeds": {"seed": verify_seed},
    "finishes": {"event": _event},
    "guilds": {**_LOOKS, "rules": Ruleset.parse, "time_zone": ZoneInfo},
    "mistakes": {"kind": Leak, "parts": Apart.parse},
    "players": {**_LOOKS, "level": _one_of(*levels.LEVELS), "time_zone": ZoneInfo},
    "proposals": {"body": str},
    "reminders": {"told": Reminded},
    "schedules": {"event": _event},
    "seeds": {"seed": verify_seed},
    "start_notices": {"kind": StartNews},
    "surfaces": {"slot": Slot},
    "tables": {
        **_LOOKS,
        "levels": _one_of(*stacks.LEVELS),
        "length": _length,
        "rules": Ruleset.parse,
    },
    "tournaments": {
        "format": _one_of(*FORMATS),
        "options": _options,
    },
}
"""Table -> column -> what reads one of its words, and raises ValueError or KeyError for no such."""


def first_unreadable(db: Connection) -> str | None:
    """The first value of a database that nobody can read, in a sentence; None if all can be."""
    return next(_unreadable(db), None)


def _unreadable(db: Connection) -> Iterator[str]:
    if schema.is_file(db):  # a server takes nothing else
        for table, columns in schema.texts(db).items():
            yield from _no_text(db, table, columns)
    for table, readers in KINDS.items():
        for column, read in readers.items():
            query = f"SELECT DISTINCT {column} FROM {table} WHERE {column} IS NOT NULL"
            for (word,) in db.execute(query).fetchall():
                if not _is_read(read, word):
                    yield f"A value of {table}.{column} cannot be read."


def _no_text(db: Connection, table: str, columns: tuple[str, ...]) -> Iterator[str]:
    values = ", ".join(f"CAST({column} AS BLOB)" for column in columns)
    for row in streamed(db, f"SELECT {values} FROM {table}"):
        for column, value in zip(columns, row, strict=True):
            if value is not None and not _is_read(bytes.decode, value):
                yield f"A value of {table}.{column} is no text."


def _is_read(read: Callable[[Any], object], value: Any) -> bool:  # noqa: ANN401 - text or bytes
    # What is damaged may raise anything.
    with suppress(Exception):
        read(value)
        return True
    return False
