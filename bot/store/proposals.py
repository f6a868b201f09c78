"""Proposals: what happens once enough of those concerned have agreed.

There are two kinds of rows. Those of `proposals` name who is asked, and take all of them; those of
`votes` are about somebody's seat, and take most of the others who sit at the table just then.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum

from bot.store.engine import Connection, DbRow, as_row, insert, upsert
from bot.texts import marked
from bot.values.ledger_records import LedgerError


class ProposalKind(StrEnum):
    """Kinds of proposals.

    A hand is to be void, or to count again; boards are to be recorded; points of two to be
    multiplied; hidden cards to be shown to those who follow a table (see `bot.game.spectators`); a
    seat to be taken away, which is put to the vote.
    """

    VOID = "void"
    COUNT = "count"
    RECORD = "record"
    STAKE = "stake"
    CARDS = "cards"
    KICK = "kick"


@dataclass(frozen=True)
class Response:
    """Somebody's response when asked: `agrees` is None until they have said so."""

    player_id: int
    user_id: int
    name: str
    agrees: bool | None


class DecidedError(LedgerError):
    """The proposal is already decided: nobody can agree or decline any more."""

    def __init__(
        self, sentence: str = marked("This has already been decided."), **values: object
    ) -> None:
        super().__init__(sentence, **values)


class ProposalState(StrEnum):
    """How far a proposal or a vote has come."""

    OPEN = "open"
    DONE = "done"
    DECLINED = "declined"


@dataclass(frozen=True)
class Proposal:
    """A proposal: `body` is the reason of VOID and COUNT, which have a hand; KICK has a table.

    `player_id` is who makes it, or whose seat a vote is about. `outcome` is what came of it (see
    `bot.handlers.agreements`), empty of a vote and where nothing could come of it any more.
    `responses` are in the order of the boards, or of the seats.
    """

    id: int
    guild_id: int
    channel_id: int
    kind: ProposalKind
    hand_id: int | None
    table_id: int | None
    body: str
    player_id: int
    made_at: int
    state: ProposalState
    outcome: str
    responses: tuple[Response, ...]

    @property
    def is_open(self) -> bool:
        """True if it is still to be decided."""
        return self.state is ProposalState.OPEN

    @property
    def agreed(self) -> tuple[Response, ...]:
        """Who has agreed."""
        return tuple(response for response in self.responses if response.agrees)

    @property
    def missing(self) -> tuple[Response, ...]:
        """Who has said nothing yet."""
        return tuple(response for response in self.responses if response.agrees is None)

    @property
    def needed(self) -> int:
        """How many have to agree."""
        return (
            len(self.responses) // 2 + 1 if self.kind is ProposalKind.KICK else len(self.responses)
        )

    @property
    def is_agreed(self) -> bool:
        """True if enough have agreed."""
        return len(self.agreed) >= self.needed

    @property
    def is_declined(self) -> bool:
        """True if not enough are left who could agree."""
        return len(self.agreed) + len(self.missing) < self.needed

    def response_of(self, player_id: int) -> Response | None:
        """The response of a player, None if they are not asked."""
        return next((each for each in self.responses if each.player_id == player_id), None)


@dataclass(frozen=True)
class NewProposal:
    """A proposal to be made."""

    guild_id: int
    channel_id: int
    kind: ProposalKind
    hand_id: int | None
    body: str
    player_id: int


def add(
    db: Connection, draft: NewProposal, concerned: Sequence[int], *, now: int, agrees: bool = True
) -> Proposal:
    """Make a proposal that these players have to agree to, and return it.

    Who makes it `agrees`, if it is one of them.
    """
    made = {**asdict(draft), "made_at": now, "state": ProposalState.OPEN}
    proposal_id: int = insert(db, "proposals", made)["id"]
    db.executemany(
        "INSERT INTO consents (proposal_id, place, player_id) VALUES (?, ?, ?)",
        [(proposal_id, place, player_id) for place, player_id in enumerate(concerned)],
    )
    proposal = get(db, proposal_id)
    assert proposal is not None
    return respond(db, proposal, draft.player_id, agrees=True, now=now) if agrees else proposal


def get(db: Connection, proposal_id: int) -> Proposal | None:
    """A proposal by its id; people who have been forgotten are not asked any more."""
    row = db.execute("SELECT * FROM proposals WHERE id = ?", (proposal_id,)).fetchone()
    if row is None:
        return None
    responses = db.execute(
        "SELECT player_id, user_id, name, CASE WHEN agreed_at IS NOT NULL THEN 1 END AS agrees"
        " FROM consents JOIN players ON players.id = player_id"
        " WHERE proposal_id = ? AND user_id IS NOT NULL ORDER BY place",
        (proposal_id,),
    )
    return as_row(Proposal, row, table_id=None, responses=tuple(map(_response, responses)))


