"""The options of a tournament: its host chooses house rules and the rest before it starts."""

from bot.game.tournaments import changed_options, duplicate, several_tables
from bot.game.tournaments.changed_options import verify_changeable
from bot.game.tournaments.floors import tournament_of
from bot.game.tournaments.formats import form_of
from bot.handlers import settings_handlers
from bot.handlers.request import Answer, AnswerOrDeferred, Request
from bot.handlers.serving import changes, on, personal
from bot.handlers.tournaments.entering import at_its_table, verify_host
from bot.screens.components import Screen, note
from bot.screens.replies import Private, Redraw, says
from bot.screens.settings.menus import changed
from bot.screens.settings.rule_menus import TABLE_RULES, tournament_rules_screen
from bot.screens.settings.settings_presses import ShowHouseRules
from bot.screens.tournaments.options_form import rounds_form, stacks_form
from bot.screens.tournaments.tournament_presses import (
    ChangeTournament,
    ChangeTournamentRules,
    ShowTournamentRules,
    TournamentPress,
    TypeTournament,
)
from bot.store.tournaments import duplicates
from bot.store.tournaments.tournaments import Stage, TournamentRow
from bot.surfaces.announcements import rules_of
from bot.values.spots import Spot


@on(ShowTournamentRules)
@personal
def show_rules(at: Request, press: ShowTournamentRules) -> AnswerOrDeferred:
    """How it is played, with menus for whoever may change that; of a sit-and-go its table's."""
    row = several_tables.find(at.db, press.tournament)
    if form_of(row).at_table:
        at = at_its_table(at, _open(at, press))
        return settings_handlers.show_rules.serve(at, ShowHouseRules(Spot(at.table.id)))
    if at.may_run(row.host_id) and row.state is Stage.OPEN:
        return Answer(Private(_rules(row, at)))
    return Answer(Private(note("\n".join(rules_of(tournament_of(at.db, row), at.texts)))))


@on(ChangeTournamentRules)
@changes
def change_rules(at: Request, press: ChangeTournamentRules) -> Answer:
    """Change a house rule; the announcement follows."""
    row = _open(at, press)
    options = changed(TABLE_RULES, press.what, row.options, at.visitor.entry)
    at.touched |= changed_options.keep(at.db, row, options, at.now)
    at.due_at = at.now
    return Answer(Redraw(_rules(several_tables.find(at.db, row.id), at)))


def _rules(row: TournamentRow, at: Request) -> Screen:
    told = rules_of(tournament_of(at.db, row), at.texts)
    fixed = duplicate.FIXED if form_of(row).finishes_rounds else ()
    return tournament_rules_screen(row.options, row.id, at.texts, told=told, fixed=fixed)


@on(TypeTournament)
@personal
def form(at: Request, press: TypeTournament) -> Answer:
    """The form for what the house rules do not say."""
    row, _ = _open(at, press), at.texts
    plan = duplicates.plan_of(at.db, row.id)
    if plan is not None:
        times = (plan.rounds, plan.hands, plan.seconds)
        return Answer(rounds_form(row.id, row.options, *times, _))
    return Answer(stacks_form(row.id, row.options, _, at_table=form_of(row).at_table))


@on(ChangeTournament)
@changes
def change(at: Request, press: ChangeTournament) -> Answer:
    """Keep what was filled in; lobby or announcement follow."""
    row, typed, _ = _open(at, press), at.visitor.entries, at.texts
    if form_of(row).finishes_rounds:
        changed_options.change_plan(at.db, row, typed, at.fresh_secret, at.now)
    else:
        at.touched |= changed_options.change(at.db, row, typed, at.now)
    at.due_at = at.now
    return Answer(says(_("Changed: everybody sees it in the channel.")))


def _open(at: Request, press: TournamentPress) -> TournamentRow:
    """The tournament, if the visitor may change its options now; raises TableError."""
    row = several_tables.find(at.db, press.tournament)
    verify_host(at, row)
    verify_changeable(row)
    return row
