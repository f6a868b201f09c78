"""Opening, showing, joining, leaving and starting tournaments."""

from bot.game.lobby import NewTable
from bot.game.table import TableError, only_host
from bot.game.tournaments import duplicate, several_tables
from bot.game.tournaments.announcing import finale_of
from bot.game.tournaments.duplicate import USUAL
from bot.game.tournaments.floors import tournament_of
from bot.game.tournaments.formats import FORMATS, form_of
from bot.handlers import dealing, new_tables, own_cards, seating
from bot.handlers.direct_messages import JoinedWithDm
from bot.handlers.request import Answer, AnswerOrDeferred, DeferredAnswer, Request
from bot.handlers.serving import HomeServer, changes, home_of, on, personal
from bot.handlers.settings_handlers import verify_may_open_tournament
from bot.handlers.thread_handlers import no_threads, verify_has_threads
from bot.handlers.tournaments import start_handlers
from bot.handlers.tournaments.announcements import standing_of
from bot.handlers.tournaments.shown_tournaments import shown_standing
from bot.screens.components import Screen, row, text
from bot.screens.replies import Acknowledged, Private, says
from bot.screens.tournaments.announcement import MOST_AT_ONCE, joined_screen
from bot.screens.tournaments.tournament_lines import history_button, tournament_ways
from bot.screens.tournaments.tournament_presses import (
    ChooseEntrant,
    Enter,
    ShowGroup,
    ShowStanding,
    StartTournament,
    TournamentPress,
    Withdraw,
)
from bot.store import hands, players, tables
from bot.store.engine import Connection
from bot.store.tournaments import duplicates, origins, tournaments
from bot.store.tournaments.duplicates import DuplicatePlan
from bot.store.tournaments.tournaments import Stage, TournamentRow
from bot.texts import Texts
from bot.values.options import ChoiceError, TableOptions
from bot.values.tournament_views import DUPLICATE
from ofc_engine.players.levels import level


@changes
def new(
    at: Request, opening: NewTable, form: str, begins: str = "", plan: DuplicatePlan = USUAL
) -> AnswerOrDeferred:
    """Open a tournament in this channel with its host in it.

    It `begins` at the time that was typed, if any; a duplicate one has the rounds of its `plan`.
    """
    if form == DUPLICATE:
        if opening.clock is not None:
            raise TableError(
                "A duplicate tournament has no clock: each round has a deadline. You'll find "
                "it under Rules, More options, once it's open."
            )
        opened = _new_duplicate(at, opening, plan)
    elif FORMATS[form].at_table:
        FORMATS[form].verify(opening.in_guild(at.guild))
        opened = new_tables.new.serve(at, opening)
    else:
        opened = _new_in_threads(at, opening, form)
    return start_handlers.planned(at, begins, opened)


@personal
def show(at: Request) -> AnswerOrDeferred:
    """How the tournament of the channel stands, or how the latest ended."""
    found = tournaments.in_channel(at.db, at.visitor.channel_id)
    if found is not None:
        return _shown(at, found)
    _ = at.texts
    none = _("There's no tournament in this channel. Open one with /tournament new.")
    return Answer(Private(Screen((text(none), row(history_button(_))))))


# --- entering --------------------------------------------------------------------------------


def _new_in_threads(at: Request, opening: NewTable, form: str) -> AnswerOrDeferred:
    """Open a tournament whose tables play hands together, each in a thread.

    With a computer player if `opening` has its level.
    """
    verify_may_open_tournament(at)
    _verify_threads(at)
    tournament_id, answer = _opened(at, opening.in_guild(at.guild), form)
    origins.add(at.db, tournament_id, at.fresh_secret(), at.now)
    if opening.computer is not None:
        row = several_tables.find(at.db, tournament_id)
        several_tables.add_computer(at.db, row, level(opening.computer), at.now)
    return answer


def _new_duplicate(at: Request, opening: NewTable, plan: DuplicatePlan) -> AnswerOrDeferred:
    """Open a duplicate tournament with the rounds of a plan; raises TableError."""
    verify_may_open_tournament(at)
    options = duplicate.options_of(opening.in_guild(at.guild), plan)
    tournament_id, answer = _opened(at, options, DUPLICATE)
    duplicate.opened(at.db, tournament_id, plan, at.fresh_secret)
    return answer


