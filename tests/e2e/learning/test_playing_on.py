"""Playing on from a decision by clicks: after a hand, from its replay, and after an exercise."""

from collections.abc import Callable
from random import Random

import pytest

from bot.screens.press import parse
from bot.screens.presses import CardPress, Confirm, PlayFrom
from bot.tutorial.dealing import deal
from bot.tutorial.problems import Placing
from bot.values.draft import LessonSpot, PlayOnSpot, Spot
from discord_standin.people.person import Person
from discord_standin.people.shown import Shown
from discord_standin.standin import StandIn
from sandbox.placing import placing_message
from tests.e2e.daily.playing import begin, cards, choice, finish
from tests.e2e.daily.playing import place as place_street
from tests.e2e.house import Group, House
from tests.e2e.tutorial import best_layout, place

played = pytest.mark.table(2, until="played")


async def press(house: House, person: Person, shown: Shown, key: str) -> Shown:
    """What a press shows: in the pressed message, or in a new one."""
    reply = await person.press(shown, key)
    assert reply.error == ""
    await house.settle()
    return person.sees(reply.message)


def kept(house: House) -> list[list[tuple[object, ...]]]:
    """All that could count: hands, points, deals of one's own, exercises."""
    tables = ("hands", "operations", "entries", "fixed_deals", "attempts", "exercises")
    with house.read() as db:
        return [[tuple(row) for row in db.execute(f"SELECT * FROM {name}")] for name in tables]


@played
async def test_a_hand_is_played_on_from_its_replay_and_nobody_else_sees(group: Group):
    house, (ann, bob) = group.house, group.people
    before, seen = kept(house), len(bob.reads(group.channel))
    step = (await group.does(ann, "Replay")).message
    shown = await press(house, ann, step, "Play on")
    assert shown.is_ephemeral
    assert "### Played on from hand 1" in shown.text
    assert "it counts nowhere" in shown.text
    result, taps = await finish(ann, shown, house, Random(3))
    assert taps > 5
    assert "**Steady \\(bot\\) " in result.text
    assert "In the hand itself you had " in result.text
    assert result.pictures[0].alt
    assert kept(house) == before
    assert len(bob.reads(group.channel)) == seen


@played
async def test_once_more_it_is_the_same_cards_and_other_ones_come(group: Group):
    house, ann = group.house, group.people[0]
    step = (await group.does(ann, "Replay")).message
    shown = await press(house, ann, step, "Play on")
    firsts, nexts = {cards(shown)}, set[str]()
    for number in range(3):
        after, _ = await place_street(ann, shown, house, Random(1))
        nexts.add(cards(after))
        result, _ = await finish(ann, after, house, Random(number))
        shown = await press(house, ann, result, "Once more")
        firsts.add(cards(shown))
    assert len(firsts) == 1
    assert len(nexts) > 1


@played
async def test_what_if_shows_the_points_with_the_cards_as_they_came(group: Group):
    house, ann = group.house, group.people[0]
    step = (await group.does(ann, "Replay")).message
    shown = await press(house, ann, step, "What if?")
    assert "### Hand 1: what if?" in shown.text
    result, _ = await finish(ann, shown, house, Random(5))
    assert "**Bob " in result.text
    assert "In the hand itself you had " in result.text
    other = await press(house, ann, result, "Play on")
    assert "### Played on from hand 1" in other.text


@played
async def test_the_costliest_decision_of_a_review_is_played_on_from(group: Group):
    house, ann = group.house, group.people[0]
    review = (await group.does(ann, "Review")).message
    await house.settle()
    review = ann.sees(review)
    (label,) = (b.label for b in review.buttons if (b.label or "").startswith("Play on from"))
    number = int((label or "").split()[-1])
    assert f"⚠ **{number}.**" in review.text
    shown = await press(house, ann, review, label or "")
    assert "### Played on from hand 1" in shown.text
    assert choice(shown, Random(0)) is not None


@played
async def test_a_second_click_and_a_restart_change_nothing(group: Group):
    house, ann = group.house, group.people[0]
    step = (await group.does(ann, "Replay")).message
    shown = await press(house, ann, step, "Play on")
    while not isinstance(parse(confirm := choice(shown, Random(2)) or ""), Confirm):
        shown = await press(house, ann, shown, confirm)
    following = await press(house, ann, shown, confirm)
    await house.restart()
    await ann.forge(following, confirm)
    await house.settle()
    assert ann.sees(following).text == following.text
    assert cards(ann.sees(following)) == cards(following)
    result, _ = await finish(ann, ann.sees(following), house, Random(1))
    assert "In the hand itself" in result.text


