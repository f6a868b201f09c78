"""Opening, joining, leaving and starting tournaments."""

from bot.game.lobby import NewTable
from bot.game.table import TableError, only_host
from bot.game.tournaments import several_tables
from bot.game.tournaments.floors import tournament_of
from bot.game.tournaments.format import Format
from bot.game.tournaments.formats import FORMATS, form_of
from bot.handlers import dealing, new_tables, own_cards, seating
from bot.handlers.direct_messages import JoinedWithDm
from bot.handlers.request import Answer, AnswerOrDeferred, Request
from bot.handlers.serving import HomeServer, changes, home_of, on, personal
from bot.handlers.settings_handlers import verify_may_open_tournament
from bot.handlers.thread_handlers import no_threads, verify_has_threads
from bot.handlers.tournaments import start_handlers
from bot.screens.replies import Acknowledged, says
from bot.screens.tournaments.announcement import MOST_AT_ONCE, joined_screen
from bot.screens.tournaments.tournament_presses import (
    ChooseEntrant,
    Enter,
    ShowGroup,
    StartTournament,
    TournamentPress,
    Withdraw,
)
from bot.store import hands, players, tables
from bot.store.engine import Connection
from bot.store.tournaments import duplicates, origins, tournaments
from bot.store.tournaments.tournaments import Stage, TournamentRow
from bot.values.options import ChoiceError
from ofc_engine.players.levels import level


@changes
def new(at: Request, opening: NewTable, form: str, begins: str = "") -> AnswerOrDeferred:
    """Open a tournament in this channel with its host in it.

    It `begins` at the time that was typed, if any.
    """
    if FORMATS[form].at_table:
        opened = new_tables.new.serve(at, opening)
    else:
        opened = _announced(at, opening, FORMATS[form])
    return start_handlers.planned(at, begins, opened)


def _announced(at: Request, opening: NewTable, form: Format) -> AnswerOrDeferred:
    """Open a tournament with an announcement in this channel, and its host in it."""
    verify_may_open_tournament(at)
    if form.in_threads:
        _verify_threads(at)
    options, where, _ = form.options_of(opening, at.guild), at.destination(), at.texts
    number = several_tables.open_tournament(
        at.db, at.player, options, where, form=form.name, now=at.now
    )
    form.opened(at.db, several_tables.find(at.db, number), at.fresh_secret)
    origins.add_seed(at.db, number, at.player.id, at.seed, at.now)
    at.due_at = at.now
    opened = Answer(says(_("Your tournament is open. The others press Join to take part.")))
    return JoinedWithDm(opened, at.player, screen=joined_screen(where.channel_id, _))


def _verify_threads(at: Request) -> None:
    """Raise TableError unless the bot may open threads where the visitor is."""
    if at.visitor.parent_id is not None:
        raise TableError("A tournament makes threads of its own. Open it in a channel.")
    verify_has_threads(at)
    if not at.visitor.may_open_threads:
        raise no_threads()


@on(Enter)
@changes
def join(at: Request, press: Enter) -> AnswerOrDeferred:
    """Take part; once it has begun, from the next hand on, but not in a sit-and-go."""
    row = several_tables.find(at.db, press.tournament)
    if form_of(row).at_table:
        return seating.join.serve(at_its_table(at, row))
    several_tables.join(at.db, row, at.player, at.now)
    if row.state is Stage.OPEN:
        origins.add_seed(at.db, row.id, at.player.id, at.seed, at.now)
    at.due_at, _ = at.now, at.texts
    said = _joined(at, row)
    return JoinedWithDm(Answer(says(said)), at.player, screen=joined_screen(row.channel_id, _))


def _joined(at: Request, row: TournamentRow) -> str:
    """The answer to somebody who takes part from now on, or again."""
    words, _ = form_of(row).words, at.texts
    table_id = several_tables.table_with(at.db, row, at.player.id)
    if table_id is not None:
        at.touched.add(table_id)
        return _("You're in again. Press My cards to play on.")
    if at.player.preferences.calls != "dm":
        return _(
            "You're in. You don't get direct messages from me, so press My cards once your cards "
            "are dealt."
        )
    return _(words.joined if row.state is Stage.OPEN else words.joined_late)


