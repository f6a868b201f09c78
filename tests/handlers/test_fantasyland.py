"""R7 at a table, and what a draft is worth: in the scripted game of the demo."""

import pytest

from bot.handlers import seating, showing, waiting_cards
from bot.screens.presses import AcceptWarning, Start
from sandbox.script import HANDS
from tests.desk.scene import ANN, BOB, MIA, Scene, words
from tests.handlers.scripted import (
    begins,
    deals_next,
    fantasyland,
    is_asked,
    lays_out,
    places,
    plays,
    scene,
)

__all__ = ["scene"]


async def to_fantasyland(scene: Scene, changes: str = "") -> None:
    """Play the first hand, and deal the second, in which Ann has fourteen cards."""
    await begins(scene, changes)
    await plays(scene, HANDS[0])
    await deals_next(scene)


def shows(scene: Scene) -> str:
    """What the boards of the two latest messages in the channel show."""
    return scene.public(2)


async def test_r7_1_kings_in_front_lead_to_fourteen_cards_and_a_foul_to_nothing(scene: Scene):
    await begins(scene)
    await plays(scene, HANDS[0])
    lines = scene.public().splitlines()
    assert next(line for line in lines if "**Ann" in line).endswith("⭐ Fantasyland next, 14 cards")
    assert any("**Bob −34**" in line and "foul: Middle below Front" in line for line in lines)
    assert "Fantasyland" not in next(line for line in lines if "**Bob" in line)


async def test_r7_3_at_end_it_is_set_at_any_time_and_shown_when_all_are_done(scene: Scene):
    await to_fantasyland(scene)
    await places(scene, ANN, fantasyland(HANDS[1]))
    assert "14 hidden cards" in shows(scene), "set at once, but face down"
    await plays(scene, HANDS[1], but="Ann")
    assert "front 7h 7d 3c (Pair of sevens" in scene.public()


async def test_r7_3_at_end_who_has_not_set_when_the_others_are_done_is_called(scene: Scene):
    await to_fantasyland(scene)
    asked_first = scene.posted(ANN.dm)[-1].id
    await plays(scene, HANDS[1], but="Ann")
    assert "14 hidden cards" in shows(scene)
    assert "<@100>" in shows(scene), "now everybody waits for Ann"
    assert scene.posted(ANN.dm)[-1].id != asked_first, "a new message, because it notifies"
    await places(scene, ANN, fantasyland(HANDS[1]))
    assert "## Hand 2" in scene.public()
    assert (await scene.table()).running is None


async def test_r7_3_on_turn_it_is_laid_open_when_the_turn_comes(scene: Scene):
    await to_fantasyland(scene, "reveal=on_turn")
    assert not await is_asked(scene, ANN), "not before Ann's turn"
    await plays(scene, HANDS[1], but="Ann", streets=1)
    await places(scene, ANN, fantasyland(HANDS[1]))
    assert "front 7 of hearts, 7 of diamonds, 3 of clubs" in shows(scene), "open for all at once"


@pytest.mark.parametrize(("changes", "rests"), [("", True), ("button_in_fantasyland=moves", False)])
async def test_r7_6_the_button_rests_while_anybody_is_there_unless_the_rules_let_it_move(
    scene: Scene, changes: str, rests: bool
):
    await begins(scene, changes)
    first = (await scene.table()).row.button
    await plays(scene, HANDS[0])
    await deals_next(scene)
    assert ((await scene.table()).row.button == first) is rests


async def test_r7_7_leaving_forfeits_a_fantasyland_that_was_earned(scene: Scene):
    await begins(scene)
    await plays(scene, HANDS[0])
    await scene.asks(ANN, seating.leave())
    await scene.asks(ANN, seating.join())
    await deals_next(scene)
    running = (await scene.table()).running
    assert running is not None
    assert [seat.fantasyland for seat in running.hand.seats] == [0, 0, 0]


