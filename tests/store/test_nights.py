"""Every night the copy is looked through, and what does not fit is told until it does."""

import asyncio
import sqlite3
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest

from bot.settings import Storage
from bot.store import backup, solo_deals
from bot.store.connection import connect
from bot.store.ledger import seals
from bot.store.ledger.seals import Share
from bot.store.solo_deals import Attempt, SoloMode
from bot.upkeep import keep_backups
from bot.verifying import findings, is_fault
from tests.ledger.played import played_ledger
from tests.store.rows import add_players
from tests.store.tampering import tamper
from tests.waiting import until

NIGHT = 1_800_000_000.0
DAY = 86_400


@pytest.fixture
def storage(tmp_path: Path) -> Storage:
    path = tmp_path / "ofc.sqlite3"
    with closing(connect(path)) as db:
        db.execute("BEGIN")
        played_ledger(db, seed=1, count=3)
        db.execute("COMMIT")
    return Storage(path, tmp_path / "backups", backups_kept=2)


class Nights:
    """Nights that pass one after the other, each when what is due in it has been done."""

    def __init__(self, storage: Storage, log: pytest.LogCaptureFixture) -> None:
        self.storage = storage
        self.log = log
        self.now = NIGHT

    @property
    def copy(self) -> Path:
        """The copy of this night."""
        return self.storage.backups / backup.name_of(self.storage.file, self.now)

    async def next(self) -> str:
        """Let the next night pass; what the log says of it."""
        self.log.clear()
        self.now += DAY
        await until(lambda: f"backup {self.copy}" in self.said or "written to" in self.said)
        return self.said

    @property
    def said(self) -> str:
        return self.log.text


@asynccontextmanager
async def passing(storage: Storage, log: pytest.LogCaptureFixture) -> AsyncGenerator[Nights]:
    log.set_level("INFO")
    nights = Nights(storage, log)
    keeping = asyncio.create_task(keep_backups(storage, lambda: nights.now, 0.01))
    yield nights
    keeping.cancel()
    await asyncio.wait([keeping])


async def test_a_copy_that_does_not_fit_is_kept_and_told_of_and_no_good_backup(
    storage: Storage, caplog: pytest.LogCaptureFixture
):
    async with passing(storage, caplog) as nights:
        assert "and all in it fits" in await nights.next()
        good = nights.copy
        tamper(storage.file, "UPDATE results SET front = front + 1 WHERE hand_id = 1")
        for _ in range(storage.backups_kept):
            said = await nights.next()
            assert "ERROR" in said
            assert f"{nights.copy} is kept, but does not fit: Server 5: Hand #1 has an" in said
            assert nights.copy.exists()
            assert backup.latest_good(storage.backups, storage.file) == good
        tamper(storage.file, "UPDATE results SET front = front - 1 WHERE hand_id = 1")
        assert "and all in it fits" in await nights.next()
        assert backup.latest_good(storage.backups, storage.file) == nights.copy


async def test_a_look_that_is_broken_off_leaves_no_process_behind(
    storage: Storage, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
):
    started: list[asyncio.subprocess.Process] = []
    start = asyncio.create_subprocess_exec

    async def watched(*words: str, **options: Any) -> asyncio.subprocess.Process:
        started.append(await start(*words, **options))
        return started[-1]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", watched)
    async with passing(storage, caplog):
        await until(lambda: bool(started))
    assert started[0].returncode is not None
    assert list(storage.backups.iterdir()) == [], "what was not looked through is no backup"


@pytest.mark.parametrize("program", ["/bin/false", "/bin/none"])
async def test_a_look_that_dies_or_never_begins_makes_no_good_backup(
    storage: Storage,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    program: str,
):
    monkeypatch.setattr("sys.executable", program)
    async with passing(storage, caplog) as nights:
        assert "It could not be looked through to the end." in await nights.next()
        assert backup.latest_good(storage.backups, storage.file) is None


@pytest.mark.parametrize("last", [0, 1, 1999, 2000, 12_000, 12_001, 250_000])
def test_within_some_nights_every_hand_has_been_looked_at_and_the_newest_in_each(last: int):
    shares = [Share.of_night(night, last) for night in range(100, 130)]
    nights = shares[: shares[0].parts]
    numbers = range(1, last + 1)
    looked = [{number for number in numbers if share.has(number)} for share in nights]
    assert looked[0].union(*looked) == set(numbers)
    assert all(len(each) <= 12_001 for each in looked)
    assert looked[0].intersection(*looked) >= set(numbers[-2000:])


def test_within_some_nights_every_hand_alone_is_played_again_and_the_newest_in_each(
    db: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(seals, "_NEWEST", 1)
    monkeypatch.setattr(seals, "_AT_ONCE", 1)
    seen: list[list[bool]] = []
    people = add_players(db, 4)
    for number, player in enumerate(people):
        deal = solo_deals.commit_to(db, SoloMode.ALONE, bytes(32), now=number)
        solo_deals.first_begun(db, deal.id, "", now=number + 1)
        solo_deals.begin(db, Attempt(player, deal.id, practice=False, guild_id=None), now=number)
    for player in people:
        db.execute("UPDATE attempts SET log = 'no placement' WHERE player_id = ?", (player,))
        seen.append([any(map(is_fault, findings(db, night))) for night in (*range(3), None)])
        db.execute("UPDATE attempts SET log = ''")
    assert seen == [
        [False, True, False, True],
        [False, False, True, True],
        [True, False, False, True],
        [True, True, True, True],
    ]
