"""The menu *More* of a table: further facts of a hand, and who may do what."""

from collections.abc import Callable, Iterator

from bot.game import clock, spectators
from bot.game.loading import load
from bot.game.played import PlayedHand
from bot.game.results import result_scene
from bot.game.table import Table, TableError
from bot.game.tournaments.floors import with_floor
from bot.handlers.hosting import removable
from bot.handlers.request import Answer, Request
from bot.handlers.serving import on, personal
from bot.screens.board_screen import Announced
from bot.screens.more_screen import (
    Deed,
    more_screen,
)
from bot.screens.presses import (
    ShowMore,
)
from bot.screens.replies import Private
from bot.store.tables import State
from bot.surfaces.contents import announced, dealt
from bot.values.scenes import Presence
from ofc_engine.errors import OfcError


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
    if (is_host or is_seated) and removable(at, table):
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