def at_its_table(at: Request, row: TournamentRow, table_id: int | None = None) -> Request:
    """The request, now about a table of the tournament: `table_id`, or a sit-and-go's only one."""
    several_tables.verify_goes_on(row)
    at.table_id = tables.of_tournament(at.db, row.id)[0] if table_id is None else table_id
    vars(at).pop("table", None)
    return at


@on(Withdraw)
@changes
def leave(at: Request, press: Withdraw) -> AnswerOrDeferred:
    """Leave the tournament; somebody with a seat leaves the table, and is out."""
    row = several_tables.find(at.db, press.tournament)
    if form_of(row).at_table:
        return seating.leave.serve(at_its_table(at, row))
    if several_tables.finishes_round(row):
        return _leave_round(at, row)
    table_id = several_tables.table_with(at.db, row, at.player.id)
    if table_id is not None:
        return seating.leave.serve(at_its_table(at, row, table_id))
    several_tables.leave(at.db, row, at.player.id, at.now)
    at.due_at, _ = at.now, at.texts
    return Answer(says(_("You're no longer in the tournament.")))


def _leave_round(at: Request, row: TournamentRow) -> Answer:
    """Leave while a round is played: the cards still to be placed are placed safely."""
    table_id, _ = form_of(row).leave(at.db, row, at.player.id, at.now), at.texts
    if table_id is not None:
        at.touched.add(table_id)
    at.due_at = at.now
    return Answer(
        says(_("You've left the tournament. I'll finish this round for you; Join brings you back."))
    )


@on(StartTournament)
@changes
def start(at: Request, press: StartTournament) -> AnswerOrDeferred:
    """Start the tournament, as its host: tables are made, or the sit-and-go's first hand dealt."""
    row = several_tables.find(at.db, press.tournament)
    if form_of(row).at_table:
        return dealing.deal(at_its_table(at, row))
    verify_host(at, row)
    if form_of(row).in_threads:
        _verify_threads(at)
    several_tables.start(at.db, row, at.now, at.fresh_secret)
    at.due_at = at.now
    return Answer(says(at.texts(form_of(row).words.started)))


def verify_host(at: Request, row: TournamentRow) -> None:
    """Raise TableError unless the visitor runs the tournament, or manages the server."""
    if not at.may_run(row.host_id):
        raise only_host(tournament_of(at.db, row).people[row.host_id])


@home_of(TournamentPress)
def _home_of_tournament(db: Connection, press: TournamentPress) -> HomeServer | None:
    row = tournaments.get(db, press.tournament)
    if row is None:
        return None

    def has(user_id: int) -> bool:
        player = players.find(db, user_id)
        return player is not None and player.id in {
            row.host_id,
            *(each.player_id for each in tournaments.entrants(db, row.id)),
        }

    return HomeServer(row.guild_id, has)


@on(ChooseEntrant)
@changes
def choose_computer(at: Request, press: ChooseEntrant) -> Answer:
    """Add or remove a computer player, as the host."""
    row = several_tables.find_announced(at.db, press.tournament)
    verify_host(at, row)
    what, _dot, which = at.visitor.entry.partition(".")
    if what == "add":
        name, _dot, count = which.partition(".")
        for _each in range(min(int(count), MOST_AT_ONCE) if count.isdecimal() else 1):
            several_tables.add_computer(at.db, row, level(name), at.now)
    elif what == "remove":
        several_tables.remove_computer(at.db, row, at.now)
    else:
        raise ChoiceError
    at.due_at = at.now
    return Answer(Acknowledged())


@on(ShowGroup)
@personal
def own_group(at: Request, press: ShowGroup) -> AnswerOrDeferred:
    """One's own cards in the group of the latest round."""
    row = several_tables.find_announced(at.db, press.tournament)
    of_round = duplicates.tables_of_round(at.db, row.id, row.round)
    mine = [each for each in of_round if hands.has_played(at.db, each, at.player.id)]
    if not mine:
        raise TableError("You're not in a group this round. Press Join to play the next one.")
    at.table_id = mine[0]
    return own_cards.show.serve(at)
