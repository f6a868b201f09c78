"""What is agreed on about hands: played with real cards, void, counted again, all cards shown."""

import re
from dataclasses import replace
from typing import Final

import pytest

from bot.handlers import ending, own_data, proposing, seating, thread_handlers
from bot.handlers.own_data import AskToForget, ForgetMe
from bot.handlers.proposing import WrittenHand
from bot.handlers.serving import HandlerCall
from bot.screens.decision_screens import Agree, CorrectNow, Decline, Propose
from bot.screens.ledger.pages import LedgerView, Query, ShowPage
from bot.screens.presses import Ready, ShowAllCards, Start
from bot.store import guilds
from bot.values.draft import Spot
from bot.values.options import TableOptions
from tests.desk.desk import GUILD, Member
from tests.desk.scene import ANN, BOB, MAX, MIA, ZOE, Scene, words

WON: Final = "AhAdKc / 2c2d3h3s4c / 5c6c7c8c9c"
LOST: Final = "KhQdJc / 4d4h6s7d8h / 9d9hTcTd2h"
FOUL: Final = "KhKdKs / 4d4h6s7d8h / 9d9hTcJd2h"
STANDING: Final = ShowPage(Query(LedgerView.STANDING))


def real_cards(
    *boards: str, stake: int = 1, rules: str = "", people: tuple[Member, ...] = (ANN, BOB)
) -> HandlerCall:
    persons = tuple(member.person for member in people)
    return proposing.record(WrittenHand(f"{rules} stake={stake}", None, persons, boards))


async def points(scene: Scene) -> list[str]:
    """The lines of the standing with people in them."""
    told = await scene.sends(ANN, STANDING)
    return [line for line in told.splitlines() if "Ann" in line or "Bob" in line]


async def test_a_hand_with_real_cards_is_booked_once_both_agree(scene: Scene):
    await scene.asks(ANN, real_cards(WON, LOST, stake=2))
    assert "Ann wants to record a hand played with real cards:" in scene.public()
    assert "Waiting for <@101>." in scene.public()
    assert "foul" not in scene.public()
    assert not await points(scene)
    await scene.presses(BOB, Agree)
    assert "Recorded as hand #1." in scene.public()
    assert "Rules: standard, stake 2" in scene.public()
    first, second = await points(scene)
    assert "Ann" in first
    assert "Bob" in second
    won = int(first.split("**+")[1].split("**")[0])
    assert won > 0
    assert won % 2 == 0, "the stake"
    assert f"**−{won}**" in second


async def test_r13_2_a_hand_with_a_joker_of_real_cards_counts_as_what_it_was_read_as(scene: Scene):
    with_joker = WON.replace("Ad", "X1")
    told = await scene.asks(ANN, real_cards(with_joker, LOST))
    assert "X1 isn't in the deck of this game." in told
    won: list[str] = []
    for boards, rules in ((WON, ""), (with_joker, "standard jokers=1")):
        await scene.asks(ANN, real_cards(boards, LOST, rules=rules))
        await scene.presses(BOB, Agree)
        won += re.findall(r"Ann.*\*\*\+(\d+)\*\*", scene.public())
    assert "Rules: standard jokers=1, stake 1" in scene.public()
    assert won[0] == won[1]


@pytest.mark.parametrize(
    ("usual", "rules", "told"),
    [
        ("german", "", "german, stake 1"),
        ("german", "scoring=1", "german scoring=1, stake 1"),
        ("german", "czech", "czech, "),
        # Another game takes what goes with it.
        ("standard jokers=1", "variant=chinese", "standard variant=chinese, stake 1"),
    ],
)
async def test_without_rules_it_was_played_by_those_of_the_server(
    scene: Scene, usual: str, rules: str, told: str
):
    await scene.desk.services.database.write(
        lambda db: guilds.put(db, replace(guilds.get(db, GUILD), rules=usual))
    )
    await scene.asks(ANN, real_cards(WON, LOST, rules=rules))
    await scene.presses(BOB, Agree)
    assert f"Rules: {told}" in scene.public()


async def test_a_foul_is_named_with_the_points_it_costs(scene: Scene):
    await scene.asks(ANN, real_cards(WON, FOUL))
    fouls = [line for line in scene.public().splitlines() if line.endswith(" · foul")]
    assert [line.split()[0] for line in fouls] == ["Bob"]


@pytest.mark.parametrize("other", [MIA, ZOE])
async def test_whoever_did_not_play_has_no_say_in_it(scene: Scene, other: Member):
    await scene.asks(ANN, real_cards(WON, LOST))
    only = "Only the players in this hand can decide this."
    for press in (Agree, Decline):
        assert await scene.presses(other, press) == only


