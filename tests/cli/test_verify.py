"""`ofc-bot verify`: everything in a database fits, or the first thing that does not."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from unittest.mock import Mock

import pytest

from bot.__main__ import main
from bot.game.outcomes import transfers_of
from bot.store import backup, deal_sets, hands, tables
from bot.store.connection import Lock, connect
from bot.store.deal_sets import WEEK, DealSet
from bot.store.hands import HandState, LineupRow
from bot.store.ledger import journal, seals
from bot.store.ledger.journal import Entry
from bot.values.ledger_records import DAY
from bot.values.options import Destination, TableOptions
from engine.tests.hands import play
from ofc_engine.rulesets import PRESETS
from ofc_engine.scoring import score_hand
from tests.ledger.played import GUILD, played_ledger
from tests.store.tampering import tamper

Run = Callable[..., tuple[int, str]]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A ledger with a void hand, a season, a hand with real cards, and one that is running."""
    path = tmp_path / "ofc.sqlite3"
    with closing(connect(path)) as db:
        db.execute("BEGIN")
        played_ledger(db, seed=1, count=6)
        deal_another(db)
        db.execute("COMMIT")
    return path


@pytest.fixture
def run(path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.chdir(path.parent)
    monkeypatch.setenv("OFC_DATABASE", str(path))

    def run(*arguments: object) -> tuple[int, str]:
        code = main(["verify", *map(str, arguments)])
        captured = capsys.readouterr()
        return code, captured.out + captured.err

    return run


def deal_another(db: sqlite3.Connection) -> int:
    """A hand in play; returns its id."""
    ids = [row[0] for row in db.execute("SELECT id FROM players ORDER BY id LIMIT 2")]
    game = play(PRESETS["standard"], (0, 0), bytes(range(32)), Random(3), stop_after=5)
    table = tables.add(
        db,
        TableOptions(PRESETS["standard"], 2),
        Destination(GUILD, 7, "de"),
        host_id=ids[0],
        now=9 * DAY,
    )
    lineup = [LineupRow(n + 1, player, n, 0) for n, player in enumerate(ids)]
    hands.commit_deal(db, table, 1, game.secret, now=9 * DAY)
    hand = hands.add(db, table, number=1, button=1, lineup=lineup, now=9 * DAY)
    hands.commit_deal(db, table, 2, bytes(range(1, 33)), now=9 * DAY)
    hands.append(db, hand, game.log, first=0, now=9 * DAY)
    return hand


def test_a_line_for_each_server_says_that_all_fits(run: Run):
    assert run() == (0, f"Server {GUILD}: 7 hands, 1 season, all fit.\n")


def test_a_backup_is_looked_through_by_its_name(run: Run, path: Path, tmp_path: Path):
    backup.back_up(path, tmp_path / "copy.sqlite3")
    path.unlink()
    assert run(tmp_path / "copy.sqlite3")[0] == 0


def test_a_new_database_is_sound(run: Run, tmp_path: Path):
    connect(tmp_path / "new.sqlite3").close()
    code, out = run(tmp_path / "new.sqlite3")
    assert code == 0
    assert "nothing is in it yet" in out


def test_the_database_of_a_running_bot_is_looked_through_and_not_changed(run: Run, path: Path):
    with Lock(path), closing(connect(path)) as db:
        db.execute("BEGIN IMMEDIATE")
        db.execute("UPDATE facts SET value = 'half done'")
        assert run()[0] == 0
        db.execute("ROLLBACK")
        before = path.read_bytes()
        assert run()[0] == 0
        assert path.read_bytes() == before


CHANGES = {
    "points": ("UPDATE entries SET points = points + 1 WHERE id = 1", "Hand #1 was not worth"),
    "a board": (
        "UPDATE results SET board = '- / - / -' WHERE hand_id = 3 AND seat = 0",
        "Hand #3 has another result",
    ),
    "a foul": ("UPDATE results SET is_foul = 1 - is_foul WHERE hand_id = 3", "Hand #3 has another"),
    "a royalty": ("UPDATE results SET front = front + 1 WHERE hand_id = 4", "Hand #4 has another"),
    "a result that is gone": (
        "DELETE FROM results WHERE hand_id = 4 AND seat = 1",
        "Hand #4 has another result",
    ),
    "rules": (
        "UPDATE tables SET rules = replace(rules, 'standard', 'chess')",
        "A value of tables.rules cannot be read.",
    ),
    "other rules": ("UPDATE tables SET stake = stake + 1 WHERE id = 1", "Hand #1 was not worth"),
    "a secret": ("UPDATE deals SET secret = zeroblob(32) WHERE table_id = 1", "Hand #1 has a sec"),
    "a commitment": (
        "UPDATE deals SET commitment = zeroblob(32) WHERE table_id = 1",
        "Hand #1 has a secret that is not the one committed to",
    ),
    "seeds": ("UPDATE hands SET seeds = 'a:b' WHERE id = 1", "Hand #1 has other cards"),
    "an operation": (
        "UPDATE operations SET operation = 'surrender 0' WHERE hand_id = 1 AND number = 3",
        "Hand #1 cannot have been played",
    ),
    "the last operation": (
        "DELETE FROM operations WHERE hand_id = 1 AND number > 3",
        "Hand #1 is called finished",
    ),
    "all operations": ("DELETE FROM operations WHERE hand_id = 1", "Hand #1"),
    "who played": ("UPDATE lineups SET seat = 1 - seat WHERE hand_id = 1", "Hand #1"),
    "when": ("UPDATE operations SET at = at + 1 WHERE hand_id = 1", "Hand #1 is not as it was"),
    "a day": ("UPDATE bookings SET day = day + 1 WHERE number = 1", "Hand #1 is booked with"),
    "a hand taken back": (
        "DELETE FROM entries WHERE reverses IS NOT NULL",
        "Hand #2 was not corrected",
    ),
    "a hand taken back for itself": (
        "UPDATE bookings SET is_void = 1 WHERE number = 1",
        "Hand #1 was not corrected",
    ),
    "a reason": (
        "UPDATE entries SET reason = 'so' WHERE reason IS NOT NULL",
        "The correction of hand #2 is not as it was",
    ),
    "a sum": ("UPDATE tallies SET points = points + 1", "The points kept for player"),
    "a sum too many": (
        f"INSERT INTO tallies SELECT 5, 0, 1, 9, 9, 'classic'{', 1' * 5}{', 0' * 19}",
        "The points kept for player 1",
    ),
    "a pair": ("UPDATE rivalries SET won = won + 1", "The points kept for players"),
    "a total": ("UPDATE totals SET points = points + 1 WHERE table_id = 3", "at table 3 does not"),
    "a streak": ("UPDATE streaks SET won = won + 1", "The streaks kept for player"),
    "an achievement": (
        "INSERT INTO achievements SELECT 5, player_id, 'royal', hand_id, 1 FROM results LIMIT 1",
        "The achievements kept for player",
    ),
    "a season": ("UPDATE finals SET points = points + 1", "The table of season 1 does not follow"),
    "a season's name": ("UPDATE seasons SET name = 'Summer'", "Season #1 is not as it was"),
    "a season's place": (
        "UPDATE finals SET place = place + 10 WHERE place = 1",
        "The table of season 1 does not follow",
    ),
    "a deal to come": (
        "INSERT INTO deals VALUES (1, 2, zeroblob(32), zeroblob(32), 1, NULL, NULL)",
        "The next deal at table 1 is not the one that was announced",
    ),
    "a seal": ("UPDATE seals SET seal = zeroblob(32) WHERE number = 2", "is not as it was when"),
    "the last seal": (
        "DELETE FROM seals WHERE number = (SELECT max(number) FROM seals)",
        "is not sealed as it should be",
    ),
    "a trigger": ("DROP TRIGGER entries_stay", "The trigger entries_stay is missing"),
    "a foreign trigger": (
        "CREATE TRIGGER spy AFTER INSERT ON hands BEGIN DELETE FROM facts; END",
        "The trigger spy is none of the bot's",
    ),
    "a foreign table": ("CREATE TABLE notes (a)", "The table notes is none of the bot's"),
    "an index": ("DROP INDEX stakes_of_a", "The index stakes_of_a is missing"),
    "a row that refers to nothing": (
        "UPDATE tables SET host_id = 99 WHERE id = 1",
        "A row of tables refers to one of players not there",
    ),
}


@pytest.mark.parametrize(("change", "sentence"), CHANGES.values(), ids=CHANGES)
def test_what_was_changed_behind_the_bots_back_is_named(
    run: Run, path: Path, change: str, sentence: str
):
    if "TRIGGER" in change:
        with closing(sqlite3.connect(path)) as db:
            db.execute(change)
    else:
        tamper(path, change)
    code, out = run()
    assert code == 1, out
    assert sentence in out
    assert "ofc-bot restore" in out


def test_what_was_sealed_anew_has_no_seal_that_was_noted_down(run: Run, path: Path):
    with closing(connect(path)) as db:
        every = list(seals.every(db, GUILD))
        noted = every[-1].written
    assert run("--seal", noted, "--seal", every[0].written)[0] == 0
    tamper(
        path,
        "UPDATE entries SET reason = 'another reason' WHERE reverses IS NOT NULL",
        "DELETE FROM seals",
    )
    with closing(connect(path)) as db:
        for each in every:
            seals.add(db, GUILD, each.kind, each.about)
    assert run()[0] == 0, "all fits"
    code, out = run("--seal", noted, "--seal", every[0].written)
    assert code == 1
    assert out.count("No ledger has the seal") == 1
    assert noted in out


@pytest.mark.parametrize("written", ["", "15", "15:5e21", "x:" + "0" * 64, "1:" + "g" * 64])
def test_what_is_no_seal_is_refused(run: Run, written: str, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit):
        run("--seal", written)
    assert "64 digits" in capsys.readouterr().err


def test_a_hand_that_does_not_count_is_looked_through_as_well(run: Run, path: Path):
    with closing(connect(path)) as db:
        note_hand(db)
    assert run()[0] == 0
    tamper(path, "UPDATE entries SET points = points + 1 WHERE hand_id = 9")
    code, out = run()
    assert code == 1
    assert "Hand 1 at table 9, which is not in the ledger, was not worth the points" in out


def note_hand(db: sqlite3.Connection) -> None:
    """A finished hand that is in the table's totals only."""
    rules, ids = PRESETS["standard"], [1, 2]
    game = play(rules, (0, 0), bytes(32), Random(4))
    table = tables.add(
        db,
        TableOptions(rules, 2),
        Destination(GUILD, 8, "en-US"),
        host_id=1,
        now=9 * DAY,
        is_open=False,
    )
    lineup = [LineupRow(n + 1, player, n, 0) for n, player in enumerate(ids)]
    hands.commit_deal(db, table, 1, game.secret, now=9 * DAY)
    hand = hands.add(db, table, number=1, button=1, lineup=lineup, counts=False, now=9 * DAY)
    hands.append(db, hand, game.log, first=0, now=9 * DAY)
    hands.end(db, hand, state=HandState.FINISHED, now=9 * DAY)
    moved = transfers_of(score_hand(game.hand), lineup, 1, {})
    journal.keep_entries(
        db, hand, [Entry(ids[t.a], ids[t.b], t.points) for t in moved], now=9 * DAY
    )


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE operations SET operation = replace(operation, 'place 0', 'place 1')",
        "UPDATE deals SET secret = zeroblob(32)",
        "UPDATE operations SET operation = 'deal 0 AsAsAs' WHERE number = 0",
    ],
)
def test_of_a_running_hand_no_card_is_told(run: Run, path: Path, change: str):
    running = "(SELECT max(id) FROM hands)"
    where = "table_id = 8 AND number = 1" if "deals" in change else f"hand_id = {running}"
    tamper(path, change + (" AND " if "WHERE" in change else " WHERE ") + where)
    code, out = run()
    assert code == 1
    assert "Hand 1 at table 8" in out
    with closing(sqlite3.connect(path)) as db:
        rows = db.execute(f"SELECT operation FROM operations WHERE hand_id = {running}").fetchall()
    for (operation,) in rows:
        assert operation.split()[2] not in out
    assert "As" not in out


