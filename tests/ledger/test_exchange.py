"""A ledger that is exported, imported elsewhere and exported again is the same."""

import csv
import gzip
import io
import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.__main__ import main
from bot.game.outcomes import parts_of_score, transfers_of
from bot.ledger.audit import every_server
from bot.ledger.document import read
from bot.ledger.export import Json, Span, as_json, document, hands_of, head, written
from bot.ledger.import_ import import_document, joined
from bot.ledger.sheets import entries_csv, hands_csv
from bot.store import hands, players, seats
from bot.store.connection import Lock, connect
from bot.store.hands import HandState, LineupRow
from bot.store.ledger import bookings, journal, seasons, tallies
from bot.store.ledger.bookings import Stamp
from bot.store.ledger.journal import Entry
from bot.store.players import Person
from bot.values.ledger_records import DAY, LedgerError
from engine.tests.hands import play
from ofc_engine.errors import OfcError
from ofc_engine.rulesets import PRESETS
from ofc_engine.scoring import score_hand
from tests.ledger.played import GUILD, OTHER, book_played, exported_ledger, played_ledger, typed


def kept(path: Path) -> sqlite3.Connection:
    return connect(path)


def by_name(made: Json) -> Json:
    """A document without the ids that differ from instance to instance."""
    names = {each["id"]: each["name"] for each in made["players"]}
    order = {each["id"]: n for n, each in enumerate(made["tables"])}

    def named(value: object, key: str = "") -> object:
        if isinstance(value, dict):
            return {k: named(v, k) for k, v in value.items() if k != "id"}
        if isinstance(value, list):
            return [named(v) for v in value]
        if key in {"player", "a", "b", "host"}:
            return names[value]
        return order[value] if key == "table" else value

    result = named(made)
    assert isinstance(result, dict)
    return {**result, "guild_id": "", "seal": None}


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 2**32), st.integers(1, 5))
def test_a_round_trip_keeps_everything(
    tmp_path_factory: pytest.TempPathFactory, seed: int, count: int
):
    folder = tmp_path_factory.mktemp("trip")
    here, there = connect(folder / "here.sqlite3"), connect(folder / "there.sqlite3")
    here.execute("BEGIN")
    played_ledger(here, seed, count)
    if count > 3:
        journal.correct(here, 4, is_void=True, reason="after the season", now=10 * DAY)
        journal.correct(here, 2, is_void=False, reason="it was right", now=10 * DAY)
    assert not [server.fault for server in every_server(here) if server.fault]
    exported = as_json(here, GUILD)
    there.execute("BEGIN")
    assert import_document(there, read(exported), OTHER) == count + 1
    assert by_name(document(there, OTHER)) == by_name(json.loads(exported))
    assert tallies.standing(there, OTHER) == tallies.standing(here, GUILD)
    if count > 1:
        note = seasons.noted(here, GUILD, 1)
        assert (note.taken_back, note.counted_again) == ((4,) * (count > 3), (2,) * (count > 3))
        assert seasons.noted(there, OTHER, 1) == note
    here.close()
    there.close()


def test_texts_of_an_older_export_are_cleaned_and_read(tmp_path: Path):
    made = exported_ledger(tmp_path)
    made["players"][0]["name"] = "\u3164"
    made["players"][1]["name"] = "\u202eAnn"
    made["seasons"][0]["name"] = "Win\u2066ter"
    made["hands"][1]["void"]["reason"] = "mis\u202edeal"
    there = connect(tmp_path / "there.sqlite3")
    import_document(there, typed(made), OTHER)
    kept = document(there, OTHER)
    names = {each["name"] for each in kept["players"]}
    assert {made["players"][0]["handle"], "Ann"} <= names
    assert kept["seasons"][0]["name"] == "Winter"
    assert kept["hands"][1]["void"]["reason"] == "misdeal"
    there.close()