async def test_the_same_boards_are_asked_about_first(scene: Scene):
    await scene.asks(ANN, real_cards(WON, LOST))
    await scene.presses(BOB, Agree)
    again = await scene.screen(BOB, real_cards(LOST, WON, people=(BOB, ANN)))
    sure = scene.sure(again, Propose)
    assert "Hand #1 has the same boards. Record it again?" in str(again.components)
    assert "already been decided" in await scene.again(ANN, sure), "Bob was asked"
    await scene.again(BOB, sure)
    assert "Hand #1 has the same boards." in scene.public()
    await scene.presses(ANN, Agree)
    assert "Recorded as hand #2." in scene.public()


async def test_other_boards_other_people_and_void_hands_are_none_of_those(scene: Scene):
    await scene.asks(ANN, real_cards(WON, LOST))
    await scene.presses(BOB, Agree)
    for twins in (
        real_cards(WON.replace("Kc", "Ks"), LOST),
        real_cards(WON, LOST, people=(MIA, ZOE)),
    ):
        assert not await scene.asks(MIA, twins), "nobody is asked first"
    await scene.asks(ANN, proposing.void(1, "misdeal"))
    await scene.presses(BOB, Agree)
    assert not await scene.asks(ANN, real_cards(WON, LOST))


@pytest.mark.parametrize(
    ("boards", "stake", "told"),
    [
        ((WON, LOST), 0, "The stake is a multiplier from 1 to 1000."),
        ((WON, LOST), 1001, "The stake is a multiplier from 1 to 1000."),
        ((WON, WON), 1, "Ah appears more than once."),
    ],
)
async def test_what_nobody_can_have_played_is_not_put_to_anybody(
    scene: Scene, boards: tuple[str, ...], stake: int, told: str
):
    assert told in await scene.asks(ANN, real_cards(*boards, stake=stake))
    assert not scene.posted()


@pytest.mark.parametrize("stake", [1, 1000])
async def test_the_stake_is_anything_between(scene: Scene, stake: int):
    await scene.asks(ANN, real_cards(WON, LOST, stake=stake))
    assert f"stake {stake}" in scene.public()


async def test_nobody_has_two_boards(scene: Scene):
    told = await scene.asks(ANN, real_cards(WON, LOST, people=(ANN, ANN)))
    assert told == "Each player has one board."


# --- void, and counted again -----------------------------------------------------------------


async def test_of_two_proposals_that_want_the_same_the_second_comes_too_late(scene: Scene):
    await scene.deals(ANN, BOB)
    await scene.plays_hand(ANN, BOB)
    await scene.asks(ANN, proposing.void(1, "misdeal"))
    first = scene.button(BOB, Agree)
    await scene.asks(ANN, proposing.void(1, "a card fell"))
    await scene.presses(BOB, Agree)
    await scene.again(BOB, first)
    assert words(first.message.screen) == "Hand #1 is already void.", "and it waits for nobody"
    assert "a card fell" in await scene.sends(ANN, ShowPage(Query(LedgerView.HISTORY)))
    asked = [await scene.screen(ANN, proposing.void(1, "no")) for _ in range(2)]
    for each in asked:
        await scene.again(ANN, scene.sure(each, Propose))
    second = scene.button(BOB, Agree)
    first = scene.sure(scene.posted()[-2].screen, Agree)
    await scene.again(BOB, first)
    await scene.again(BOB, second)
    assert words(second.message.screen) == "Hand #1 counts already."


async def test_a_manager_has_it_count_again_after_they_were_asked(scene: Scene):
    await scene.deals(ANN, BOB)
    await scene.plays_hand(ANN, BOB)
    totals = (await scene.table()).totals
    for question, label in (
        ("Hand #1 will no longer count.", "Make it void"),
        ("Hand #1 is already void. Have it count again?", "Count it again"),
    ):
        asked = await scene.screen(MAX, proposing.void(1, "misdeal"))
        assert question in str(asked.components)
        assert label in str(asked.components)
        await scene.again(MAX, scene.sure(asked, CorrectNow))
    assert (await scene.table()).totals == totals
    assert "Hand #1 counts again, and so do its points." in scene.public()


async def test_a_hand_of_a_tournament_stays_as_it_is(scene: Scene):
    await scene.deals(ANN, BOB, seats=3, options=TableOptions(stack=200))
    await scene.plays_hand(ANN, BOB)
    for member in (ANN, MAX):
        told = await scene.asks(member, proposing.void(1, "misdeal"))
        assert told.startswith("Hand #1 was played in a tournament")


