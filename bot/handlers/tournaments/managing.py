"""Running a tournament: its options before it starts, pausing, extending, ending it; its people."""

from functools import partial

from bot.game.tournaments import changed_options, several_tables
from bot.game.tournaments.announcing import announcement
from bot.game.tournaments.changed_options import verify_changeable
from bot.game.tournaments.floors import tournament_of
from bot.game.tournaments.formats import form_of
from bot.handlers import settings_handlers
from bot.handlers.direct_messages import tell
from bot.handlers.request import Answer, AnswerOrDeferred, Request, Services, Visitor
from bot.handlers.serving import changes, on, personal
from bot.handlers.tournaments import start_handlers
from bot.handlers.tournaments.announcements import rules_of
from bot.handlers.tournaments.entering import at_its_table, verify_host
from bot.screens.components import Screen, note
from bot.screens.decision_screens import sure_screen
from bot.screens.press import is_id
from bot.screens.replies import Private, Redraw, says
from bot.screens.settings.menus import ShowHouseRules, changed
from bot.screens.settings.rule_menus import TABLE_RULES, tournament_rules_screen
from bot.screens.tournaments.managing_screen import (
    managing_a_table_screen,
    managing_screen,
    options_form,
    start_form,
)
from bot.screens.tournaments.tournament_lines import finish_screen
from bot.screens.tournaments.tournament_presses import (
    AskToEnd,
    AwardShownCard,
    ChangeStart,
    ChangeTournament,
    ChangeTournamentRules,
    ChooseShownCard,
    ChooseToRemove,
    EndNow,
    Extend,
    GoOn,
    OfEntrant,
    Pause,
    RemoveNow,
    ShowManaging,
    ShowTournamentRules,
    TournamentPress,
    TypeStart,
    TypeTournament,
)
from bot.store.players import Player
from bot.store.tournaments.tournaments import Stage, TournamentRow
from bot.surfaces.gateway import nonce_from
from bot.texts import texts_for
from bot.values.draft import Spot
from bot.values.phrases import plain
from bot.values.standings import OutReason, OwnFinish


@on(ShowManaging)
@personal
def manage(at: Request, press: ShowManaging) -> Answer:
    """The controls for its host."""
    return Answer(Private(_screen(at, _run_by(at, press))))


@on(TypeStart)
@personal
def start_time(at: Request, press: TypeStart) -> Answer:
    """The form for when it starts."""
    row = _run_by(at, press)
    return Answer(start_form(row.id, start_handlers.planned_start(at, row), at.texts))


@on(ChangeStart)
@changes
def change_start(at: Request, press: ChangeStart) -> Answer:
    """Plan another start, as it was typed; all who are in are told."""
    row = _run_by(at, press)
    said = start_handlers.change(at, row, at.visitor.entry)
    return Answer(Redraw(_screen(at, row, said=said)))


@on(ChooseToRemove)
@personal
def choose_to_remove(at: Request, press: ChooseToRemove) -> Answer:
    """Ask for confirmation before somebody is taken out."""
    row, target, _ = _run_by(at, press), _chosen(at, press), at.texts
    question = _("Take {name} out of the tournament?", name=plain(target.name))
    return Answer(
        Private(sure_screen(question, RemoveNow(row.id, str(target.user_id)), _("Take them out")))
    )


@on(RemoveNow)
@changes
def remove(at: Request, press: RemoveNow) -> AnswerOrDeferred:
    """Take somebody out."""
    row, _ = _run_by(at, press), at.texts
    gone, touched = several_tables.remove(at.db, row, _user_id(press), at.now)
    at.touched |= touched
    at.due_at = at.now
    done = Answer(Redraw(note(_("{name} is taken out of the tournament.", name=plain(gone.name)))))
    # At a table they are told there; before there is one, from here.
    return done if touched else partial(_taken_out, done, gone, row)


@on(ChooseShownCard)
@personal
def choose_shown_card(at: Request, press: ChooseShownCard) -> Answer:
    """Ask for confirmation before somebody pays for a card that they have shown."""
    row, target, _ = _run_by(at, press), _chosen(at, press), at.texts
    question = _(
        "Has {name} shown a card out of turn? They pay each active player 1 point times the stake.",
        name=plain(target.name),
    )
    press_now = AwardShownCard(row.id, str(target.user_id))
    return Answer(Private(sure_screen(question, press_now, _("They pay"))))


@on(AwardShownCard)
@changes
def award_shown_card(at: Request, press: AwardShownCard) -> Answer:
    """Make somebody pay for a card that they have shown (R11.4)."""
    row, _ = _run_by(at, press), at.texts
    who, touched = several_tables.show_card(at.db, row, _user_id(press), at.now)
    at.touched |= touched
    at.due_at = at.now
    paid = _("{name} pays each active player 1 point times the stake.", name=plain(who.name))
    return Answer(Redraw(note(paid)))


def _user_id(press: OfEntrant) -> int:
    """Whom a press is about, 0 for nobody."""
    return int(press.user) if is_id(press.user) else 0


