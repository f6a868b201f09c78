"""Challenges: two people who play the same deal, each on their own."""

from dataclasses import asdict, dataclass
from enum import StrEnum

from bot.store import messages
from bot.store.engine import Connection, as_row, insert
from bot.store.messages import MessageKind


class ChallengeState(StrEnum):
    """How a challenge stands, or why it is over."""

    OPEN = "open"
    PLAYED = "played"
    """Both have placed all their cards."""
    DECLINED = "declined"
    """The rival would rather not."""
    RECALLED = "recalled"
    """The challenger took it back."""
    LATE = "late"
    """Somebody has not played in time."""
    GONE = "gone"
    """One of the two was forgotten, or nothing can be posted in its channel any more."""


@dataclass(frozen=True)
class NewChallenge:
    """A challenge to be made: its deal, the challenger and their rival, and where it is posted.

    It expires at `ends_at` (Unix seconds).
    """

    deal_id: int
    guild_id: int
    channel_id: int
    locale: str
    player_id: int
    rival_id: int
    ends_at: int


@dataclass(frozen=True, kw_only=True)
class Challenge(NewChallenge):
    """A challenge that was made."""

    id: int
    state: ChallengeState = ChallengeState.OPEN

    @property
    def both(self) -> tuple[int, int]:
        """The ids of both players, the challenger first."""
        return self.player_id, self.rival_id

    def other(self, player_id: int) -> int:
        """The other one of the two."""
        return self.rival_id if player_id == self.player_id else self.player_id


def make(db: Connection, call: NewChallenge) -> Challenge:
    """Challenge somebody."""
    row = insert(db, "challenges", {**asdict(call), "due_at": call.ends_at})
    return as_row(Challenge, row)


def get(db: Connection, challenge_id: int) -> Challenge | None:
    """A challenge by its id."""
    row = db.execute("SELECT * FROM challenges WHERE id = ?", (challenge_id,)).fetchone()
    return None if row is None else as_row(Challenge, row)


def of_deal(db: Connection, deal_id: int) -> Challenge:
    """The challenge in which a deal is played."""
    row = db.execute("SELECT * FROM challenges WHERE deal_id = ?", (deal_id,)).fetchone()
    return as_row(Challenge, row)


def open_between(db: Connection, guild_id: int, one: int, two: int) -> Challenge | None:
    """The open challenge between two players in a server, whoever made it, if there is one."""
    row = db.execute(
        "SELECT * FROM challenges WHERE guild_id = ? AND state = 'open'"
        " AND (player_id, rival_id) IN ((?, ?), (?, ?))",
        (guild_id, one, two, two, one),
    ).fetchone()
    return None if row is None else as_row(Challenge, row)


def open_in(db: Connection, *, channel_id: int = 0, guild_id: int = 0) -> tuple[int, ...]:
    """The ids of the open challenges that were made in a channel or a server."""
    rows = db.execute(
        "SELECT id FROM challenges WHERE state = 'open' AND (channel_id = ? OR guild_id = ?)",
        (channel_id, guild_id),
    )
    return tuple(row["id"] for row in rows)


def end(db: Connection, challenge_id: int, state: ChallengeState, now: int) -> None:
    """End an open challenge; its messages are due at once."""
    row = db.execute(
        "UPDATE challenges SET state = ?, due_at = NULL WHERE id = ? AND state = 'open'"
        " RETURNING guild_id",
        (state, challenge_id),
    ).fetchone()
    if row is not None:
        for kind in (MessageKind.CALL, MessageKind.RESULT):
            messages.plan(db, kind, row["guild_id"], challenge_id, now)


def leave(db: Connection, player_id: int) -> None:
    """End all open challenges of somebody who is forgotten; their messages are due at once."""
    rows = db.execute(
        "SELECT id FROM challenges WHERE state = 'open' AND ? IN (player_id, rival_id)",
        (player_id,),
    )
    for row in rows.fetchall():
        end(db, row["id"], ChallengeState.GONE, now=0)
