"""Where people are in the tutorial."""

from dataclasses import dataclass
from sqlite3 import Connection

from bot.store.records import as_row


@dataclass(frozen=True)
class Learner:
    """A person's lesson, and the seed of the problem it shows.

    `layout`, `brush` and `armed` are what has been laid out, as in a draft, empty before the first
    tap; `solved` has a bit for each lesson with a right answer.
    """

    lesson: int
    seed: int
    layout: str = ""
    brush: str = "f"
    armed: bool = False
    solved: int = 0


def get(db: Connection, player_id: int) -> Learner | None:
    """Where a player is in the tutorial; None if they have never opened it."""
    row = db.execute("SELECT * FROM learners WHERE player_id = ?", (player_id,)).fetchone()
    return None if row is None else as_row(Learner, row)


def put(db: Connection, player_id: int, learner: Learner) -> None:
    """Keep where a player is in the tutorial."""
    db.execute(
        "INSERT OR REPLACE INTO learners (player_id, lesson, seed, layout, brush, armed, solved)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            player_id,
            learner.lesson,
            learner.seed,
            learner.layout,
            learner.brush,
            learner.armed,
            learner.solved,
        ),
    )
