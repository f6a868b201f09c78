"""Challenges to a table of two: asked, accepted, declined."""

from dataclasses import replace

from bot.game import computer_turns, lobby
from bot.game.loading import loaded
from bot.game.lobby import NewTable
from bot.game.table_errors import TableError
from bot.handlers.direct_messages import JoinedWithDm
from bot.handlers.request import Answer, AnswerOrDeferred, Request
from bot.handlers.seating import open_table, sit_down
from bot.handlers.serving import changes, on
from bot.screens.components import note
from bot.screens.lobby_screen import challenge_screen
from bot.screens.presses import (
    AcceptChallenge,
    DeclineChallenge,
    OpenSeat,
    Spot,
)
from bot.screens.replies import Acknowledged, Public, Redraw
from bot.store import players
from bot.store.players import Person
from bot.values.phrases import plain
from ofc_engine.players.levels import level


@changes
def challenge(at: Request, person: Person, opening: NewTable) -> AnswerOrDeferred:
    """Open a table for two and its computer player, if one is wanted, and ask somebody to it.

    A seat is kept for them.
    """
    own = at.visitor.person
    if person.user_id == own.user_id:
        raise TableError(
            "Challenge somebody else. To play alone, open a table and add a computer player."
        )
    seats = 2 if opening.computer is None else 3
    spot, rival = (
        Spot(open_table(at, replace(opening, seats=seats))),
        players.remember(at.db, person),
    )
    if opening.computer is not None:
        computer_turns.seat(at.db, loaded(at.db, spot.table), level(opening.computer))
    lobby.keep_seat(at.db, spot.table, rival, at.now)
    until, _ = at.now + lobby.SEAT_KEPT, at.public_texts
    called = Public(challenge_screen(own.name, person.user_id, spot, until, _))
    return JoinedWithDm(Answer(called), at.player, spot.table)


@on(AcceptChallenge)
@changes
def accept(at: Request, press: AcceptChallenge) -> AnswerOrDeferred:
    """Sit down where one was challenged to; the message says so."""
    _verify_challenged(at, press)
    if sit_down(at).seat is None:
        raise TableError("All {seats} seats are taken.", seats=at.table.options.seats)
    _ = at.public_texts
    words = _("{name} accepts. Press Start to play.", name=plain(at.visitor.person.name))
    accepted = Redraw(note(words), for_everybody=True)
    return JoinedWithDm(Answer(accepted), at.player, at.table.id)


@on(DeclineChallenge)
@changes
def decline(at: Request, press: DeclineChallenge) -> Answer:
    """Decline the challenge, or take it back as the host; the table stays open for others."""
    is_own = at.player.id == at.table.row.host_id
    if not is_own:
        _verify_challenged(at, press)
    at.table.verify_open()
    lobby.open_seat(at.db, at.table)
    _ = at.public_texts
    said = _("{name} would rather not play right now.")
    if is_own:
        said = _("{name} has taken their challenge back.")
    words = said.format(name=plain(at.visitor.person.name))
    return Answer(Redraw(note(words), for_everybody=True))


@on(OpenSeat)
@changes
def open_seat(at: Request, _press: OpenSeat) -> Answer:
    """Keep the free seat for nobody any more, as the host."""
    at.table.verify_open()
    at.verify_host()
    lobby.open_seat(at.db, at.table)
    return Answer(Acknowledged())


def _verify_challenged(at: Request, press: AcceptChallenge | DeclineChallenge) -> None:
    at.table.verify_open()
    if press.user != str(at.visitor.person.user_id):
        raise TableError("This challenge is for somebody else. Sit down with Join if you like.")