def test_each_hand_keeps_the_stakes_it_was_played_with(tmp_path: Path):
    """R9.2: an agreement holds from its hand on, and another one ends it."""
    here, there = connect(tmp_path / "here.sqlite3"), connect(tmp_path / "there.sqlite3")
    ids = [players.remember(here, Person(100 + n, f"P{n}", f"p{n}", "de")).id for n in range(2)]
    book_played(here, "german", ids, Random(1), 1)
    table = here.execute("SELECT id FROM tables").fetchone()[0]
    for number, stake in ((2, 3), (3, 1)):
        seats.agree_on_stake(here, table, frozenset(ids), stake, from_hand=number)
        book_again(here, table, ids, number, stake)
    made = document(here, GUILD)
    assert [[s["stake"] for s in hand["stakes"]] for hand in made["hands"]] == [[7], [3], []]
    assert import_document(there, typed(made), OTHER) == 3
    assert by_name(document(there, OTHER)) == by_name(made)
    here.close()
    there.close()


def book_again(db: sqlite3.Connection, table: int, ids: list[int], number: int, stake: int) -> None:
    """The next hand of a table."""
    game = play(PRESETS["german"], (0, 0), bytes(32), Random(number))
    lineup = [LineupRow(n + 1, player, n, 0) for n, player in enumerate(ids)]
    hands.commit_deal(db, table, number, game.secret, now=DAY)
    hand = hands.add(db, table, number=number, button=1, lineup=lineup, now=DAY)
    hands.append(db, hand, game.log, first=0, now=DAY)
    hands.end(db, hand, state=HandState.FINISHED, now=number * DAY)
    score = score_hand(game.hand)
    moved = transfers_of(score, lineup, stake, {})
    entries = [Entry(ids[t.a], ids[t.b], t.points) for t in moved]
    parts = parts_of_score(game.hand, score, ids)
    journal.book(db, hand, entries, parts, Stamp("classic", number * DAY))


def test_a_server_with_a_ledger_takes_no_other(tmp_path: Path):
    made = exported_ledger(tmp_path)
    db = connect(tmp_path / "here.sqlite3")
    with pytest.raises(LedgerError, match="already has a ledger"):
        import_document(db, typed(made), GUILD)
    db.close()


def test_export_and_import_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    exported_ledger(tmp_path)
    here, there, file = (str(tmp_path / n) for n in ("here.sqlite3", "there.sqlite3", "a.json"))
    assert main(["export", str(GUILD), file, "--database", here]) == 0
    assert main(["import", file, "--guild", "9", "--database", there]) == 0
    assert "4 hands are now the ledger of server 9." in capsys.readouterr().out
    assert main(["import", file, "--guild", "9", "--database", there]) == 2
    assert "already has a ledger" in capsys.readouterr().err
    (tmp_path / "b.json").write_text("{}")
    assert main(["import", file, str(tmp_path / "b.json"), "--database", there]) == 2
    assert "b.json: This file isn't a ledger" in capsys.readouterr().err
    assert main(["export", "1", file, "--database", str(tmp_path / "none")]) == 2


