"""Opening, joining, starting, running and ending tournaments of any format.

What others see of it follows with the next look at the tournament: `step`, in a transaction of its
own, which the timer begins at `due_at`.
"""

from typing import Final

from bot.game import clock, computer_turns, leaving, lobby, play
from bot.game.changes import changed, close_gone
from bot.game.table import Table, TableError
from bot.game.tournaments import endings
from bot.game.tournaments.floors import Tournament, tournament_of, waits_until
from bot.game.tournaments.formats import FORMATS, Secrets, form_of
from bot.game.tournaments.past_tournaments import keep_finish_of
from bot.store import due, messages, players, tables
from bot.store.engine import Connection
from bot.store.messages import MessageKind
from bot.store.players import Player
from bot.store.tournaments import at_tables, origins, schedules, tournaments
from bot.store.tournaments.tournaments import Stage, TournamentRow
from bot.values.options import Destination, TableOptions
from bot.values.phrases import plain
from bot.values.standings import OutReason, Phase
from bot.values.tournament_views import StartNews
from ofc_engine.operations import Exposed
from ofc_engine.players.levels import Level
from ofc_engine.stacks import Elimination

TOLD_BEFORE: Final = 3 * 24 * 3600
"""Seconds before a tournament that waits for its host ends, at which they are told so."""
LATE: Final = 10 * 60
"""Seconds after the start after which the host is told that it cannot begin."""


def finishes_round(row: TournamentRow) -> bool:
    """True if players who leave now have their round finished for them and can come back later."""
    return form_of(row).finishes_rounds and row.state is Stage.PLAYING


def find(db: Connection, tournament_id: int) -> TournamentRow:
    """A tournament by its id; raises TableError."""
    row = tournaments.get(db, tournament_id)
    if row is None:
        raise TableError("This tournament no longer exists.")
    return row


def find_announced(db: Connection, tournament_id: int) -> TournamentRow:
    """A tournament with an announcement of its own, by its id; raises TableError."""
    row = find(db, tournament_id)
    if form_of(row).at_table:
        raise TableError("This tournament no longer exists.")
    return row


# --- before it starts ------------------------------------------------------------------------


def open_tournament(
    db: Connection,
    host: Player,
    options: TableOptions,
    where: Destination,
    *,
    form: str,
    now: int,
) -> int:
    """Open a tournament with its host in it; returns its id. Raises TableError or RulesetError."""
    lobby.verify_no_tournament(db, where.channel_id)
    options.verify()
    FORMATS[form].verify(options)
    tournament_id = tournaments.add(
        db, options, where, host_id=host.id, form=form, now=now, due_at=now
    )
    tournaments.enter(db, tournament_id, host.id, now)
    return tournament_id


def join(db: Connection, row: TournamentRow, player: Player, now: int) -> None:
    """Enter a player, after the start only if the format allows it. Raises TableError."""
    verify_goes_on(row)
    entrants = tournaments.entrants(db, row.id)
    known = next((each for each in entrants if each.player_id == player.id), None)
    if known is not None and known.out is None:
        raise TableError("You're already in this tournament.")
    if known is not None:
        form_of(row).come_back(db, row, player.id, now)
        return
    if len(entrants) >= form_of(row).most:
        raise TableError("This tournament is full: {most} people.", most=form_of(row).most)
    if row.state is Stage.SEATING:
        raise TableError("The tables are being set up. Try again in a moment.")
    if row.state is Stage.PLAYING:
        form_of(row).verify_late(db, row)
    tournaments.enter(db, row.id, player.id, now)
    tournaments.wait_from(db, row.id, now)


def add_computer(db: Connection, row: TournamentRow, kind: Level, now: int) -> Player:
    """Enter another computer player of a level before the start; raises TableError."""
    if row.state is not Stage.OPEN:
        raise TableError("Computer players can join only before the start.")
    if form_of(row).fills_up:
        raise TableError("Computer players fill short groups by themselves, and aren't ranked.")
    taken = {each.player_id for each in tournaments.entrants(db, row.id)}
    computer = computer_turns.one_but(db, kind, taken)
    join(db, row, computer, now)
    return computer


def remove_computer(db: Connection, row: TournamentRow, now: int) -> None:
    """Withdraw the computer player that joined last; raises TableError."""
    tournament = tournament_of(db, row)
    computers = [p for p in tournament.stacks if tournament.people[p].is_computer]
    if row.state is not Stage.OPEN or not computers:
        raise TableError("Computer players stay in a tournament until they're out.")
    tournaments.withdraw(db, row.id, computers[-1])
    tournaments.look_at(db, row.id, now)


def leave(db: Connection, row: TournamentRow, player_id: int, now: int) -> None:
    """Withdraw a player without a seat, or take them out; raises TableError.

    Players with a seat leave their table instead. A host who leaves stays the host.
    """
    verify_goes_on(row)
    tournament = tournament_of(db, row)
    if player_id not in tournament.stacks:
        raise TableError("You aren't in this tournament.")
    _take_out(db, tournament, player_id, now)


