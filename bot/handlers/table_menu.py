"""The menu *More* of a table: more about a hand, and what the visitor may do."""

from collections.abc import Callable, Iterator
from enum import Enum

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
from bot.screens.components import Component, Style, button
from bot.screens.more_screen import more_screen
from bot.screens.press import Press
from bot.screens.presses import (
    AddSeed,
    CallTime,
    ChooseKick,
    ChooseRival,
    ComeBackInChannel,
    EndGame,
    Follow,
    Learn,
    Leave,
    OpenSeat,
    ShowAllCards,
    ShowComputers,
    ShowLedger,
    ShowMore,
    ShowProof,
    ShowRules,
    ShowText,
    SitOut,
)
from bot.screens.replies import Private
from bot.screens.settings.menus import ShowHouseRules, ShowOptions, ShowTableSettings
from bot.store.tables import State
from bot.surfaces.contents import announced, dealt
from bot.texts import Texts, marked
from bot.values.draft import Spot
from bot.values.scenes import Presence
from ofc_engine.errors import OfcError


def _learn(_spot: Spot) -> Press:
    return Learn()


def _show_all(spot: Spot) -> Press:
    return ShowAllCards(spot, 1)


def _show_open(spot: Spot) -> Press:
    return ShowAllCards(spot, 0)


class Deed(Enum):
    """Something that somebody can do at a table, or see there: what it presses, and its label."""

    _value_: tuple[Callable[[Spot], Press], str]

    TEXT = (ShowText, marked("Text"))
    LEDGER = (ShowLedger, marked("Ledger"))
    PROOF = (ShowProof, marked("Deal proof"))
    LEAVE = (Leave, marked("Leave"))
    RULES = (ShowRules, marked("Rules"))
    LEARN = (_learn, marked("Learn the game"))
    FOLLOW = (Follow, marked("Follow"))
    BACK = (ComeBackInChannel, marked("I'm back"))
    SIT_OUT = (SitOut, marked("Sit out"))
    CALL_TIME = (CallTime, marked("Call time"))
    SEED = (AddSeed, marked("Add a seed"))
    STAKE = (ChooseRival, marked("Another stake with …"))
    SHOW_ALL = (_show_all, marked("Show followers all cards"))
    SHOW_OPEN = (_show_open, marked("Show followers open cards only"))
    HOUSE_RULES = (ShowHouseRules, marked("House rules"))
    OPTIONS = (ShowOptions, marked("More options"))
    OPEN_SEAT = (OpenSeat, marked("Open the seat to all"))
    COMPUTERS = (ShowComputers, marked("Computer players"))
    SETTINGS = (ShowTableSettings, marked("Settings"))
    KICK = (ChooseKick, marked("Remove somebody"))
    END = (EndGame, marked("End the game"))

    def button(self, spot: Spot, _: Texts) -> Component:
        """The button that does it at a spot."""
        press, label = self.value
        return button(press(spot), _(label), Style.RED if self is Deed.END else Style.GREY)


@on(ShowMore)
@personal
def more(at: Request, press: ShowMore) -> Answer:
    """More about a hand, and what the visitor can do at its table."""
    spot = press.spot
    table = load(at.db, spot.table, hand=spot.hand) if spot.hand else load(at.db, spot.table)
    if table is None or (spot.hand and table.played is None):
        raise TableError("This hand no longer exists.")
    played = table.played if spot.hand else None
    # What the deal is bound to is told even while its cards are withheld.
    deals = [*_deals(at, table, played)]
    if played is not None and table.mode.withheld(at.db, table, at.player.id):
        played = None
    deeds = [] if played is None else [*_of_hand(at, played)]
    deeds += _at_table(at, table)
    has_set_start = table.sit_and_go is not None and table.sit_and_go.starts_at is not None
    screen = more_screen(
        [each.button(spot, at.texts) for each in deeds],
        at.texts,
        hand=0 if played is None else played.row.number,
        result=None if played is None or not played.is_finished else result_scene(table),
        deals=deals,
        counts=played is None or played.row.counts,
        gathers=table.state is State.LOBBY and not has_set_start,
    )
    return Answer(Private(screen))


def _deals(at: Request, table: Table, played: PlayedHand | None) -> Iterator[Announced]:
    """The deal of a hand, and what is already announced of the next one."""
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
    """The deeds of the visitor at a table, from where they are."""
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
    """True if `verify` does not raise OfcError."""
    try:
        verify()
    except OfcError:
        return False
    return True
