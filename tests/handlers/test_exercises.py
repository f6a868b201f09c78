"""Exercises are of the game that somebody plays, and nobody is dealt what they weren't offered."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from bot.game.play import AUTO_SECONDS
from bot.screens.press import Press
from bot.screens.presses import BeginExercises, CardPress, Confirm, Learn, PlaceHere, Put, Type
from bot.store import guilds, judgements, players
from bot.store.engine import Connection
from bot.store.judgements import Exercise
from bot.store.players import Learner
from bot.tutorial import dealing
from bot.tutorial.exercises import GAMES, KINDS, Topic, page_of
from bot.tutorial.problems import Placing, dealt
from bot.tutorial.screens import AnswerQuestion, NextExercise, TurnPage
from bot.values.draft import LessonSpot
from bot.values.hand_skill import HandSkill, Leak, Mistake
from ofc_engine.legal import legal_placements
from ofc_engine.players.skill import JUDGE
from ofc_engine.rulesets import Ruleset
from tests.desk.desk import GUILD
from tests.desk.scene import ANN, BOB, Scene
from tests.e2e.tutorial import best_layout, layout_of


@pytest.fixture
def thoughts() -> None:
    """What is thought here is thought nowhere else."""


@pytest.fixture(autouse=True)
def any_decision(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Any decision of a second hand is an exercise, whether a mistake lies near it or not."""
    of_hand, of_page = dealing.decision_of, dealing.deal
    of_hand.cache_clear()
    of_page.cache_clear()
    monkeypatch.setattr(dealing, "_invites", lambda *_, **__: True)
    monkeypatch.setattr(dealing, "decision_of", lambda *of: of_hand(*of) if of[-1] else None)
    yield
    of_hand.cache_clear()
    of_page.cache_clear()


OTHER = LessonSpot(page_of(Topic("classic", KINDS[0])), 5)
"""An exercise that nobody has been dealt."""


async def begun(scene: Scene) -> str:
    await scene.sends(ANN, BeginExercises())
    return scene.told(ANN).splitlines()[0]


async def has_house_rules(scene: Scene, changes: dict[str, str]) -> None:
    rules = str(Ruleset.of("standard", changes))

    def put(db: Connection) -> None:
        guilds.put(db, replace(guilds.get(db, GUILD), rules=rules))

    await scene.desk.services.database.write(put)


async def test_whoever_has_never_played_begins_with_the_servers_game(scene: Scene):
    await has_house_rules(scene, {"variant": "turbo"})
    assert "Exercise 1 of 5: Turbo, street" in await begun(scene)


async def test_without_mistakes_it_is_the_game_that_was_played_last(scene: Scene):
    await has_house_rules(scene, {"variant": "turbo"})
    await scene.deals(ANN, BOB, variant="classic", changes="jokers=1")
    assert "Exercise 1 of 5: Classic with 1 joker, street" in await begun(scene)


@pytest.mark.parametrize("variant", ["chinese"])
async def test_what_has_no_exercises_is_practised_in_pineapple(scene: Scene, variant: str):
    await scene.deals(ANN, BOB, variant=variant)
    assert "Exercise 1 of 5: Pineapple, street" in await begun(scene)


@pytest.mark.parametrize(
    ("variant", "jokers", "game"),
    [("deuce", 0, "2-7 Pineapple"), ("turbo", 2, "Turbo with 2 jokers")],
)
async def test_mistakes_are_practised_in_the_game_they_were_made_in(
    scene: Scene, variant: str, jokers: int, game: str
):
    await scene.deals(ANN, BOB, variant=variant, changes=f"jokers={jokers}")
    await scene.plays_hand(ANN, BOB)

    def judged(db: Connection) -> None:
        ann = players.find(db, ANN.user_id)
        assert ann is not None
        mistakes = [Mistake(3, 1, 2, Leak.FLUSH, 2000)]
        judgements.keep(db, 1, JUDGE, [(HandSkill(ann.id, 2000, 0, 1), mistakes)])

    await scene.desk.services.database.write(judged)
    assert f"Exercise 1 of 5: {game}, street" in await begun(scene)


# --- what is offered -------------------------------------------------------------------------


async def learner(scene: Scene) -> Learner:
    def found(db: Connection) -> Learner:
        ann = players.find(db, ANN.user_id)
        assert ann is not None
        learner = players.find_learner(db, ann.id)
        assert learner is not None
        return learner

    return await scene.desk.read(found)


