"""How points ran, hand by hand or day by day."""

from collections.abc import Sequence

from bot.store import players as people
from bot.store.engine import Connection
from bot.store.ledger import bookings
from bot.store.ledger.tallies import condition, points
from bot.values.ledger_records import DAY, Scope
from bot.values.scenes import LedgerEntry, LedgerScene, ScenePlayer


def by_hand(
    db: Connection, guild_id: int, player_ids: Sequence[int], scope: Scope, *, now: int, count: int
) -> LedgerScene:
    """The latest `count` hands that any of the players played, void hands left out."""
    entries: dict[int, dict[int, LedgerEntry]] = {}
    for player_id in player_ids:
        for number, entry in _latest(db, guild_id, player_id, scope, now, count):
            entries.setdefault(number, {})[player_id] = entry
    numbers = sorted(entries)[-count:]
    hands = tuple(tuple(map(entries[number].get, player_ids)) for number in numbers)
    return LedgerScene(_players(db, guild_id, player_ids, scope, now), 1, hands)


def _latest(
    db: Connection, guild_id: int, player_id: int, scope: Scope, now: int, count: int
) -> list[tuple[int, LedgerEntry]]:
    words, values = bookings.in_scope(guild_id, scope)
    words += ["r.guild_id = :guild", "player_id = :player", "r.is_void = 0"]
    since, first = now // DAY - scope.days, None
    if scope.days:
        first = bookings.first_since(db, guild_id, since)
        # The first of the period bounds the walk along the index.
        words += ["r.number >= :first", "+day > :since"]
    rows = db.execute(
        f"SELECT r.number, points, fantasyland, is_foul FROM results r"
        f" JOIN bookings USING (hand_id) WHERE {' AND '.join(words)}"
        " ORDER BY r.number DESC LIMIT :count",
        {**values, "player": player_id, "first": first, "since": since, "count": count},
    )
    return [
        (
            row["number"],
            LedgerEntry(row["points"], bool(row["fantasyland"]), bool(row["is_foul"])),
        )
        for row in rows
    ]


def by_day(
    db: Connection, guild_id: int, player_ids: Sequence[int], scope: Scope, *, now: int
) -> LedgerScene:
    """Every day on which any of the players played."""
    where, values = condition(guild_id, scope, now, daily=True)
    days: dict[int, dict[int, LedgerEntry]] = {}
    for player_id in player_ids:
        rows = db.execute(
            f"SELECT day, SUM(points) AS points FROM tallies WHERE {where}"
            " AND player_id = :player GROUP BY day",
            {**values, "player": player_id},
        )
        for row in rows:
            days.setdefault(row["day"], {})[player_id] = LedgerEntry(row["points"])
    steps = tuple(tuple(map(days[day].get, player_ids)) for day in sorted(days))
    totals = _players(db, guild_id, player_ids, scope, now)
    return LedgerScene(totals, 1, steps, per_day=True)


def _players(
    db: Connection, guild_id: int, player_ids: Sequence[int], scope: Scope, now: int
) -> tuple[ScenePlayer, ...]:
    found: list[ScenePlayer] = []
    for player_id in player_ids:
        total = points(db, guild_id, player_id, scope, now=now)
        found.append(people.in_ledger(db, guild_id, player_id).shown(total))
    return tuple(found)