def _take_out(db: Connection, tournament: Tournament, player_id: int, now: int) -> None:
    """Take out a player without a seat if they have played, else withdraw them."""
    row = tournament.row
    if player_id in tournament.homes:
        out = Elimination(row.round, tournament.stacks[player_id])
        tournaments.set_out(db, row.id, player_id, out)
    else:
        tournaments.withdraw(db, row.id, player_id)
    tournaments.look_at(db, row.id, now)


def start(db: Connection, row: TournamentRow, now: int, secret: Secrets) -> set[int]:
    """Start a tournament, which begins once it has its threads; returns the tables that change.

    Raises TableError.
    """
    verify_goes_on(row)
    if row.state is not Stage.OPEN:
        raise TableError("This tournament has already started.")
    tournament = tournament_of(db, row)
    form, count = form_of(row), len(tournament.stacks)
    if form.at_table:
        return form.begin(db, row, secret, now)
    if count < form.least:
        raise TableError("A tournament needs at least {least} people.", least=form.least)
    if not tournament.persons:
        raise TableError("Only computer players have joined. Join, then start it.")
    origins.set_joined(db, row.id, origins.joined(db, row.id))
    at_tables.want_rooms(db, row.id, form.rooms(count, row.options))
    tournaments.set_stage(db, row.id, Stage.SEATING)
    tournaments.wait_from(db, row.id, now)
    messages.plan(db, MessageKind.WAITING, row.guild_id, row.id, now + LATE)
    return set()


def verify_goes_on(row: TournamentRow) -> None:
    """Raise TableError for a tournament that is over."""
    if row.is_over:
        raise TableError("This tournament is over. Open the next one with /tournament new.")


def table_with(db: Connection, row: TournamentRow, player_id: int) -> int | None:
    """The id of the table at which a player of the tournament sits."""
    open_tables = set(tables.of_tournament(db, row.id))
    return next((each for each in tables.of_player(db, player_id) if each in open_tables), None)


# --- running it ------------------------------------------------------------------------------


def pause(db: Connection, row: TournamentRow, now: int) -> None:
    """Begin no further round; hands in play go on."""
    if row.paused_at is None:
        tournaments.set_paused(db, row.id, now)
        tournaments.wait_from(db, row.id, now)


def resume(db: Connection, row: TournamentRow, now: int) -> None:
    """End a pause: the next round may begin."""
    tournaments.set_paused(db, row.id, None)
    tournaments.wait_from(db, row.id, now)


def extend(db: Connection, row: TournamentRow, now: int) -> set[int]:
    """Give everybody more time for this round; returns the tables whose messages change.

    Raises TableError if no hand is being played.
    """
    tournament, more = tournament_of(db, row), form_of(row).more
    if all(table.running is None for table in tournament.tables):
        raise TableError("No hand is being played.")
    tournaments.extend_round(db, row.id, more)
    for table in tournament.tables:
        due.extend(db, table.id, more)
        clock.extend_banks(db, table, more, now)
    tournaments.look_at(db, row.id, now)
    return {table.id for table in tournament.tables}


def remove(db: Connection, row: TournamentRow, user_id: int, now: int) -> tuple[Player, set[int]]:
    """Remove a player, after the running hand if they have cards to place.

    Returns the player, and the tables whose messages change. Raises TableError.
    """
    target, table = _with_table(db, row, user_id)
    if finishes_round(row):
        touched = endings.tell_one(db, tournament_of(db, row), target.id, OutReason.REMOVED, now)
        form_of(row).leave(db, row, target.id, now)
        return target, touched | set(tables.of_tournament(db, row.id))
    if table is None:
        tournament = tournament_of(db, row)
        _take_out(db, tournament, target.id, now)
        return target, endings.tell_one(db, tournament, target.id, OutReason.REMOVED, now)
    leaving.remove(db, table, target, now)
    return target, {table.id}


def show_card(
    db: Connection, row: TournamentRow, user_id: int, now: int
) -> tuple[Player, set[int]]:
    """R11.4: have a player who has shown a card out of turn give 1 point to each active player.

    Returns the player, and the table. Raises TableError or TurnError.
    """
    target, table = _with_table(db, row, user_id)
    seat = None if table is None or table.running is None else table.running.seat_of(target.id)
    if table is None or seat is None:
        raise TableError("{name} isn't in a hand right now.", name=plain(target.name))
    play.carry_out(db, table, Exposed(seat), now)
    return target, {table.id}


def entrant(db: Connection, row: TournamentRow, user_id: int) -> Player:
    """A player who is in a tournament, by their Discord id; raises TableError."""
    target, _table = _with_table(db, row, user_id)
    return target


def _with_table(db: Connection, row: TournamentRow, user_id: int) -> tuple[Player, Table | None]:
    """A player who is in a tournament, and the table where they sit, if any; raises TableError."""
    tournament, target = tournament_of(db, row), players.find(db, user_id)
    if target is None or target.id not in tournament.stacks:
        raise TableError("That person isn't in this tournament.")
    is_seated = target.id not in tournament.unseated
    return target, tournament.homes[target.id] if is_seated else None