def _chosen(at: Request, press: TournamentPress) -> Player:
    """The person who is chosen from a menu; raises TableError if they are not in it."""
    row = several_tables.find(at.db, press.tournament)
    user_id = next(iter(at.visitor.chosen), 0)
    return several_tables.entrant(at.db, row, user_id)


async def _taken_out(
    managed: Answer, gone: Player, row: TournamentRow, services: Services, visitor: Visitor
) -> Answer:
    """The answer; who is out is told by direct message, or in the channel: no table tells them."""
    own = OwnFinish(OutReason.REMOVED, row.channel_id, phase=row.phase)
    screen = finish_screen(own, None, texts_for(gone.locale))
    nonce = nonce_from(f"removed {row.id} {visitor.interaction_id}")
    work = partial(tell, services, gone, row.channel_id, screen, nonce)
    services.background.keep_up(f"telling player {gone.id}", work)
    return managed


@on(Extend)
@changes
def extend(at: Request, press: Extend) -> Answer:
    """Give everybody more time for this hand."""
    row = _run_by(at, press, several=True)
    at.touched |= several_tables.extend(at.db, row, at.now)
    return _redrawn(at, press, at.texts(form_of(row).words.extended))


@on(Pause)
@changes
def pause(at: Request, press: Pause) -> Answer:
    """Let no further round begin."""
    several_tables.pause(at.db, _run_by(at, press, several=True), at.now)
    return _redrawn(at, press)


@on(GoOn)
@changes
def go_on(at: Request, press: GoOn) -> Answer:
    """Let the next round begin."""
    several_tables.resume(at.db, _run_by(at, press, several=True), at.now)
    return _redrawn(at, press)


@on(AskToEnd)
@personal
def ask_to_end(at: Request, press: AskToEnd) -> Answer:
    """Ask for confirmation, since it cannot be undone."""
    row, _ = _run_by(at, press, several=True), at.texts
    asked = _("End the tournament now? Hands in play don't count, and nobody wins.")
    return Answer(Redraw(sure_screen(asked, EndNow(row.id), _("End it now"))))


@on(EndNow)
@changes
def end_now(at: Request, press: EndNow) -> Answer:
    """End it with its hands void."""
    row = _run_by(at, press, several=True)
    at.touched |= several_tables.end_now(at.db, row, at.now, by=at.player.id)
    at.due_at, _ = at.now, at.texts
    return Answer(Redraw(note(_("The tournament was ended"))))


def _run_by(at: Request, press: TournamentPress, *, several: bool = False) -> TournamentRow:
    """The tournament, if the visitor runs it; raises TableError, also unless it has `several`."""
    find = several_tables.find_announced if several else several_tables.find
    row = find(at.db, press.tournament)
    several_tables.verify_goes_on(row)
    verify_host(at, row)
    return row


def _redrawn(at: Request, press: TournamentPress, said: str = "") -> Answer:
    at.due_at = at.now
    return Answer(Redraw(_screen(at, several_tables.find(at.db, press.tournament), said=said)))


def _screen(at: Request, row: TournamentRow, *, said: str = "") -> Screen:
    row = several_tables.find(at.db, row.id)
    if form_of(row).at_table:
        return managing_a_table_screen(row.id, row.state, at.texts, said=said)
    return managing_screen(announcement(tournament_of(at.db, row)), at.texts, said=said)


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
    """Change a house rule; the announcement shows it."""
    row = _open(at, press)
    options = changed(TABLE_RULES, press.what, row.options, at.visitor.entry)
    at.touched |= changed_options.keep(at.db, row, options, at.now)
    at.due_at = at.now
    return Answer(Redraw(_rules(several_tables.find(at.db, row.id), at)))


def _rules(row: TournamentRow, at: Request) -> Screen:
    told = rules_of(tournament_of(at.db, row), at.texts)
    fixed = form_of(row).fixed
    return tournament_rules_screen(row.options, row.id, at.texts, told=told, fixed=fixed)


@on(TypeTournament)
@personal
def form(at: Request, press: TypeTournament) -> Answer:
    """The form for options that are not house rules."""
    row, _ = _open(at, press), at.texts
    return Answer(options_form(row.id, changed_options.typed_of(at.db, row), _))


@on(ChangeTournament)
@changes
def change(at: Request, press: ChangeTournament) -> Answer:
    """Store the form's options; the lobby or the announcement shows them."""
    row, typed, _ = _open(at, press), at.visitor.entries, at.texts
    at.touched |= changed_options.change(at.db, row, typed, at.fresh_secret, at.now)
    at.due_at = at.now
    return Answer(says(_("Changed: everybody sees it in the channel.")))


def _open(at: Request, press: TournamentPress) -> TournamentRow:
    """The tournament, if the visitor may change its options now; raises TableError."""
    row = several_tables.find(at.db, press.tournament)
    verify_host(at, row)
    verify_changeable(row)
    return row