@pytest.mark.parametrize("what", ["missing", "no database", "newer", "empty"])
def test_what_is_no_database_of_the_bot_is_refused(run: Run, tmp_path: Path, what: str):
    file = tmp_path / "file"
    match what:
        case "no database":
            file.write_text("these are my notes" * 100)
        case "newer":
            connect(file).close()
            with closing(sqlite3.connect(file)) as db:
                db.execute("PRAGMA user_version = 999")
        case "empty":
            file.touch()
        case _:
            pass
    code, out = run(file)
    assert code == 2
    assert len(out.splitlines()) == 1


def test_a_deal_of_a_day_that_was_exchanged_is_named(
    run: Run, path: Path, monkeypatch: pytest.MonkeyPatch
):
    lower = Mock()  # else all tests after this one would give way to all others
    monkeypatch.setattr("os.nice", lower)
    with closing(connect(path)) as db:
        deal_sets.commit_to(db, DealSet(WEEK, 20_000), lambda: bytes(32), now=1)
    assert run()[0] == 0
    tamper(path, "UPDATE fixed_deals SET secret = x'" + "01" * 32 + "'")
    code, out = run("--quiet")
    lower.assert_called_once_with(10)
    assert code == 1
    assert (
        out == "Deal 1 of /daily, a challenge or a hand alone is not the one that was announced.\n"
    )
