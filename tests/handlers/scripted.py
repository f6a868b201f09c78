"""The scripted game of the demo at a desk: Ann reaches Fantasyland, and Bob fouls."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.handlers import waiting_cards
from bot.screens.presses import Ready, Start
from sandbox.script import HANDS, ScriptedHand, ScriptedStreet
from tests.desk.desk import Member, at_desk
from tests.desk.scene import ANN, BOB, MIA, Scene

BY_NAME = {member.name: member for member in (ANN, BOB, MIA)}


@pytest.fixture
async def scene(tmp_path: Path, thoughts: Path | None) -> AsyncIterator[Scene]:
    """A desk whose deals to come are those of the script, and then always the same."""
    secrets = iter([hand.secret for hand in HANDS])
    async with at_desk(
        tmp_path, secret=lambda: next(secrets, bytes(32)), thoughts=thoughts
    ) as desk:
        yield Scene(desk)


async def begins(scene: Scene, changes: str = "") -> None:
    """All three sit down, and the first hand is dealt."""
    await scene.opens(ANN, BOB, MIA, variant="pineapple", seats=3, changes=changes)
    await scene.presses(ANN, Start)


async def deals_next(scene: Scene) -> None:
    for member in (ANN, BOB, MIA):
        if (await scene.table()).running is None:
            await scene.presses(member, Ready)


async def is_asked(scene: Scene, member: Member) -> bool:
    """True if the hand waits for somebody."""
    table = await scene.table()
    running = table.running
    if running is None:
        return False
    waiting = {running.player_at(seat) for seat in running.hand.waiting_on}
    return any(table.people[player].user_id == member.user_id for player in waiting)


async def lays_out(scene: Scene, member: Member, entry: ScriptedStreet) -> str:
    """What somebody reads who lays a street out without confirming it."""
    return await scene.asks(member, waiting_cards.place(entry.text))


async def places(scene: Scene, member: Member, entry: ScriptedStreet) -> None:
    told = await scene.asks(member, waiting_cards.place(f"{entry.text}!"))
    assert told == "Placed.", told


async def plays(scene: Scene, hand: ScriptedHand, *, but: str = "", streets: int = 5) -> None:
    """Play so many streets of a scripted hand; the one named by `but` does not place."""
    left = {name: list(all_[:streets]) for name, all_ in hand.streets.items() if name != but}
    while any(left.values()):
        for name, entries in left.items():
            if entries and await is_asked(scene, BY_NAME[name]):
                await places(scene, BY_NAME[name], entries.pop(0))


def fantasyland(hand: ScriptedHand) -> ScriptedStreet:
    return hand.streets["Ann"][0]
