"""Messages about decisions, for channels that the answer to whoever decided did not reach."""

from bot.handlers.ledger.drawn_pages import final
from bot.screens.components import Screen
from bot.screens.ledger.queries import LedgerView, Query
from bot.store import proposals
from bot.store.engine import Connection
from bot.store.messages import MessageKind, MessageRow
from bot.surfaces.decision_messages import screen_of
from bot.surfaces.kept_messages import InWords, Words
from bot.texts import texts_for


class DecisionMessage(InWords):
    """The outcome of a proposal or a vote."""

    def contents(self, db: Connection, row: MessageRow, _now: int) -> Words:
        """The proposal as it was decided."""
        find = proposals.vote if row.kind is MessageKind.VOTE else proposals.get
        proposal = find(db, row.about)
        assert proposal is not None, "neither a proposal nor a vote is ever deleted"
        return _notice(row, screen_of(db, proposal, texts_for(row.locale)))


class SeasonMessage(InWords):
    """The final table of a season."""

    def contents(self, db: Connection, row: MessageRow, _now: int) -> Words:
        """Its first page."""
        query = Query(LedgerView.SEASON, about=(row.about,))
        page = final(db, row.guild_id, query, texts_for(row.locale))
        return _notice(row, page.public())


def _notice(row: MessageRow, screen: Screen) -> Words:
    assert row.channel_id is not None, "it was asked for in a channel"
    is_there = row.message_id is not None
    return Words(channel_id=row.channel_id, only_edits=is_there, is_last=True, screen=screen)
