"""The menu *More* of a table: who may do what, forms for what comes first, computer players."""

from collections.abc import Callable, Iterator

from bot.game import clock, computer_turns, lobby, spectators
from bot.game.loading import load
from bot.game.played import PlayedHand
from bot.game.results import result_scene
from bot.game.table import Table, TableError
from bot.game.terms import MOST_BETWEEN_TWO
from bot.game.tournaments.floors import with_floor
from bot.handlers import proposing, seating, sitting_out, thread_handlers
from bot.handlers.request import Answer, AnswerOrDeferred, Request
from bot.handlers.seating import with_uninvited
from bot.handlers.serving import also_on, changes, on, personal
from bot.handlers.settings_handlers import verify_open_rules
from bot.screens.board_screen import Announced
from bot.screens.components import Screen
from bot.screens.lobby_screen import ADD, REMOVE, computers_screen
from bot.screens.more_screen import (
    Deed,
    kick_screen,
    more_screen,
    rivals_screen,
    seed_form,
    stake_form,
)
from bot.screens.presses import (
    AddSeed,
    ChooseComputer,
    ChooseKick,
    ChoosePace,
    ChooseRival,
    ChosenRival,
    Kick,
    ShowAllCards,
    ShowComputers,
    ShowMore,
    TypedSeed,
    TypedStake,
)
from bot.screens.replies import Acknowledged, Private, Redraw
from bot.screens.settings.menus import ChangeOptions, ShowOptions
from bot.screens.settings.rule_menus import options_form
from bot.store import tables
from bot.store.players import Person
from bot.store.tables import State
from bot.surfaces.contents import announced, dealt
from bot.texts import Texts
from bot.values.draft import Spot
from bot.values.options import ChoiceError
from bot.values.pace import with_pace
from bot.values.scenes import Presence
from ofc_engine.errors import OfcError
from ofc_engine.players.levels import level


@on(ShowMore)
@personal
def more(at: Request, press: ShowMore) -> Answer:
    """Further facts of a hand, and what the visitor can do at its table."""
    spot = press.spot
    table = load(at.db, spot.table, hand=spot.hand) if spot.hand else load(at.db, spot.table)
    if table is None or (spot.hand and table.played is None):
        raise TableError("This hand no longer exists.")
    played = table.played if spot.hand else None
    if played is not None and table.mode.withheld(at.db, table, at.player.id):
        played = None
    screen = more_screen(
        spot,
        [*([] if played is None else _of_hand(at, played)), *_at_table(at, table)],
        at.texts,
        hand=0 if played is None else played.row.number,
        result=None if played is None or not played.is_finished else result_scene(table),
        deals=[*_deals(at, table, table.played if spot.hand and table.is_covered else played)],
        counts=played is None or played.row.counts,
        gathers=table.state is State.LOBBY and table.sit_and_go is None,
    )
    return Answer(Private(screen))


def _deals(at: Request, table: Table, played: PlayedHand | None) -> Iterator[Announced]:
    """The deal of a hand, and what is known of the next one."""
    if played is not None:
        is_first = played.row.number == table.row.first_hand
        yield dealt(with_floor(at.db, table) if is_first else table)
    if table.state not in (State.LOBBY, State.BETWEEN) or table.is_past:
        return
    following = announced(table, is_open=table.mode.refuses_seeds(table) is None)
    if following is not None:
        yield following


def _of_hand(at: Request, played: PlayedHand) -> Iterator[Deed]:
    """The deeds that show more of a hand."""
    yield Deed.TEXT
    if at.visitor.guild_id is not None:
        yield Deed.LEDGER
    if played.log and not played.is_running:
        yield Deed.PROOF


