"""How long a match lasts, what may be lost in it (R9.3), how it ends, and the next one."""

import pytest

from bot.game.lobby import NewTable
from bot.handlers import new_tables, seating
from bot.handlers.serving import asked_by
from bot.screens.presses import LeaveNow, Ready, Rematch, ShowMore, ShowRules, Start
from bot.screens.settings.menus import ChangeOwn
from bot.values.draft import Spot
from bot.values.options import Length, TableOptions, Unit
from tests.desk.desk import CHANNEL, Member
from tests.desk.scene import ANN, BOB, MIA, ZOE, Scene, words

HOUR = 3600


def lasting(unit: Unit, count: int, **options: int) -> TableOptions:
    return TableOptions(length=Length(unit, count), **options)


async def is_over(scene: Scene) -> bool:
    return (await scene.table()).state == "closed"


async def plays_next(scene: Scene, *members: Member) -> None:
    """All of them are ready, and play the hand."""
    for member in members:
        await scene.presses(member, Start, Ready)
        if (await scene.table()).running is not None:
            break
    await scene.plays_hand(*members)


async def rules(scene: Scene) -> str:
    return await scene.sends(ANN, ShowRules(Spot(1)))


@pytest.mark.parametrize(
    ("options", "lobby", "board", "end"),
    [
        (lasting(Unit.HANDS, 2), "2 hands", "hand 1 of 2", "All 2 hands have been played."),
        (lasting(Unit.ORBITS, 1), "orbit", "orbit 1 of 1", "The button has come round."),
        (
            lasting(Unit.TIME, 2 * HOUR),
            "2 hours from the first hand",
            "no new hand after <t:",
            "Time is up.",
        ),
    ],
    ids=["hands", "orbit", "time"],
)
async def test_a_match_says_how_long_it_lasts_how_far_it_is_and_why_it_is_over(
    scene: Scene, options: TableOptions, lobby: str, board: str, end: str
):
    await scene.opens(ANN, BOB, MIA, seats=3, options=options)
    assert lobby in scene.public()
    await scene.desk.let_pass(5 * HOUR)
    await scene.presses(ANN, Start)
    assert board in scene.public()
    await scene.plays_hand(ANN, BOB, MIA)
    assert not await is_over(scene), "time runs from the first hand, not from the lobby"
    await scene.presses(ANN, Ready)
    await scene.presses(BOB, Ready)
    await scene.presses(MIA, Ready)
    await scene.desk.let_pass(3 * HOUR)
    await scene.plays_hand(ANN, BOB, MIA)
    if options.length == Length(Unit.ORBITS, 1):
        await plays_next(scene, ANN, BOB, MIA)
    assert await is_over(scene)
    told = scene.public()
    assert told.splitlines()[0].strip() == "## The match is over"
    assert told.splitlines()[1].strip() == end
    points = sorted((await scene.table()).totals.values(), reverse=True)
    assert f"**{points[0]:+d}**" in told
    assert not any(scene.has(member, Ready, Start) for member in (ANN, BOB, MIA))


async def test_the_rules_tell_how_long_it_lasts_and_what_may_be_lost(scene: Scene):
    await scene.opens(ANN, BOB, options=lasting(Unit.ORBITS, 5, loss_limit=80))
    told = await rules(scene)
    assert "until the button has come round 5 times" in told
    assert "Nobody loses more than 80 points" in told


async def test_whoever_leaves_in_the_last_hand_ends_the_match_once(scene: Scene):
    await scene.deals(ANN, BOB, options=lasting(Unit.HANDS, 1))
    await scene.places(ANN)
    await scene.presses_sure(BOB, seating.leave(), LeaveNow)
    assert "The match was one hand long." in scene.public()
    assert (await scene.table()).row.ended_by == Unit.HANDS


# --- limits of losses -------------------------------------------------------------------------


async def plays_to_the_limit(scene: Scene) -> list[int]:
    """Hand after hand, at most eight; what everybody has in the end."""
    for _hand in range(8):
        await plays_next(scene, ANN, BOB)
        if await is_over(scene):
            return sorted((await scene.table()).totals.values())
    raise AssertionError("nobody wins")


