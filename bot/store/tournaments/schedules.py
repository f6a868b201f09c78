"""Tournaments that start at a set time: what is to do next, and who is to be told."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.store.engine import Connection, as_row, upsert
from bot.values.standings import Phase
from bot.values.tournament_views import StartNews


@dataclass(frozen=True)
class Schedule:
    """The start of a tournament with a time, and its event.

    Its people have been told up to `stage`; once it `is_reminded`, also that it starts soon. The
    server's scheduled event has an `event_id`, None without one, and the look `shown`; once it
    `is_gone`, it is left alone.
    """

    tournament_id: int
    guild_id: int
    stage: Phase
    is_reminded: bool
    event_id: int | None
    shown: str
    is_gone: bool


@dataclass(frozen=True)
class StartNotice:
    """News for somebody; `starts_at` (Unix seconds) is None where there is no time.

    One message in the channel tells all with the same `called_with`, the player id of the first of
    them; None if they are not told there. `added_at` is Unix seconds.
    """

    tournament_id: int
    player_id: int
    kind: StartNews
    starts_at: int | None
    added_at: int
    called_with: int | None


def plan(db: Connection, tournament_id: int, guild_id: int, now: int, *, is_reminded: bool) -> None:
    """Begin or update the schedule of a tournament, which is then looked at."""
    values = {"guild_id": guild_id, "is_reminded": is_reminded, "due_at": now}
    db.execute(*upsert("schedules", {"tournament_id": tournament_id}, values))


def get(db: Connection, tournament_id: int) -> Schedule | None:
    """The schedule of a tournament; None once all is done."""
    row = db.execute("SELECT * FROM schedules WHERE tournament_id = ?", (tournament_id,)).fetchone()
    return None if row is None else as_row(Schedule, row)


def note_phase(db: Connection, tournament_id: int, phase: Phase, now: int) -> None:
    """Have a schedule looked at unless people have been told of the tournament's phase."""
    db.execute(
        "UPDATE schedules SET due_at = ? WHERE tournament_id = ? AND stage <> ?",
        (now, tournament_id, phase),
    )


def set_stage(db: Connection, tournament_id: int, stage: Phase) -> None:
    """Record the phase of a tournament up to which people have been told."""
    db.execute("UPDATE schedules SET stage = ? WHERE tournament_id = ?", (stage, tournament_id))


def set_reminded(db: Connection, tournament_id: int) -> None:
    """Record that people were told that it starts soon."""
    db.execute("UPDATE schedules SET is_reminded = 1 WHERE tournament_id = ?", (tournament_id,))


def keep_event(
    db: Connection, tournament_id: int, look: str, event_id: int | None, *, is_gone: bool
) -> None:
    """Store the look and id of a server's scheduled event; once it `is_gone`, leave it alone."""
    db.execute(
        "UPDATE schedules SET shown = ?, event_id = ?, is_gone = ? WHERE tournament_id = ?",
        (look, event_id, is_gone, tournament_id),
    )


def set_due(db: Connection, tournament_id: int, at: int | None) -> None:
    """Store when there is something to do next; None: only after some change."""
    db.execute("UPDATE schedules SET due_at = ? WHERE tournament_id = ?", (at, tournament_id))


def drop(db: Connection, tournament_id: int) -> None:
    """Delete a schedule with nothing left to do, and its notices."""
    drop_notices(db, tournament_id)
    db.execute("DELETE FROM schedules WHERE tournament_id = ?", (tournament_id,))


# --- who is to be told what ------------------------------------------------------------------


def add_notices(
    db: Connection,
    tournament_id: int,
    kind: StartNews,
    starts_at: int | None,
    player_ids: Iterable[int],
    now: int,
) -> None:
    """Add a notice for each of these people, in place of one that they have not got yet."""
    news = {"kind": kind, "starts_at": starts_at, "added_at": now, "called_with": None}
    for player_id in player_ids:
        key = {"tournament_id": tournament_id, "player_id": player_id}
        db.execute(*upsert("start_notices", key, news))


def notices(db: Connection, tournament_id: int) -> tuple[StartNotice, ...]:
    """The notices that are still to be given."""
    rows = db.execute(
        "SELECT * FROM start_notices WHERE tournament_id = ? ORDER BY player_id", (tournament_id,)
    )
    return tuple(as_row(StartNotice, row) for row in rows)


def call_together(db: Connection, called: Sequence[StartNotice]) -> None:
    """Record that one message in the channel tells these people."""
    for each in called:
        db.execute(
            "UPDATE start_notices SET called_with = ? WHERE tournament_id = ? AND player_id = ?",
            (called[0].player_id, each.tournament_id, each.player_id),
        )


def drop_notices(db: Connection, tournament_id: int) -> None:
    """Drop the notices that have not been given yet: they are out of date."""
    db.execute("DELETE FROM start_notices WHERE tournament_id = ?", (tournament_id,))


def mark_told(db: Connection, notice: StartNotice) -> None:
    """Delete a notice that was given, or cannot be; a newer one stays."""
    db.execute(
        "DELETE FROM start_notices WHERE tournament_id = ? AND player_id = ? AND kind = ?"
        " AND coalesce(starts_at, 0) = ?",
        (notice.tournament_id, notice.player_id, notice.kind, notice.starts_at or 0),
    )
