"""Several processes work with one database on a server as one does: nothing is lost, or stale."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, nullcontext
from functools import partial
from pathlib import Path
from typing import cast

import psycopg
import pytest

from bot.game.changes import changed
from bot.game.loading import loaded
from bot.settings import Server, Shards
from bot.store import due, facts, guilds, judgements, messages, players, surfaces, tables
from bot.store.database import Database
from bot.store.engine import Connection, IntegrityError, is_our_table, ours_of_guild
from bot.store.postgresql.others import OtherProcesses
from bot.store.schema import APPLICATION_ID, InUseError
from bot.store.uptime import UptimeRecorder
from tests import machines
from tests.servers import PostgreSQL
from tests.store.rows import add_table
from tests.store.turmoil import Turmoil, open_tables, person
from tests.waiting import HUNG, until

HALVES = (Shards(0, 7, 16), Shards(8, 15, 16))


@pytest.fixture
def server(postgresql: PostgreSQL) -> Server:
    return postgresql.new()


@pytest.fixture
async def both(server: Server, tmp_path: Path) -> AsyncIterator[list[Database]]:
    """The database as each of two processes has it."""
    async with AsyncExitStack() as stack:
        found: list[Database] = []
        for shards in HALVES:
            found.append(await Database.open(server, tmp_path, shards=shards))
            stack.push_async_callback(found[-1].close)
        await found[0].write(open_tables)
        yield found


def host(db: Connection) -> str:
    return loaded(db, 1).host.name


def rename(db: Connection, name: str = "Ann") -> None:
    db.execute("UPDATE players SET name = ? WHERE id = ?", (name, loaded(db, 1).host.id))


@machines.shrinks
@pytest.mark.parametrize("count", [2, pytest.param(100, marks=pytest.mark.exhaustive)])
def test_what_is_known_is_what_is_kept_by_either(
    postgresql: PostgreSQL, tmp_path: Path, count: int
):
    """Whatever happens at three tables in two processes at once, also what fails or is undone."""

    def begin() -> Turmoil:
        server = postgresql.new()
        return Turmoil(*(partial(Database.open, server, tmp_path, shards=half) for half in HALVES))

    machines.run(begin, count, 5 if count < 10 else 30)


async def test_a_table_that_nobody_has_changed_is_not_read_again(both: list[Database]):
    one, two = both
    first = await one.read(lambda db: loaded(db, 1))
    await two.read(host)
    await two.write(host)
    await two.write(lambda db: tables.set_host(db, 2, 3))
    assert await one.read(lambda db: loaded(db, 1)) is first


async def test_what_another_process_has_changed_is_seen_at_once(both: list[Database]):
    one, two = both
    for number in range(10):
        assert await one.read(host) == (f"A{number - 1}" if number else "P0")
        await two.write(partial(rename, name=f"A{number}"))
        assert await one.write(host) == f"A{number}"


async def test_two_that_change_a_table_at_once_do_so_one_after_the_other(both: list[Database]):
    """Whoever comes second waits, and then goes by what the first has kept."""
    has_begun = asyncio.Event()
    loop = asyncio.get_running_loop()

    def first(db: Connection) -> None:
        raise_stake(db)
        loop.call_soon_threadsafe(has_begun.set)
        while not db.execute("SELECT 1 FROM pg_locks WHERE granted = FALSE").fetchone():
            pass

    async def second() -> None:
        await has_begun.wait()
        await both[1].write(raise_stake)

    await both[1].read(host)
    await asyncio.gather(both[0].write(first), second())
    assert await both[0].read(lambda db: loaded(db, 1).options.stake) == 3


def raise_stake(db: Connection) -> None:
    stake = loaded(db, 1).options.stake
    db.execute("UPDATE tables SET stake = ? WHERE id = 1", (stake + 1,))


async def test_many_that_count_the_same_lose_nothing(both: list[Database]):
    """Conflicts, and rows that both are about to add."""

    def count(db: Connection) -> None:
        found = facts.fact(db, "count")
        if found is None:
            db.execute("INSERT INTO facts (name, value) VALUES ('count', '1')")
        else:
            db.execute("UPDATE facts SET value = ? WHERE name = 'count'", (str(int(found) + 1),))

    await asyncio.gather(*(each.write(count) for _ in range(40) for each in both))
    assert await both[0].read(lambda db: facts.fact(db, "count")) == "80"


async def test_somebody_who_comes_to_both_at_once_is_one_player(both: list[Database]):
    come = partial(players.remember, person=person(9, ""))
    found = await asyncio.gather(*(each.write(come) for each in both * 5))
    assert len({player.id for player in found}) == 1


async def test_what_is_taken_is_still_refused(both: list[Database]):
    """Alone, and as one of several that are committed together: the others are kept."""
    taken = partial(add_table, host=1, channel=70)
    with pytest.raises(IntegrityError):
        await both[0].write(taken)
    works = (taken, rename, host)
    outcomes = await asyncio.gather(*map(both[1].write, works), return_exceptions=True)
    assert isinstance(outcomes[0], IntegrityError)
    assert outcomes[1:] == [None, "Ann"]
    assert await both[0].read(host) == "Ann"


# --- who serves what --------------------------------------------------------------------------


@pytest.mark.usefixtures("both")
@pytest.mark.parametrize(
    ("shards", "says"),
    [
        (Shards(7, 8, 16), "Another process serves shard 7 already"),
        (Shards(0, 3, 8), "Another process counts 16 shards, this one 8"),
        (None, "Another bot is using the database"),
        (Shards(0, 15, 16), "Another bot is using the database"),
    ],
)
async def test_no_shard_is_served_twice(
    server: Server, tmp_path: Path, shards: Shards | None, says: str
):
    with pytest.raises(InUseError, match=says):
        await Database.open(server, tmp_path, shards=shards)


async def test_one_that_serves_everything_is_alone(server: Server, tmp_path: Path):
    alone = await Database.open(server, tmp_path)
    with pytest.raises(InUseError, match="Another bot is using the database"):
        await Database.open(server, tmp_path, shards=HALVES[0])
    await alone.close()
    for shards in HALVES:
        await (await Database.open(server, tmp_path, shards=shards)).close()


async def test_several_follow_at_once_on_one_that_has_crashed(server: Server, tmp_path: Path):
    """Its leases run on for a while, and are nobody's."""
    left = "INSERT INTO leases VALUES (0, 1, 7, now() + '20 s')"
    alone = await Database.open(server, tmp_path)
    await alone.write(lambda db: db.execute(left))
    await alone.close()
    for shards in HALVES:
        await (await Database.open(server, tmp_path, shards=shards)).close()


