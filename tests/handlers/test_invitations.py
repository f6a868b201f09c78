"""Tables for invited people only: who may sit down, what a stranger is told, and for how long."""

import pytest

from bot.game.lobby import SEAT_KEPT, NewTable
from bot.handlers import new_tables, seating, table_challenges
from bot.handlers.serving import asked_by
from bot.screens.press import Press
from bot.screens.presses import (
    AcceptChallenge,
    ChooseComputer,
    DeclineChallenge,
    EndGame,
    Join,
    OpenSeat,
    PlayComputer,
    Rematch,
    Start,
)
from bot.screens.settings.menus import ChangeOptions, ChangeRules, ShowHouseRules
from bot.values.draft import Spot
from tests.desk.desk import Member
from tests.desk.scene import ANN, BOB, MAX, MIA, ZOE, Scene, words

REFUSED = "Only people Ann invites can sit down here: ask Ann, or open a table of your own"


async def opens(scene: Scene, seats: int = 4) -> None:
    """Ann opens a table for people whom she invites."""
    await scene.asks(ANN, new_tables.new(NewTable(variant="chinese", seats=seats)))
    assert "Only people the host invites" in await scene.sends(ANN, ShowHouseRules(Spot(1)))
    await scene.sends(ANN, ChangeRules(Spot(1), "who"), "yes")


async def invites(scene: Scene, member: Member, by: Member = ANN) -> str:
    """Somebody challenges somebody to a table, which is how a host invites."""
    return await scene.asks(by, table_challenges.challenge(member.person, NewTable()))


async def test_a_stranger_is_told_whom_to_ask_and_whoever_is_invited_sits_down(scene: Scene):
    await opens(scene)
    assert "-# Only people the host invites can sit down." in scene.public()
    assert REFUSED in await scene.presses(BOB, Join)
    await invites(scene, BOB)
    assert f"<@{BOB.user_id}>, Ann challenges you" in scene.public()
    assert "A seat is kept for Bob until" in scene.public_first()
    assert REFUSED in await scene.presses(ZOE, Join), "two seats are free for nobody"
    await scene.presses(BOB, AcceptChallenge)
    await invites(scene, MIA)
    assert "You have seat 3." in await scene.asks(MIA, seating.join())
    assert await scene.seated() == ["Ann", "Bob", "Mia"]
    assert REFUSED in await scene.asks(ZOE, seating.join())


async def test_strangers_do_not_wait_for_a_seat_either(scene: Scene):
    await opens(scene, seats=2)
    await invites(scene, BOB)
    await scene.asks(BOB, seating.join())
    assert REFUSED in await scene.asks(ZOE, seating.join())
    assert (await scene.table()).waiting == ()


async def test_whoever_waited_for_a_seat_is_told_that_they_are_not_invited(scene: Scene):
    await scene.opens(ANN, BOB)
    await scene.presses(MIA, Join)
    await scene.presses(ZOE, Join)
    await scene.sends(ANN, ChangeRules(Spot(1), "variant"), "classic")
    assert len((await scene.table()).waiting) == 2
    told = await scene.sends(ANN, ChangeRules(Spot(1), "who"), "yes")
    assert "Only people the host invites" in told, "the menu, as it is now"
    assert scene.public() == (
        "Mia is no longer on the waiting list.\nZoe is no longer on the waiting list."
    )
    await scene.asks(BOB, seating.leave())
    assert await scene.seated() == ["Ann"]
    await invites(scene, ZOE)
    await scene.presses(ZOE, AcceptChallenge)
    assert await scene.seated() == ["Ann", "Zoe"]


async def test_only_the_host_invites(scene: Scene):
    await opens(scene)
    assert "This channel already has a table." in await invites(scene, MIA, by=BOB)
    assert "This channel already has a table." in await invites(scene, MIA, by=MAX)
    assert (await scene.table()).invited == {}


