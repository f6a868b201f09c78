"""Time banks of tournaments of several tables (R14.5): what everybody has left of theirs."""

from dataclasses import asdict, dataclass

from bot.store.engine import Connection, as_row, upsert


@dataclass(frozen=True)
class Bank:
    """A player's time bank: the `seconds` in it when they were asked last.

    That was for `decision` (`hand.street`) at a table. `empties_at` (Unix seconds) is when it is
    empty if they do not decide before, None while it does not run for anything.
    """

    player_id: int
    table_id: int
    decision: str
    seconds: int
    empties_at: int | None

    def left_at(self, now: int) -> int:
        """The seconds left at a moment: those before it runs cost nothing."""
        if self.empties_at is None:
            return self.seconds
        return max(0, min(self.seconds, self.empties_at - now))


def of_player(db: Connection, tournament_id: int, player_id: int) -> Bank | None:
    """A player's time bank in a tournament; None if it was never needed."""
    row = db.execute(
        "SELECT * FROM time_banks WHERE tournament_id = ? AND player_id = ?",
        (tournament_id, player_id),
    ).fetchone()
    return None if row is None else as_row(Bank, row)


def at_table(db: Connection, table_id: int) -> dict[int, Bank]:
    """Player id -> time bank, of all who were asked at a table last."""
    rows = db.execute("SELECT * FROM time_banks WHERE table_id = ?", (table_id,))
    return {row["player_id"]: as_row(Bank, row) for row in rows}


def put(db: Connection, tournament_id: int, bank: Bank) -> None:
    """Keep a player's time bank, in place of what was known of it."""
    values = asdict(bank)
    key = {"tournament_id": tournament_id, "player_id": values.pop("player_id")}
    db.execute(*upsert("time_banks", key, values))