async def test_r9_3_settlement_stops_at_the_limit_and_the_match_ends(scene: Scene):
    await scene.opens(ANN, BOB, options=TableOptions(stake=100, loss_limit=50))
    assert "nobody loses more than 50" in scene.public()
    assert await plays_to_the_limit(scene) == [-50, 50]
    assert "The loss limit of 50 points has been reached." in scene.public()
    assert "wins with **+50**" in scene.public()
    hand = (await scene.table()).next_number - 1
    assert "× 100 = **+50** (limit)" in await scene.sends(ANN, ShowMore(Spot(1, hand)))


async def test_r9_3_a_lower_limit_of_ones_own_holds_from_the_first_hand_on(scene: Scene):
    await scene.opens(ANN, BOB, options=TableOptions(stake=100, loss_limit=50))
    for member, limit in ((ANN, 30), (BOB, 20)):
        await scene.asks(member, seating.join(limit))
    assert "Ann at most 30 · Bob at most 20" in scene.public()
    assert "Bob loses at most 20 points" in await rules(scene)
    assert await plays_to_the_limit(scene) in ([-30, 30], [-20, 20])
    assert "Somebody has reached their loss limit." in scene.public()


async def test_r9_3_a_limit_of_ones_own_stays_with_whoever_leaves_and_comes_back(scene: Scene):
    await scene.opens(ANN, BOB, MIA, seats=3)
    await scene.asks(MIA, seating.join(90))
    await scene.asks(MIA, seating.leave())
    back = await scene.asks(MIA, seating.join(80))
    assert "You lose at most 80 points at this table" in back, "nothing has been played yet"
    await plays_next(scene, ANN, BOB, MIA)
    await scene.asks(MIA, seating.leave())
    assert "Mia" not in await rules(scene)
    back = await scene.asks(MIA, seating.join())
    assert "You have seat 3." in back
    assert "You lose at most 80 points at this table" in back
    assert "You've already played here." in await scene.asks(MIA, seating.join(10))
    assert "Mia loses at most 80 points" in await rules(scene)


# --- the rematch ------------------------------------------------------------------------------


async def ends_match(scene: Scene) -> None:
    await scene.deals(ANN, BOB, clock="10m", options=lasting(Unit.HANDS, 1, stake=3))
    await scene.plays_hand(ANN, BOB)
    assert await is_over(scene)


async def test_a_rematch_has_the_same_options_and_there_is_one(scene: Scene):
    await ends_match(scene)
    rematch = scene.button(BOB, Rematch)
    await scene.sends(BOB, ChangeOwn(Spot(0), "skin"), "day")
    before = [(message.id, message.edits) for message in scene.posted(BOB.dm)]
    await scene.again(BOB, rematch)
    assert (await scene.table(2)).options == (await scene.table(1)).options
    assert "Bob wants a rematch." in scene.public(2)
    assert "You already have a seat" in await scene.again(BOB, rematch)
    assert await scene.again(ANN, rematch) == "You have seat 2."
    after = [(message.id, message.edits) for message in scene.posted(BOB.dm)]
    assert after[: len(before)] == before, "those of the match before stay as they are"
    assert (await scene.table(2)).host.name == "Bob"
    assert "You don't have a seat" in await scene.sends(ZOE, Start(Spot(2)))


async def test_there_is_none_beside_another_table(scene: Scene):
    await ends_match(scene)
    rematch = scene.button(ANN, Rematch)
    await scene.asks(MIA, new_tables.new(NewTable()))
    assert "Another table is open in this channel" in await scene.again(ANN, rematch)
    assert len((await scene.table(2)).seats) == 1


async def test_it_is_where_the_match_was(scene: Scene):
    await ends_match(scene)
    asked = asked_by(scene.button(ANN, Rematch).custom_id)
    told = await scene.desk.ask(ANN, asked, channel=CHANNEL + 1)
    assert words(told) == "That table was in another channel."


async def test_computers_sit_down_again_by_themselves(scene: Scene):
    await scene.opens(ANN, computer="beginner", options=lasting(Unit.HANDS, 1))
    await scene.presses(ANN, Start)
    await scene.plays_hand(ANN)
    await scene.presses(ANN, Rematch)
    assert "1. Ann (host)" in scene.public()
    assert r"2. Dreamer \(bot\)" in scene.public()
