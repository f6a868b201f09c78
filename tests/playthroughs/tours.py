"""What people look at beside the game: each command, and wherever its buttons and menus lead."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Final, TypeAlias

from bot.game.lobby import NewTable
from bot.handlers import (
    hosting,
    new_tables,
    own_cards,
    own_data,
    proposing,
    score_command,
    seating,
    settings_handlers,
    showing,
    thread_handlers,
    waiting_cards,
)
from bot.handlers.ledger import exports, ledger_pages, own_record
from bot.handlers.serving import HandlerCall, asked_by
from bot.handlers.tournaments import entering, shown_tournaments
from bot.screens.ledger.lists import NameSeason
from bot.screens.presses import ChooseKick
from bot.tutorial import handlers as tutorial
from bot.values.draft import Spot
from bot.values.options import TableOptions
from tests.desk.desk import CHANNEL
from tests.playthroughs.stage import Stage

Tour: TypeAlias = Callable[[Stage], Awaitable[None]]
_TURBO: Final = NewTable(variant="turbo")
_WON: Final = "AhAdKc / 2c2d3h3s4c / 5c6c7c8c9c"
_CARDS: Final = "AhAdKcQs2c2d3h3s4c5c6c7c8c9c"
_SET: Final = "KcQs4c / AhAd2c2d3h / 5c6c7c8c9c"
_LOST: Final = "KhQdJc / 4d4h6s7d8h / 9d9hTcTd2h"


async def _look(stage: Stage, commands: Mapping[str, HandlerCall], *, by: int = 0) -> None:
    for what, asked in commands.items():
        await stage.look_round(stage.people[by], what, asked)


async def in_the_lobby(stage: Stage) -> None:
    """What may be looked at and chosen while a table waits for people."""
    await stage.ask(stage.people[0], "/play variant:turbo", new_tables.new(_TURBO))
    await _look(
        stage,
        {
            "/ofc tables": new_tables.open_tables([CHANNEL]),
            "/ofc rules": showing.rules(),
            "Computer players": hosting.show_computers(),
            "/my settings": settings_handlers.show(None, None),
            "Remove somebody": asked_by(str(ChooseKick(Spot(1)))),
        },
    )


async def in_a_hand(stage: Stage) -> None:
    """What may be looked at while a hand is in play, and what whoever leaves is told."""
    await stage.ask(stage.people[0], "/play variant:turbo", new_tables.new(_TURBO))
    await stage.gather()
    commands = {
        "/ofc cards": own_cards.show(),
        "/ofc board": showing.board(),
        "Follow": thread_handlers.follow(),
        "/my games": waiting_cards.games(),
        "/my hand": waiting_cards.hand(),
        "Sit out": seating.sit_out(),
        "I'm back": seating.back(),
        "/ofc leave": seating.leave(),
    }
    await stage.look_round_below(stage.people[2])
    await _look(stage, commands)
    await _look(stage, commands, by=1)


async def in_the_ledger(stage: Stage) -> None:
    """All that a server's ledger shows of three hands, of a season, and of one that is void."""
    await stage.ask(stage.people[0], "/play variant:turbo", new_tables.new(_TURBO))
    await stage.gather()
    await stage.play_hands(3)
    await stage.look_round_below(stage.people[2])
    ann, bob, _mia = stage.people
    await _look(
        stage,
        {
            "/ledger show": ledger_pages.show(None, None),
            "/ledger show player:@Bob": ledger_pages.show(bob.person, None),
            "/ledger show player:@Ann against:@Bob": ledger_pages.show(ann.person, bob.person),
            "/ledger export": exports.export("csv"),
        },
    )
    named = ledger_pages.start(NameSeason())
    await stage.desk.ask(ann, named, entry="Winter")
    await _look(
        stage,
        {
            "/ledger void": proposing.void(2, "misdeal"),
            "/ledger season": ledger_pages.show_seasons(),
            "/my record": own_record.record(),
        },
    )


async def on_ones_own(stage: Stage) -> None:
    """What concerns one person, or no game at all."""
    await _look(
        stage,
        {
            "/my games": waiting_cards.games(),
            "/my record": own_record.record(),
            "/my settings": settings_handlers.show(None, None),
            "/my settings quiet_hours:22-7": settings_handlers.show("22-7", "Berlin"),
            "/privacy": own_data.about(),
            "/ofc setup": settings_handlers.setup(),
            "/score": score_command.score("standard stake=2", None, [_WON, _LOST]),
            "/score of cards": score_command.score("standard", None, [_CARDS, _SET]),
            "/learn": tutorial.learn(),
        },
    )


async def in_a_tournament(stage: Stage) -> None:
    """What is shown of a tournament before and while it is played, and what managers may do."""
    opening = NewTable(TableOptions(stack=20, books=False), seats=3)
    asked = entering.new(opening, "knock-out")
    await stage.ask(stage.people[0], "/tournament new format:knock-out", asked)
    await stage.look_round_below(stage.people[2])
    await stage.gather()
    await _look(stage, {"/tournament show": shown_tournaments.show()})


TOURS: Final[Mapping[str, tuple[tuple[str, ...], Tour]]] = {
    f"tour-{name}": (("Ann", "Bob", "Mia"), tour)
    for name, tour in (
        ("lobby", in_the_lobby),
        ("hand", in_a_hand),
        ("ledger", in_the_ledger),
        ("own", on_ones_own),
        ("tournament", in_a_tournament),
    )
}
