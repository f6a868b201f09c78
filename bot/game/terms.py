"""The terms of a table's match, and how two players change what they play for (R9.2)."""

import json
from sqlite3 import Connection
from typing import Final

from bot.game.looks import want_looks
from bot.game.table import Table, TableError, loaded
from bot.screens.terms import Terms
from bot.store import players, tables
from bot.store.players import Player
from bot.store.proposals import Proposal
from bot.values.ledger import LedgerError
from bot.values.phrases import plain

MOST_BETWEEN_TWO: Final = 50


def terms_of(table: Table, number: int) -> Terms:
    """The terms of a table in a hand of it; which orbit that is, only if it comes with its news."""
    agreed = [
        (*(table.people[player].name for player in sorted(pair)), stake)
        for pair, stake in table.stakes_in(number).items()
        if all(table.seat_of(player) is not None for player in pair)
    ]
    return Terms(
        table.options,
        tuple((one, other, stake) for one, other, stake in agreed),
        table.orbit,
        table.row.ends_at,
        table.row.stops,
    )


# --- a proposal of kind `stake` ---------------------------------------------------------------


def verify_stake(table: Table, one: Player, other: Player, stake: int) -> None:
    """Raise TableError unless two players can agree on that stake at a table."""
    table.verify_open()
    if one.id == other.id:
        raise TableError("Choose another player of this table.")
    for player in (one, other):
        if table.seat_of(player.id) is None:
            raise TableError("{name} has no seat at this table.", name=plain(player.name))
    if not 1 <= stake <= MOST_BETWEEN_TWO:
        raise TableError("The stake is a multiplier from 1 to {most}.", most=MOST_BETWEEN_TWO)
    if stake == _stake_between(table, one, other):
        raise TableError("Between the two of you points count {stake} times already.", stake=stake)


def body_of(table: Table, stake: int) -> str:
    """A stake as a proposal keeps it."""
    return json.dumps({"table": table.id, "stake": stake})


def table_of_stake(proposal: Proposal) -> int:
    """The id of the table that a proposed stake is about."""
    return json.loads(proposal.body)["table"]


def keep_agreed(db: Connection, proposal: Proposal) -> int:
    """Keep a stake that both have agreed to; returns from which hand on. Raises OfcError."""
    table = loaded(db, table_of_stake(proposal))
    pair = frozenset(voice.player_id for voice in proposal.voices)
    if len(pair) != 2:
        raise LedgerError("This has been decided already.")
    first, second = (players.get(db, player_id) for player_id in pair)
    verify_stake(table, first, second, stake_in(proposal))
    tables.agree_stake(db, table.id, pair, stake_in(proposal), table.next_number)
    want_looks(db, table.id)
    return table.next_number


def _stake_between(table: Table, one: Player, other: Player) -> int:
    agreed = table.stakes_in(table.next_number)
    return agreed.get(frozenset((one.id, other.id)), table.options.stake)


def stake_in(proposal: Proposal) -> int:
    """The stake that is proposed."""
    return json.loads(proposal.body)["stake"]
