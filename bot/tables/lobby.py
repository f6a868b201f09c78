"""Opening a table, sitting down, getting up, ending it."""

from dataclasses import dataclass, field, replace
from sqlite3 import Connection

from bot.guilds import Guild
from bot.ofc.rulesets import Ruleset, parse_changes
from bot.store import deals, hands, players, seats, tables
from bot.store.players import Player
from bot.table_options import TableOptions
from bot.tables import play, presence
from bot.tables.clock import parse_clock
from bot.tables.errors import TableError
from bot.tables.table import Table


@dataclass(frozen=True)
class Opening:
    """The arguments of `/ofc new`; None, or empty `changes`, is as the server has decided.

    `options` holds what no server decides, `changes` are those to the rules such as `scoring=2-4`,
    `clock` is written such as `10m` or `none`; `computer` is the level of one that sits down at
    once.
    """

    options: TableOptions = field(default_factory=TableOptions)
    variant: str | None = None
    preset: str | None = None
    seats: int | None = None
    clock: str | None = None
    changes: str = ""
    computer: str | None = None

    def in_guild(self, guild: Guild) -> TableOptions:
        """The options of the table in a server.

        Whoever names a preset gets that preset, and not the server's changes to another. Raises
        RulesetError and TableError for words that mean nothing.
        """
        usual = guild.options
        changes = parse_changes(self.changes.split())
        if self.variant is not None:
            changes["variant"] = self.variant
        own = usual.rules if self.preset is None else Ruleset.of(self.preset)
        rules = own.changed(changes)
        return replace(
            self.options,
            rules=rules,
            seats=rules.variant.most_players if self.seats is None else self.seats,
            clock=usual.clock if self.clock is None else parse_clock(self.clock),
            skin=usual.skin,
            deck=usual.deck,
        )


def open_table(
    db: Connection,
    host: Player,
    options: TableOptions,
    *,
    guild_id: int,
    channel_id: int,
    locale: str,
    secret: bytes,
    now: int,
    rematch_of: int | None = None,
) -> int:
    """Open a table with its host seated; returns its id. Raises TableError or RulesetError.

    `locale` is that of the channel, `secret` are 32 random bytes for the deal of its first hand.
    """
    if tables.open_in_channel(db, channel_id) is not None:
        raise TableError(
            "There is a table in this channel already. Show it with /ofc board, sit down with "
            "/ofc join, or end it with /ofc stop."
        )
    options.verify()
    table_id = tables.add(
        db,
        options,
        guild_id=guild_id,
        channel_id=channel_id,
        host_id=host.id,
        locale=locale,
        rematch_of=rematch_of,
        now=now,
    )
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
            seats=table.options.seats,
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
