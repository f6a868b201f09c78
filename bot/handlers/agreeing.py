"""What takes the agreement of others: put it to them, agree to it, decline it."""

from bot.handlers.registry import changes, on
from bot.handlers.request import Answer, Request
from bot.ledger import LedgerError
from bot.screens.decisions import Agree, Decline, VoteKeep, VoteRemove
from bot.screens.replies import Public, Redraw
from bot.store import notices, proposals
from bot.store.notices import Kind, Where
from bot.store.proposals import KICK, Proposal
from bot.tables import agreements
from bot.tables.proposal_screens import screen_of
from bot.texts import texts_for


@on(Agree)
@changes
def agree(at: Request, press: Agree) -> Answer:
    """Agree to a proposal; the last one to agree makes it happen."""
    return _voice(at, proposals.get(at.db, press.proposal), agrees=True)


@on(Decline)
@changes
def decline(at: Request, press: Decline) -> Answer:
    """Decline a proposal, or take back one's own."""
    return _voice(at, proposals.get(at.db, press.proposal), agrees=False)


@on(VoteRemove)
@changes
def vote_for(at: Request, press: VoteRemove) -> Answer:
    """Vote for taking somebody's seat away."""
    return _voice(at, proposals.vote(at.db, press.vote), agrees=True)


@on(VoteKeep)
@changes
def vote_against(at: Request, press: VoteKeep) -> Answer:
    """Vote against it; one may vote again while the vote is open."""
    return _voice(at, proposals.vote(at.db, press.vote), agrees=False)


def proposed(at: Request, proposal: Proposal) -> Answer:
    """A new proposal as the channel sees it; it calls those whom it asks."""
    return Answer(Public(screen_of(at.db, proposal, at.public_texts, calls=True)))


def announced(at: Request, proposal: Proposal, where: Where) -> Answer:
    """How a proposal stands, for everybody; that it is decided must not get lost."""
    reply = Redraw(screen_of(at.db, proposal, texts_for(where.locale)), for_everybody=True)
    if proposal.state == "open":
        return Answer(reply)
    kind = Kind.VOTE if proposal.kind == KICK else Kind.PROPOSAL
    notice = notices.add(at.db, where, kind, proposal.id)
    table_id = agreements.table_of(at.db, proposal)
    shown = () if table_id is None or table_id in at.touched else (table_id,)
    return Answer(reply, shown, notice=notice)


def _voice(at: Request, proposal: Proposal | None, *, agrees: bool) -> Answer:
    """Agree or decline; the message says how it stands, or what came of it."""
    if proposal is None or proposal.guild_id != at.visitor.guild:
        raise LedgerError("This has been decided already.")
    if proposal.state == "open":
        proposal = agreements.voice(at.db, proposal, at.player, at.now, agrees=agrees)
        if proposal.kind == KICK and proposal.table_id is not None:
            at.touched.add(proposal.table_id)
    return announced(at, proposal, at.where(pressed=True))
