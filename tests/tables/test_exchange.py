"""A ledger that is exported, imported elsewhere and exported again is the same."""

import gzip
import json
import sqlite3
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.__main__ import main
from bot.ledger import DAY, LedgerError
from bot.ofc.errors import OfcError
from bot.ofc.match import settle
from bot.ofc.rulesets import PRESETS
from bot.ofc.scoring import score_hand
from bot.store import hands, ledger, players, seasons, tables, tallies
from bot.store.bookings import Stamp
from bot.store.connection import connect
from bot.store.hands import LineupRow
from bot.store.ledger import Entry
from bot.store.players import Person
from bot.store.proposals import Proposal
from bot.tables import recorded
from bot.tables.exchange import (
    Json,
    Span,
    as_json,
    document,
    entries_csv,
    hands_csv,
    hands_of,
    head,
    written,
)
from bot.tables.exchange_in import bring_in, joined, read
from bot.tables.results import parts_of_score
from tests.ofc.hands import play

GUILD, OTHER = 5, 6


def kept(path: Path) -> sqlite3.Connection:
    return connect(path)


def played_ledger(db: sqlite3.Connection, seed: int, count: int, *, around: bool = True) -> None:
    """Hands of random presets and sizes, played to the end, one of them void.

    `around` them are a season and a hand played with real cards.
    """
    random = Random(seed)
    ids = [players.remember(db, Person(100 + n, f"=P{n}", f"p{n}", "de")).id for n in range(4)]
    for number in range(1, count + 1):
        if number == 2 and around:
            seasons.start(db, GUILD, "Winter", now=DAY)
        preset = random.choice(list(PRESETS))
        size = random.randint(2, PRESETS[preset].variant.most_players)
        book_played(db, preset, random.sample(ids, size), random, number)
    if count > 2:
        ledger.reverse(db, 2, reason="misdeal", now=9 * DAY)
    if not around:
        return
    season = seasons.running(db, GUILD)
    if season is not None:
        seasons.end(db, season, now=9 * DAY)
    sheet = recorded.Sheet.of(
        PRESETS["german"],
        3,
        ids[:2],
        ["6c6d4d / TcTd9sQh8c / 3c3d3h2c2d", "AcKdQs / 9c9d5c5d4c / KhJh9h8h7h"],
    )
    recorded.book(db, sheet, Proposal(1, GUILD, 7, "record", None, "", ids[2], "open", ()), 9 * DAY)


def book_played(
    db: sqlite3.Connection, preset: str, ids: list[int], random: Random, number: int
) -> None:
    rules = PRESETS[preset]
    game = play(rules, (0,) * len(ids), random.randbytes(32), random, mishaps=0.05)
    table = tables.add_closed(
        db,
        guild_id=GUILD,
        channel_id=70 + number,
        host_id=ids[0],
        rules=rules.in_full(),
        seats=len(ids),
        stake=number,
        now=DAY,
    )
    lineup = [LineupRow(n + 1, player, n, 0) for n, player in enumerate(ids)]
    hand = hands.add(db, table, button=1, secret=game.secret, lineup=lineup, now=DAY)
    on_behalf = random.sample(range(len(game.log)), 2)
    hands.append(db, hand, game.log, first=0, now=DAY, on_behalf=on_behalf)
    hands.end(db, hand, state="finished", now=number * DAY)
    score = score_hand(game.hand)
    entries = [
        Entry(ids[t.a], ids[t.b], t.points)
        for t in settle(score.pairs, (0,) * len(ids), stake=number)
    ]
    parts = parts_of_score(game.hand, score, ids)
    ledger.book(db, hand, entries, parts, Stamp(rules.variant.name, number * DAY))


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
    return {**result, "guild_id": ""}


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 2**32), st.integers(1, 5))
def test_a_round_trip_keeps_everything(
    tmp_path_factory: pytest.TempPathFactory, seed: int, count: int
):
    folder = tmp_path_factory.mktemp("trip")
    here, there = connect(folder / "here.sqlite3"), connect(folder / "there.sqlite3")
    here.execute("BEGIN")
    played_ledger(here, seed, count)
    exported = as_json(here, GUILD)
    there.execute("BEGIN")
    assert bring_in(there, read(exported), OTHER) == count + 1
    assert by_name(document(there, OTHER)) == by_name(read(exported))
    assert tallies.standing(there, OTHER) == tallies.standing(here, GUILD)
    here.close()
    there.close()


def exported_ledger(tmp_path: Path) -> Json:
    db = connect(tmp_path / "here.sqlite3")
    db.execute("BEGIN")
    played_ledger(db, 1, 3)
    db.execute("COMMIT")
    made = document(db, GUILD)
    db.close()
    return made


def test_a_ledger_with_forged_points_or_cards_is_refused_whole(tmp_path: Path):
    made = exported_ledger(tmp_path)
    points, card, gap = (json.loads(json.dumps(made)) for _ in range(3))
    points["hands"][0]["entries"][0]["points"] += 1
    card["hands"][0]["operations"][0] = "deal 0 AsAsAsAsAs"
    del gap["hands"][1]
    for forged in (points, card, gap, {"format": "ofc-ledger-1"}):
        db = connect(tmp_path / "there.sqlite3")
        db.execute("BEGIN")
        with pytest.raises(OfcError):
            bring_in(db, forged, OTHER)
        db.execute("ROLLBACK")
        db.close()


def test_a_server_with_a_ledger_takes_no_other(tmp_path: Path):
    made = exported_ledger(tmp_path)
    db = connect(tmp_path / "here.sqlite3")
    with pytest.raises(LedgerError, match="has a ledger already"):
        bring_in(db, made, GUILD)
    db.close()


def test_export_and_import_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    exported_ledger(tmp_path)
    here, there, file = (str(tmp_path / n) for n in ("here.sqlite3", "there.sqlite3", "a.json"))
    assert main(["export", str(GUILD), file, "--database", here]) == 0
    assert main(["import", file, "--guild", "9", "--database", there]) == 0
    assert "4 hands are now the ledger of server 9." in capsys.readouterr().out
    assert main(["import", file, "--guild", "9", "--database", there]) == 2
    assert "has a ledger already" in capsys.readouterr().err
    (tmp_path / "b.json").write_text("{}")
    assert main(["import", str(tmp_path / "b.json"), "--database", there]) == 2
    assert main(["export", "1", file, "--database", str(tmp_path / "none")]) == 2


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
            bring_in(there, joined(lacking), OTHER)
        there.execute("ROLLBACK")
    with pytest.raises(LedgerError, match="different servers"):
        joined([parts[0], {**parts[1], "guild_id": "77"}])
    there.execute("BEGIN")
    assert bring_in(there, joined(parts), OTHER) == 4
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
        bring_in(there, document(here, GUILD), guild)
    names = [(one.name, one.level) for one in players.computers(there, "steady")]
    assert names == [("Steady (bot)", "steady")], "the same computer player at all tables"
    assert tallies.standing(there, 8) == tallies.standing(here, GUILD)
    forged = document(here, GUILD)
    forged["players"][-1]["level"] = "godlike"
    with pytest.raises(OfcError, match="There is no level"):
        bring_in(there, forged, 9)
    here.close()
    there.close()