def concerned(db: Connection, proposal_id: int) -> tuple[int, ...]:
    """The ids of all players whom a proposal concerns, forgotten ones too, in its order."""
    query = "SELECT player_id FROM consents WHERE proposal_id = ? ORDER BY place"
    return tuple(row["player_id"] for row in db.execute(query, (proposal_id,)))


def withdraw(db: Connection, draft: NewProposal, concerned: int) -> None:
    """Close what somebody proposed before of the same kind, in the same channel, to a player."""
    db.execute(
        """
        UPDATE proposals SET state = 'declined', outcome = player_id
        WHERE state = 'open' AND kind = ? AND channel_id = ? AND player_id = ?
            AND id IN (SELECT proposal_id FROM consents WHERE player_id = ?)
        """,
        (draft.kind, draft.channel_id, draft.player_id, concerned),
    )


# --- votes ------------------------------------------------------------------------------------


def open_vote(db: Connection, table_id: int, player_id: int, *, now: int) -> Proposal:
    """Put a player's seat to the vote; IntegrityError if there is an open vote on it."""
    about = {"table_id": table_id, "player_id": player_id}
    row = insert(db, "votes", {**about, "made_at": now, "state": ProposalState.OPEN})
    opened = vote(db, row["id"])
    assert opened is not None
    return opened


def vote(db: Connection, vote_id: int) -> Proposal | None:
    """A vote by its id."""
    row = db.execute(
        "SELECT votes.*, guild_id, channel_id FROM votes JOIN tables ON tables.id = table_id"
        " WHERE votes.id = ?",
        (vote_id,),
    ).fetchone()
    if row is None:
        return None
    # Computer players, and those who lose a seat of their own, are not asked.
    responses = db.execute(
        """
        SELECT s.player_id, user_id, name, agrees FROM seats s JOIN players p ON p.id = s.player_id
        LEFT JOIN ballots b ON b.vote_id = ? AND b.player_id = s.player_id
        WHERE s.table_id = ? AND s.player_id <> ? AND level IS NULL AND presence <> 'leaving'
        ORDER BY s.seat
        """,
        (vote_id, row["table_id"], row["player_id"]),
    )
    return as_row(
        Proposal,
        row,
        kind=ProposalKind.KICK,
        hand_id=None,
        body="",
        outcome="",
        responses=tuple(map(_response, responses)),
    )


def vote_on(db: Connection, table_id: int, player_id: int) -> Proposal | None:
    """The open vote on a player's seat."""
    row = db.execute(
        "SELECT id FROM votes WHERE table_id = ? AND player_id = ? AND state = 'open'",
        (table_id, player_id),
    ).fetchone()
    return None if row is None else vote(db, row["id"])


# --- both -------------------------------------------------------------------------------------


def respond(
    db: Connection, proposal: Proposal, player_id: int, *, agrees: bool, now: int
) -> Proposal:
    """Record whether a player agrees, and return the proposal with their response."""
    if proposal.kind is ProposalKind.KICK:
        key = {"vote_id": proposal.id, "player_id": player_id}
        db.execute(*upsert("ballots", key, {"agrees": agrees}))
    elif agrees:
        # A decline need not be stored: a single one closes such a proposal.
        db.execute(
            "UPDATE consents SET agreed_at = COALESCE(agreed_at, ?)"
            " WHERE proposal_id = ? AND player_id = ?",
            (now, proposal.id, player_id),
        )
    responses = (
        replace(each, agrees=agrees) if each.player_id == player_id else each
        for each in proposal.responses
    )
    return replace(proposal, responses=tuple(responses))


def close(db: Connection, proposal: Proposal, state: ProposalState, outcome: str = "") -> Proposal:
    """Close a proposal as DONE or DECLINED with what came of it, and return it."""
    if proposal.kind is ProposalKind.KICK:
        db.execute("UPDATE votes SET state = ? WHERE id = ?", (state, proposal.id))
    else:
        db.execute(
            "UPDATE proposals SET state = ?, outcome = ? WHERE id = ?",
            (state, outcome, proposal.id),
        )
    return replace(proposal, state=state, outcome=outcome)


def _response(row: DbRow) -> Response:
    agrees: int | None = row["agrees"]
    return as_row(Response, row, agrees=None if agrees is None else bool(agrees))
