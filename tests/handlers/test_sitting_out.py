"""Sitting out: hands are dealt without the player, who keeps the seat."""

import pytest

from bot.handlers import seating
from bot.screens.presses import ComeBack, Ready, Start
from bot.store import seats
from bot.values.draft import Spot
from tests.desk.desk import Member
from tests.desk.scene import ANN, BOB, MIA, Scene
from tests.handlers.knock_outs import PEOPLE


async def out_of_hand(scene: Scene) -> list[str]:
    """Who sits the latest hand out."""
    table = await scene.table()
    assert table.played is not None
    return [table.people[part.player_id].name for part in table.played.lineup if part.seat is None]


async def deals(scene: Scene, *members: Member) -> None:
    """These are ready for the next hand, or the first."""
    for member in members:
        if (await scene.table()).running is None:
            await scene.presses(member, Start, Ready)


async def test_asking_twice_does_no_harm_and_a_running_hand_goes_on_without_them(scene: Scene):
    await scene.opens(ANN, BOB, MIA, seats=3)
    assert "You're sitting out and keep your seat" in await scene.asks(MIA, seating.sit_out())
    await scene.asks(MIA, seating.sit_out())
    await deals(scene, ANN, BOB)
    assert await out_of_hand(scene) == ["Mia"]
    assert "Sitting out: Mia" in scene.public()
    for _time in range(2):
        assert "from the next hand on" in await scene.asks(MIA, seating.back())
    assert "You get cards from the next hand on" in scene.told(MIA)
    assert await out_of_hand(scene) == ["Mia"], "not into the running one"
    await scene.plays_hand(ANN, BOB)
    await deals(scene, ANN, BOB)
    assert await out_of_hand(scene) == []


async def test_computers_are_not_dealt_to_alone(scene: Scene):
    await scene.opens(ANN, computer="steady", seats=2)
    await scene.asks(ANN, seating.sit_out())
    assert "You're sitting out" in await scene.sends(ANN, Start(Spot(1)))


async def test_r3_1_the_button_goes_round_among_those_who_play(scene: Scene):
    await scene.opens(ANN, BOB, MIA, preset="german", variant="chinese", seats=3)
    await scene.asks(BOB, seating.sit_out())
    buttons = []
    for _hand in range(3):
        await deals(scene, ANN, MIA)
        await scene.plays_hand(ANN, MIA)
        played = (await scene.table()).played
        assert played is not None
        buttons.append(played.row.button)
    assert buttons == [1, 3, 1]


async def test_r1_4_of_five_who_sit_down_the_button_plays_when_another_sits_out(scene: Scene):
    there = PEOPLE[:5]
    await scene.opens(*there, preset="german", variant="classic", seats=5)
    await scene.asks(there[4], seating.sit_out())
    await deals(scene, *there[:4])
    assert await out_of_hand(scene) == ["Kim"]


@pytest.mark.parametrize("misses", [True, False])
async def test_r7_7_a_hand_dealt_without_its_owner_forfeits_a_fantasyland(
    scene: Scene, misses: bool
):
    await scene.opens(ANN, BOB, MIA, variant="pineapple", seats=3)
    give = lambda db: seats.set_fantasyland(db, 1, 3, 14)  # noqa: E731
    await scene.desk.services.database.write(give)
    assert "You lose your Fantasyland unless" in await scene.asks(MIA, seating.sit_out())
    if misses:
        await deals(scene, ANN, BOB)
        await scene.plays_hand(ANN, BOB)
    await scene.asks(MIA, seating.back())
    await deals(scene, ANN, BOB, MIA)
    assert ("Fantasyland, place 13 cards" in scene.told(MIA)) is not misses


async def test_a_newcomer_of_this_hand_can_sit_out_the_next(scene: Scene):
    await scene.deals(ANN, BOB, seats=3)
    await scene.asks(MIA, seating.join())
    await scene.asks(MIA, seating.sit_out())
    assert scene.has(MIA, ComeBack)
    await scene.plays_hand(ANN, BOB)
    await deals(scene, ANN, BOB)
    assert await out_of_hand(scene) == ["Mia"]
