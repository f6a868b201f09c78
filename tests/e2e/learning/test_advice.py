"""Hints before a placement and reviews after a hand: for who asks, and nobody else."""

import re

import pytest

from bot.screens.press import parse
from bot.screens.presses import Confirm, LayOut
from discord_standin.people.person import Person
from discord_standin.people.replies import Reply
from discord_standin.people.shown import Shown
from ofc_engine.board import Board
from tests.e2e.computers import add, set_option
from tests.e2e.hints import ask_for_hint
from tests.e2e.house import Group, House
from tests.e2e.menus import menu_of
from tests.e2e.secrecy import cards_in

RISK = r"no risk of a foul|(low risk|risky|very risky): fouls \d+% of the time"
OFF = "Hints are off at this table. The host turns them on with /my settings."


@pytest.fixture
async def alone(alone: Group) -> Group:
    """Ann at a table with a computer player; it is Ann's turn."""
    await alone.sit_down()
    await add(alone, "steady")
    await alone.deal()
    return alone


async def hint(group: Group, who: int = 0) -> str:
    return (await ask_for_hint(group, group.people[who])).text


async def test_against_computers_alone_a_hint_shows_the_best_three(alone: Group, house: House):
    text = await hint(alone)
    assert text.startswith("### Hand 1: a hint, just for you")
    places = [line for line in text.splitlines() if re.match(r"\*\*[1-4]\.\*\*", line)]
    assert len(places) >= 3
    played = house.table(alone.channel).running
    assert played is not None
    own = next(seat for seat in played.hand.seats if seat.pending)
    assert all(cards_in(line) == set(own.pending) for line in places)
    facts = re.findall(r"expected points: [+−]?\d+\.\d · (.*) · Fantasyland (\d+)%", text)
    assert len(facts) >= 3
    assert all(re.fullmatch(RISK, risk) for risk, _ in facts), facts
    assert all(0 <= int(chance) <= 100 for _, chance in facts)
    assert text.splitlines()[-1].endswith(".")


async def test_who_asks_twice_is_told_the_same(alone: Group):
    assert await hint(alone) == await hint(alone)


async def test_a_hint_can_be_had_for_every_street_and_changes_nothing(alone: Group, house: House):
    while house.is_dealt(alone.channel):
        before = house.table(alone.channel)
        assert "expected points" in await hint(alone)
        assert house.table(alone.channel) == before
        await alone.act(alone.people[0])
    assert "No hand is being played" in await hint(alone)


async def test_among_people_hints_are_on_until_the_host_says_no(gather):
    group: Group = gather(2)
    await group.sit_down()
    await add(group, "master")
    await group.deal()
    answers = [await hint(group, 0), await hint(group, 1)]
    assert sorted("expected points" in text for text in answers) == [False, True]
    assert any(each.startswith("It isn't your turn yet: the hand is waiting") for each in answers)
    await set_option(group, "table.hints", "no")
    assert await hint(group, 0) == OFF
    assert await hint(group, 1) == OFF


async def test_the_lobby_says_that_there_are_no_hints(gather):
    group: Group = gather(1)
    await group.sit_down()
    await set_option(group, "table.hints", "no")
    assert " · no hints" in group.board(group.people[0]).text


async def test_who_watches_gets_no_hint(gather, alone: Group):
    alone.people.append(gather(2).people[1])
    assert "You aren't in this hand." in await hint(alone, 1)


async def test_r7_a_hint_for_a_fantasyland_is_the_solvers(gather, house: House):
    group: Group = gather(1)
    await group.sit_down()
    await add(group, "steady")
    with house.read() as db:
        db.execute("UPDATE seats SET fantasyland = 14 WHERE seat = 1")
    await group.deal()
    text = await hint(group)
    assert len(cards_in(text.splitlines()[1])) == 14
    assert "no risk of a foul" in text


# --- placing what a hint says ----------------------------------------------------------------


async def hinted(group: Group) -> Shown:
    return (await ask_for_hint(group, group.people[0])).message


def boards(group: Group) -> list[Board]:
    running = group.house.table(group.channel).running
    assert running is not None
    return [seat.board for seat in running.hand.seats]


async def test_a_hint_is_laid_out_and_then_confirmed(alone: Group):
    ann = alone.people[0]
    shown = await hinted(alone)
    before = boards(alone)
    offered = [b for b in shown.buttons if b.label == "Place this"]
    lines = [line for line in shown.text.splitlines() if re.match(r"\*\*\d\.\*\*", line)]
    assert len(offered) == len(lines)
    reply = await ann.press(shown, offered[1].custom_id)
    assert reply.error == ""
    await alone.house.settle()
    assert boards(alone) == before, "nothing is placed yet"
    laid, confirm = next(
        (each, button)
        for each in alone.private(ann)
        for button in each.buttons
        if isinstance(parse(button.custom_id), Confirm)
    )
    assert cards_in(confirm.label) == cards_in(lines[1])
    await ann.press(laid, confirm.custom_id)
    await alone.house.settle()
    assert "(total " in alone.board(ann).text or boards(alone) != before


async def test_a_hint_of_an_earlier_street_places_nothing(alone: Group):
    ann = alone.people[0]
    shown = await hinted(alone)
    await alone.act(ann)
    await alone.house.settle()
    before = boards(alone)
    reply = await ann.press(shown, shown.buttons[0].custom_id)
    await alone.house.settle()
    assert reply.error == ""
    assert boards(alone) == before
    assert "Your cards are in another message." in ann.sees(shown).text


