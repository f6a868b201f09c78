"""One's own cards: who sees them, taps, the second press, giving up."""

from bot.handlers import own_cards, seating, typed_placements
from bot.screens.presses import AcceptWarning, Confirm, Put, Ready, Surrender, SurrenderNow, Undo
from tests.desk.scene import ANN, BOB, MIA, Scene


async def test_cards_are_shown_to_their_owner_alone(scene: Scene):
    await scene.deals(ANN, BOB)
    assert "Your cards: 1: " in await scene.asks(ANN, own_cards.show())
    assert "You don't have a seat at this table" in await scene.asks(MIA, own_cards.show())
    assert "Your cards" not in scene.public(9)


async def test_a_confirm_that_is_asked_about_is_asked_again_after_a_tap(scene: Scene):
    """Cards that nobody has moved are placed by a second press, unless something came between."""
    await scene.deals(ANN, BOB, variant="classic")
    await scene.presses(BOB, Put)
    await scene.presses(BOB, Undo)
    await scene.presses(BOB, AcceptWarning)
    armed = scene.button(BOB, Confirm)
    await scene.presses(BOB, Put)
    await scene.presses(BOB, Undo)
    assert scene.has(BOB, AcceptWarning), "it is asked about again"
    await scene.again(BOB, armed)
    assert await streets(scene) == [0, 0]


async def test_a_second_press_on_confirm_changes_nothing(scene: Scene):
    await scene.deals(ANN, BOB)
    laid_out = await scene.screen(ANN, typed_placements.place("bbbbbmmmmmfff"))
    confirm = scene.sure(laid_out, Confirm)
    await scene.again(ANN, confirm)
    assert sorted(await streets(scene)) == [0, 1]
    await scene.again(ANN, confirm)
    assert sorted(await streets(scene)) == [0, 1]


async def test_nobody_presses_for_somebody_else(scene: Scene):
    await scene.deals(ANN, BOB)
    laid_out = await scene.screen(ANN, typed_placements.place("bbbbbmmmmmfff"))
    confirm = scene.sure(laid_out, Confirm)
    await scene.again(BOB, confirm)
    assert "aren't in this hand" in await scene.again(MIA, confirm)
    assert await streets(scene) == [0, 0]


async def streets(scene: Scene) -> list[int]:
    """How many streets each has placed."""
    running = (await scene.table()).running
    assert running is not None
    return list(running.hand.streets_played)


async def test_whoever_has_placed_is_told_for_whom_the_hand_waits(scene: Scene):
    await scene.deals(ANN, BOB)
    assert await scene.places(ANN) == "Placed."
    told = await scene.asks(ANN, typed_placements.place("bbbbbmmmmmfff!"))
    assert told == "You're done with this hand. It's waiting for Bob."


async def test_what_cannot_be_placed_is_told_and_changes_nothing(scene: Scene):
    await scene.deals(ANN, BOB)
    before = (await scene.table()).played
    assert await scene.asks(ANN, typed_placements.place("fffffmmmmmbbb!"))
    assert (await scene.table()).played == before


async def test_giving_up_is_asked_about_with_its_price_and_books_it(scene: Scene):
    await scene.deals(ANN, BOB, variant="classic", changes="surrender=2")
    asked = await scene.desk.press(BOB, scene.button(BOB, Surrender))
    assert asked is not None
    sure = scene.sure(asked, SurrenderNow)
    assert (await scene.table()).running is not None, "so far it is only asked"
    await scene.again(BOB, sure)
    assert "**Bob −2** (total −2) · gave up" in scene.public()
    assert (await scene.table()).totals == {1: 2, 2: -2}


async def test_a_question_about_an_earlier_hand_gives_up_no_later_one(scene: Scene):
    await scene.deals(ANN, BOB, variant="classic", changes="surrender=2")
    asked = await scene.desk.press(BOB, scene.button(BOB, Surrender))
    assert asked is not None
    sure = scene.sure(asked, SurrenderNow)
    await scene.plays_hand(ANN, BOB)
    await scene.presses(ANN, Ready)
    await scene.presses(BOB, Ready)
    await scene.again(BOB, sure)
    assert (await scene.table()).running is not None
    await scene.again(ANN, sure)
    assert (await scene.table()).running is not None


async def test_ready_in_ones_own_message_says_for_whom_it_waits(scene: Scene):
    await scene.deals(ANN, BOB)
    await scene.plays_hand(ANN, BOB)
    assert (await scene.presses(ANN, Ready)).startswith("You're ready. Waiting for Bob.")
    assert "Ready: Ann · waiting for Bob" in scene.public()
    assert await scene.presses(BOB, Ready) == ""
    assert "## Hand 2" in scene.public()
    assert await scene.asks(MIA, seating.deal()) != ""
