"""Running a tournament: pausing, extending, ending it, taking somebody out, a card shown."""

from dataclasses import dataclass
from functools import partial

from bot.game.tournaments import several_tables
from bot.game.tournaments.announcing import announcement
from bot.game.tournaments.floors import tournament_of
from bot.game.tournaments.formats import form_of
from bot.handlers.direct_messages import tell
from bot.handlers.request import Answer, AnswerOrDeferred, Request, Services, Visitor
from bot.handlers.serving import changes, on, personal
from bot.handlers.tournaments import start_handlers
from bot.handlers.tournaments.entering import running, verify_host
from bot.screens.components import Screen, note
from bot.screens.replies import Private, Redraw, says
from bot.screens.tournaments.finish import finish_screen
from bot.screens.tournaments.managing_screen import end_question, extended, managing_screen
from bot.screens.tournaments.tournament_presses import (
    AskToEnd,
    EndNow,
    Extend,
    GoOn,
    Pause,
    TournamentPress,
)
from bot.store.players import Player
from bot.store.tournaments.tournaments import TournamentRow
from bot.surfaces.gateway import nonce_from
from bot.texts import Texts, texts_for
from bot.values.phrases import plain
from bot.values.standings import OutReason, OwnFinish


@changes
def manage(
    at: Request, remove: int | None = None, card_shown: int | None = None, new_start: str = ""
) -> AnswerOrDeferred:
    """The controls of the host of the channel's tournament, or a change they make to a user by id.

    With a `new_start`, as somebody writes it, another time for it: a sit-and-go's, too.
    """
    if new_start:
        return Answer(says(start_handlers.change(at, new_start)))
    row = running(at)
    verify_host(at, row)
    if form_of(row).at_table:
        return _at_one_table(at, row, card_shown)
    said, gone, _ = "", None, at.texts
    if remove is not None:
        gone, touched = several_tables.remove(at.db, row, remove, at.now)
        at.touched |= touched
        said = _("{name} is taken out of the tournament.", name=plain(gone.name))
        # At a table they are told there; before there is one, from here.
        gone = None if touched else gone
    if card_shown is not None:
        who, touched = several_tables.show_card(at.db, row, card_shown, at.now)
        at.touched |= touched
        said = _card_shown(who, _)
    at.due_at = at.now
    managed = Answer(Private(_screen(at, row.id, said=said)))
    return managed if gone is None else _TakenOut(managed, gone, row)


@dataclass(frozen=True)
class _TakenOut:
    """The answer to whoever takes somebody out of a tournament that has no tables yet."""

    managed: Answer
    gone: Player
    row: TournamentRow

    async def answer(self, services: Services, visitor: Visitor) -> Answer:
        """The answer; the other is told by direct message, or in the channel."""
        own = OwnFinish(OutReason.REMOVED, self.row.channel_id)
        screen = finish_screen(own, None, texts_for(self.gone.locale))
        nonce = nonce_from(f"removed {self.row.id} {visitor.interaction_id}")
        work = partial(tell, services, self.gone, self.row.channel_id, screen, nonce)
        services.background.keep_up(f"telling player {self.gone.id}", work)
        return self.managed


def _at_one_table(at: Request, row: TournamentRow, card_shown: int | None) -> Answer:
    """The controls of the host of a sit-and-go, beside those that everybody has there."""
    _ = at.texts
    if card_shown is not None:
        who, touched = several_tables.show_card(at.db, row, card_shown, at.now)
        at.touched |= touched
        return Answer(says(_card_shown(who, _)))
    return Answer(
        says(
            _(
                "A sit-and-go runs by itself. To take somebody out, use `/ofc kick`, and to end it "
                "`/ofc stop`; where somebody has shown a card out of turn, `/tournament manage "
                "card_shown:`."
            )
        )
    )


def _card_shown(who: Player, _: Texts) -> str:
    return _("{name} pays each active player 1 point times the stake.", name=plain(who.name))


@on(Extend)
@changes
def extend(at: Request, press: Extend) -> Answer:
    """Give everybody more time for this hand."""
    row = _run_by(at, press)
    at.touched |= several_tables.extend(at.db, row, at.now)
    return _redrawn(at, press, extended(row.format, at.texts))


@on(Pause)
@changes
def pause(at: Request, press: Pause) -> Answer:
    """Let no further round begin."""
    several_tables.pause(at.db, _run_by(at, press), at.now)
    return _redrawn(at, press)


@on(GoOn)
@changes
def go_on(at: Request, press: GoOn) -> Answer:
    """Let the next round begin."""
    several_tables.resume(at.db, _run_by(at, press), at.now)
    return _redrawn(at, press)


@on(AskToEnd)
@personal
def ask_to_end(at: Request, press: AskToEnd) -> Answer:
    """Ask once more, for it cannot be taken back."""
    row = _run_by(at, press)
    return Answer(Redraw(end_question(row.id, at.texts)))


@on(EndNow)
@changes
def end_now(at: Request, press: EndNow) -> Answer:
    """End it with its hands void."""
    row = _run_by(at, press)
    at.touched |= several_tables.end_now(at.db, row, at.now)
    at.due_at, _ = at.now, at.texts
    return Answer(Redraw(note(_("The tournament was ended"))))


def _run_by(at: Request, press: TournamentPress) -> TournamentRow:
    row = several_tables.find_announced(at.db, press.tournament)
    several_tables.verify_goes_on(row)
    verify_host(at, row)
    return row


def _redrawn(at: Request, press: TournamentPress, said: str = "") -> Answer:
    at.due_at = at.now
    return Answer(Redraw(_screen(at, press.tournament, said=said)))


def _screen(at: Request, tournament_id: int, *, said: str = "") -> Screen:
    tournament = tournament_of(at.db, several_tables.find(at.db, tournament_id))
    return managing_screen(announcement(tournament), at.texts, said=said)