async def test_the_rules_say_who_here_gets_how_many_cards(scene: Scene):
    await scene.opens(ANN, BOB, MIA, variant="pineapple", seats=3)
    assert "- Cards in Fantasyland for Ann, Bob, Mia: 14." in await scene.asks(BOB, showing.rules())
    await scene.presses(ANN, Start)
    await plays(scene, HANDS[0])
    assert "- Ann gets 14 cards in the next hand." in await scene.asks(BOB, showing.rules())
    await scene.asks(ANN, seating.sit_out())
    loses = "- Ann loses theirs, unless they're back before the next hand."
    assert loses in await scene.asks(BOB, showing.rules())
    await scene.asks(ANN, seating.back())
    await deals_next(scene)
    there = "- Ann is there now, and gets 14 cards if they stay."
    assert there in await scene.asks(BOB, showing.rules())


# --- what a draft is worth --------------------------------------------------------------------


async def test_it_is_told_what_the_rows_make(scene: Scene):
    await begins(scene)
    text = await lays_out(scene, BOB, HANDS[0].streets["Bob"][0])
    assert "King high · Six high · Nine high" in text.splitlines()


async def test_sure_royalties_and_fantasyland_are_told_before_the_board_is_full(scene: Scene):
    await begins(scene)
    await plays(scene, HANDS[0], streets=1)
    for member in (BOB, MIA):
        await places(scene, member, HANDS[0].streets[member.name][1])
    text = await lays_out(scene, ANN, HANDS[0].streets["Ann"][1])
    line = next(line for line in text.splitlines() if line.startswith("Pair of kings"))
    assert line == "Pair of kings **+8** · Trips **+2** · Ace high · ⭐ Fantasyland, if no foul"


async def test_a_full_board_is_told_as_it_will_score(scene: Scene):
    await begins(scene)
    await plays(scene, HANDS[0], streets=4)
    lines = (await lays_out(scene, BOB, HANDS[0].streets["Bob"][4])).splitlines()
    assert "Pair of jacks · Queen high · Two pair" in lines, "a foul has no royalties"
    foul = "⚠ **Foul: Middle below Front.** You pay everyone with a valid board 6 points plus"
    assert f"{foul} their royalties." in lines
    for member in (BOB, MIA):
        await places(scene, member, HANDS[0].streets[member.name][4])
    lines = (await lays_out(scene, ANN, HANDS[0].streets["Ann"][4])).splitlines()
    worth = "Pair of kings **+8** · Trips **+2** · Full house **+6** · ⭐ Fantasyland with 14 cards"
    assert worth in lines


async def test_the_house_rules_say_what_a_row_and_a_foul_are_worth(scene: Scene):
    await begins(scene, "royalties=none scoring=2-4 fantasyland=none")
    await plays(scene, HANDS[0], streets=4)
    told = await lays_out(scene, BOB, HANDS[0].streets["Bob"][4])
    assert "You pay everyone with a valid board 4 points" in told
    for member in (BOB, MIA):
        await places(scene, member, HANDS[0].streets[member.name][4])
    told = await lays_out(scene, ANN, HANDS[0].streets["Ann"][4])
    assert "Pair of kings · Trips · Full house" in told.splitlines()


async def test_r5_1_a_certain_foul_is_named_on_its_button_and_takes_one_more_press(scene: Scene):
    await begins(scene)
    await plays(scene, HANDS[0], streets=4)
    entry = waiting_cards.place(HANDS[0].streets["Bob"][4].text)
    laid_out = await scene.screen(BOB, entry)
    assert "[⚠ Foul: Middle below Front]" in words(laid_out)
    accept = scene.sure(laid_out, AcceptWarning)
    await scene.again(BOB, accept)
    assert "[⚠ Foul anyway: F Jh · M 9d · × 5d]" in words(accept.message.screen)
    assert (await scene.table()).running is not None


async def test_the_button_that_confirms_a_fantasyland_names_its_hands(scene: Scene):
    await to_fantasyland(scene)
    told = await lays_out(scene, ANN, fantasyland(HANDS[1]))
    assert "[✓ Pair of sevens · Pair of kings · Full house]" in told