def _at_table(at: Request, table: Table) -> Iterator[Deed]:
    """The deeds of the visitor at a table, where they are."""
    in_channel = at.visitor.guild_id is not None
    yield Deed.RULES
    if table.state is State.CLOSED:
        return
    if table.state is State.LOBBY:
        yield Deed.LEARN
    seat = table.seat_of(at.player.id)
    if at.player.id in table.waiting or (table.state is State.LOBBY and seat is not None):
        yield Deed.LEAVE
    if in_channel and not table.mode.withholds:
        yield Deed.FOLLOW
    if seat is not None and seat.presence is not Presence.LEAVING:
        yield from _of_player(at, table, sits_out=seat.presence is not Presence.HERE)
    if in_channel and table.mode.is_alone:
        yield from _of_those_who_run_it(at, table, is_seated=seat is not None)


def _of_player(at: Request, table: Table, *, sits_out: bool) -> Iterator[Deed]:
    yield Deed.BACK if sits_out else Deed.SIT_OUT
    if clock.may_call_time(table, at.player.id):
        yield Deed.CALL_TIME
    if table.running is None and table.mode.refuses_seeds(table) is None:
        yield Deed.SEED
    if at.visitor.guild_id is None:
        return
    if len(table.persons) > 1 and _allows(table.mode.verify_stake):
        yield Deed.STAKE
    if table.thread is not None and not table.mode.withholds:
        yield Deed.SHOW_ALL if spectators.all_cards_from(table) is None else Deed.SHOW_OPEN


def _of_those_who_run_it(at: Request, table: Table, *, is_seated: bool) -> Iterator[Deed]:
    is_host = at.may_run(table.row.host_id)
    if is_host and table.state is State.LOBBY:
        yield Deed.HOUSE_RULES
        if table.mode.changeable:
            yield Deed.OPTIONS
    if is_host:
        if table.invited:
            yield Deed.OPEN_SEAT
        yield Deed.COMPUTERS
        yield Deed.SETTINGS
    if (is_host or is_seated) and _removable(at, table):
        yield Deed.KICK
    if is_host or is_seated:
        yield Deed.END


def _allows(verify: Callable[[], None]) -> bool:
    """True if a table does not refuse something."""
    try:
        verify()
    except OfcError:
        return False
    return True


# --- before the first hand -------------------------------------------------------------------


@on(ShowOptions)
@personal
def show_options(at: Request, press: ShowOptions) -> Answer:
    """The form for what no menu offers, for the host."""
    table = verify_open_rules(at)
    return Answer(options_form(table.options, table.mode.changeable, press.spot, at.texts))


@on(ChoosePace)
@changes
def choose_pace(at: Request, press: ChoosePace) -> Answer:
    """Have the table play at another pace; the lobby follows."""
    table = verify_open_rules(at)
    tables.set_options(at.db, table.id, with_pace(table.options, press.pace))
    return Answer(Acknowledged())


@on(ChangeOptions)
@changes
def change_options(at: Request, _press: ChangeOptions) -> Answer:
    """Have the table as the form says; the lobby follows."""
    lobby.change_options(at.db, verify_open_rules(at), at.visitor.entries)
    return with_uninvited(at, Acknowledged())


@on(ShowAllCards)
@changes
def all_cards(at: Request, press: ShowAllCards) -> AnswerOrDeferred:
    """Ask the players to show followers all cards of finished hands, or end that."""
    return thread_handlers.all_cards.serve(at, shown=bool(press.shown))


# --- seeds, stakes, seats --------------------------------------------------------------------


@on(AddSeed)
@personal
def ask_for_seed(at: Request, press: AddSeed) -> Answer:
    """The form for a seed of one's own."""
    at.table.verify_seated(at.player.id)
    return Answer(seed_form(press.spot, at.texts))


@on(TypedSeed)
@changes
def add_seed(at: Request, _press: TypedSeed) -> AnswerOrDeferred:
    """Add a seed of one's own to the next deal; with `!` at its end be ready for that at once."""
    typed = at.visitor.entry.strip()
    if typed.endswith("!"):
        # Whoever is the last to add one and deals at once knows that nobody has chosen the deal.
        return seating.deal.serve(at, typed.removesuffix("!").rstrip())
    return seating.add_seed.serve(at, typed)


