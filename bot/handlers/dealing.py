"""Beginning a table's hands: dealing, Ready, seeds, and playing on after a rest."""

from bot.game import computer_turns, play, readiness
from bot.game.clock import LASTS, SLEEPS
from bot.game.loading import loaded
from bot.game.table import StaleError, Table, TableError
from bot.game.tournaments.floors import with_floor
from bot.handlers import own_cards, seating
from bot.handlers.hosting import with_uninvited
from bot.handlers.request import Answer, AnswerOrDeferred, Request
from bot.handlers.serving import changes, on, personal, provides
from bot.screens.more_screen import seed_form
from bot.screens.pace_lines import next_hand_line
from bot.screens.presses import AddSeed, PlayComputer, PlayOn, Ready, Start, TypedSeed
from bot.screens.replies import Acknowledged, says
from bot.screens.table_lists import asleep_screen
from bot.store import surfaces
from bot.store.engine import Connection
from bot.store.messages import MessageKind, MessageRow
from bot.store.surfaces import CURRENT_SLOT, Place
from bot.store.tables import State
from bot.surfaces.kept_messages import InWords, Words
from bot.texts import texts_for
from bot.values.draft import Spot
from bot.values.phrases import plain
from bot.values.scenes import Presence


def deal(at: Request, seed: str = "") -> Answer:
    """Deal the first hand, or be ready for the next one; a typed seed is added before that."""
    is_dealt, _ = _deal(at, seed), at.texts
    return Answer(says(_("The cards are dealt.") if is_dealt else _waiting(at)))


@on(Start)
@changes
def deal_by_button(at: Request, press: Start) -> Answer:
    """Deal the first hand; the board shows it."""
    _deal(at, is_stale=_is_stale(at, press))
    return Answer(Acknowledged())


@on(PlayComputer)
@changes
def play_computer(at: Request, _press: PlayComputer) -> Answer:
    """Begin against a computer player, as a host whom nobody has joined yet."""
    table = at.table
    table.verify_open()
    at.verify_host()
    if table.played is not None:
        raise StaleError("The next hand has already been dealt.")
    if len(table.seats) > 1:
        raise StaleError("You're not alone any more. Press Start to play.")
    computer_turns.seat(at.db, table, computer_turns.USUAL)
    _deal(at, table=loaded(at.db, table.id))
    return with_uninvited(at, Acknowledged())


@on(Ready)
@changes
def ready_by_button(at: Request, press: Ready) -> AnswerOrDeferred:
    """Be ready for the hand after the one that the button is below.

    The result shows it; a second press, or one in the player's own message, is answered with whom
    the hand waits for. The own message keeps its hand, and loses the button once the next is dealt.
    """
    return _ready(at, press)


@on(PlayOn)
@changes
def play_on(at: Request, press: PlayOn) -> AnswerOrDeferred:
    """Be ready at a table that has slept: its result is posted again, and shows who else is."""
    answer = _ready(at, press)
    if loaded(at.db, at.table.id).state is State.BETWEEN:
        surfaces.forget(at.db, at.table.id, Place(CURRENT_SLOT[State.BETWEEN]))
    return answer


def _ready(at: Request, press: Ready | PlayOn) -> AnswerOrDeferred:
    is_stale, is_own = _is_stale(at, press), at.visitor.is_in_private
    if is_stale and is_own:
        at.leave_unchanged()
        return own_cards.ended(at, press.spot.hand)
    seat = at.table.seat_of(at.player.id)
    if seat is not None and seat.presence is Presence.OUT and not is_stale:
        return seating.back.serve(at)
    is_told = is_own or (seat is not None and seat.ready)
    if not _deal(at, is_stale=is_stale):
        return Answer(says(_waiting(at)) if is_told else Acknowledged())
    return own_cards.ended(at, press.spot.hand) if is_own else Answer(Acknowledged())


def _is_stale(at: Request, press: Start | Ready | PlayOn) -> bool:
    played = at.table.played
    return press.spot.hand != (0 if played is None else played.row.number)


def _deal(
    at: Request, seed: str = "", *, is_stale: bool = False, table: Table | None = None
) -> bool:
    """Deal the first hand, or be ready for the next; returns whether a hand is dealt.

    `table` is the visitor's table as it is now, if the request has changed it.
    """
    table, player = at.table if table is None else table, at.player
    table.verify_open()
    table.verify_seated(player.id)
    if table.presence_of(player.id) is not Presence.HERE:
        raise TableError("You're sitting out. Press More, then I'm back, first.")
    if is_stale:
        raise StaleError("The next hand has already been dealt.")
    if seed:
        play.add_seed(at.db, table, player, seed, at.now)
    play.add_default(at.db, table, player, at.seed, at.now)
    if table.mode.host_starts and table.played is None:
        table.mode.verify_alone()
        at.verify_host()
    if table.played is not None:
        return readiness.get_ready(at.db, table, player, at.fresh_secret, at.now)
    play.deal(at.db, table, at.fresh_secret(), at.now)
    return True


def _waiting(at: Request) -> str:
    """The answer to somebody who is ready before the others are."""
    table, _ = with_floor(at.db, at.after().table), at.texts
    next_hand = readiness.following(table)
    assert next_hand is not None
    names = ", ".join(map(plain, next_hand.waiting))
    said = _("You're ready. Waiting for {names}.", names=names) if names else _("You're ready.")
    return f"{said}\n{next_hand_line(next_hand, _)}"


# --- seeds -----------------------------------------------------------------------------------


@on(AddSeed)
@personal
def ask_for_seed(at: Request, press: AddSeed) -> Answer:
    """The form for a seed of one's own."""
    at.table.verify_seated(at.player.id)
    return Answer(seed_form(press.spot, at.texts))


@on(TypedSeed)
@changes
def add_typed_seed(at: Request, _press: TypedSeed) -> Answer:
    """Add a seed of one's own to the next deal; a `!` at its end also makes them ready for it."""
    typed = at.visitor.entry.strip()
    if typed.endswith("!"):
        # Being the last to add a seed, and dealing at once, proves that nobody chose the deal.
        return deal(at, typed.removesuffix("!").rstrip())
    play.add_seed(at.db, at.table, at.player, typed, at.now)
    number, _ = at.after().table.next_number, at.texts
    added = _("The deck of hand {number} now depends on {seed}.", number=number, seed=typed)
    return Answer(says(added))


# --- tables that sleep -----------------------------------------------------------------------


@provides(MessageKind.ASLEEP)
class SleepingTable(InWords):
    """Asks in the channel of a table that has slept for `SLEEPS` seconds whether it plays on."""

    def contents(self, db: Connection, row: MessageRow, now: int) -> Words | None:
        """The question; None if the table is awake, or its options turn it off."""
        table = loaded(db, row.about)
        names = [table.people[seat.player_id].name for seat in table.persons]
        played, closes_at = table.played, table.row.closes_at
        is_asked = table.state is State.BETWEEN and table.options.wakes
        if played is None or closes_at is None or not names or not is_asked:
            return None
        if now < closes_at - LASTS[State.BETWEEN] + SLEEPS:
            return None
        spot, _ = Spot(table.id, played.row.number), texts_for(table.row.locale)
        screen = asleep_screen(names, closes_at, spot, _)
        return Words(channel_id=table.row.channel_id, is_last=True, screen=screen)