async def test_two_that_start_on_an_empty_database_make_its_tables_once(
    server: Server, tmp_path: Path
):
    opened = await asyncio.gather(
        *(Database.open(server, tmp_path, shards=shards) for shards in HALVES)
    )
    await opened[1].write(open_tables)
    assert await opened[0].read(host) == "P0"
    for each in opened:
        await each.close()


async def test_who_starts_while_another_makes_the_tables_waits_for_them(
    server: Server,
    tmp_path: Path,
    postgresql: PostgreSQL,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
):
    caplog.set_level("INFO", "bot.store.postgresql.server")
    with postgresql.plain(server) as other:
        other.execute(f"SELECT pg_advisory_lock({APPLICATION_ID})")
        opening = asyncio.create_task(Database.open(server, tmp_path, shards=HALVES[0]))
        await until(lambda: "waiting until another process" in caplog.text)
    await (await opening).close()

    monkeypatch.setattr("bot.store.postgresql.server._LONGEST_UPGRADE", 1)
    with postgresql.plain(server) as other:
        other.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        other.execute(f"SELECT pg_advisory_lock({APPLICATION_ID})")
        with pytest.raises(InUseError):
            await Database.open(server, tmp_path, shards=HALVES[0])


async def test_a_start_that_is_broken_off_leaves_no_connection(
    server: Server, tmp_path: Path, postgresql: PostgreSQL
):
    """Nor the lock, which it gets only then."""
    others = "SELECT pid FROM pg_stat_activity WHERE datname = current_database()"
    with postgresql.plain(server) as other:
        other.execute(f"SELECT pg_advisory_lock({APPLICATION_ID})")
        opening = asyncio.create_task(Database.open(server, tmp_path, shards=HALVES[0]))
        await until(lambda: other.execute(others).rowcount == 2)
        opening.cancel()
        await asyncio.sleep(0)
        other.execute(f"SELECT pg_advisory_unlock({APPLICATION_ID})")
        await asyncio.wait({opening})
        await until(lambda: other.execute(others).rowcount == 1)
    await (await Database.open(server, tmp_path)).close()


