"""What the painter finds to do, and what it keeps of what it has done."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.game import lobby, play
from bot.game.changes import changed
from bot.game.loading import loaded
from bot.store import drafts, players, surfaces
from bot.store.connection import connect
from bot.store.players import Person
from bot.store.surfaces import ShownAt
from bot.surfaces.queue import Job, keep_answered, keep_shown, next_job, todo_at
from bot.values.options import Destination, TableOptions

TABLE = 1
SHOWN = ShownAt(channel_id=5, message_id=6, posted_at=7)


@pytest.fixture
def db(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """Two people in a hand, to whom nothing has been shown."""
    with closing(connect(tmp_path / "ofc.sqlite3")) as db:
        people = [players.remember(db, Person(100 + n, f"P{n}", f"p{n}", "")) for n in range(2)]
        lobby.open_table(
            db,
            people[0],
            TableOptions(),
            Destination(9, 70, "en-US"),
            secret=bytes(32),
            now=1,
        )
        lobby.join(db, loaded(db, TABLE), people[1], 1)
        play.deal(db, loaded(db, TABLE), bytes(32), 1)
        changed(db, TABLE, 1)
        yield db


def own_message(db: sqlite3.Connection) -> Job:
    """The job of the message of the player who has to place."""
    (job,) = [each for each in todo_at(TABLE, db).jobs if each.draft is not None]
    return job


def tap(db: sqlite3.Connection, job: Job) -> None:
    assert job.draft is not None
    drafts.keep(db, play.key_of(job.table, job.owner.id), job.draft.put(0, "f"))


def test_each_owner_has_one_job_at_a_time(db: sqlite3.Connection):
    owners = [job.key[1] for job in todo_at(TABLE, db).jobs]
    assert sorted(owners) == sorted({*owners})
    assert 0 in owners


def test_what_was_shown_is_not_shown_again(db: sqlite3.Connection):
    job = own_message(db)
    assert keep_shown(job, SHOWN, db) is None
    assert next_job(job.key, db) is None


def test_the_channels_messages_come_one_after_the_other(db: sqlite3.Connection):
    key, seen = (TABLE, 0), 0
    job = next_job(key, db)
    while job is not None:
        seen += 1
        job = keep_shown(job, SHOWN, db)
    assert seen > 1
    assert next_job(key, db) is None


def test_who_has_tapped_meanwhile_is_shown_that(db: sqlite3.Connection):
    job = own_message(db)
    tap(db, job)
    assert keep_shown(job, SHOWN, db) is not None


def test_also_if_an_answer_has_shown_the_surface_before(db: sqlite3.Connection):
    """The edit that was on its way has put an older state over the answer."""
    job = own_message(db)
    keep_answered(job.surface, db)
    tap(db, job)
    again = keep_shown(job, SHOWN, db)
    assert again is not None
    assert again.is_edited(8), "in the message there is"


def test_an_answer_leaves_a_message_that_was_posted_before_it_was_known_to_have_arrived(
    db: sqlite3.Connection,
):
    job = own_message(db)
    keep_shown(job, SHOWN, db)
    keep_answered(job.surface, db)
    kept = surfaces.get(db, TABLE, job.surface.place)
    assert kept is not None
    assert kept.message_id == SHOWN.message_id
