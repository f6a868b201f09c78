"""Opening a table, sitting down, getting up, ending it."""

from dataclasses import dataclass, field
from sqlite3 import Connection
from typing import Final

from bot.ofc.length import Length
from bot.ofc.rulesets import Ruleset
from bot.pictures.look import Look
from bot.store import deals, hands, players, seats, tables
from bot.store.players import Player
from bot.tables import play, presence
from bot.tables.errors import TableError
from bot.tables.table import Table

MOST_STAKE: Final = 1000
MOST_LOSS: Final = 100_000


@dataclass(frozen=True)
class Opening:
    """How a table is to be opened; `seats` None means as many as fit.

    `clock` is how many seconds each decision has, None for no limit; `look` is that of its
    pictures. `length` None is endless, `loss_limit` the most that a player can lose (R9.3).
    """

    guild_id: int
    channel_id: int
    locale: str
    rules: Ruleset
    seats: int | None
    stake: int
    clock: int | None = None
    look: Look = field(default_factory=Look)
    length: Length | None = None
    loss_limit: int | None = None


def open_table(
    db: Connection,
    host: Player,
    opening: Opening,
    secret: bytes,
    now: int,
    *,
    rematch_of: int | None = None,
) -> int:
    """Open a table with its host seated; returns its id. Raises TableError or RulesetError.

    `secret` are 32 random bytes for the deal of its first hand.
    """
    if tables.open_in_channel(db, opening.channel_id) is not None:
        raise TableError(
            "There is a table in this channel already. Show it with /ofc board, sit down with "
            "/ofc join, or end it with /ofc stop."
        )
    variant = opening.rules.variant
    count = variant.most_players if opening.seats is None else opening.seats
    if not 2 <= count <= variant.most_seats:
        raise TableError(
            "{variant} has 2 to {most} seats, not {seats}.",
            variant=variant.name.capitalize(),
            most=variant.most_seats,
            seats=count,
        )
    if not 1 <= opening.stake <= MOST_STAKE:
        raise TableError("The stake is a multiplier from 1 to {most}.", most=MOST_STAKE)
    if not 1 <= (opening.loss_limit or 1) <= MOST_LOSS:
        raise TableError("The loss limit is 1 to {most} points.", most=MOST_LOSS)
    table_id = tables.add(
        db,
        guild_id=opening.guild_id,
        channel_id=opening.channel_id,
        host_id=host.id,
        locale=opening.locale,
        rules=opening.rules.in_full(),
        seats=count,
        stake=opening.stake,
        clock=opening.clock,
        length=str(opening.length or ""),
        loss_limit=opening.loss_limit,
        rematch_of=rematch_of,
        now=now,
    )
    tables.set_look(db, table_id, skin=opening.look.skin, deck=opening.look.deck)
    seats.sit(db, table_id, 1, host.id)
    deals.commit(db, table_id, 1, secret, now=now)
    return table_id


def join(db: Connection, table: Table, player: Player) -> int:
    """Give a player the lowest free seat and return it; raises TableError."""
    table.verify_open()
    if table.seat_of(player.id) is not None:
        raise TableError("You have a seat already. Start with /ofc start when everybody is there.")
    if table.running is not None and table.running.seat_of(player.id) is not None:
        raise TableError("You left this hand. Sit down again when it is over.")
    seat = table.free_seat
    if seat is None:
        raise TableError(
            "All {seats} seats are taken. Watch this game, or open another table elsewhere.",
            seats=table.row.seats,
        )
    seats.sit(db, table.id, seat, player.id)
    players.set_dm(db, player.id, channel_id=None, closed=False)
    return seat


def leave(db: Connection, table: Table, player: Player, now: int) -> None:
    """Free a player's seat; in mid-hand their hand is dead (R11.5). Raises TableError."""
    presence.verify_stays(table, player.id)
    if play.has_decisions_left(table, player):
        play.declare_dead(db, table, player, now)
    presence.vacate(db, table, player.id, now)


def close(db: Connection, table: Table, now: int) -> None:
    """Close a table; a hand in play is void, nothing is booked for it."""
    if table.running is not None:
        hands.end(db, table.running.row.id, state="void", now=now)
    tables.close(db, table.id, now)