@pytest.mark.parametrize(
    "forged",
    [Put(OTHER, 0, "f"), Type(OTHER), AnswerQuestion(OTHER, 0), TurnPage(OTHER)],
    ids=lambda press: type(press).__name__,
)
async def test_no_button_has_an_exercise_dealt_that_was_not_offered(scene: Scene, forged: Press):
    await begun(scene)
    before = await learner(scene)
    thought = watched(scene)
    await scene.sends(ANN, forged)
    assert await learner(scene) == before
    assert not any(about(OTHER.page) in each for each in thought)


async def test_an_old_button_leads_to_the_exercise_somebody_is_at(scene: Scene):
    await begun(scene)
    old = scene.button(ANN, Put)
    await scene.presses(ANN, NextExercise)
    current = await learner(scene)
    await scene.again(ANN, old)
    assert await learner(scene) == current
    assert "Exercise 1 of 5" in scene.told(ANN)


async def test_an_old_button_of_an_exercise_that_was_left_begins_no_other(scene: Scene):
    await begun(scene)
    old = scene.button(ANN, Put)
    await scene.presses(ANN, TurnPage)
    at_lesson = await learner(scene)
    await scene.again(ANN, old)
    assert await learner(scene) == at_lesson
    assert "You've left this exercise." in scene.told(ANN)
    await scene.presses(ANN, NextExercise)
    assert "Exercise 1 of 5" in scene.told(ANN)


async def test_a_late_tap_at_an_exercise_that_was_answered_does_not_deal_it_again(scene: Scene):
    await begun(scene)
    old = scene.button(ANN, Put)
    await answered(scene)
    await scene.again(ANN, old)
    assert "You've left this exercise." in scene.told(ANN)
    await scene.presses(ANN, NextExercise)
    current = await learner(scene)
    await scene.again(ANN, old)
    assert await learner(scene) == current
    assert "Exercise 2 of 5" in scene.told(ANN)


async def test_the_tips_of_a_message_of_before_are_still_the_tips(scene: Scene):
    """Lessons that have come since have other numbers."""
    assert "## Tips" in await scene.sends(ANN, TurnPage(LessonSpot(8, 1)))
    assert "Ready to play" in await scene.sends(ANN, TurnPage(LessonSpot(9, 1)))


async def laid_out(scene: Scene) -> None:
    """Ann lays the cards of the exercise she is at as is best."""
    at = await learner(scene)
    problem = await scene.desk.services.thinker.think(partial(dealt, at.lesson, at.seed))
    assert isinstance(problem, Placing)
    for card, letter in enumerate(best_layout(problem)):
        press = Put(LessonSpot(at.lesson, at.seed), card, letter)
        await scene.again(ANN, replace(scene.button(ANN, CardPress), custom_id=str(press)))


async def kept(scene: Scene) -> int:
    """How many exercises Ann has answered."""

    def counted(db: Connection) -> int:
        ann = players.find(db, ANN.user_id)
        assert ann is not None
        return len(judgements.answered(db, ann.id))

    return await scene.desk.read(counted)


async def test_a_second_click_does_no_more_than_the_first(scene: Scene):
    await begun(scene)
    await laid_out(scene)
    confirm = scene.button(ANN, Confirm)
    await scene.again(ANN, confirm)
    verdict = scene.told(ANN)
    assert "✓ Right!" in verdict
    await scene.again(ANN, confirm)
    assert scene.told(ANN) == verdict
    assert await kept(scene) == 1
    onward = scene.button(ANN, NextExercise)
    await scene.again(ANN, onward)
    assert "Exercise 2 of 5" in scene.told(ANN)
    following = await learner(scene)
    await scene.again(ANN, onward)
    assert await learner(scene) == following


async def test_whoever_has_confirmed_and_gone_on_is_not_brought_back(scene: Scene):
    await begun(scene)

    def automatic(db: Connection) -> None:
        ann = players.remember(db, ANN.person)
        players.set_preferences(db, ann.id, replace(ann.preferences, confirm="auto"))

    await scene.desk.services.database.write(automatic)
    await laid_out(scene)
    await scene.presses(ANN, Confirm)
    await scene.desk.let_pass(1)
    await begun(scene)
    following = await learner(scene)
    await scene.desk.let_pass(AUTO_SECONDS)
    assert await learner(scene) == following


