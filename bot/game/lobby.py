"""Opening a table, sitting down, leaving, closing it, and the rematch."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from bot.game import computer_turns, play, presence
from bot.game.clock import parse_clock
from bot.game.loading import loaded
from bot.game.table import Table, TableError
from bot.store import hands, players, seats, tables
from bot.store.engine import Connection
from bot.store.hands import HandState
from bot.store.players import Player
from bot.store.tables import State
from bot.store.tournaments import duplicates, tournaments
from bot.values.options import ChoiceError, Destination, Guild, Length, TableOptions
from bot.values.pace import next_hand_called, pace_called, together
from bot.values.phrases import plain
from bot.values.tournament_views import SIT_AND_GO
from ofc_engine.duplicate_match import secret_of
from ofc_engine.players.levels import level
from ofc_engine.rulesets import Ruleset, parse_changes

SEAT_KEPT: Final = 12 * 3600
"""Seconds for which a seat is kept for somebody who was challenged to a table."""
_DIGITS: Final = 6
"""The most digits of a number that is typed."""

# --- lobby -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class NewTable:
    """The choices for a new table; None, or empty `changes`, takes the server's.

    `options` holds those that servers do not decide, `changes` those of single rules such as
    `scoring=2-4`. `clock` is written as `10m` or `none`; the pace of that name applies where
    nothing else is chosen; `next_hand` is the seconds to the next hand, or `ready`. `computer` is
    the level of a computer player that sits down at once.
    """

    options: TableOptions = field(default_factory=TableOptions)
    variant: str | None = None
    preset: str | None = None
    seats: int | None = None
    clock: str | None = None
    pace: str | None = None
    next_hand: str | None = None
    changes: str = ""
    computer: str | None = None

    def in_guild(self, guild: Guild) -> TableOptions:
        """The options of the table in a server.

        A preset that is chosen comes without the server's changes to another. Tournaments ignore
        the server's pace, and have no hints unless chosen. Raises OfcError for unknown words.
        """
        usual = guild.options
        paced = not self.options.is_tournament
        changes = parse_changes(self.changes.split())
        own = usual.rules if self.preset is None else Ruleset.of(self.preset)
        if self.variant is not None:
            changes["variant"] = self.variant
            own = own.with_variant(self.variant)
        rules = own.changed(changes)
        name = self.pace or (guild.pace if paced else "")
        pace = pace_called(name) if name else None
        # An explicit deal mode takes precedence over that of the pace.
        if pace is not None and pace.together and "deal_mode" not in changes:
            rules = together(rules)
        clock = usual.clock if pace is None else pace.clock
        next_hand = None if pace is None else pace.next_hand
        usual_seats = 2 if self.options.duplicate else rules.variant.most_players
        options = replace(
            self.options,
            rules=rules,
            seats=usual_seats if self.seats is None else self.seats,
            clock=clock if self.clock is None else parse_clock(self.clock),
            next_hand=next_hand if self.next_hand is None else next_hand_called(self.next_hand),
            skin=usual.skin,
            deck=usual.deck,
            hints=self.options.hints or paced,
        )
        return options.with_length()


def open_table(
    db: Connection,
    host: Player,
    options: TableOptions,
    where: Destination,
    *,
    secret: bytes,
    now: int,
    rematch_of: int | None = None,
    told_role_id: int | None = None,
) -> int:
    """Open a table with its host seated; returns its id. Raises TableError or RulesetError.

    `secret` are 32 random bytes for its first deal, `told_role_id` is the role that the lobby
    mentions.
    """
    if tables.open_in_channel(db, where.channel_id) is not None:
        raise TableError(
            "This channel already has a table. Show it with /ofc board or sit down with /ofc "
            "join. Its host ends it under More."
        )
    options.verify()
    tournament_id = room = None
    if options.stack is not None:
        room = 0
        verify_no_tournament(db, where.channel_id)
        tournament_id = tournaments.add(
            db, options, where, host_id=host.id, form=SIT_AND_GO, now=now, due_at=None
        )
    table_id = tables.add(
        db,
        options,
        where,
        host_id=host.id,
        rematch_of=rematch_of,
        told_role_id=told_role_id,
        tournament_id=tournament_id,
        room=room,
        now=now,
    )
    seats.sit(db, table_id, 1, host.id)
    players.try_dms(db, host.id, None)
    if options.plan is None:
        hands.commit_deal(db, table_id, 1, secret, now=now)
    else:
        duplicates.add_match(db, table_id, secret)
        for number in range(1, options.plan.deals + 1):
            hands.commit_deal(db, table_id, number, secret_of(secret, number), now=now)
    return table_id


def change_options(db: Connection, table: Table, typed: Mapping[str, str]) -> None:
    """Change the options of a table before its first hand as a form says; raises OfcError.

    Its entries are seats, stake and clock and, except in a duplicate match, length and loss limit.
    New seats go to those who wait for one.
    """
    table.mode.verify_alone()
    if not typed or sorted(typed) != sorted(table.mode.changeable):
        raise ChoiceError
    options = replace(
        table.options,
        seats=number_typed(typed["seats"]),
        stake=number_typed(typed["stake"]),
        clock=parse_clock(typed["clock"]),
        length=Length.parse(typed.get("length", "")),
        loss_limit=_limit(typed.get("limit", "")),
    )
    options = options.with_length()
    options.verify()
    last = max(seat.seat for seat in table.seats)
    if last > options.seats:
        raise TableError("Somebody sits in seat {number}.", number=last)
    tables.set_options(db, table.id, options)
    # If seats are lacking, the first to be invited lose theirs: they have had the most time.
    room = options.seats - len(table.seats)
    for player_id in [*table.invited][: max(len(table.invited) - room, 0)]:
        seats.uninvite(db, table.id, player_id)
    presence.fill_seats(db, table.id)


def change_rules(db: Connection, table: Table, options: TableOptions) -> list[Player]:
    """Change the rules of a table before its first hand; raises OfcError.

    Returns those taken off the waiting list because only invited people can sit down now.
    """
    options.verify()
    tables.set_options(db, table.id, options)
    strangers = table.waiting if options.invited_only else ()
    for player_id in strangers:
        seats.wait_no_more(db, table.id, player_id)
    return [table.people[player_id] for player_id in strangers]


def _limit(typed: str) -> int | None:
    return None if typed.strip().lower() in {"", "none"} else number_typed(typed)


def number_typed(typed: str) -> int:
    """The whole number that somebody typed; raises TableError for anything else."""
    word = typed.strip()
    if not word.isdecimal() or len(word) > _DIGITS:
        raise TableError("Write a whole number, not {typed}.", typed=typed or "–")
    return int(word)


def verify_no_tournament(db: Connection, channel_id: int) -> None:
    """Raise TableError if a channel has an unfinished tournament."""
    if tournaments.open_in(db, channel_id=channel_id):
        raise TableError(
            "This channel already has a tournament. See it with /tournament show; its host can end "
            "it there."
        )


@dataclass(frozen=True)
class Joined:
    """How somebody joined: a seat, or a place on the waiting list, both from 1."""

    seat: int | None = None
    place: int | None = None


def join(db: Connection, table: Table, player: Player, now: int) -> Joined:
    """Give a player the lowest free seat, or put them on the waiting list; raises TableError.

    Players who sit down are ready for the next hand.
    """
    table.verify_open()
    if table.seat_of(player.id) is not None:
        if table.played is not None:
            raise TableError("You already have a seat. /ofc board brings the table down here.")
        raise TableError("You already have a seat. Press Start when everybody is here.")
    table.mode.verify_joins(table)
    if table.running is not None and table.running.seat_of(player.id) is not None:
        raise TableError("You left this hand. Sit down again when it's over.")
    seat = table.free_seat
    if table.is_kept_from(player.id) and (seat is not None or table.options.invited_only):
        raise _kept(table)
    seats.uninvite(db, table.id, player.id)
    if seat is None:
        return Joined(place=presence.wait(db, table, player, now))
    seats.wait_no_more(db, table.id, player.id)
    seats.sit(db, table.id, seat, player.id)
    seats.set_ready(db, table.id, player.id)
    players.try_dms(db, player.id, None)
    return Joined(seat=seat)


def _kept(table: Table) -> TableError:
    if table.options.invited_only:
        return TableError(
            "Only people {host} invites can sit down here: ask {host}, or open a table of your "
            "own with /play in another channel.",
            host=plain(table.host.name),
        )
    name, until = next(iter(invited_names(table).items()))
    return TableError(
        "The free seat is kept for {name} until <t:{until}:f>. {host} can open it to everybody.",
        name=plain(name),
        until=until,
        host=plain(table.host.name),
    )


def invited_names(table: Table) -> dict[str, int]:
    """Name of each player for whom a seat is kept -> until when (Unix seconds)."""
    return {table.people[player].name: until for player, until in table.invited.items()}


def invite(db: Connection, table: Table, player: Player, now: int) -> None:
    """Keep a free seat for a player for 12 hours; raises TableError."""
    table.verify_open()
    table.mode.verify_joins(table)
    if table.seat_of(player.id) is not None:
        raise TableError("{name} has a seat already.", name=plain(player.name))
    if player.id not in table.invited and not table.has_open_seat:
        raise TableError("No seat is free for {name}.", name=plain(player.name))
    seats.invite(db, table.id, player.id, now + SEAT_KEPT)


def open_seat(db: Connection, table: Table, *player_ids: int) -> None:
    """Stop keeping seats for these players; those who wait for one get it."""
    for player_id in player_ids:
        seats.uninvite(db, table.id, player_id)
    presence.fill_seats(db, table.id)


def give_up_seats(db: Connection, table_id: int, now: int) -> None:
    """Open the seats that were kept long enough; those who wait for one get it."""
    seats.end_invitations(db, table_id, until=now)
    presence.fill_seats(db, table_id)


def leave(db: Connection, table: Table, player: Player, now: int) -> None:
    """Free a player's seat, or take them off the waiting list; raises TableError.

    In mid-hand their hand is dead (R11.5).
    """
    if player.id in table.waiting:
        seats.wait_no_more(db, table.id, player.id)
        return
    presence.verify_stays(table, player.id)
    if play.has_decisions_left(table, player):
        play.declare_dead(db, table, player, now)
    presence.vacate(db, table, player.id, now)


def close(db: Connection, table: Table, now: int) -> None:
    """Close a table; a running hand becomes void, and nothing is booked for it."""
    if table.running is not None:
        hands.end(db, table.running.row.id, state=HandState.VOID, now=now)
    tables.close(db, table.id, now)


# --- playing again ---------------------------------------------------------------------------


def rematch(
    db: Connection, old: Table, player: Player, secret: bytes, now: int
) -> tuple[Table, bool]:
    """Open the rematch of a closed table, or sit down at it; returns it, and whether it is new.

    Its computer players sit down again; `secret` is as in `open_table`. Raises TableError.
    """
    old.mode.verify_alone()
    if old.state is not State.CLOSED:
        raise TableError("This table is still open.")
    if not hands.has_played(db, old.id, player.id):
        raise TableError("Only people who played can ask for a rematch. Try /play.")
    open_id = tables.open_in_channel(db, old.row.channel_id)
    if open_id is None:
        return _open(db, old, player, secret, now), True
    table = loaded(db, open_id)
    if table.row.rematch_of != old.id:
        raise TableError("Another table is open in this channel. Sit down with /ofc join.")
    join(db, table, player, now)
    return loaded(db, open_id), False


def invited(old: Table, host: Player) -> tuple[int, ...]:
    """The user ids of the others who had a seat when a table closed."""
    ids = (person.user_id for person in _others(old, host))
    return tuple(user_id for user_id in ids if user_id is not None)


def _others(old: Table, host: Player) -> list[Player]:
    people = (old.people[seat.player_id] for seat in old.persons)
    return [person for person in people if person.id != host.id]


def _open(db: Connection, old: Table, host: Player, secret: bytes, now: int) -> Table:
    row = old.row
    table_id = open_table(
        db,
        host,
        row.options,
        Destination(row.guild_id, row.channel_id, row.locale),
        secret=secret,
        now=now,
        rematch_of=old.id,
    )
    for computer in computer_turns.seated(old).values():
        assert computer.level is not None
        computer_turns.seat(db, loaded(db, table_id), level(computer.level))
    room = row.options.seats - len(seats.of_table(db, table_id))
    for other in _others(old, host)[:room] if row.options.invited_only else ():
        seats.invite(db, table_id, other.id, now + SEAT_KEPT)
    return loaded(db, table_id)