def nothing(*_: object) -> None:
    """Nobody wants to know what has changed."""


def held(database: Database) -> frozenset[int]:
    """The shards whose leases a process has."""
    return cast("OtherProcesses", database.others).held


def is_ours(db: Connection, guild_id: int) -> bool:
    """True if a query for what is to be done by itself finds a server's."""
    return db.execute(f"SELECT 1 WHERE TRUE{ours_of_guild(db, str(guild_id))}").rowcount > 0


async def test_who_begins_has_its_shards_and_nobody_else_any_more(
    both: list[Database], monkeypatch: pytest.MonkeyPatch
):
    """At once, and not when the leases are renewed the next time; who ends leaves them as soon."""
    one, two = both
    monkeypatch.setattr("bot.store.postgresql.others._RENEWED", HUNG)
    await one.others.begin(nothing, nothing)
    assert held(one) == frozenset(range(16)), "the other is not there"
    await two.others.begin(nothing, nothing)
    await until(lambda: held(one) == frozenset(HALVES[0].ids))
    assert held(two) == frozenset(HALVES[1].ids)
    for number in range(16):
        guild_id = (number << 22) + 4_000_000
        are_ours = [await each.read(partial(is_ours, guild_id=guild_id)) for each in both]
        assert are_ours == [half.have(guild_id) for half in HALVES]
    await two.others.end()
    await until(lambda: held(one) == frozenset(range(16)))
    await one.others.end()


LOOKED_FOR = (
    surfaces.tables_to_paint,
    due.earliest,
    judgements.next_unjudged,
    messages.to_show,
    guilds.channels_with_open,
    tables.with_computers_playing,
)
"""What finds something to be done by itself."""


async def test_who_gets_its_shards_only_after_the_start_goes_on_then(
    server: Server, both: list[Database], monkeypatch: pytest.MonkeyPatch
):
    """At the start it has found nothing that is its own to be done."""
    monkeypatch.setattr("bot.store.postgresql.others._RENEWED", 0.01)
    goes_on = asyncio.Event()
    with psycopg.connect(server.url) as db:
        db.execute("LOCK TABLE leases")
        await both[0].others.begin(goes_on.set, nothing)
        assert held(both[0]) == frozenset()
    async with asyncio.timeout(HUNG):
        await goes_on.wait()
    assert held(both[0]) == frozenset(range(16))
    await both[0].others.end()


async def test_what_is_to_be_done_by_itself_is_found_by_one_process_alone(both: list[Database]):
    """All tables are in a server of the first one's: the other finds nothing of them."""
    for each in both:
        await each.others.begin(nothing, nothing)
    await until(lambda: held(both[0]) == frozenset(HALVES[0].ids))
    await both[0].write(lambda db: [changed(db, table_id, 2) for table_id in (1, 2, 3)])
    found = [[await each.read(look) for look in LOOKED_FOR] for each in both]
    assert len(list(filter(None, found[0]))) >= 3
    assert not any(found[1])
    assert [await each.read(partial(is_our_table, table_id=1)) for each in both] == [
        True,
        False,
    ]
    for each in both:
        await each.others.end()


