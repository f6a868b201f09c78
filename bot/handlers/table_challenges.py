"""Challenges to a table of two: make, accept or decline one."""

from dataclasses import replace

from bot.game import computer_turns, lobby
from bot.game.loading import loaded
from bot.game.lobby import NewTable
from bot.game.table import TableError
from bot.handlers.direct_messages import JoinedWithDm
from bot.handlers.new_tables import open_table
from bot.handlers.request import Answer, AnswerOrDeferred, Request
from bot.handlers.seating import sit_down
from bot.handlers.serving import changes, on
from bot.screens.components import note
from bot.screens.lobby_screen import challenge_screen
from bot.screens.presses import AcceptChallenge, DeclineChallenge
from bot.screens.replies import Public, Redraw
from bot.store import players, tables
from bot.store.players import Person
from bot.values.draft import Spot
from bot.values.phrases import plain
from ofc_engine.players.levels import level


@changes
def challenge(at: Request, person: Person, opening: NewTable) -> AnswerOrDeferred:
    """Challenge somebody to one's own table, where a seat is kept for them.

    Without one in the channel a table is opened for the two, and a computer player if wanted.
    """
    own = at.visitor.person
    if person.user_id == own.user_id:
        raise TableError(
            "Challenge somebody else. To play alone, open a table and add a computer player."
        )
    own_table = _own_table(at)
    if own_table is not None:
        return Answer(_invited(at, own_table, person))
    size = 2 if opening.computer is None else 3
    table_id = open_table(at, replace(opening, seats=size))
    if opening.computer is not None:
        computer_turns.seat(at.db, loaded(at.db, table_id), level(opening.computer))
    return JoinedWithDm(Answer(_invited(at, table_id, person)), at.player, table_id)


def _own_table(at: Request) -> int | None:
    """The table of the channel that the visitor hosts, to which they can invite others."""
    table_id = tables.open_in_channel(at.db, at.visitor.channel_id)
    if table_id is None:
        return None
    table = loaded(at.db, table_id)
    return table_id if table.row.host_id == at.player.id and table.mode.is_alone else None


def _invited(at: Request, table_id: int, person: Person) -> Public:
    """Keep a seat for somebody, and mention them."""
    lobby.invite(at.db, loaded(at.db, table_id), players.remember(at.db, person), at.now)
    at.touched.add(table_id)
    until, name = at.now + lobby.SEAT_KEPT, at.visitor.person.name
    called = challenge_screen(name, person.user_id, Spot(table_id), until, at.public_texts)
    return Public(called)


@on(AcceptChallenge)
@changes
def accept(at: Request, press: AcceptChallenge) -> AnswerOrDeferred:
    """Accept the challenge and sit down; the message says so."""
    _verify_challenged(at, press)
    if sit_down(at).seat is None:
        raise TableError("All seats are taken. Wait for one with /ofc join.")
    _ = at.public_texts
    said = _("{name} accepts. Press Start to play.")
    if at.table.played is not None:
        said = _("{name} accepts, and gets cards from the next hand on.")
    words = said.format(name=plain(at.visitor.person.name))
    accepted = Redraw(note(words), for_everybody=True)
    return JoinedWithDm(Answer(accepted), at.player, at.table.id)


@on(DeclineChallenge)
@changes
def decline(at: Request, press: DeclineChallenge) -> Answer:
    """Decline the challenge, or take it back as the host; the table stays open for others."""
    is_own = at.player.id == at.table.row.host_id
    if is_own:
        at.table.verify_open()
    else:
        _verify_challenged(at, press)
    people = at.table.people
    called = [each for each in at.table.invited if str(people[each].user_id) == press.user]
    lobby.open_seat(at.db, at.table, *called)
    _ = at.public_texts
    said = _("{name} would rather not play right now.")
    if is_own:
        said = _("{name} withdrew the challenge.")
    words = said.format(name=plain(at.visitor.person.name))
    return Answer(Redraw(note(words), for_everybody=True))


def _verify_challenged(at: Request, press: AcceptChallenge | DeclineChallenge) -> None:
    at.table.verify_open()
    if press.user != str(at.visitor.person.user_id):
        raise TableError("This challenge is for somebody else. Sit down with Join if you like.")