async def test_an_exercise_is_taken_up_where_it_was_and_lessons_go_on_beside_it(scene: Scene):
    await begun(scene)
    first = await learner(scene)
    assert "Exercise 1 of 5" in await begun(scene)
    assert await learner(scene) == first
    await scene.presses(ANN, TurnPage)
    assert "Lesson 1" in scene.told(ANN)
    await scene.desk.let_pass(1)
    await begun(scene)
    second = await learner(scene)
    assert second != first
    await scene.presses(ANN, NextExercise)
    assert await learner(scene) != second, "it is skipped"
    assert await kept(scene) == 0
    await scene.desk.let_pass(1)
    await scene.sends(ANN, Learn())
    assert "Lesson 1" in scene.told(ANN)


# --- sought ahead ----------------------------------------------------------------------------


def about(page: int) -> str:
    return f"({page}, "


def watched(scene: Scene) -> list[str]:
    """What is thought from now on."""
    thinker, thought = scene.desk.services.thinker, list[str]()
    think = thinker.think

    async def noted(work: Any) -> Any:
        thought.append(f"{work.func.__name__}{work.args}")
        return await think(work)

    thinker.think = noted
    return thought


async def answered(scene: Scene, *, right: bool = False) -> None:
    """Ann answers the exercise she is at as is best, or by whatever the rules allow."""
    at, think = await learner(scene), scene.desk.services.thinker.think
    problem = await think(partial(dealt, at.lesson, at.seed))
    assert isinstance(problem, Placing)
    if right:
        layout = best_layout(problem)
    else:
        layout = layout_of(problem, next(iter(legal_placements(problem.hand, problem.seat))))
    button = scene.button(ANN, Put)
    press = PlaceHere(LessonSpot(at.lesson, at.seed), layout, 1)
    await scene.again(ANN, replace(button, custom_id=str(press)))
    assert "A typical mistake here" in scene.told(ANN)


async def test_a_session_is_five_exercises_and_says_how_it_went(scene: Scene):
    assert "Exercise 1 of 5" in await begun(scene)
    seen = {await learner(scene)}
    for number in range(2, 6):
        await answered(scene, right=True)
        assert "✓ Right!" in scene.told(ANN)
        assert "Session done" not in scene.told(ANN)
        await scene.presses(ANN, NextExercise)
        assert f"Exercise {number} of 5" in scene.told(ANN)
        seen.add(await learner(scene))
    await answered(scene, right=True)
    assert "Session done: 5 of 5 right, 0.0 points given away." in scene.told(ANN)
    assert len({(at.lesson, at.seed) for at in seen}) == 5
    await scene.presses(ANN, NextExercise)
    assert "Exercise 1 of 5" in scene.told(ANN)


@pytest.mark.parametrize("is_skipped", [False, True])
async def test_the_next_exercise_is_sought_while_one_or_its_answer_is_looked_at(
    scene: Scene, is_skipped: bool
):
    thought = watched(scene)
    await begun(scene)
    if not is_skipped:
        await answered(scene)
    ahead = set(thought)
    thought.clear()
    await scene.presses(ANN, NextExercise)
    assert f"Exercise {2 - is_skipped} of 5" in scene.told(ANN)
    at = await learner(scene)
    own = f"is_dealt({at.lesson}, {at.seed}, "
    assert (sought := {each for each in thought if each.startswith(own)})
    assert sought <= ahead


async def test_whoever_waits_is_thought_for_before_anything_is_sought_ahead(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
):
    await begun(scene)
    thought = watched(scene)

    async def idle() -> None:
        thought.append("nobody waits")

    monkeypatch.setattr(scene.desk.services.thinker, "idle", idle)
    await answered(scene)
    *steps, found = thought[thought.index("nobody waits") :]
    assert found.startswith("dealt")
    assert steps[::2] == ["nobody waits"] * (len(steps) // 2)


async def test_answered_exercises_are_not_dealt_again(scene: Scene):
    await begun(scene)
    await answered(scene)
    at = await learner(scene)

    def answered_already(db: Connection) -> None:
        ann = players.find(db, ANN.user_id)
        assert ann is not None
        for page in (page_of(Topic(game, kind)) for game in GAMES for kind in KINDS):
            judgements.keep_answer(db, ann.id, Exercise(page, at.seed + 1, 0, JUDGE, 1))

    await scene.desk.services.database.write(answered_already)
    await scene.presses(ANN, NextExercise)
    assert (await learner(scene)).seed != at.seed + 1
