"""Seasons of a server: at most one is running; a finished one keeps its table for good."""

from collections.abc import Iterable
from typing import Final, Literal

from bot.store import players
from bot.store.engine import Connection, DbRow, as_row
from bot.store.ledger import seals, tallies
from bot.store.ledger.seals import SealKind
from bot.values.ledger_records import ALL_SEASONS, LedgerError, Scope, Season, SeasonNote
from bot.values.scenes import Standing


def start(db: Connection, guild_id: int, name: str, *, now: int) -> Season:
    """Begin the next season; IntegrityError if one is running."""
    row = db.execute(
        """
        INSERT INTO seasons (guild_id, number, name, started_at)
        SELECT ?1, 1 + COALESCE(MAX(number), 0), ?2, ?3 FROM seasons WHERE guild_id = ?1
        RETURNING *
        """,
        (guild_id, name, now),
    ).fetchone()
    return as_row(Season, row)


def add(db: Connection, guild_id: int, name: str, started_at: int, ended_at: int | None) -> None:
    """Add an imported season as the server's next one; its table follows (`keep_final`)."""
    season = start(db, guild_id, name, now=started_at)
    db.execute("UPDATE seasons SET ended_at = ? WHERE id = ?", (ended_at, season.id))


def keep_final(
    db: Connection, guild_id: int, number: int, lines: Iterable[tuple[int, int, int, int, int]]
) -> None:
    """Store the table of an ended season: player, hands, points, best and worst hand."""
    db.executemany(
        "INSERT INTO finals (season_id, place, player_id, hands, points, best, worst)"
        " SELECT id, ?, ?, ?, ?, ?, ? FROM seasons WHERE guild_id = ? AND number = ?",
        [(place, *line, guild_id, number) for place, line in enumerate(lines, start=1)],
    )
    seals.add(db, guild_id, SealKind.SEASON, number)


def running(db: Connection, guild_id: int) -> Season | None:
    """The running season of a server; None if there is none."""
    row = db.execute(
        "SELECT * FROM seasons WHERE guild_id = ? AND ended_at IS NULL", (guild_id,)
    ).fetchone()
    return None if row is None else as_row(Season, row)


def numbered(db: Connection, guild_id: int, number: int) -> Season | None:
    """A season of a server by its number; None if there is none."""
    row = db.execute(
        "SELECT * FROM seasons WHERE guild_id = ? AND number = ?", (guild_id, number)
    ).fetchone()
    return None if row is None else as_row(Season, row)


def noted(db: Connection, guild_id: int, number: int) -> SeasonNote:
    """The note shown with a season's hands; LedgerError if there is no such season.

    Number 0 is all seasons, which have no note.
    """
    if not number:
        return ALL_SEASONS
    season = numbered(db, guild_id, number)
    if season is None:
        raise LedgerError("There's no season {number} here.", number=number)
    return note_of(db, season)


def note_of(db: Connection, season: Season) -> SeasonNote:
    """The note shown with a season's hands: which were corrected since it ended."""
    if season.ended_at is None:
        return SeasonNote(season.name)
    rows = _corrected(db, season.guild_id, season.number, ">")
    return SeasonNote(
        season.name,
        taken_back=tuple(row["number"] for row in rows if row["is_void"]),
        counted_again=tuple(row["number"] for row in rows if not row["is_void"]),
    )


# Seals are numbered in the order of events. A hand that was corrected twice is as it was. SQLite
# uses the partial index `seals_but_of_hands` only if a query also says `kind <> 'hand'`.
_CORRECTED: Final = """
    SELECT number, is_void FROM bookings JOIN (
        SELECT about FROM seals
        WHERE guild_id = :guild AND kind = 'void' AND kind <> 'hand' AND number {when} (
            SELECT number FROM seals
            WHERE guild_id = :guild AND kind = 'season' AND kind <> 'hand' AND about = :season
        )
        GROUP BY about HAVING COUNT(*) % 2 = 1
    ) AS corrected ON about = number
    WHERE guild_id = :guild AND season = :season ORDER BY number
"""


def _corrected(db: Connection, guild_id: int, number: int, when: Literal["<", ">"]) -> list[DbRow]:
    """A season's hands that became void, or counted again, before or after its end."""
    values = {"guild": guild_id, "season": number}
    return db.execute(_CORRECTED.format(when=when), values).fetchall()


def void_at_end(db: Connection, guild_id: int, number: int) -> list[int]:
    """The numbers of a finished season's hands that were void when it ended."""
    return [row["number"] for row in _corrected(db, guild_id, number, "<")]


def every(db: Connection, guild_id: int) -> tuple[Season, ...]:
    """All seasons of a server, the newest first."""
    rows = db.execute("SELECT * FROM seasons WHERE guild_id = ? ORDER BY number DESC", (guild_id,))
    return tuple(as_row(Season, row) for row in rows)


def end(db: Connection, season: Season, *, now: int) -> None:
    """End a season and store its table."""
    db.execute("UPDATE seasons SET ended_at = ? WHERE id = ?", (now, season.id))
    where, values = tallies.condition(season.guild_id, Scope(season=season.number), now)
    db.execute(
        f"""
        INSERT INTO finals (season_id, place, player_id, hands, points, best, worst)
        SELECT :id, ROW_NUMBER() OVER (ORDER BY SUM(points) DESC, SUM(hands) DESC, player_id),
            player_id, SUM(hands), SUM(points), MAX(best), MIN(worst)
        FROM tallies WHERE {where} GROUP BY player_id
        """,
        {**values, "id": season.id},
    )
    seals.add(db, season.guild_id, SealKind.SEASON, season.number)


def final(db: Connection, season_id: int) -> tuple[Standing, ...]:
    """The table of a season as of its end; points given away are those known by now."""
    rows: list[DbRow] = db.execute(
        f"""
        SELECT RANK() OVER (ORDER BY finals.points DESC) AS place,
            MAX({players.named("seasons.guild_id")}) AS name,
            finals.hands, finals.points, finals.best, finals.worst,
            COALESCE(SUM(judged), 0) AS judged, COALESCE(SUM(given), 0) AS given
        FROM finals JOIN players ON players.id = finals.player_id
            JOIN seasons ON seasons.id = season_id
            LEFT JOIN tallies t ON t.guild_id = seasons.guild_id AND day = 0
                AND t.player_id = finals.player_id AND season = number
        WHERE season_id = ?
        GROUP BY finals.place, finals.hands, finals.points, finals.best, finals.worst
        ORDER BY finals.place
        """,
        (season_id,),
    ).fetchall()
    return tuple(as_row(Standing, row) for row in rows)
