"""Who came where in the tournaments of a server that were won by play."""

from collections.abc import Iterable
from dataclasses import astuple, dataclass

from bot.store.engine import Connection, as_row
from bot.values.standings import Finishes


@dataclass(frozen=True)
class Finish:
    """Somebody's `place` among `people`, and what they won from them, in thousandths."""

    player_id: int
    guild_id: int
    place: int
    people: int
    against: int


def keep(db: Connection, tournament_id: int, finishes: Iterable[Finish]) -> None:
    """Keep the places of a tournament; what is kept already stays."""
    if _are_kept(db, tournament_id):
        return
    db.executemany(
        "INSERT INTO finishes (tournament_id, player_id, guild_id, place, people, against)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        [(tournament_id, *astuple(finish)) for finish in finishes],
    )


def _are_kept(db: Connection, tournament_id: int) -> bool:
    """True if the places of a tournament are kept."""
    query = "SELECT 1 FROM finishes WHERE tournament_id = ? LIMIT 1"
    return db.execute(query, (tournament_id,)).fetchone() is not None


def of_tournament(db: Connection, tournament_id: int) -> list[Finish]:
    """The places that are kept of a tournament, by the ids of its people."""
    rows = db.execute(
        "SELECT * FROM finishes WHERE tournament_id = ? ORDER BY player_id", (tournament_id,)
    )
    return [as_row(Finish, row) for row in rows]


def of_player(db: Connection, guild_id: int, player_id: int) -> Finishes | None:
    """Somebody's finishes in all tournaments of a server; None if they played none."""
    rows = db.execute(
        "SELECT place, people, against FROM finishes WHERE player_id = ? AND guild_id = ?",
        (player_id, guild_id),
    ).fetchall()
    if not rows:
        return None
    best = sorted((row["place"], -row["people"]) for row in rows)[:3]
    return Finishes(
        played=len(rows),
        best=tuple((place, -people) for place, people in best),
        against=sum(row["against"] for row in rows),
    )
