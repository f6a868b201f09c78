"""Seats at tables, waiting lists, kept seats, and players' own limits and stakes."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bot.store.engine import Connection, as_row, upsert
from bot.values.scenes import Presence


@dataclass(frozen=True)
class SeatRow:
    """Somebody's seat; `fantasyland` is the number of cards earned for the next hand.

    They are `ready` for the next hand; `run_outs` counts how often in a row their time has run out.
    `waited_since` (Unix seconds) is when they began to wait for the seat, None if it was free.
    """

    seat: int
    player_id: int
    fantasyland: int
    wants_stop: bool
    ready: bool = False
    presence: Presence = Presence.HERE
    run_outs: int = 0
    waited_since: int | None = None


def of_table(db: Connection, table_id: int) -> tuple[SeatRow, ...]:
    """The taken seats of a table in ascending order."""
    rows = db.execute("SELECT * FROM seats WHERE table_id = ? ORDER BY seat", (table_id,))
    return tuple(as_row(SeatRow, row) for row in rows)


def sit(
    db: Connection, table_id: int, seat: int, player_id: int, *, waited_since: int | None = None
) -> None:
    """Give a seat to a player."""
    db.execute(
        "INSERT INTO seats (table_id, seat, player_id, waited_since) VALUES (?, ?, ?, ?)",
        (table_id, seat, player_id, waited_since),
    )


def stand_up(db: Connection, table_id: int, player_id: int) -> None:
    """Free a player's seat; a Fantasyland they earned is gone with it (R7.7)."""
    db.execute("DELETE FROM seats WHERE table_id = ? AND player_id = ?", (table_id, player_id))


def move(db: Connection, table_id: int, player_id: int, target: int, seat: int) -> None:
    """Give a player a free seat at another table or the same, with all that they have earned."""
    db.execute(
        "UPDATE seats SET table_id = ?, seat = ?, ready = 0, wants_stop = 0"
        " WHERE table_id = ? AND player_id = ?",
        (target, seat, table_id, player_id),
    )


def clear_seats(db: Connection, table_id: int) -> None:
    """Take everybody at a table off their seats, until each of them is moved to one."""
    db.execute("UPDATE seats SET seat = -seat WHERE table_id = ? AND seat > 0", (table_id,))


def set_fantasyland(db: Connection, table_id: int, player_id: int, cards: int) -> None:
    """Set how many cards a player earned for the next hand, if they still have a seat (R7.7)."""
    db.execute(
        "UPDATE seats SET fantasyland = ? WHERE table_id = ? AND player_id = ?",
        (cards, table_id, player_id),
    )


def agree_to_stop(db: Connection, table_id: int, player_id: int) -> None:
    """Record that a player wants the game to stop."""
    db.execute(
        "UPDATE seats SET wants_stop = 1 WHERE table_id = ? AND player_id = ?",
        (table_id, player_id),
    )


def set_ready(db: Connection, table_id: int, player_id: int) -> None:
    """Record that a player is ready for the next hand."""
    db.execute(
        "UPDATE seats SET ready = 1 WHERE table_id = ? AND player_id = ?", (table_id, player_id)
    )


def play_on(db: Connection, table_id: int) -> None:
    """Clear who wanted the game to stop and who was ready: another hand is dealt."""
    db.execute("UPDATE seats SET wants_stop = 0, ready = 0 WHERE table_id = ?", (table_id,))


def set_presence(
    db: Connection, table_id: int, player_id: int, presence: Presence, *, run_outs: int
) -> None:
    """Set a seated player's presence, and how often in a row their time has run out."""
    db.execute(
        "UPDATE seats SET presence = ?, run_outs = ? WHERE table_id = ? AND player_id = ?",
        (presence, run_outs, table_id, player_id),
    )


def end_hand(db: Connection, table_id: int) -> tuple[int, ...]:
    """Let those who are away sit out from now on; returns the players who are leaving."""
    db.execute(
        "UPDATE seats SET presence = 'out' WHERE table_id = ? AND presence = 'away'", (table_id,)
    )
    rows = db.execute(
        "SELECT player_id FROM seats WHERE table_id = ? AND presence = 'leaving' ORDER BY seat",
        (table_id,),
    )
    return tuple(row["player_id"] for row in rows)


# --- waiting for a seat ----------------------------------------------------------------------


def wait(db: Connection, table_id: int, player_id: int, *, now: int) -> None:
    """Put a player at the end of a table's waiting list."""
    db.execute(
        "INSERT INTO waiters (table_id, player_id, since) VALUES (?, ?, ?)",
        (table_id, player_id, now),
    )


