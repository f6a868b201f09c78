"""Whoever has never sat at a table presses everything, at any time: a sentence each time."""

import asyncio
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from enum import StrEnum
from itertools import product
from random import Random
from types import UnionType
from typing import Any, Final, Literal, get_args, get_type_hints

import pytest

from bot.alone import PlayAlone
from bot.daily.daily_presses import PlayDaily, PlayWeek
from bot.handlers.request import Visitor
from bot.handlers.serving import asked_by, serve
from bot.screens.press import Press
from bot.screens.presses import BeginExercises, Learn, Play, Ready, Start, StopNow
from bot.store.engine import Connection
from bot.tutorial.screens import NextExercise
from bot.values.draft import Spot
from tests.desk.desk import CHANNEL, GUILD
from tests.desk.scene import ANN, BOB, MAX, ZOE, Scene
from tests.screens.presses import KINDS
from tests.waiting import HUNG

_EACH: Final = 4
"""Presses of a kind, of all that there can be."""
BEGIN_SOMETHING: Final = (BeginExercises, Learn, NextExercise, Play, PlayAlone, PlayDaily, PlayWeek)
"""What begins something of somebody's own, which is nothing of the table's and takes thought."""
State = Literal["lobby", "dealt", "between", "second hand", "closed"]
STATES: Final[tuple[State, ...]] = ("lobby", "dealt", "between", "second hand", "closed")


def presses_of(kind: type[Press]) -> list[Press]:
    """Some presses of a class: of the table there is, and of hands that were, are and may come."""
    made = list(_values(kind))
    return Random(1).sample(made, min(len(made), _EACH))


def _values(kind: Any) -> Iterator[Any]:
    """Values of a type of a field."""
    if kind is Spot:
        yield from (Spot(1, hand, street) for hand in range(3) for street in range(2))
    elif kind is int:
        yield from (0, 1, 7)
    elif kind is str:
        yield from ("", "f", "1.2")
    elif isinstance(kind, UnionType):
        yield from (value for each in get_args(kind) for value in _values(each))
    elif isinstance(kind, type) and issubclass(kind, StrEnum):
        yield from list(kind)[:3]
    elif is_dataclass(kind):
        hints = get_type_hints(kind)
        parts = [list(_values(hints[field.name])) for field in fields(kind)]
        yield from (kind(*values) for values in product(*parts))
    else:
        yield from ((), (1, 2))


async def bring_to(scene: Scene, state: State) -> None:
    await scene.opens(ANN, BOB)
    if state != "lobby":
        await scene.presses(ANN, Start)
    if state in ("between", "second hand"):
        await scene.plays_hand(ANN, BOB)
    if state == "second hand":
        await scene.presses(ANN, Ready)
        await scene.presses(BOB, Ready)
    if state == "closed":
        await scene.sends(MAX, StopNow(Spot(1, 1)))


@pytest.mark.parametrize("state", STATES)
async def test_no_press_of_a_stranger_goes_wrong(scene: Scene, state: State):
    await bring_to(scene, state)
    before = await scene.desk.read(everything)
    kept = {"dealt": "playing", "second hand": "playing"}
    assert before[-1] == (1, kept.get(state, state))
    in_channel = Visitor(ZOE.person, 1, CHANNEL, GUILD, "en-US", may_manage=False, message_id=5)
    in_private = replace(in_channel, is_in_private=True)
    by_message = replace(in_private, channel_id=ZOE.dm, guild_id=None)
    failed: list[str] = []
    kinds = [kind for kind in KINDS if not issubclass(kind, BEGIN_SOMETHING)]
    for press in (each for kind in kinds for each in presses_of(kind)):
        for visitor in (in_channel, in_private, by_message):
            try:
                async with asyncio.timeout(HUNG):
                    await serve(scene.desk.services, visitor, asked_by(str(press)))
            except Exception as error:  # noqa: BLE001 - all that goes wrong is told together
                failed.append(f"{press}: {error!r}")
    assert failed == []
    assert await scene.desk.read(everything) == before, "and nothing of the others' has changed"


def everything(db: Connection) -> list[tuple[Any, ...]]:
    """Who sits where, and what has happened in each hand."""
    return [
        tuple(row)
        for query in (
            "SELECT table_id, seat, player_id, presence, ready FROM seats",
            "SELECT * FROM operations ORDER BY hand_id, number",
            "SELECT id, state FROM tables ORDER BY id",
        )
        for row in db.execute(query)
    ]
