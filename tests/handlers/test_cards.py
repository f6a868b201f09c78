"""One's own cards: who sees them, taps, the second press, giving up."""

import re

from bot.handlers import own_cards, seating, waiting_cards
from bot.screens.presses import (
    AcceptWarning,
    Confirm,
    Put,
    Ready,
    SortCards,
    Surrender,
    SurrenderNow,
    Undo,
)
from bot.screens.settings.menus import ChangeOwn
from bot.values.draft import Spot
from tests.desk.scene import ANN, BOB, MIA, ZOE, Scene, words


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
    laid_out = await scene.screen(ANN, waiting_cards.place("bbbbbmmmmmfff"))
    confirm = scene.sure(laid_out, Confirm)
    await scene.again(ANN, confirm)
    assert sorted(await streets(scene)) == [0, 1]
    await scene.again(ANN, confirm)
    assert sorted(await streets(scene)) == [0, 1]


async def test_nobody_presses_for_somebody_else(scene: Scene):
    await scene.deals(ANN, BOB)
    laid_out = await scene.screen(ANN, waiting_cards.place("bbbbbmmmmmfff"))
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
    told = await scene.asks(ANN, waiting_cards.place("bbbbbmmmmmfff!"))
    assert told == "You're done with this hand. It's waiting for Bob."


async def test_whoever_is_not_in_the_hand_is_sent_to_a_seat_unless_they_have_one(scene: Scene):
    await scene.deals(ANN, BOB, seats=3)
    place = waiting_cards.place("bbbbbmmmmmfff!")
    assert await scene.asks(MIA, place) == (
        "You aren't in this hand. Sit down with /ofc join for the next one."
    )
    for newcomer in (MIA, ZOE):
        await scene.asks(newcomer, seating.join())
        assert await scene.asks(newcomer, place) == "You aren't in this hand."


async def test_what_cannot_be_placed_is_told_and_changes_nothing(scene: Scene):
    await scene.deals(ANN, BOB)
    before = (await scene.table()).played
    assert await scene.asks(ANN, waiting_cards.place("fffffmmmmmbbb!"))
    assert (await scene.table()).played == before


async def test_giving_up_is_asked_about_with_its_price_and_books_it(scene: Scene):
    await scene.deals(ANN, BOB, variant="classic", changes="surrender=2")
    asked = await scene.desk.press(BOB, scene.button(BOB, Surrender))
    assert asked is not None
    assert "costs you 2 points" in words(asked)
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
    assert await scene.sends(MIA, Ready(Spot(1, 2))) != ""


async def test_cards_of_a_whole_board_are_sorted_by_one_tap_from_then_on(scene: Scene):
    await scene.deals(ANN, BOB)
    by_rank = numbered(scene.told(ANN))
    await scene.presses(ANN, Put)
    laid_out = board_of(scene.told(ANN))
    await scene.presses(ANN, SortCards)
    sorted_once = scene.told(ANN)
    by_suit = numbered(sorted_once)
    assert sorted(by_suit) == sorted(by_rank) != by_suit
    suits = [card.split()[-1] for card in by_suit]
    assert suits == sorted(suits, key=["spades", "hearts", "diamonds", "clubs"].index)
    assert board_of(sorted_once) == laid_out, "what is laid out stays"
    await scene.presses(ANN, Undo)
    assert numbered(scene.told(ANN)) == by_suit
    await scene.plays_hand(ANN, BOB)
    await scene.presses(ANN, Ready)
    await scene.presses(BOB, Ready)
    suits = [card.split()[-1] for card in numbered(scene.told(ANN))]
    assert suits == sorted(suits, key=["spades", "hearts", "diamonds", "clubs"].index)
    assert "[Sort by suit]" in scene.told(BOB)
    await scene.presses(ANN, SortCards)
    assert "[Sort by suit]" in scene.told(ANN)


async def test_a_card_that_was_on_a_button_before_is_the_same_after_sorting(scene: Scene):
    await scene.deals(ANN, BOB)
    lowest = numbered(scene.told(ANN))[-1]
    await scene.presses(ANN, SortCards)
    assert numbered(scene.told(ANN))[-1] != lowest
    shown = await scene.sends(ANN, Put(Spot(1, 1, 0), 12, "f"))
    rank, suit = lowest.split()[0], lowest.split()[-1][0]
    assert board_of(shown)[0] == f"F {rank}{suit} -- --"


async def test_another_setting_keeps_the_order(scene: Scene):
    await scene.deals(ANN, BOB)
    await scene.presses(ANN, SortCards)
    await scene.sends(ANN, ChangeOwn(Spot(1), "deck"), entry="four")
    assert "[Sort by rank]" in await scene.asks(ANN, own_cards.show())


def numbered(told: str) -> list[str]:
    """The cards to place, in the order of their numbers."""
    (cards,) = re.findall(r"Your cards: (.*?)\. Your board", told)
    return [card.partition(": ")[2] for card in cards.split(", ")]


def board_of(told: str) -> list[str]:
    """The rows as they are laid out."""
    return [line for line in told.splitlines() if re.match(r"[FMB] (..|--) ", line)]