@played
async def test_strangers_and_forged_presses_are_told_a_sentence(group: Group, discord: StandIn):
    house, ann = group.house, group.people[0]
    eve = discord.add_person("Eve", group.guild)
    shown = (await group.does(ann, "Replay")).message
    spot = Spot(1, 1)
    hers = (await eve.types(group.channel, "/help")).message
    begun = PlayOnSpot(spot, 0, "bbbbb")
    for person, message, forged, told in (
        (eve, hers, PlayFrom(spot, 1), "You can only review hands you played."),
        (eve, hers, PlayFrom(begun, 1), "You can only review hands you played."),
        (ann, shown, PlayFrom(Spot(1, 1, 99), 1), "There's nothing to decide here."),
        (ann, shown, PlayFrom(Spot(1, 2), 1), "This table has no finished hand 2."),
        (ann, shown, PlayFrom(LessonSpot(16, 5), 1), "Place the cards of the exercise first."),
        (ann, shown, Confirm(PlayOnSpot(spot, 5, "zz"), "x"), "Begin once more."),
    ):
        reply = await person.forge(message, str(forged))
        await house.settle()
        assert told in reply.text, forged
        assert "Something went wrong" not in reply.text


@pytest.mark.table(2, rules="german", until="dealt")
async def test_what_would_have_come_of_a_hand_given_up_nobody_knows(group: Group):
    """They play on with other cards; what if has none to show them."""
    house, bob = group.house, group.people[1]
    hers = placing_message(bob, group.channel)
    assert hers is not None
    await bob.press((await bob.press(hers, "Give up")).message, "Give up")
    await group.finish()
    replay = (await group.does(bob, "Replay")).message
    assert "What if?" not in {button.label for button in replay.buttons}
    forged = await bob.forge(replay, str(PlayFrom(Spot(1, 1), 0)))
    await house.settle()
    assert "You gave up this hand" in forged.text
    on = await press(house, bob, replay, "Play on")
    result, _ = await finish(bob, on, house, Random(1))
    assert "In the hand itself you had −2." in result.text
    assert "What if?" not in {button.label for button in result.buttons}


@pytest.mark.table(2, until="dealt")
async def test_a_running_hand_is_not_played_on_from(group: Group):
    ann = group.people[0]
    hers = (await ann.types(group.channel, "/help")).message
    for anew in (0, 1):
        reply = await ann.forge(hers, str(PlayFrom(Spot(1, 1), anew)))
        assert reply.text == "No hand has been finished here yet."


async def test_an_exercise_is_played_on_from(gather: Callable[..., Group], house: House):
    group: Group = gather(2)
    ann = group.people[0]
    await ann.types(group.channel, "/learn exercises:True")
    await house.settle()
    shown = ann.last(ann.dm)
    await place(ann, shown, best_layout(_problem(shown)))
    await house.settle()
    answered = ann.sees(shown)
    on = await press(house, ann, answered, "Play on")
    assert "### Played on from the exercise" in on.text
    result, _ = await finish(ann, on, house, Random(4))
    assert "**Steady \\(bot\\) " in result.text
    assert "In the hand itself" not in result.text
    following = await press(house, ann, result, "Next exercise")
    assert "Exercise 2 of 5" in following.text


async def test_a_days_deal_is_played_on_from_where_the_bot_is_not(discord: StandIn, house: House):
    eve = discord.add_person("Eve")
    eve.install_app()
    eve.close_dms()
    place = discord.add_group("Trip", eve, discord.add_person("Kim"))
    over, _ = await finish(eve, await begin(eve, place, house), house, Random(1))
    (label,) = (b.label for b in over.buttons if (b.label or "").startswith("Play on from"))
    for way, title in ((label or "", "played on"), ("What if?", "another way")):
        on = await press(house, eve, over, way)
        assert on.is_ephemeral
        result, taps = await finish(eve, on, house, Random(2))
        assert taps
        assert f", {title}: you score " in result.text
        assert "In the hand itself you had " in result.text


def _problem(shown: Shown) -> Placing:
    pressed = (parse(button.custom_id or "") for button in shown.buttons)
    spot = next(p.spot for p in pressed if isinstance(p, CardPress))
    problem = deal(spot.page, spot.seed)
    assert isinstance(problem, Placing)
    return problem
