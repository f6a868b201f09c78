"""Hints before a placement and reviews after a hand: for who asks, and nobody else."""

import re
from dataclasses import replace

import pytest

from bot.game import advising
from bot.game.advising import Decision, Hint
from bot.ofc.board import Board
from bot.ofc.cards import parse_cards
from bot.ofc.rulesets import Ruleset
from bot.players.knowledge import Knowledge, Opponent
from bot.players.thinking import Advice, advise, beside_best
from bot.screens.review import Judged, hint_screen, review_screen, why
from bot.texts import ENGLISH
from discord_standin.people.person import Person
from discord_standin.people.replies import Reply
from discord_standin.people.shown import Shown
from tests.e2e.computers import add, set_option
from tests.e2e.house import Group, House
from tests.e2e.secrecy import cards_in

OFF = "Hints are off at this table. The host turns them on with /ofc settings."


@pytest.fixture
async def alone(alone: Group) -> Group:
    """Ann at a table with a computer player; it is Ann's turn."""
    await alone.sit_down()
    await add(alone, "steady")
    await alone.deal()
    return alone


async def hint(group: Group, who: int = 0) -> str:
    reply = await group.people[who].types(group.channel, "/ofc hint")
    await group.house.settle()
    assert reply.message.is_ephemeral
    return reply.text


async def test_against_computers_alone_a_hint_shows_the_best_three(alone: Group, house: House):
    text = await hint(alone)
    assert text.startswith("### Hand 1: a hint, just for you")
    places = [line for line in text.splitlines() if re.match(r"\*\*[123]\.\*\*", line)]
    assert len(places) == 3
    played = house.table(alone.channel).running
    assert played is not None
    own = next(seat for seat in played.hand.seats if seat.pending)
    assert all(cards_in(line) == set(own.pending) for line in places)
    facts = re.findall(r"expected points: [+−]?\d+\.\d · foul (\d+)% · Fantasyland (\d+)%", text)
    assert len(facts) == 3
    assert all(0 <= int(chance) <= 100 for pair in facts for chance in pair)
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


async def test_among_people_hints_are_off_until_the_host_allows_them(gather):
    group: Group = gather(2)
    await group.sit_down()
    await add(group, "master")
    await group.deal()
    assert await hint(group, 0) == OFF
    assert await hint(group, 1) == OFF
    await set_option(group, "table.hints", "yes")
    answers = [await hint(group, 0), await hint(group, 1)]
    assert sorted("expected points" in text for text in answers) == [False, True]
    assert "It is not your turn yet. I will let you know." in answers
    await set_option(group, "table.hints", "no")
    assert await hint(group, 0) == OFF


async def test_the_lobby_says_that_hints_are_allowed(gather):
    group: Group = gather(1)
    await group.sit_down()
    await set_option(group, "table.hints", "yes")
    assert "hints for everybody" in group.board(group.people[0]).text


async def test_who_watches_gets_no_hint(gather, alone: Group):
    alone.people.append(gather(2).people[1])
    assert "You are not in this hand." in await hint(alone, 1)


async def test_r7_a_hint_for_a_fantasyland_is_the_solvers(gather, house: House):
    group: Group = gather(1)
    await group.sit_down()
    await add(group, "steady")
    with house.read() as db:
        db.execute("UPDATE seats SET fantasyland = 14 WHERE seat = 1")
    await group.deal()
    text = await hint(group)
    assert len(cards_in(text.splitlines()[1])) == 14
    assert "foul 0%" in text


# --- why ------------------------------------------------------------------------------------


def advice(points: float, foul: float = 0.1, fantasyland: float = 0.1) -> Advice:
    return Advice(None, points, foul, fantasyland)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("best", "sentence"),
    [
        ([advice(1)], "no other way"),
        ([advice(-9, 1.0), advice(-9, 1.0)], "a foul whatever you do"),
        ([advice(1), advice(0.9)], "about the same"),
        ([advice(2, fantasyland=0.3), advice(1)], "better chance of Fantasyland"),
        ([advice(2, 0.3, 0.3), advice(1)], "worth that risk"),
        ([advice(2, 0.0), advice(1)], "fouls less often"),
        ([advice(2), advice(1, fantasyland=0.3)], "gives up some chance of Fantasyland"),
        ([advice(2, 0.3), advice(1)], "wins more when it holds"),
        ([advice(2), advice(1)], "7 cards still to come improve a row"),
    ],
)
def test_why_names_the_difference_that_matters(best: list[Advice], sentence: str):
    assert sentence in why(best, 7, ENGLISH)


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
    costs = [float(cost) for cost in re.findall(r"\*\*cost you (\d+\.\d)", reply.text)]
    total = re.search(r"You gave away (\d+\.\d) points in all", reply.text)
    assert total is not None, "the tests play at random"
    assert float(total[1]) == pytest.approx(sum(costs), abs=0.05 * len(costs) + 0.05)
    marked = [line for line in decisions if "your biggest mistake" in line]
    assert len(marked) == 1
    assert marked[0].startswith("⚠ ")
    assert f"cost you {max(costs)} points" in marked[0]


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


BAD = Knowledge(
    Ruleset.of("standard", {"variant": "chinese", "surrender": "2"}),
    Board(),
    parse_cards("Kh7d5c3s2hJd9c8d6c4c2dTh7s"),
    opponents=(
        Opponent(Board.parse("AhAdKs / 8c8h8s3d3c / QcQdQhQs4s")),
        Opponent(Board.parse("KcKd5d / 9s9d9h4d4h / JcTcTdTsJs")),
    ),
)
"""Cards against two boards that they cannot meet."""


def hint_of(knowledge: Knowledge) -> Hint:
    return advising.hint(knowledge, advise(knowledge))


def judge(decision: Decision) -> Judged:
    return advising.judge(decision, *beside_best(decision.knowledge, decision.placement))


def test_r8_where_giving_up_costs_least_hint_and_review_say_so():
    told = hint_of(BAD)
    assert told.giving_up == 4
    assert told.best[0].points < -4
    text = str(hint_screen(1, told.best, told.outs, ENGLISH, giving_up=4).components)
    assert "Giving up costs only 4 points." in text
    played_on = judge(Decision(BAD, told.best[0].placement))
    assert played_on.best is None
    assert played_on.cost == pytest.approx(-4 - told.best[0].points, abs=1e-3)
    assert "best: giving up" in str(review_screen(1, [played_on], ENGLISH).components)
    gave_up = judge(Decision(BAD, None))
    assert gave_up.is_best
    without = replace(BAD, rules=BAD.rules.changed({"surrender": "off"}))
    assert hint_of(without).giving_up == 0
    assert judge(Decision(without, told.best[0].placement)).is_best


async def test_hints_and_reviews_for_streets_placed_together(gather, house: House):
    group: Group = gather(2)
    await group.sit_down(options="deal_mode=simultaneous")
    await set_option(group, "table.hints", "yes")
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