def waiters(db: Connection, table_id: int) -> tuple[tuple[int, int], ...]:
    """Pairs of who waits for a seat at a table and since when (Unix seconds), longest first."""
    rows = db.execute(
        "SELECT player_id, since FROM waiters WHERE table_id = ? ORDER BY id", (table_id,)
    )
    return tuple((row["player_id"], row["since"]) for row in rows)


def waits_at(db: Connection, player_id: int) -> tuple[int, ...]:
    """The tables at which a player waits for a seat."""
    rows = db.execute("SELECT table_id FROM waiters WHERE player_id = ?", (player_id,))
    return tuple(row["table_id"] for row in rows)


def wait_no_more(db: Connection, table_id: int, player_id: int) -> None:
    """Take a player off a table's waiting list, if they are on it."""
    db.execute("DELETE FROM waiters WHERE table_id = ? AND player_id = ?", (table_id, player_id))


# --- invitations -----------------------------------------------------------------------------


def invite(db: Connection, table_id: int, player_id: int, until: int) -> None:
    """Keep a free seat of a table for a player until then (Unix seconds)."""
    key = {"table_id": table_id, "player_id": player_id}
    db.execute(*upsert("invitations", key, {"until": until}))


def invited(db: Connection, table_id: int) -> dict[int, int]:
    """Player id -> until when a seat of a table is kept for them (Unix seconds)."""
    rows = db.execute(
        "SELECT player_id, until FROM invitations WHERE table_id = ? ORDER BY until, player_id",
        (table_id,),
    )
    return {row["player_id"]: row["until"] for row in rows}


def uninvite(db: Connection, table_id: int, player_id: int) -> None:
    """Stop keeping a seat of a table for a player."""
    db.execute(
        "DELETE FROM invitations WHERE table_id = ? AND player_id = ?", (table_id, player_id)
    )


def end_invitations(db: Connection, table_id: int, until: int) -> None:
    """Stop keeping the seats of a table that were kept until then (Unix seconds)."""
    db.execute("DELETE FROM invitations WHERE table_id = ? AND until <= ?", (table_id, until))


def decline_all(db: Connection, player_id: int) -> None:
    """Make the seats that are kept for a player free at once."""
    db.execute("UPDATE invitations SET until = 0 WHERE player_id = ?", (player_id,))


# --- limits on losing ------------------------------------------------------------------------


def set_loss_limit(db: Connection, table_id: int, player_id: int, points: int | None) -> None:
    """Set the most points that a player wants to lose, None for no limit of their own (R9.3)."""
    key = {"table_id": table_id, "player_id": player_id}
    if points is None:
        db.execute(
            "DELETE FROM loss_limits WHERE table_id = ? AND player_id = ?", (table_id, player_id)
        )
    else:
        db.execute(*upsert("loss_limits", key, {"points": points}))


def loss_limits(db: Connection, table_id: int) -> dict[int, int]:
    """Player id -> the most points they want to lose at a table, whether or not they sit there."""
    rows = db.execute(
        "SELECT player_id, points FROM loss_limits WHERE table_id = ? ORDER BY player_id",
        (table_id,),
    )
    return {row["player_id"]: row["points"] for row in rows}


# --- stakes between two (R9.2) ---------------------------------------------------------------


@dataclass(frozen=True)
class StakeRow:
    """A stake between two players, by our own ids, that applies from a hand of a table on."""

    a: int
    b: int
    from_hand: int
    stake: int


def agree_on_stake(
    db: Connection, table_id: int, pair: frozenset[int], stake: int, from_hand: int
) -> None:
    """Set the stake between two players from a hand on, in place of an earlier agreement."""
    a, b = sorted(pair)
    key = {"table_id": table_id, "a": a, "b": b, "from_hand": from_hand}
    db.execute(*upsert("stakes", key, {"stake": stake}))


def stakes_of(db: Connection, table_id: int) -> tuple[StakeRow, ...]:
    """All agreements at a table, by pair, the earlier first."""
    rows = db.execute(
        "SELECT a, b, from_hand, stake FROM stakes WHERE table_id = ? ORDER BY a, b, from_hand",
        (table_id,),
    )
    return tuple(as_row(StakeRow, row) for row in rows)


def stakes_in_hand(rows: Iterable[StakeRow], number: int) -> Mapping[frozenset[int], int]:
    """Pair of player ids -> the stake between them in the hand of that number."""
    return {frozenset((row.a, row.b)): row.stake for row in rows if row.from_hand <= number}
