"""Whatever call of SQLite fails, the same press afterwards completes what was begun.

Whoever pressed was answered or told that nothing can be saved, nothing is booked twice or lost,
and a moment later everything is kept and shown as it is where nothing has failed.
"""

from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import replace
from functools import partial
from typing import Final
from zlib import crc32

import pytest

from bot.game.lobby import NewTable
from bot.handlers import ending, proposing
from bot.handlers.request import Services
from bot.handlers.serving import HandlerCall, asked_by
from bot.handlers.tournaments import entering
from bot.screens.decision_screens import Agree, Propose
from bot.screens.press import Press, parse
from bot.screens.presses import AgreeToStop, Ready, Stop, TypedStake
from bot.values.draft import Spot
from bot.values.options import TableOptions
from bot.values.tournament_views import KNOCK_OUT
from tests.desk.desk import CHANNEL, GUILD, Member, people
from tests.desk.words import buttons
from tests.failing.calls import Choice, Way
from tests.failing.conftest import Try
from tests.failing.trying import Trying
from tests.playthroughs.plays import PLAYS
from tests.playthroughs.stage import Stage, entries_in
from tests.playthroughs.telling import kept

Flow = Callable[[Stage], Awaitable[None]]


async def _correct(stage: Stage) -> None:
    """Agree that a hand is void, then that it counts again."""
    ann, bob = stage.people
    await stage.ask(bob, "/ledger void", proposing.void(1, "misdeal"))
    await stage.press(ann, Agree)
    await _ask(stage, ann, proposing.void(1, "misread"), Propose)
    await stage.press(bob, Agree)


async def _agree_on_stake(stage: Stage) -> None:
    ann, bob = stage.people
    await stage.desk.ask(ann, asked_by(str(TypedStake(Spot(1), 2))), entry="3")
    await stage.press(bob, Agree)


async def _begin(stage: Stage) -> None:
    """Deal another hand."""
    for member in stage.people:
        await stage.press(member, Ready)


async def _end(stage: Stage) -> None:
    """Stop the table by agreement, in the middle of a hand."""
    ann, bob = stage.people
    await _begin(stage)
    await _ask(stage, ann, ending.stop(), Stop)
    await stage.press(bob, AgreeToStop)


async def _lose(stage: Stage, what: str, event: Callable[[Services], object]) -> None:
    """The channel is gone in the middle of a hand and before a tournament, which an event tells."""
    await _begin(stage)
    ann, _bob = stage.people
    announced = entering.new(NewTable(TableOptions(stack=20, books=False), seats=3), KNOCK_OUT)
    await stage.ask(ann, "/tournament new format:knock-out", announced)

    def gone() -> None:
        stage.desk.post.gone.add(CHANNEL)
        event(stage.desk.services)

    await stage.desk.happen(what, gone)
    assert await stage.is_over()


async def _lose_channel(stage: Stage) -> None:
    await _lose(stage, "the channel is deleted", partial(ending.close_channel, channel_id=CHANNEL))


async def _lose_server(stage: Stage) -> None:
    await _lose(stage, "the bot is thrown out", partial(ending.close_guild, guild_id=GUILD))


async def _find_lost_channel(stage: Stage) -> None:
    await _lose(stage, "the bot is ready, with the server", partial(_look, guild_ids={GUILD}))


async def _find_lost_server(stage: Stage) -> None:
    await _lose(stage, "the bot is ready, without it", partial(_look, guild_ids=frozenset()))


def _look(services: Services, guild_ids: Collection[int]) -> None:
    ending.close_lost_places(services, lambda guild_id: guild_id not in guild_ids)


async def _ask(stage: Stage, member: Member, asked: HandlerCall, kind: type[Press]) -> None:
    """Ask for something, and press such a button of the private answer."""
    screen = await stage.desk.ask(member, asked)
    assert screen is not None
    (found,) = (each for each in buttons(screen) if isinstance(parse(each["custom_id"]), kind))
    await stage.desk.ask(member, asked_by(found["custom_id"]))


async def _nothing(_stage: Stage) -> None:
    """The playthrough is all."""


FLOWS: Final[Mapping[str, tuple[str, Flow, Choice]]] = {
    "hand": ("rules-standard", _nothing, Choice(60)),
    "all at once": ("all-at-once", _nothing, Choice(80)),
    "Fantasyland": ("fantasyland", _nothing, Choice(200)),
    "correction": ("rules-standard", _correct, Choice(25)),
    "stake": ("rules-standard", _agree_on_stake, Choice(10)),
    "end": ("rules-standard", _end, Choice(30)),
    "deleted channel": ("rules-standard", _lose_channel, Choice(50)),
    "deleted channel, found later": ("rules-standard", _find_lost_channel, Choice(50)),
    "lost server": ("rules-standard", _lose_server, Choice(50)),
    "lost server, found later": ("rules-standard", _find_lost_server, Choice(50)),
    "duplicate match": ("duplicate-match", _nothing, Choice(300)),
    "sit-and-go": ("sit-and-go", _nothing, Choice(200, steps=40)),
    "knock-out": ("knock-out", _nothing, Choice(200, steps=40)),
    "duplicate tournament": ("duplicate-tournament", _nothing, Choice(300, steps=30)),
    "daily deal": ("daily", _nothing, Choice(100, steps=12)),
    "challenge": ("challenge", _nothing, Choice(200, steps=12)),
}
"""The playthrough of each flow, what follows it, and which calls fail in it."""
_EACH: Final[Mapping[str, int]] = {"knock-out": 15, "duplicate tournament": 3}
"""Every how many calls one fails in each way where all are too many: a knock-out has 38,000."""


async def _played(desk: Trying, name: str, then: Flow) -> None:
    names, play = PLAYS[name]
    stage = Stage(desk, people(*names), entries_in(kept(name)))
    # What other flows begin with is tried in one of them.
    desk.is_trying = then is _nothing
    await play(stage)
    desk.is_trying = True
    await then(stage)


def _tried(try_all: Try, flow: str, choice: Choice) -> None:
    name, then, _choice = FLOWS[flow]
    desk = try_all(partial(_played, name=name, then=then), choice)
    assert desk.tried
    assert not desk.faults, "\n".join(desk.faults[:5])


@pytest.mark.parametrize("flow", FLOWS)
def test_the_same_press_completes_it_after_a_call_has_failed(try_all: Try, flow: str):
    _tried(try_all, flow, replace(FLOWS[flow][2], first=crc32(flow.encode())))


@pytest.mark.exhaustive
@pytest.mark.parametrize("way", [Way.BROKEN, Way.FULL, Way.LOCKED])
@pytest.mark.parametrize("flow", FLOWS)
def test_the_same_press_completes_it_after_any_call_has_failed(try_all: Try, flow: str, way: Way):
    first = crc32(f"{flow} {way.name}".encode())
    _tried(try_all, flow, Choice(_EACH.get(flow, 1), first, ways=(way,)))
