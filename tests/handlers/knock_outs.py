"""A knock-out of closed Chinese: people who enter, set each hand in one go, and are told of it."""

from dataclasses import replace
from typing import Any, Final

from bot.game.lobby import NewTable
from bot.game.tournaments.floors import Tournament, tournament_of
from bot.handlers import waiting_cards
from bot.handlers.tournaments import entering
from bot.screens.tournaments.tournament_presses import Enter, StartTournament
from bot.store.engine import Connection
from bot.store.tournaments import tournaments
from bot.values.options import TableOptions
from bot.values.tournament_views import KNOCK_OUT
from tests.desk.desk import Member, people
from tests.desk.scene import ANN, BOB, MIA, ZOE, Scene, words

STACKS: Final = TableOptions(stack=20, books=False)
NAMES: Final = ("Ann", "Bob", "Mia", "Zoe", "Kim", "Lea", "Nia", "Pia", "Tom")
PEOPLE: Final = tuple(people(*NAMES))


async def opens_knock_out(
    scene: Scene, *others: Member, seats: int = 3, clock: str | None = None, **options: Any
) -> None:
    opening = NewTable(replace(STACKS, **options), variant="chinese", seats=seats, clock=clock)
    await scene.asks(ANN, entering.new(opening, KNOCK_OUT))
    for member in (BOB, *(others or (MIA, ZOE))):
        await scene.presses(member, Enter)


async def begins_knock_out(scene: Scene, count: int, **options: Any) -> list[Member]:
    """One of so many people, all of whom are seated; these."""
    there = list(PEOPLE[:count])
    await opens_knock_out(scene, *there[2:], **{"stack": 40, "levels": "none", **options})
    await scene.presses(ANN, StartTournament)
    return there


async def found(scene: Scene) -> Tournament:
    """The tournament as it stands."""
    return await scene.desk.read(_found)


def _found(db: Connection) -> Tournament:
    row = tournaments.get(db, 1)
    assert row is not None
    return tournament_of(db, row)


async def home_of(scene: Scene, member: Member) -> int:
    """The thread in which somebody plays."""
    now = await found(scene)
    player = next(p for p in now.people.values() if p.user_id == member.user_id)
    return now.homes[player.id].row.channel_id


def said_in(scene: Scene, channel: int) -> str:
    """All that is said in a thread, or to somebody alone."""
    return "\n".join(words(message.screen) for message in scene.posted(channel))


async def places_all(scene: Scene, *members: Member) -> None:
    """Those of them who have cards set them."""
    for member in members:
        now = await found(scene)
        player = next(p for p in now.people.values() if p.user_id == member.user_id)
        table = now.homes.get(player.id)
        if table is not None and table.running is not None:
            placing = waiting_cards.place("bbbbbmmmmmfff!")
            await scene.desk.ask(member, placing, channel=table.row.channel_id)


async def plays_round(scene: Scene, *members: Member) -> None:
    """They set the hand, and the next one comes."""
    await places_all(scene, *members)
    await scene.desk.let_pass(25)
