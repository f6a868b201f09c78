"""A byte that a disk gets wrong: what the bot would show is as it was, or `verify` finds it.

Not seen is what nothing else tells: names, languages, settings, ids of channels and messages, times
at which a hand was dealt or ended, layouts, and seeds of a deal to come.
"""

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Final

import pytest

from bot.__main__ import main
from bot.store.connection import connect, connect_checked
from ofc_engine.errors import OfcError
from tests.ledger.played import played_ledger

SHOWN: Final = (
    "SELECT id, guild_id, rules, stake FROM tables",
    "SELECT id, table_id, number, button, seeds, counts, state FROM hands",
    "SELECT * FROM lineups",
    "SELECT * FROM operations",
    "SELECT table_id, number, secret, commitment FROM deals",
    "SELECT * FROM bookings",
    "SELECT * FROM results",
    "SELECT * FROM entries",
    "SELECT * FROM tallies",
    "SELECT * FROM rivalries",
    "SELECT * FROM totals",
    "SELECT * FROM streaks",
    "SELECT * FROM seasons",
    "SELECT * FROM finals",
    "SELECT * FROM seals",
)
"""Rules, deals, boards and points, with all that they come from."""


def shown(path: Path) -> list[list[object]] | None:
    """What a bot that is started on a database would show of it; None if that fails."""
    try:
        with closing(connect_checked(path, path.parent / "none")) as db:
            return [sorted(map(repr, map(tuple, db.execute(query)))) for query in SHOWN]
    except (OfcError, sqlite3.Error, UnicodeDecodeError):
        return None


def flip(folder: Path, flips: int, seed: int) -> tuple[int, list[int]]:
    """Flip so many bytes, one at a time: how many show otherwise, and where it is not found."""
    path, random = folder / "ofc.sqlite3", Random(seed)
    with closing(connect(path)) as db:
        db.execute("BEGIN")
        played_ledger(db, seed=3, count=40)
        db.execute("COMMIT")
        db.execute("VACUUM")
    sound, before = path.read_bytes(), shown(path)
    assert main(["verify", str(path)]) == 0
    differing, unseen = 0, list[int]()
    for _ in range(flips):
        place = random.randrange(len(sound))
        data = bytearray(sound)
        data[place] ^= random.randrange(1, 256)
        for left in folder.glob("ofc.sqlite3*"):
            left.unlink()
        path.write_bytes(data)
        is_found = main(["verify", str(path)]) != 0
        after = shown(path)
        if after is not None and after != before:
            differing += 1
            unseen += [] if is_found else [place]
    return differing, unseen


def test_a_flipped_byte_that_changes_what_is_shown_is_found(tmp_path: Path):
    differing, unseen = flip(tmp_path, 16, seed=1)
    assert unseen == []
    assert differing > 0


@pytest.mark.exhaustive
def test_four_hundred_flipped_bytes_that_change_what_is_shown_are_found(tmp_path: Path):
    differing, unseen = flip(tmp_path, 400, seed=2)
    assert unseen == []
    assert differing > 15
