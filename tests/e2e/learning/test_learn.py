"""The tutorial: problems from a seed, answers checked by the engine, left and taken up again."""

import asyncio
import re
from collections.abc import Callable

import pytest

from bot.screens.presses import CardPress, ChooseRow, Confirm, Put
from bot.store import players
from bot.store.players import Learner
from bot.tutorial.problems import Lesson, Placing
from bot.tutorial.screens import AnswerQuestion, LessonPress, TurnPage
from bot.values.draft import LessonSpot
from discord_standin.people.person import Person
from discord_standin.people.replies import Reply
from discord_standin.people.shown import Shown
from ofc_engine.players.judging import every_choice, placement_of
from tests.e2e.doing import opens
from tests.e2e.hints import ask_for_hint
from tests.e2e.house import Group, House
from tests.e2e.own_data import is_forgotten
from tests.e2e.tutorial import learn, place, press, presses, problem_of, puts, say, solve


@pytest.fixture
def ann(gather: Callable[..., Group]) -> tuple[Person, Group]:
    group: Group = gather(2)
    return group.people[0], group


@pytest.fixture(autouse=True)
def patient(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every press waits for what comes of it: on a slow machine a verdict takes a while."""
    press = Person.press

    async def press_and_wait(self: Person, shown: Shown, key: str) -> Reply:
        reply = await press(self, shown, key)
        await house.settle()
        return reply

    monkeypatch.setattr(Person, "press", press_and_wait)


def kept(house: House, person: Person) -> Learner | None:
    with house.read() as db:
        player = players.find(db, person.user.id)
        return None if player is None else players.find_learner(db, player.id)


def laid_out(house: House) -> list[str]:
    with house.read() as db:
        return [row["layouts"].split()[-1] for row in db.execute("SELECT layouts FROM drafts")]


async def test_who_skips_every_lesson_sees_the_closing_page(ann):
    person, group = ann
    shown = await learn(person, group)
    for _ in Lesson:
        shown = await press(person, shown, "Skip")
    assert "Ready to play" in shown.text


async def test_who_answers_everything_right_comes_to_the_end(ann):
    person, group = ann
    shown = await learn(person, group)
    for number in range(1, len(Lesson) + 1):
        assert (
            shown.text.startswith(f"OFC: ### Lesson {number}: ")
            or f"Lesson {number}: " in shown.text
        )
        assert f"{number - 1} of {len(Lesson)} solved" in shown.text
        assert shown.pictures[0].alt
        shown = await solve(person, shown)
        assert "✓ Right!" in shown.text, shown.text
        assert f"{number} of {len(Lesson)} solved" in shown.text
        assert shown.pictures[0].alt
        shown = await press(person, shown, "Next")
    assert "## Tips" in shown.text
    shown = await press(person, shown, "Next")
    assert f"You've solved {len(Lesson)} of {len(Lesson)} lessons." in shown.text
    assert "/play" in shown.text
    shown = await press(person, shown, "Start over")
    assert "Lesson 1" in shown.text
    assert f"0 of {len(Lesson)} solved" in shown.text


async def test_a_wrong_answer_is_explained_and_another_problem_dealt(ann):
    person, group = ann
    shown = await learn(person, group)
    first = problem_of(shown)
    shown = await say(person, shown, right=False)
    assert "✗ Not quite." in shown.text
    assert "beats" in shown.text or "decides" in shown.text
    assert f"0 of {len(Lesson)} solved" in shown.text
    shown = await press(person, shown, "Another one")
    assert "Lesson 1" in shown.text
    assert problem_of(shown) != first


async def test_problems_are_different_each_time(ann):
    person, group = ann
    shown = await learn(person, group)
    seen = set()
    for _ in range(5):
        seen.add(problem_of(shown))
        shown = await press(person, await say(person, shown, right=True), "Another one")
    assert len(seen) == 5


async def test_a_lesson_is_left_and_taken_up_where_it_was_also_after_a_restart(ann, house: House):
    person, group = ann
    shown = await learn(person, group)
    shown = await press(person, shown, "Skip")
    await person.press(shown, puts(shown)[0][0])
    laid = person.sees(shown)
    assert re.search(r"\n\w+ high · – · [\w ]+\n", laid.text), "what the rows make, as at a table"
    await house.restart()
    house.discord.advance(60)
    again = await learn(person, group)
    assert again.id != laid.id, "at the bottom of the messages"
    assert presses(again) == presses(laid)
    assert again.text == laid.text
    shown = await solve(person, laid)
    assert "✓ Right!" in shown.text, "the old message works as well"
    house.discord.advance(60)
    assert "Lesson 3" in (await learn(person, group)).text, "what is solved is not asked again"


async def test_an_answer_twice_at_once_counts_once(ann):
    person, group = ann
    shown = await learn(person, group)
    chosen = str(AnswerQuestion(LessonSpot(0, problem_seed(shown)), problem_of(shown).right))
    await asyncio.gather(person.press(shown, chosen), person.press(shown, chosen))
    after = person.sees(shown)
    assert "✓ Right!" in after.text
    assert f"1 of {len(Lesson)} solved" in after.text


async def test_quick_taps_are_all_kept(ann):
    person, group = ann
    shown = await press(person, await learn(person, group), "Skip")
    ids = [id_ for id_, card, letter in puts(shown) if card < 3 and letter == "f"]
    await asyncio.gather(*(person.press(shown, id_) for id_ in ids))
    await group.house.settle()
    assert laid_out(group.house) == ["fff.."]


async def test_a_late_press_on_an_old_problem_goes_back_to_it(ann, house: House):
    person, group = ann
    shown = await press(person, await learn(person, group), "Skip")
    old = puts(shown)[0][0]
    problem = problem_of(shown)
    verdict = await solve(person, shown)
    await person.forge(verdict, old)
    assert problem_of(person.sees(verdict)) == problem
    assert f"1 of {len(Lesson)} solved" in person.sees(verdict).text
    named = str(Confirm(LessonSpot(1, problem_seed(shown)), "0000"))
    await person.forge(verdict, named)
    assert problem_of(person.sees(verdict)) == problem, "not what the button named: shown again"
    learner = kept(house, person)
    assert learner is not None
    assert learner.lesson == 1


@pytest.mark.parametrize(
    "forged",
    [
        TurnPage(LessonSpot(99, 1)),
        AnswerQuestion(LessonSpot(9, 1), 0),
        Put(LessonSpot(8, 4294967295), 0, "f"),
        AnswerQuestion(LessonSpot(1, 1), 0),
        AnswerQuestion(LessonSpot(0, 1), 9_999_999_999),
        Put(LessonSpot(0, 1), 0, "f"),
        Put(LessonSpot(1, 1), 77, "b"),
        ChooseRow(LessonSpot(1, 1), "q"),
        Confirm(LessonSpot(7, 1), "ffff"),
        AnswerQuestion(LessonSpot(0, 9_999_999_999), 1),
    ],
    ids=str,
)
async def test_whatever_is_forged_is_answered_in_private(ann, forged: LessonPress | CardPress):
    person, group = ann
    await group.sit_down()
    for shown in (await learn(person, group), group.board(person)):
        reply = await person.forge(shown, str(forged))
        assert not reply.error
    assert all(s.is_ephemeral for s in person.reads(group.channel) if "Lesson" in s.text)


@pytest.mark.parametrize("lesson", [Lesson.FIRST_CARDS, Lesson.LAST_CARDS, Lesson.VISIT])
async def test_a_placement_that_gives_points_away_is_told_how_many(ann, lesson: Lesson):
    person, group = ann
    shown = await learn(person, group)
    for _ in range(lesson):
        shown = await press(person, shown, "Skip")
    problem = problem_of(shown)
    assert isinstance(problem, Placing)
    worst = {Lesson.FIRST_CARDS: "fffmb", Lesson.VISIT: "fffmmmmmbbbbbx"}.get(lesson)
    shown = await place(person, shown, worst or worst_layout(problem))
    cost = re.search(r"That's (\d+\.\d) points worse than the best: ", shown.text)
    assert cost is not None, shown.text
    assert ("✓" in shown.text.split("solved", 1)[1]) == (float(cost[1]) < problem.tolerance)
    assert (shown.pictures[0].alt or "").startswith("The best way: ")


def worst_layout(problem: Placing) -> str:
    found = every_choice(problem.knowledge)
    ways = [placement_of(problem.knowledge, found, n) for n in range(len(found.ways))]
    placement = max(ways, key=lambda way: problem.judge(way).cost)
    letters = {c: at for at, cards in zip("fmbx", placement, strict=True) for c in cards}
    return "".join(letters[card] for card in problem.view.seats[problem.seat].pending)


async def test_with_closed_messages_the_lessons_are_taken_in_the_channel_in_private(ann):
    person, group = ann
    person.close_dms()
    reply = await person.types(group.channel, "/learn")
    shown = reply.message
    assert shown.is_ephemeral
    assert "I can't message you" in shown.text
    shown = await say(person, shown, right=True)
    assert shown.is_ephemeral
    assert "✓ Right!" in shown.text
    assert all(s.is_ephemeral for s in person.reads(group.channel) if "Lesson" in s.text)


async def test_two_people_learn_at_their_own_pace(ann, house: House):
    person, group = ann
    bob = group.people[1]
    mine, bobs = await learn(person, group), await learn(bob, group)
    assert problem_of(mine) != problem_of(bobs)
    await say(person, mine, right=True)
    assert kept(house, bob) == Learner(0, problem_seed(bobs))
    assert kept(house, person) == Learner(0, problem_seed(mine), solved=1)


def problem_seed(shown: Shown) -> int:
    spot = next(iter(presses(shown).values())).spot
    assert isinstance(spot, LessonSpot)
    return spot.seed


async def test_who_is_forgotten_begins_anew(ann, house: House):
    person, group = ann
    await say(person, await learn(person, group), right=True)
    await is_forgotten(person, group.channel)
    assert kept(house, person) is None
    assert f"0 of {len(Lesson)} solved" in (await learn(person, group)).text


async def test_a_table_with_a_computer_is_opened_by_one_command(ann, house: House):
    person, group = ann
    reply = await opens(group.house, person, group.channel, computer="steady")
    assert reply.text.startswith("Your table is open. Press Start to play.")
    await house.settle()
    assert "2. Steady" in group.board(person).text
    await group.deal()
    text = (await ask_for_hint(group, person)).text
    assert "expected points" in text


async def test_the_cards_of_the_last_lesson_are_sorted_by_one_tap(ann):
    person, group = ann
    shown = await learn(person, group)
    for _ in range(Lesson.VISIT):
        shown = await press(person, shown, "Skip")
    by_rank = shown.pictures[0]
    shown = await press(person, shown, "Sort by suit")
    assert shown.pictures[0].content != by_rank.content
    assert [b.label for b in shown.buttons if b.label.startswith("Sort")] == ["Sort by rank"]