@on(ChooseRival)
@personal
def choose_rival(at: Request, press: ChooseRival) -> Answer:
    """The form for another stake, or first the menu of those with whom it can be."""
    table = at.table
    table.verify_open()
    table.mode.verify_stake()
    table.verify_seated(at.player.id)
    others = [table.people[seat.player_id] for seat in table.persons]
    names = {each.id: each.name for each in others if each.id != at.player.id}
    if not names:
        raise TableError("Nobody else is at this table.")
    if len(names) == 1:
        return Answer(stake_form(next(iter(names)), press.spot, MOST_BETWEEN_TWO, at.texts))
    return Answer(Private(rivals_screen(names, press.spot, at.texts)))


@on(ChosenRival)
@personal
def ask_for_stake(at: Request, press: ChosenRival) -> Answer:
    """The form for another stake with whom was chosen."""
    chosen = next(iter(at.visitor.chosen), None)
    if chosen is None or chosen not in at.table.people:
        raise ChoiceError
    return Answer(stake_form(chosen, press.spot, MOST_BETWEEN_TWO, at.texts))


@on(TypedStake)
@changes
def put_stake(at: Request, press: TypedStake) -> AnswerOrDeferred:
    """Put another stake to somebody."""
    other = at.table.people.get(press.player)
    if other is None:
        raise ChoiceError
    person = Person(other.user_id or 0, other.name, other.handle, other.locale)
    return proposing.propose.serve(at, person, lobby.number_typed(at.visitor.entry))


@on(ChooseKick)
@personal
def choose_kick(at: Request, press: ChooseKick) -> Answer:
    """The menu of those who can be removed."""
    at.table.verify_open()
    at.table.mode.verify_alone()
    names = _removable(at, at.table)
    if not names:
        raise TableError("Nobody else is at this table.")
    return Answer(Private(kick_screen(names, press.spot, at.texts)))


@on(Kick)
@changes
def kick(at: Request, _press: Kick) -> AnswerOrDeferred:
    """Remove whom was chosen, or put it to the vote."""
    chosen = next(iter(at.visitor.chosen), None)
    if chosen is None:
        raise ChoiceError
    return sitting_out.kick.serve(at, chosen)


def _removable(at: Request, table: Table) -> dict[int, str]:
    """The other people at a table and on its waiting list: names by their Discord ids."""
    ids = [*(seat.player_id for seat in table.persons), *table.waiting]
    people = [table.people[each] for each in ids if each != at.player.id]
    return {each.user_id: each.name for each in people if each.user_id is not None}


# --- computer players ------------------------------------------------------------------------


@also_on(ShowComputers)
@personal
def show_computers(at: Request) -> Answer:
    """The menu, for the host only."""
    at.verify_host()
    return Answer(Private(_computers(at.table, "", at.texts)))


@on(ChooseComputer)
@changes
def choose_computer(at: Request, _press: ChooseComputer) -> Answer:
    """Carry out what was chosen from the menu."""
    at.verify_host()
    _ = at.texts
    what, _dot, which = at.visitor.entry.partition(".")
    if what == ADD:
        said = _("{name} sits down.", name=computer_turns.seat(at.db, at.table, level(which)).name)
    elif what == REMOVE and which.isdecimal():
        gone = computer_turns.unseat(at.db, at.table, int(which))
        said = _("{name} has left.", name=gone.name)
    else:
        raise ChoiceError
    return with_uninvited(at, Redraw(_computers(at.after().table, said, _)))


def _computers(table: Table, said: str, _: Texts) -> Screen:
    return computers_screen(
        {number: player.name for number, player in computer_turns.seated(table).items()},
        Spot(table.id),
        _,
        full=table.free_seat is None,
        said=said,
    )