async def test_what_no_hint_says_cannot_be_laid_out(alone: Group):
    ann = alone.people[0]
    shown = await hinted(alone)
    press = parse(shown.buttons[0].custom_id)
    assert isinstance(press, LayOut)
    for layout in ("", "b", "ffffb", "qqqqq", "xbbbb"):
        reply = await ann.forge(shown, str(LayOut(press.spot, layout)))
        await alone.house.settle()
        assert reply.text, layout
    assert not any(board.cards for board in boards(alone)[:1] if len(board.cards) > 5)


async def test_who_has_everything_read_aloud_hears_a_hint_in_words(alone: Group):
    ann = alone.people[0]
    settings = (await ann.types(alone.channel, "/my settings")).message
    await ann.select(settings, "yes", menu=menu_of(settings, "my.aloud"))
    lines = (await hinted(alone)).text.splitlines()
    places = [line for line in lines if re.match(r"\*\*[1-4]\.\*\*", line)]
    assert all(re.search(r" (Front|Middle|Back) \w+ of \w+", line) for line in places), places


# --- review ---------------------------------------------------------------------------------


async def finished(group: Group) -> Shown:
    while group.house.is_dealt(group.channel):
        await group.act(group.people[0])
    return group.result()


async def reviewed(group: Group, who: Person, shown: Shown) -> Reply:
    """What comes of pressing Review; on a slow machine it comes after a while."""
    reply = await who.press(shown, "Review")
    await group.house.settle()
    return reply


async def test_a_review_goes_through_ones_own_decisions(alone: Group, house: House):
    result = await finished(alone)
    ann = alone.people[0]
    reply = await reviewed(alone, ann, result)
    assert reply.message.is_ephemeral
    lines = reply.text.splitlines()
    assert lines[0] == "### Hand 1: your decisions"
    decisions = [line for line in lines if re.match(r"(⚠ )?\*\*\d\.\*\*", line)]
    assert len(decisions) == 5
    played = house.table(alone.channel).played
    assert played is not None
    number = next(part.seat for part in played.acting if part.table_seat == 1)
    assert set().union(*map(cards_in, decisions)) == set(played.hand.seats[number].cards)
    costs = [float(cost) for cost in re.findall(r"\*\*cost you (?:about )?(\d+\.\d)", reply.text)]
    total = re.search(r"You gave away (\d+\.\d) points in all", reply.text)
    assert total is not None, "the tests play at random"
    assert float(total[1]) == pytest.approx(sum(costs), abs=0.05 * len(costs) + 0.05)
    marked = [line for line in decisions if "your biggest mistake" in line]
    assert len(marked) == 1
    assert marked[0].startswith("⚠ ")
    assert f"{max(costs)} points" in marked[0]


async def test_who_did_not_play_has_nothing_to_review(gather, alone: Group):
    await finished(alone)
    bob = gather(2).people[1]
    reply = await reviewed(alone, bob, alone.board(bob))
    assert reply.text == "You can only review hands you played."


async def test_an_earlier_hand_can_still_be_reviewed_while_the_next_is_played(alone: Group):
    first = await finished(alone)
    await alone.deal()
    ann = alone.people[0]
    reply = await reviewed(alone, ann, ann.sees(first))
    assert "Hand 1: your decisions" in reply.text


async def test_r8_giving_up_is_reviewed_beside_playing_on(gather, house: House):
    group: Group = gather(1)
    await group.sit_down(options="surrender=2")
    await add(group, "beginner")  # who never gives up first
    await group.deal()
    ann = group.people[0]
    asked = await ann.press(ann.last(ann.dm), "Give up")
    await ann.press(asked.message, "Give up")
    await house.settle()
    while house.is_dealt(group.channel):
        await group.act(ann)
    reply = await reviewed(group, ann, group.result())
    assert "you gave up" in reply.text


async def test_hints_and_reviews_for_streets_placed_together(gather, house: House):
    group: Group = gather(2)
    await group.sit_down(options="deal_mode=simultaneous")
    await group.deal()
    ann, bob = group.people
    while house.is_dealt(group.channel):
        hints = [await hint(group, who) for who in (0, 1)]
        assert all("expected points" in text for text in hints)
        await group.act(ann)
        # What Ann has placed is not shown yet, and no hint for Bob may tell.
        assert house.is_dealt(group.channel)
        assert await hint(group, 1) == hints[1]
        await group.act(bob)
    for person in (ann, bob):
        reply = await reviewed(group, person, group.result())
        assert len(re.findall(r"\*\*\d\.\*\*", reply.text)) == 5


async def test_r3_6_forced_cards_are_no_decision(gather, house: House):
    group: Group = gather(1)
    await group.sit_down(variant="classic")
    await add(group, "beginner")
    await group.play_hand()
    played = house.table(group.channel).played
    assert played is not None
    number = next(part.seat for part in played.acting if part.table_seat == 1)
    placed = [line for line in played.log if line.startswith(f"place {number} ")]
    reply = await reviewed(group, group.people[0], group.result())
    decisions = re.findall(r"\*\*\d\.\*\*", reply.text)
    assert len(placed) == 9
    assert len(decisions) < 9, "the last card has one place"
