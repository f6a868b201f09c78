"""Reading a ledger that was exported elsewhere: every hand is played again and scored anew."""

import json
from collections.abc import Mapping
from sqlite3 import Connection
from typing import Any

from bot.ledger import LedgerError
from bot.ofc.board import Board
from bot.ofc.hand import Hand
from bot.ofc.match import settle
from bot.ofc.operations import parse_operation
from bot.ofc.rulesets import Ruleset
from bot.ofc.scoring import Score, score_hand
from bot.ofc.seat import Fate, Seat
from bot.players import levels
from bot.store import bookings, hands, ledger, players, tables
from bot.store.bookings import Stamp
from bot.store.hands import LineupRow
from bot.store.ledger import Entry
from bot.store.players import Person
from bot.tables.exchange import FORMAT, Json
from bot.tables.results import parts_of_score


def read(text: str) -> Json:
    """The document in a text; raises LedgerError if it is none."""
    try:
        made = json.loads(text)
    except json.JSONDecodeError as error:
        raise LedgerError("This file is no JSON: {error}", error=error) from None
    if not isinstance(made, dict) or made.get("format") != FORMAT:  # pyright: ignore[reportUnknownMemberType]
        raise LedgerError("This file is no ledger of the format {format}.", format=FORMAT)
    return made  # pyright: ignore[reportUnknownVariableType]


def joined(parts: list[Json]) -> Json:
    """The parts of a long ledger as one document, in whatever order; raises LedgerError.

    They must be of the same server, and none may be missing.
    """
    try:
        parts = sorted(parts, key=lambda part: [hand["number"] for hand in part["hands"]][:1])
        if len({part["guild_id"] for part in parts}) > 1:
            raise LedgerError("These files are ledgers of different servers.")
        everything = {
            name: list({each["id"]: each for part in parts for each in part[name]}.values())
            for name in ("players", "tables")
        }
        hands = [hand for part in parts for hand in part["hands"]]
        return {**parts[-1], **everything, "hands": hands}
    except (KeyError, TypeError) as error:
        raise _incomplete(error) from None


def _incomplete(error: Exception) -> LedgerError:
    return LedgerError("Something is missing in this ledger: {error}", error=error)


def bring_in(db: Connection, made: Json, guild_id: int) -> int:
    """Make a document the ledger of a server that has none; returns how many hands it has.

    Raises OfcError, and then the caller's transaction must be given up: for a hand that cannot
    have been played, or was not worth what is booked for it, and if the server has a ledger.
    """
    if bookings.last_number(db, guild_id) or _has_seasons(db, guild_id):
        raise LedgerError("Server {guild} has a ledger already.", guild=guild_id)
    try:
        ids = {each["id"]: _player(db, each) for each in made["players"]}
        for season in made["seasons"]:
            _bring_season(db, season, guild_id, ids)
        at = {each["id"]: (each, _table(db, each, guild_id, ids)) for each in made["tables"]}
        for number, hand in enumerate(made["hands"], start=1):
            if hand["number"] != number:
                raise LedgerError("Hand #{number} is missing.", number=number)
            table, table_id = at[hand["table"]]
            _bring_hand(db, hand, table, table_id, ids)
        if len(made["hands"]) < made.get("last", 0):
            raise LedgerError("Hand #{number} is missing.", number=len(made["hands"]) + 1)
    except (KeyError, TypeError) as error:
        raise _incomplete(error) from None
    return len(made["hands"])


def _has_seasons(db: Connection, guild_id: int) -> bool:
    row = db.execute("SELECT 1 FROM seasons WHERE guild_id = ?", (guild_id,)).fetchone()
    return row is not None


def _player(db: Connection, each: Json) -> int:
    if each.get("level") is not None:
        return _computer(db, each)
    if each["user_id"] is None:
        return players.add_nameless(db, each["name"])
    user_id = int(each["user_id"])
    found = players.find(db, user_id)
    if found is not None:
        return found.id
    return players.remember(db, Person(user_id, each["name"], each["handle"], "en-US")).id


def _computer(db: Connection, each: Json) -> int:
    """The computer player of that level and name, made if there is none; raises LevelError."""
    level = levels.level(each["level"]).name
    known = (one for one in players.computers(db, level) if one.name == each["name"])
    found = next(known, None)
    if found is None:
        found = players.add_computer(db, level, each["name"], each["handle"])
    return found.id