def end_now(db: Connection, row: TournamentRow, now: int, *, by: int | None = None) -> set[int]:
    """End a tournament, with hands in play void. Returns the ids of the tables that change.

    `by` is the id of the player who does that, None if nobody does.
    """
    touched = _end(db, row, now, by)
    tournaments.look_at(db, row.id, now)
    return touched


def _end(db: Connection, row: TournamentRow, now: int, by: int | None = None) -> set[int]:
    tournament = tournament_of(db, row)
    for table in tournament.tables:
        lobby.close(db, table, now)
    _end_early(db, row, now, by)
    told = endings.tell_of_end(db, tournament, OutReason.ENDED) if row.round else set[int]()
    return told | {table.id for table in tournament.tables}


def _end_early(db: Connection, row: TournamentRow, now: int, by: int | None = None) -> None:
    """End a tournament early; if nothing was played, all who have joined are told, but not `by`."""
    tournaments.end(db, row.id, now, is_won=False)
    if not row.round and not form_of(row).at_table:
        schedules.plan(db, row.id, row.guild_id, now, is_reminded=True)
        schedules.drop_notices(db, row.id)
        tell_unplayed(db, find(db, row.id), now, by)
        schedules.set_stage(db, row.id, Phase.OVER)


def tell_unplayed(db: Connection, row: TournamentRow, now: int, knows: int | None) -> None:
    """Tell those in a tournament that nothing will be played, but not the player who `knows`."""
    kind = StartNews.CALLED_OFF if row.lacked_people else StartNews.ENDED
    told = [each.id for each in tournament_of(db, row).persons if each.id != knows]
    schedules.add_notices(db, row.id, kind, row.starts_at, told, now)


# --- what follows ----------------------------------------------------------------------------


def step(db: Connection, tournament_id: int, now: int, secret: Secrets) -> set[int]:
    """Do what is next in a tournament; returns the tables whose messages change."""
    row, touched = find(db, tournament_id), set[int]()
    if row.waits_since is None:
        tournaments.wait_from(db, row.id, now)
        row = find(db, tournament_id)
    until = waits_until(row)
    # Clear the next look: what follows sets it again.
    tournaments.look_at(db, row.id, None)
    if until is not None and until <= now:
        touched = end_now(db, row, now)
    elif row.state is Stage.SEATING and _are_too_few(tournament_of(db, row)):
        _end_early(db, row, now)
    elif row.state is Stage.SEATING and _has_rooms(db, row):
        touched = form_of(row).begin(db, row, secret, now)
    elif row.state is Stage.PLAYING:
        touched = form_of(row).advance(db, row, secret, now)
        keep_finish_of(db, find(db, tournament_id))
    for table_id in touched:
        changed(db, table_id, now)
    _plan_end(db, find(db, tournament_id), now)
    due.clear_failures(db, due.TOURNAMENTS, tournament_id)
    announce(db, tournament_id, now)
    return touched


def _plan_end(db: Connection, row: TournamentRow, now: int) -> None:
    """Plan the look that ends a tournament whose host does nothing; tell them some days before."""
    until = waits_until(row)
    if until is None:
        return
    if row.due_at is None or until < row.due_at:
        tournaments.look_at(db, row.id, until)
    if row.state is not Stage.SEATING and now < until - TOLD_BEFORE:
        messages.plan(db, MessageKind.WAITING, row.guild_id, row.id, until - TOLD_BEFORE)


def _are_too_few(tournament: Tournament) -> bool:
    """True if too many have left since the start."""
    return not tournament.persons or len(tournament.stacks) < form_of(tournament.row).least


def _has_rooms(db: Connection, row: TournamentRow) -> bool:
    """True if any table has its thread: the others begin as they get theirs."""
    threads = [each.thread_id for each in at_tables.rooms_of(db, row.id)]
    return not threads or any(threads)


def announce(db: Connection, tournament_id: int, now: int) -> None:
    """Have a tournament's announcement, threads and schedule looked at."""
    row = find(db, tournament_id)
    if not form_of(row).at_table:
        messages.touch(db, MessageKind.ANNOUNCEMENT, row.guild_id, tournament_id)
    schedules.note_phase(db, tournament_id, row.phase, now)


def end_all(db: Connection, ids: tuple[int, ...], now: int) -> set[int]:
    """End tournaments whose channel is gone. Returns the ids of the tables that change."""
    touched: set[int] = set()
    for tournament_id in ids:
        # Not looked at: its announcement, which cannot be shown, would be given up.
        tournaments.set_lost(db, tournament_id)
        touched |= _end(db, find(db, tournament_id), now)
        schedules.note_phase(db, tournament_id, Phase.OVER, now)
    for table_id in touched:
        close_gone(db, table_id, now)
    return touched