def _opened(at: Request, options: TableOptions, form: str) -> tuple[int, AnswerOrDeferred]:
    """The id of a new tournament in this channel with its host in it, and the answer to them."""
    where, _ = at.destination(), at.texts
    number = several_tables.open_tournament(at.db, at.player, options, where, form=form, now=at.now)
    origins.add_seed(at.db, number, at.player.id, at.seed, at.now)
    at.due_at = at.now
    opened = Answer(says(_("Your tournament is open. The others press Join to take part.")))
    return number, JoinedWithDm(opened, at.player, screen=joined_screen(where.channel_id, _))


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
    if form_of(row).finishes_rounds:
        said = joined_round(at, row)
    elif at.player.preferences.calls != "dm":
        said = without_messages(_)
    elif row.state is Stage.OPEN:
        said = _("You're in. I'll send you your table by direct message when it starts.")
    else:
        said = _("You're in. I'll send you your table by direct message before the next hand.")
    return JoinedWithDm(Answer(says(said)), at.player, screen=joined_screen(row.channel_id, _))


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
        return leave_round(at, row)
    table_id = several_tables.table_with(at.db, row, at.player.id)
    if table_id is not None:
        return seating.leave.serve(at_its_table(at, row, table_id))
    several_tables.leave(at.db, row, at.player.id, at.now)
    at.due_at, _ = at.now, at.texts
    return Answer(says(_("You're no longer in the tournament.")))


@on(StartTournament)
@changes
def start(at: Request, press: StartTournament) -> AnswerOrDeferred:
    """Start the tournament, as its host: tables are made, or the sit-and-go's first hand dealt."""
    row = several_tables.find(at.db, press.tournament)
    if form_of(row).at_table:
        return dealing.deal(at_its_table(at, row))
    verify_host(at, row)
    in_groups = form_of(row).finishes_rounds
    if not in_groups:
        _verify_threads(at)
    several_tables.start(at.db, row, at.now, at.fresh_secret)
    at.due_at, _ = at.now, at.texts
    if in_groups:
        return Answer(says(_("The first round begins.")))
    return Answer(says(_("The tables are being set up.")))


def _shown(at: Request, row: TournamentRow) -> DeferredAnswer:
    """How the tournament stands, or ended, with what the visitor can do there."""
    tournament = tournament_of(at.db, row)
    entrants = [each for each in tournament.entrants if each.out is None]
    ways = tournament_ways(
        row.id,
        row.state,
        at.texts,
        is_in=any(each.player_id == at.player.id for each in entrants),
        runs_it=at.may_run(row.host_id),
    )
    return shown_standing(
        at, standing_of(tournament, at.texts), finale_of(at.db, tournament), row.options, ways=ways
    )


def verify_host(at: Request, row: TournamentRow) -> None:
    """Raise TableError unless the visitor runs the tournament, or manages the server."""
    if not at.may_run(row.host_id):
        raise only_host(tournament_of(at.db, row).people[row.host_id])


# --- by buttons ------------------------------------------------------------------------------


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


@on(ShowStanding)
@personal
def show_by_button(at: Request, press: ShowStanding) -> DeferredAnswer:
    """How the tournament stands."""
    return _shown(at, several_tables.find(at.db, press.tournament))


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


# --- duplicate tournaments -------------------------------------------------------------------


def joined_round(at: Request, row: TournamentRow) -> str:
    """The answer to somebody who takes part from now on, or again."""
    _ = at.texts
    if at.player.preferences.calls != "dm":
        return without_messages(_)
    if row.state is Stage.OPEN:
        return _("You're in. I'll send you your cards by direct message when it starts.")
    table_id = several_tables.table_with(at.db, row, at.player.id)
    if table_id is not None:
        at.touched.add(table_id)
        return _("You're in again. Press My cards to play on.")
    return _("You're in. I'll send you your cards by direct message in the next round.")


def without_messages(_: Texts) -> str:
    """The answer to somebody who takes part, but has chosen to get no direct messages."""
    return _(
        "You're in. You don't get direct messages from me, so press My cards once your cards "
        "are dealt."
    )


def leave_round(at: Request, row: TournamentRow) -> Answer:
    """Leave while a round is played: the cards still to be placed are placed safely."""
    table_id, _ = form_of(row).leave(at.db, row, at.player.id, at.now), at.texts
    if table_id is not None:
        at.touched.add(table_id)
    at.due_at = at.now
    return Answer(
        says(_("You've left the tournament. I'll finish this round for you; Join brings you back."))
    )


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