def _bring_season(db: Connection, each: Json, guild_id: int, ids: Mapping[int, int]) -> None:
    season_id: int = db.execute(
        "INSERT INTO seasons (guild_id, number, name, started_at, ended_at)"
        " VALUES (?, ?, ?, ?, ?) RETURNING id",
        (guild_id, each["number"], each["name"], each["started_at"], each["ended_at"]),
    ).fetchone()["id"]
    for place, line in enumerate(each["final"], start=1):
        db.execute(
            "INSERT INTO finals (season_id, place, player_id, hands, points, best, worst)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                season_id,
                place,
                ids[line["player"]],
                line["hands"],
                line["points"],
                line["best"],
                line["worst"],
            ),
        )


def _table(db: Connection, each: Json, guild_id: int, ids: Mapping[int, int]) -> int:
    return tables.add_closed(
        db,
        guild_id=guild_id,
        channel_id=int(each["channel_id"]),
        host_id=ids[each["host"]],
        rules=Ruleset.parse(each["rules"]).in_full(),
        seats=each["seats"],
        stake=each["stake"],
        now=0,
        locale=each["locale"],
    )


def _bring_hand(
    db: Connection, each: Json, table: Json, table_id: int, ids: Mapping[int, int]
) -> None:
    rules = Ruleset.parse(table["rules"])
    lineup = [
        LineupRow(part["table_seat"], ids[part["player"]], part["seat"], part["fantasyland"])
        for part in each["lineup"]
    ]
    acting = sorted((row for row in lineup if row.seat is not None), key=lambda row: row.seat or 0)
    hand = _played(rules, each, [row.fantasyland for row in acting])
    score = score_hand(hand, [row.seat for row in lineup if row.seat is not None])
    who = [row.player_id for row in acting]
    entries = _verified(each, score, table["stake"], who, ids)
    now = each["booked_at"]
    hand_id = hands.add_numbered(
        db,
        table_id,
        number=each["table_hand"],
        button=each["button"],
        secret=bytes.fromhex(each["secret"]),
        lineup=lineup,
        now=now,
    )
    log = map(parse_operation, each["operations"])
    hands.append(db, hand_id, log, first=0, now=now, on_behalf=each.get("on_behalf", ()))
    stamp = Stamp(rules.variant.name, now, each["origin"], each["season"], is_news=False)
    ledger.book(db, hand_id, entries, parts_of_score(hand, score, who), stamp)
    if each["void"] is not None:
        ledger.reverse(db, hand_id, reason=each["void"]["reason"], now=each["void"]["at"])


def _played(rules: Ruleset, each: Json, fantasyland: list[int]) -> Hand:
    """The finished hand, from its operations or, of one with real cards, its boards."""
    if each["operations"]:
        hand = Hand.replay(rules, fantasyland, map(parse_operation, each["operations"]))
    else:
        seats = [
            Seat(Board.parse(part["board"]), fantasyland=cards, fate=Fate(part["fate"]))
            for part, cards in zip(each["boards"], fantasyland, strict=True)
        ]
        hand = Hand(rules, tuple(seats))
    if not hand.is_finished:
        raise LedgerError("Hand #{number} is not finished.", number=each["number"])
    return hand


def _verified(
    each: Json, score: Score, stake: int, who: list[int], ids: Mapping[int, int]
) -> list[Entry]:
    """The entries of a hand; LedgerError if they are not what it was worth."""
    worth = [
        Entry(who[t.a], who[t.b], t.points)
        for t in settle(score.pairs, (0,) * len(who), stake=stake)
    ]
    booked: list[dict[str, Any]] = each["entries"]
    told = {_sorted(Entry(ids[e["a"]], ids[e["b"]], e["points"])) for e in booked}
    if told != set(map(_sorted, worth)) or len(booked) != len(worth):
        raise LedgerError(
            "Hand #{number} was not worth the points booked for it.", number=each["number"]
        )
    return worth


def _sorted(entry: Entry) -> tuple[int, int, int]:
    if entry.a < entry.b:
        return entry.a, entry.b, entry.points
    return entry.b, entry.a, -entry.points
