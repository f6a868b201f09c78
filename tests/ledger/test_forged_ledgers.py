"""Whatever somebody changes in an exported ledger: it is refused in a sentence, or still true."""

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.ledger.document import read
from bot.ledger.export import Json
from bot.ledger.import_ import import_document
from bot.store.connection import connect
from bot.values.ledger_records import LedgerError
from ofc_engine.errors import OfcError
from tests.ledger.played import OTHER, exported_ledger, typed


def forged(made: Json, *path: str | int, value: object) -> Json:
    """The document with another value at one place."""
    copy = json.loads(json.dumps(made))
    *way, last = path
    at = copy
    for step in way:
        at = at[step]
    at[last] = value
    return copy


FORGERIES = {
    "points": (("hands", 0, "entries", 0, "points"), 77, "wasn't worth the points"),
    "a card": (("hands", 0, "operations", 0), "deal 0 AsAsAsAsAs", "dealt twice"),
    "a seat": (("hands", 0, "operations", 0), "dead 9", "no seat 9"),
    "another secret": (("hands", 0, "secret"), "00" * 32, "doesn't give the cards"),
    "a deal": (("hands", 0, "dealt_as"), 0, "hands[0].dealt_as"),
    "a short secret": (("hands", 0, "secret"), "00", "32 bytes"),
    "a secret in words": (("hands", 0, "secret"), "zz", "hexadecimal"),
    "another commitment": (("hands", 0, "commitment"), "00" * 32, "doesn't give the cards"),
    "a seed": (("hands", 0, "seeds"), ["a", "b"], "doesn't give the cards"),
    "a season's points": (("seasons", 0, "final", 0, "points"), 999_999, "season 1 doesn't match"),
    "a season's player": (("seasons", 0, "final"), [], "season 1 doesn't match"),
    "a hand's season": (("hands", 0, "season"), 1, "season 1 doesn't match"),
    "a season from nowhere": (("hands", 0, "season"), 7, "wasn't played in season 7"),
    "a long name": (("players", 0, "name"), "x" * 5000, "players[0].name"),
    "no name": (("players", 0, "name"), "", "players[0].name"),
    "a time before": (("hands", 0, "booked_at"), -5, "hands[0].booked_at"),
    "a large id": (("players", 0, "user_id"), "9" * 5000, "players[0].user_id"),
    "a stake in words": (("tables", 0, "stake"), "x", "tables[0].stake"),
    "a line-up": (("hands", 0, "lineup", 0, "seat"), 3, "impossible line-up"),
    "an origin": (("hands", 0, "origin"), "elsewhere", "no known origin"),
    "a table": (("hands", 0, "table"), 999, "tables with the id 999"),
    "a player twice": (("hands", 0, "entries", 0), {"a": 1, "b": 1, "points": 0}, "another player"),
    "a player": (("hands", 0, "lineup", 0, "player"), 999, "players with the id 999"),
    "rules": (("tables", 0, "rules"), "poker", "no rules called"),
}


@pytest.mark.parametrize(("path", "value", "sentence"), FORGERIES.values(), ids=FORGERIES)
def test_a_forged_ledger_is_refused_in_a_sentence(
    tmp_path: Path, path: tuple[str | int, ...], value: object, sentence: str
):
    made = exported_ledger(tmp_path)
    db = connect(tmp_path / "there.sqlite3")
    with pytest.raises(OfcError) as refused:
        import_document(db, typed(forged(made, *path, value=value)), OTHER)
    assert sentence in str(refused.value)
    db.close()


def test_two_players_with_one_id_and_a_missing_hand_are_refused(tmp_path: Path):
    made = exported_ledger(tmp_path)
    twice = forged(made, "players", 1, "user_id", value=made["players"][0]["user_id"])
    gap = forged(made, "hands", value=[made["hands"][0], *made["hands"][2:]])
    db = connect(tmp_path / "there.sqlite3")
    for wrong, sentence in ((twice, "appears twice"), (gap, "Hand #2 is missing")):
        with pytest.raises(LedgerError, match=sentence):
            import_document(db, typed(wrong), OTHER)
    db.close()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[" * 1_000_000, "nested too deeply"),
        ("{", "isn't JSON"),
        ('{"last": ' + "9" * 5000 + "}", "isn't JSON"),
        ("[]", "the file isn't an object"),
        ("{}", "isn't a ledger in the format"),
        ('{"format": "ofc-ledger-1"}', "guild_id"),
    ],
)
def test_what_is_no_ledger_is_refused_in_a_sentence(text: str, sentence: str):
    with pytest.raises(LedgerError, match=sentence):
        read(text)


def mutated(made: Json, random: Random) -> Json:
    """The document with something changed at a random place."""
    copy: Any = json.loads(json.dumps(made))
    places = list(_places(copy))
    for at, key in random.sample(places, random.randint(1, 3)):
        # A place may be gone with one that was changed before.
        with suppress(KeyError, IndexError):
            if random.random() < 0.2:
                del at[key]
            else:
                at[key] = strange(at[key], random)
    return copy


def strange(value: Any, random: Random) -> Any:
    """Something else in place of a value: near it, turned round, doubled, or of another kind."""
    if type(value) is int and random.random() < 0.5:
        return value + random.choice((-1, 1, 2**31, 2**63))
    if isinstance(value, str | list) and random.random() < 0.5:
        return random.choice((value[::-1], value * 2))
    return random.choice((None, True, 1.5, "", "zz", [], {}, -5, 10**30, "\ud800", [1], 0))


def _places(at: Any) -> Iterator[tuple[Any, Any]]:
    for key, value in at.items() if isinstance(at, dict) else enumerate(at):
        yield at, key
        if isinstance(value, dict | list):
            yield from _places(value)


def import_mutations(folder: Path, count: int, seed: int) -> int:
    """Import so many mutated documents into one database; returns how many it took."""
    made, random, taken = exported_ledger(folder), Random(seed), 0
    db = connect(folder / "there.sqlite3")
    for _ in range(count):
        db.execute("BEGIN")
        try:
            import_document(db, read(json.dumps(mutated(made, random))), OTHER)
            taken += 1
        except OfcError:
            pass
        db.execute("ROLLBACK")
        assert db.execute("SELECT count(*) FROM bookings").fetchone()[0] == 0
    db.close()
    return taken


def test_whatever_is_changed_in_a_ledger_the_answer_is_a_sentence(tmp_path: Path):
    assert import_mutations(tmp_path, 300, seed=1) < 150


@pytest.mark.exhaustive
def test_six_thousand_changed_ledgers_are_answered_in_a_sentence(tmp_path: Path):
    assert import_mutations(tmp_path, 6000, seed=2) < 3000