def closes_at(db: Connection) -> int:
    return db.execute("SELECT closes_at FROM tables WHERE id = 1").fetchone()[0]


async def test_who_begins_first_credits_everybody_with_the_time_when_no_process_was_there(
    both: list[Database],
):
    """Those, too, whom the next one looks after, which begins at the same time and credits none."""
    second, first = both
    await first.write(lambda db: due.set_closing(db, 1, 1000))
    await first.write(lambda db: facts.keep_fact(db, "seen", "900"))
    for each in (first, second):
        await each.others.begin(nothing, nothing)
    await until(lambda: held(first) == frozenset(HALVES[1].ids))
    for each in (first, second):
        await UptimeRecorder(each, lambda: 960.0).begin()
    assert await first.read(closes_at) == 1060
    for credit in (partial(due.postpone, seconds=10), surfaces.edit_times, messages.edit_times):
        await first.write(partial(credit, had=10))
    assert await first.read(closes_at) == 1060, "others have been there"
    for each in both:
        await each.others.end()


async def test_who_has_changed_a_table_of_another_tells_that_one_alone(both: list[Database]):
    """And nobody of a table of their own."""
    heard: list[list[list[int]]] = [[], []]
    for each, told in zip(both, heard, strict=True):
        await each.others.begin(nothing, lambda ids, told=told: told.append(list(ids)))
    await until(lambda: held(both[0]) == frozenset(HALVES[0].ids))
    await both[0].others.tell([1])
    await both[1].others.tell([2, 3])
    await until(lambda: heard[0] != [])
    assert heard == [[[2, 3]], []]
    for each in both:
        await each.others.end()


async def test_what_comes_along_with_a_word_about_the_leases_is_not_left_undone(
    both: list[Database], monkeypatch: pytest.MonkeyPatch
):
    """All that one transaction says comes in one packet."""
    monkeypatch.setattr("bot.store.postgresql.others._RENEWED", HUNG)
    looked = asyncio.Event()
    await both[0].others.begin(looked.set, nothing)

    def say(db: Connection) -> None:
        db.execute("NOTIFY ofc_wake")
        db.execute("SELECT pg_notify('ofc_wake', '1')")

    await both[1].write(say)
    async with asyncio.timeout(HUNG):
        await looked.wait()
    await both[0].others.end()


def test_the_watch_goes_on_whatever_fails(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    """Else the process would look after nothing any more, and nobody would know."""
    leases, failures = OtherProcesses("", Shards(0, 0, 2)), [ValueError("a fault")]

    def look(_: object) -> None:
        if failures:
            raise failures.pop()
        leases._is_ending.set()  # pyright: ignore[reportPrivateUsage]

    def connect(*_: object, **__: object) -> nullcontext[None]:
        return nullcontext()

    monkeypatch.setattr("bot.store.postgresql.others._PAUSE", 0)
    monkeypatch.setattr("psycopg.connect", connect)
    monkeypatch.setattr(leases, "_watch", look)
    leases._run()  # pyright: ignore[reportPrivateUsage]
    assert "watching the other processes failed, trying again\nTraceback" in caplog.text


def test_nothing_is_looked_after_from_the_moment_on_that_the_leases_run_out(
    monkeypatch: pytest.MonkeyPatch,
):
    """At that very moment another process may take it over."""
    leases = OtherProcesses("", Shards(0, 0, 2))
    leases._held = (frozenset({0}), 100.0)  # pyright: ignore[reportPrivateUsage]
    for now, shards in ((99.5, {0}), (100.0, set[int]())):
        monkeypatch.setattr("bot.store.postgresql.others.time.monotonic", lambda now=now: now)
        assert leases.held == shards
