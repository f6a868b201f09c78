"""The cards that spectators see in a table's thread: open ones, or all if everybody agrees.

A proposal of kind `cards` asks everybody with a seat; its body is the table's id.
"""

from bot.game.loading import loaded
from bot.game.table import Table, TableError
from bot.store import tables
from bot.store.engine import Connection
from bot.store.proposals import NewProposal, Proposal, ProposalKind
from bot.store.tables import State


def asked(table: Table) -> frozenset[int]:
    """The ids of the players who have to agree: all people with a seat."""
    return frozenset(seat.player_id for seat in table.persons)


def all_cards_from(table: Table) -> int | None:
    """The number of the first hand whose cards are all shown once it is over.

    None unless everybody with a seat has agreed.
    """
    thread = table.thread
    if thread is None or thread.agreed != asked(table):
        return None
    return thread.from_hand


def shows_all_cards(table: Table) -> bool:
    """True if the finished hand that a table is loaded with is shown with all cards."""
    first, played = all_cards_from(table), table.played
    if first is None or played is None or not played.is_finished:
        return False
    who = {part.player_id for part in played.acting}
    people = {each for each in who if not table.people[each].is_computer}
    return played.row.number >= first and people <= asked(table)


def new_proposal(table: Table, player_id: int) -> NewProposal:
    """A player's proposal to show all cards; raises TableError."""
    table.verify_open()
    table.verify_seated(player_id)
    if all_cards_from(table) is not None:
        raise TableError("All cards of finished hands are shown already.")
    row = table.row
    return NewProposal(
        row.guild_id, row.channel_id, ProposalKind.CARDS, None, str(table.id), player_id
    )


def table_of_cards(proposal: Proposal) -> int:
    """The id of the table that such a proposal is about."""
    return int(proposal.body)


def verify_goes_on(db: Connection, proposal: Proposal) -> None:
    """Raise TableError once the table is closed, or has other people than those who were asked."""
    table = loaded(db, table_of_cards(proposal))
    table.verify_open()
    if frozenset(each.player_id for each in proposal.responses) != asked(table):
        raise TableError("Others sit at this table now. Ask again under More.")


def keep_agreed(db: Connection, proposal: Proposal) -> int:
    """Record that all cards are shown; returns the number of the first such hand."""
    table = loaded(db, table_of_cards(proposal))
    tables.show_all_cards(db, table.id, proposal.id, table.next_number)
    return table.next_number


def end(db: Connection, table: Table, player_id: int) -> None:
    """Show only open cards from now on, which any player may decide; raises TableError."""
    table.verify_open()
    table.verify_seated(player_id)
    if all_cards_from(table) is None:
        raise TableError("Only open cards are shown already.")
    tables.show_open_cards(db, table.id)


def keep_agreement(db: Connection, table: Table) -> None:
    """End the agreement when other people have seats than those who agreed."""
    thread = table.thread
    ended = thread is not None and thread.from_hand is not None and all_cards_from(table) is None
    if ended and table.state is not State.CLOSED:
        tables.show_open_cards(db, table.id)
