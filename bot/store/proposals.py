"""Proposals: what happens once everybody concerned has agreed."""

from collections.abc import Sequence
from dataclasses import dataclass
from sqlite3 import Connection


@dataclass(frozen=True)
class Voice:
    """Somebody who has to agree, and whether they have."""

    player_id: int
    user_id: int
    name: str
    has_agreed: bool


@dataclass(frozen=True)
class Proposal:
    """A proposal: `kind` is `void` (with a hand, `body` the reason), `record` (boards) or `stake`.

    `state` is `open`, `done` or `declined`; `outcome` is what came of it (see
    `bot.tables.agreements`); `voices` are in the order of the boards.
    """

    id: int
    guild_id: int
    channel_id: int
    kind: str
    hand_id: int | None
    body: str
    player_id: int
    state: str
    outcome: str
    voices: tuple[Voice, ...]

    @property
    def missing(self) -> tuple[Voice, ...]:
        """Who has not agreed yet."""
        return tuple(voice for voice in self.voices if not voice.has_agreed)

    def voice_of(self, user_id: int) -> Voice | None:
        """The voice of a person (Discord id), None if they are not asked."""
        return next((voice for voice in self.voices if voice.user_id == user_id), None)


@dataclass(frozen=True)
class Draft:
    """A proposal to be made."""

    guild_id: int
    channel_id: int
    kind: str
    hand_id: int | None
    body: str
    player_id: int


def add(
    db: Connection, draft: Draft, concerned: Sequence[int], *, now: int, agrees: bool = True
) -> Proposal:
    """Make a proposal that these players have to agree to, and return it.

    Who makes it `agrees`, if it is one of them.
    """
    proposal_id: int = db.execute(
        """
        INSERT INTO proposals
            (guild_id, channel_id, kind, hand_id, body, player_id, made_at, state)
        VALUES (?, ?, ?, ?, ?, ?, ?, 'open') RETURNING id
        """,
        (
            draft.guild_id,
            draft.channel_id,
            draft.kind,
            draft.hand_id,
            draft.body,
            draft.player_id,
            now,
        ),
    ).fetchone()["id"]
    db.executemany(
        "INSERT INTO consents (proposal_id, place, player_id) VALUES (?, ?, ?)",
        [(proposal_id, place, player_id) for place, player_id in enumerate(concerned)],
    )
    if agrees:
        agree(db, proposal_id, draft.player_id, now=now)
    proposal = get(db, proposal_id)
    assert proposal is not None
    return proposal


def get(db: Connection, proposal_id: int) -> Proposal | None:
    """A proposal by its id; people who have been forgotten have no voice in it."""
    row = db.execute(
        "SELECT id, guild_id, channel_id, kind, hand_id, body, player_id, state, outcome"
        " FROM proposals WHERE id = ?",
        (proposal_id,),
    ).fetchone()
    if row is None:
        return None
    voices = db.execute(
        "SELECT player_id, user_id, name, agreed_at FROM consents"
        " JOIN players ON players.id = player_id"
        " WHERE proposal_id = ? AND user_id IS NOT NULL ORDER BY place",
        (proposal_id,),
    )
    return Proposal(
        **row,
        voices=tuple(
            Voice(v["player_id"], v["user_id"], v["name"], v["agreed_at"] is not None)
            for v in voices
        ),
    )


def withdraw(db: Connection, draft: Draft, concerned: int) -> None:
    """Close what somebody proposed before of the same kind, in the same channel, to a player."""
    db.execute(
        """
        UPDATE proposals SET state = 'declined', outcome = player_id
        WHERE state = 'open' AND kind = ? AND channel_id = ? AND player_id = ?
            AND id IN (SELECT proposal_id FROM consents WHERE player_id = ?)
        """,
        (draft.kind, draft.channel_id, draft.player_id, concerned),
    )


def agree(db: Connection, proposal_id: int, player_id: int, *, now: int) -> None:
    """Keep that a player agrees."""
    db.execute(
        "UPDATE consents SET agreed_at = COALESCE(agreed_at, ?)"
        " WHERE proposal_id = ? AND player_id = ?",
        (now, proposal_id, player_id),
    )


def close(db: Connection, proposal_id: int, state: str, outcome: str) -> Proposal:
    """Close a proposal as `done` or `declined` with what came of it, and return it."""
    db.execute(
        "UPDATE proposals SET state = ?, outcome = ? WHERE id = ?", (state, outcome, proposal_id)
    )
    closed = get(db, proposal_id)
    assert closed is not None
    return closed