async def test_no_more_are_invited_than_there_are_seats(scene: Scene):
    await opens(scene, seats=2)
    await invites(scene, BOB)
    assert "No seat is free for Mia." in await invites(scene, MIA)
    await scene.asks(BOB, seating.join())
    assert "Bob has a seat already." in await invites(scene, BOB)


async def test_an_invitation_ends_by_itself_or_when_it_is_declined(scene: Scene):
    await opens(scene)
    await invites(scene, BOB)
    await scene.presses(BOB, DeclineChallenge)
    assert REFUSED in await scene.asks(BOB, seating.join())
    await invites(scene, MIA)
    await scene.desk.let_pass(SEAT_KEPT)
    assert "kept for" not in scene.public_first()
    assert REFUSED in await scene.asks(MIA, seating.join())
    await scene.sends(ANN, ChangeRules(Spot(1), "who"), "no")
    assert "You have seat 2." in await scene.asks(MIA, seating.join())


async def test_whoever_played_is_invited_to_the_rematch(scene: Scene):
    await opens(scene)
    await invites(scene, BOB)
    await scene.asks(BOB, seating.join())
    await scene.presses(ANN, Start)
    await scene.plays_hand(ANN, BOB)
    end: Press = EndGame(Spot(1))
    await scene.sends(MAX, end)
    await scene.presses(ANN, Rematch)
    assert REFUSED in await scene.asks(ZOE, seating.join())
    assert "You have seat 2." in await scene.asks(BOB, seating.join())


async def test_a_seat_beside_those_that_are_kept_is_anybodys(scene: Scene):
    await scene.asks(ANN, new_tables.new(NewTable(seats=3)))
    await invites(scene, BOB)
    assert "You have seat 2." in await scene.asks(MIA, seating.join())
    assert "kept for Bob" in await scene.asks(ZOE, seating.join())


async def test_whoever_is_invited_once_more_has_the_seat_for_longer(scene: Scene):
    await opens(scene)
    await invites(scene, BOB)
    before = scene.public_first()
    await scene.desk.let_pass(600)
    await invites(scene, BOB)
    assert "A seat is kept for Bob until" in scene.public_first()
    assert scene.public_first() != before


OPTIONS = {"seats": "2", "stake": "1", "clock": "", "length": "", "limit": ""}


@pytest.mark.parametrize(
    ("press", "entry", "lost"),
    [
        (ChangeOptions(Spot(1)), "", [BOB]),
        (ChooseComputer(Spot(1)), "add.steady", [BOB]),
        (PlayComputer(Spot(1)), "", [BOB]),
        (OpenSeat(Spot(1)), "", [BOB, MIA]),
    ],
    ids=lambda case: type(case).__name__,
)
async def test_whoever_loses_a_kept_seat_is_called(
    scene: Scene, press: Press, entry: str, lost: list[Member]
):
    await scene.asks(ANN, new_tables.new(NewTable(variant="chinese", seats=3)))
    for member in (BOB, MIA):
        await invites(scene, member)
    before = len(scene.posted())
    await scene.desk.ask(ANN, asked_by(str(press)), entry=entry, entries=OPTIONS)
    (called,) = (
        each.screen for each in scene.posted()[before:] if "any more" in words(each.screen)
    )
    mentions = ", ".join(f"<@{member.user_id}>" for member in lost)
    said = f"No seat is kept for {mentions} here any more. If one is free, Join takes it."
    assert words(called) == said
    assert called.pings == tuple(member.user_id for member in lost)


async def test_nobody_is_called_who_sits_down_or_declines(scene: Scene):
    await scene.asks(ANN, new_tables.new(NewTable(variant="chinese", seats=3)))
    for member, press in ((BOB, AcceptChallenge), (MIA, DeclineChallenge)):
        await invites(scene, member)
        await scene.presses(member, press)
    await scene.sends(ANN, ChooseComputer(Spot(1)), "add.steady")
    assert "any more" not in scene.public(9)
