"""Joins two accounts of one person: all that the second played becomes the first's."""

from typing import Final

from bot.store import privacy
from bot.store.engine import Connection
from bot.store.ledger import recount
from bot.store.players import Player
from bot.store.schema import StoreError, without_triggers
from bot.texts import marked

_CONFLICTS: Final = {
    marked(
        "Both were in one hand, and nobody is there twice."
    ): "SELECT hand_id AS event, player_id FROM lineups",
    marked("Both were in one tournament, and nobody is there twice."): """
        SELECT CAST(tournament_id AS TEXT) AS event, player_id FROM entrants
        UNION SELECT CAST(tournament_id AS TEXT), player_id FROM finishes
        UNION SELECT 'table.' || table_id, player_id FROM lineups
            JOIN hands ON hands.id = hand_id JOIN tables ON tables.id = table_id
            WHERE stack IS NOT NULL AND tournament_id IS NULL
    """,
    marked("Both played one deal of /daily or a challenge, and nobody plays it twice."): """
        SELECT deal_id AS event, player_id FROM attempts WHERE practice = 0
        UNION SELECT deal_id, player_id FROM challenges
        UNION SELECT deal_id, rival_id FROM challenges
    """,
}
"""Where one person cannot be twice: the refusal, and a query of who was there."""
_UNIQUE_KEYS: Final = {
    "attempts": ("deal_id", "practice"),
    "ballots": ("vote_id",),
    "consents": ("proposal_id",),
    "deadlines": ("table_id",),
    "drafts": ("kind", "about"),
    "exercises": ("page", "seed"),
    "learners": (),
    "loss_limits": ("table_id",),
    "reminders": ("table_id",),
    "seats": ("table_id",),
    "seeds": ("table_id", "number", "is_typed"),
    "start_notices": ("tournament_id",),
    "surfaces": ("table_id", "slot"),
    "waiters": ("table_id",),
}
"""Tables with one row per player and key; where both players have one, the first's stays."""
_SUMS: Final = {"achievements", "rivalries", "streaks", "tallies", "totals"}
"""Tables of sums, which are recounted."""
_FORMER: Final = {"former_finals", "former_players"}
"""Tables of who was who when something was sealed, which seals still need."""


def join(db: Connection, first: Player, second: Player) -> int:
    """Give all that `second` played to `first`; returns how many hands those are.

    Of what each has once, such as settings, the first's stays; the second starts afresh. Seals
    stay valid: who had a hand when it was sealed is kept. StoreError if they cannot be one
    person, or are playing now.
    """
    _verify_joinable(db, first, second)
    ids = {"first": first.id, "second": second.id}
    servers = db.execute(_SERVERS, ids).fetchall()
    count = db.execute("SELECT COUNT(*) FROM lineups WHERE player_id = :second", ids).fetchone()[0]
    with without_triggers(db):
        for statement in _KEEP_FORMER:
            db.execute(statement, ids)
        _join_finals(db, ids)
        _rename(db, ids)
        for (guild_id,) in servers:
            recount.count_anew(db, guild_id)
    return count


def _verify_joinable(db: Connection, first: Player, second: Player) -> None:
    if first.id == second.id:
        raise StoreError("Name two different accounts.")
    for each in (first, second):
        if privacy.is_needed(db, each.id):
            raise StoreError(
                "{name} is playing right now. Have them leave their tables and tournaments first.",
                name=each.name,
            )
    for sentence, query in _CONFLICTS.items():
        both = db.execute(
            f"SELECT event FROM ({query}) AS played WHERE player_id IN (?, ?)"
            " GROUP BY event HAVING COUNT(DISTINCT player_id) > 1",
            (first.id, second.id),
        )
        if both.fetchone() is not None:
            raise StoreError(sentence)


_SERVERS: Final = """
    SELECT DISTINCT guild_id FROM lineups
        JOIN hands ON hands.id = hand_id JOIN tables ON tables.id = table_id
    WHERE player_id = :second
"""
_KEEP_FORMER: Final = (
    """
    INSERT INTO former_players (hand_id, player_id, former_id)
    SELECT hand_id, player_id, player_id FROM lineups l
    WHERE player_id = :second AND NOT EXISTS (
        SELECT 1 FROM former_players f WHERE f.hand_id = l.hand_id AND f.player_id = l.player_id
    )
    """,
    "UPDATE former_players SET player_id = :first WHERE player_id = :second",
    """
    INSERT INTO former_finals (season_id, place, player_id, hands, points, best, worst)
    SELECT season_id, place, player_id, hands, points, best, worst FROM finals
    WHERE season_id IN (SELECT season_id FROM finals WHERE player_id = :second)
        AND season_id NOT IN (SELECT season_id FROM former_finals)
    """,
    # Boards that are to be recorded name their players in a text.
    """
    UPDATE proposals SET state = 'declined', outcome = CAST(:first AS TEXT)
    WHERE state = 'open' AND (
        player_id = :second OR id IN (SELECT proposal_id FROM consents WHERE player_id = :second)
    )
    """,
)


def _join_finals(db: Connection, ids: dict[str, int]) -> None:
    """Merge their two lines in the tables of finished seasons."""
    found = db.execute("SELECT season_id FROM finals WHERE player_id = :second", ids).fetchall()
    for (season_id,) in found:
        lines: list[tuple[int, ...]] = [
            (row[0], row[1], row[2], row[3], row[4])
            for row in db.execute(_FINAL, {**ids, "season": season_id}).fetchall()
        ]
        db.execute("DELETE FROM finals WHERE season_id = ?", (season_id,))
        db.executemany(
            "INSERT INTO finals (season_id, place, player_id, hands, points, best, worst)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            [(season_id, place, *row) for place, row in enumerate(lines, start=1)],
        )


_FINAL: Final = """
    SELECT CASE player_id WHEN :second THEN :first ELSE player_id END AS player,
        SUM(hands), SUM(points), MAX(best), MIN(worst)
    FROM finals WHERE season_id = :season
    GROUP BY 1 ORDER BY SUM(points) DESC, SUM(hands) DESC, 1
"""


def _rename(db: Connection, ids: dict[str, int]) -> None:
    """Replace the second's id by the first's everywhere."""
    for table, names in privacy.personal_columns(db).items():
        if table in _SUMS | _FORMER:
            continue
        if names == ("a", "b"):
            worth = f", {_TURNED}" if table == "entries" else ""
            db.execute(f"UPDATE {table} SET {_SORTED}{worth} WHERE :second IN (a, b)", ids)
            continue
        for name in names:
            if table in _UNIQUE_KEYS and name == "player_id":
                same = "".join(f" AND o.{key} = {table}.{key}" for key in _UNIQUE_KEYS[table])
                db.execute(
                    f"DELETE FROM {table} WHERE player_id = :second AND EXISTS"
                    f" (SELECT 1 FROM {table} o WHERE o.player_id = :first{same})",
                    ids,
                )
            db.execute(f"UPDATE {table} SET {name} = :first WHERE {name} = :second", ids)


_OTHER: Final = "a + b - :second"
_SORTED: Final = f"""
    a = CASE WHEN :first < {_OTHER} THEN :first ELSE {_OTHER} END,
    b = CASE WHEN :first < {_OTHER} THEN {_OTHER} ELSE :first END
"""
"""The lower id of two is `a`."""
_TURNED: Final = f"""
    points = CASE WHEN (a = :second) = (:first < {_OTHER}) THEN points ELSE -points END
"""