async def test_nobody_decides_alone_once_the_others_are_forgotten(scene: Scene):
    await scene.deals(ANN, BOB)
    await scene.plays_hand(ANN, BOB)
    await scene.asks(ANN, proposing.void(1, "misdeal"))
    agree = scene.button(ANN, Agree)
    await scene.asks(ANN, ending.stop())
    await scene.presses_sure(BOB, own_data.forget(AskToForget()), ForgetMe)
    alone = "There's nobody else left to agree to this. Somebody with Manage Server can do it."
    await scene.again(ANN, agree)
    assert words(agree.message.screen) == alone, "and it waits for nobody"
    assert await scene.asks(ANN, proposing.void(1, "misdeal")) == alone
    asked = await scene.screen(MAX, proposing.void(1, "misdeal"))
    assert await scene.again(MAX, scene.sure(asked, CorrectNow)) == "Done."


async def test_a_hand_with_real_cards_of_whose_players_one_is_left_is_nobodys_to_record(
    scene: Scene,
):
    """Not even a manager's, to whom nobody is sent."""
    await scene.asks(ZOE, real_cards(WON, LOST))
    agree = scene.button(ANN, Agree)
    await scene.presses_sure(BOB, own_data.forget(AskToForget()), ForgetMe)
    alone = "There's nobody else left to agree to this, so nothing comes of it."
    await scene.again(ANN, agree)
    assert scene.public() == alone, "and it waits for nobody"
    await scene.again(ANN, agree)
    assert scene.public() == "This is over, and nothing has changed."


# --- all cards for spectators ----------------------------------------------------------------


async def test_all_cards_are_shown_from_the_next_hand_on_once_all_agree(scene: Scene):
    await scene.deals(ANN, BOB)
    await scene.asks(ANN, thread_handlers.follow())
    await scene.sends(ANN, ShowAllCards(Spot(1), 1))
    assert "Ann asks to show followers all cards of a hand" in scene.public()
    only = "Only the players at this table can decide this."
    assert await scene.presses(MIA, Agree) == only
    await scene.presses(BOB, Agree)
    assert "Agreed: from hand 2 on, followers see all cards" in scene.public()
    assert await scene.sends(BOB, ShowAllCards(Spot(1), 1)) == (
        "All cards of finished hands are shown already."
    )
    assert "don't have a seat" in await scene.sends(MIA, ShowAllCards(Spot(1), 0))
    await scene.sends(BOB, ShowAllCards(Spot(1), 0))
    assert "Bob ended this: followers see open cards only." in scene.public()
    assert await scene.sends(ANN, ShowAllCards(Spot(1), 0)) == (
        "Only open cards are shown already."
    )


async def test_it_ends_when_others_sit_there(scene: Scene):
    await scene.opens(ANN, BOB, seats=3)
    await scene.asks(ANN, thread_handlers.follow())
    await scene.sends(ANN, ShowAllCards(Spot(1), 1))
    agree = scene.button(BOB, Agree)
    await scene.asks(MIA, seating.join())
    await scene.again(BOB, agree)
    assert "Others sit at this table now." in scene.public()
    await scene.sends(ANN, ShowAllCards(Spot(1), 1))
    for member in (BOB, MIA):
        await scene.presses(member, Agree)
    assert "Agreed: from hand 1 on" in scene.public()
    await scene.asks(MIA, seating.leave())
    assert await scene.sends(ANN, ShowAllCards(Spot(1), 0)) == (
        "Only open cards are shown already."
    )


async def test_who_plays_with_computers_alone_agrees_alone(scene: Scene):
    await scene.opens(ANN, computer="steady")
    await scene.asks(ANN, thread_handlers.follow())
    await scene.sends(ANN, ShowAllCards(Spot(1), 1))
    assert "Agreed: from hand 1 on" in scene.public()


async def test_a_hand_is_shown_with_all_cards_once_it_is_over(scene: Scene):
    await scene.opens(ANN, BOB)
    await scene.asks(ANN, thread_handlers.follow())
    thread = (await scene.table()).thread
    assert thread is not None
    assert thread.thread_id is not None
    await scene.sends(ANN, ShowAllCards(Spot(1), 1))
    await scene.presses(BOB, Agree)
    await scene.presses(ANN, Start)
    await scene.plays_hand(ANN, BOB)
    followed = "\n".join(str(each.screen.components) for each in scene.posted(thread.thread_id))
    assert "1." in followed
    await scene.presses(ANN, Ready)
    await scene.presses(BOB, Ready)
    assert len(scene.posted(thread.thread_id)) == 2