@pytest.mark.parametrize("out", ["-", "/dev/stdout"])
def test_a_ledger_is_piped_from_one_bot_into_another(tmp_path: Path, out: str):
    """As out of a container, which sees none of the machine's files."""
    exported_ledger(tmp_path)
    bot = f"{sys.executable} -m bot"
    export = f"{bot} export {GUILD} {out} --database {tmp_path / 'here.sqlite3'}"
    import_ = f"{bot} import - --guild 9 --database {tmp_path / 'there.sqlite3'}"
    piped = subprocess.run(
        ["sh", "-c", f"{export} | {import_}"],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    assert piped.stdout == "4 hands are now the ledger of server 9.\n"


def test_the_ledger_of_a_server_that_has_none_is_no_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    """Whoever has mistyped its id would keep that, and take it for all there was."""
    exported_ledger(tmp_path)
    here, file = str(tmp_path / "here.sqlite3"), tmp_path / "a.json"
    assert main(["export", str(GUILD + 1), str(file), "--database", here]) == 2
    assert f"Servers with a ledger: {GUILD}." in capsys.readouterr().err
    assert not file.exists()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["export", str(GUILD), "no/a.json", "--database", "here.sqlite3"], "no/a.json: No such"),
        (["export", str(GUILD), ".", "--database", "here.sqlite3"], ".: Is a directory."),
        (["import", "none.json", "--database", "here.sqlite3"], "none.json: No such file"),
    ],
)
def test_what_the_disk_has_against_a_file_begins_with_its_name(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    told: str,
):
    exported_ledger(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 2
    assert capsys.readouterr().err.startswith(told)


def test_import_and_export_work_with_the_database_of_the_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Also where only `.env` names it, as on a machine that runs the bot as a service."""
    exported_ledger(tmp_path)
    (tmp_path / "here.sqlite3").rename(tmp_path / "named.sqlite3")
    (tmp_path / ".env").write_text("OFC_DATABASE=named.sqlite3\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("OFC_DATABASE", raising=False)
    assert main(["export", str(GUILD), "a.json"]) == 0
    assert main(["import", "a.json", "--guild", "9"]) == 0
    with closing(connect(tmp_path / "named.sqlite3")) as db:
        assert bookings.last_number(db, 9) == 4
    assert not (tmp_path / "data").exists()


def test_nothing_is_imported_beside_a_running_bot_but_its_ledger_can_be_exported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    exported_ledger(tmp_path)
    here, file = str(tmp_path / "here.sqlite3"), str(tmp_path / "a.json")
    with Lock(tmp_path / "here.sqlite3"):
        assert main(["export", str(GUILD), file, "--database", here]) == 0
        assert main(["import", file, "--guild", "9", "--database", here]) == 2
    assert "Another bot is using the database" in capsys.readouterr().err


def test_an_export_changes_nothing_in_the_database_of_an_older_bot(
    tmp_path: Path, later, capsys: pytest.CaptureFixture[str]
):
    exported_ledger(tmp_path)
    path = tmp_path / "here.sqlite3"
    before = path.read_bytes()
    later("CREATE TABLE more (id INTEGER PRIMARY KEY) STRICT;")
    file = tmp_path / "a.json"
    assert main(["export", str(GUILD), str(file), "--database", str(path)]) == 2
    assert "from an older version" in capsys.readouterr().err
    assert path.read_bytes() == before
    assert not file.exists()


def test_files_as_windows_writes_them_are_read_and_cut_ones_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    text = written(exported_ledger(tmp_path))
    there = str(tmp_path / "there.sqlite3")
    marked, cut, latin = (tmp_path / name for name in ("bom.json", "cut.json.gz", "latin.json"))
    marked.write_text(text, encoding="utf-8-sig")
    cut.write_bytes(gzip.compress(text.encode())[:-20])
    latin.write_bytes(b'{"format": "\xfc"}')
    assert main(["import", str(marked), "--guild", "9", "--database", there]) == 0
    for file, sentence in ((cut, "is cut off or damaged"), (latin, "not a text in UTF-8")):
        assert main(["import", str(file), "--guild", "8", "--database", there]) == 2
        assert sentence in capsys.readouterr().err


def test_csv_has_every_entry_and_part_and_no_formula(tmp_path: Path):
    exported_ledger(tmp_path)
    db = connect(tmp_path / "here.sqlite3")
    entries = entries_csv(db, GUILD).splitlines()
    assert len(entries) == 1 + db.execute("SELECT COUNT(*) FROM entries").fetchone()[0]
    parts = hands_csv(db, GUILD).splitlines()
    assert len(parts) == 1 + db.execute("SELECT COUNT(*) FROM results").fetchone()[0]
    assert "6c6d4d / TcTd9sQh8c / 3c3d3h2c2d" in parts[-2]
    assert ",'=P0" in parts[-2]
    db.close()


def test_csv_tells_people_of_one_name_apart_and_begins_with_a_mark(tmp_path: Path):
    made = exported_ledger(tmp_path)
    db = connect(tmp_path / "here.sqlite3")
    db.execute("UPDATE players SET name = '=Zoë'")
    ids = {each["id"]: each["handle"] for each in made["players"]}
    for sheet, columns in ((entries_csv, ("player", "opponent")), (hands_csv, ("player",))):
        content = sheet(db, GUILD).encode()
        assert content.startswith(b"\xef\xbb\xbf")
        rows = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))
        for row in rows:
            for column in columns:
                handle = ids[int(row[f"{column}_id"])]
                assert row[column] == f"'=Zoë @{handle}"
    db.close()


def in_parts(db: sqlite3.Connection, size: int) -> list[Json]:
    last = document(db, GUILD)["last"]
    spans = [Span(at, min(at + size - 1, last)) for at in range(1, last + 1, size)]
    return [
        {**head(db, GUILD, span), "hands": hands_of(db, GUILD, span)} for span in reversed(spans)
    ]


def test_a_long_ledger_comes_in_parts_and_all_of_them_are_needed(tmp_path: Path):
    exported_ledger(tmp_path)
    here, there = connect(tmp_path / "here.sqlite3"), connect(tmp_path / "there.sqlite3")
    parts = in_parts(here, 2)
    assert [len(part["hands"]) for part in parts] == [2, 2]
    for lacking in ([parts[0]], [parts[1]]):
        there.execute("BEGIN")
        with pytest.raises(LedgerError, match="is missing"):
            import_document(there, joined(list(map(typed, lacking))), OTHER)
        there.execute("ROLLBACK")
    with pytest.raises(LedgerError, match="different servers"):
        joined([typed(parts[0]), typed({**parts[1], "guild_id": "77"})])
    there.execute("BEGIN")
    assert import_document(there, joined(list(map(typed, parts))), OTHER) == 4
    assert by_name(document(there, OTHER)) == by_name(document(here, GUILD))
    here.close()
    there.close()


def test_parts_are_imported_together_on_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    exported_ledger(tmp_path)
    here = connect(tmp_path / "here.sqlite3")
    files = []
    for number, part in enumerate(in_parts(here, 3)):
        files.append(tmp_path / f"ledger-{number}.json.gz")
        files[-1].write_bytes(gzip.compress(written(part).encode()))
    here.close()
    there = str(tmp_path / "there.sqlite3")
    assert main(["import", str(files[0]), "--database", there]) == 2
    assert "is missing" in capsys.readouterr().err
    assert main(["import", *map(str, files), "--database", there]) == 0
    assert "4 hands are now" in capsys.readouterr().out
    packed = str(tmp_path / "whole.json.gz")
    assert main(["export", str(GUILD), packed, "--database", there]) == 0
    assert main(["import", packed, "--guild", "8", "--database", there]) == 0


def test_computer_players_keep_their_level(tmp_path: Path):
    here, there = connect(tmp_path / "here.sqlite3"), connect(tmp_path / "there.sqlite3")
    random = Random(3)
    ann = players.remember(here, Person(100, "Ann", "ann", "de")).id
    steady = players.add_computer(here, "steady", "Steady (bot)", "steady_bot").id
    book_played(here, "standard", [ann, steady], random, 1)
    players.add_computer(there, "master", "Steady (bot)", "steady_bot")
    for guild in (OTHER, 8):
        import_document(there, typed(document(here, GUILD)), guild)
    names = [(one.name, one.level) for one in players.computers(there, "steady")]
    assert names == [("Steady (bot)", "steady")], "the same computer player at all tables"
    assert tallies.standing(there, 8) == tallies.standing(here, GUILD)
    unknown = document(here, GUILD)
    unknown["players"][-1]["level"] = "godlike"
    with pytest.raises(OfcError, match="There's no level"):
        import_document(there, typed(unknown), 9)
    here.close()
    there.close()
