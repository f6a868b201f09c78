"""The pages of exercises: the cards to place, and what an answer was worth."""

from functools import partial

from bot.handlers.request import Services
from bot.screens.components import Component, Screen, Style, button, row, text
from bot.screens.ledger.leaks_page import KINDS as MISTAKES
from bot.screens.presses import PlayFrom
from bot.store.players import Learner, Player
from bot.texts import Texts
from bot.tutorial.exercises import SESSION, Course, course_of, topic_at
from bot.tutorial.lesson_page import cards_to_place, first_unsolved, graded, problem_of, spot_of
from bot.tutorial.lesson_presses import NextExercise, TurnPage
from bot.tutorial.problems import Placing
from bot.values.hand_skill import JudgedDecision
from bot.values.phrases import named_game
from bot.values.spots import LessonSpot


async def exercise_page(services: Services, player: Player, learner: Learner, _: Texts) -> Screen:
    """The exercise somebody is at."""
    problem = await problem_of(services, learner)
    assert isinstance(problem, Placing), "exercises have cards to place"
    course = await services.database.read(partial(course_of, player_id=player.id))
    picture, body = await cards_to_place(services, player, learner, problem, _)
    variant, number = problem.hand.rules.variant, problem.knowledge.number + 1
    street = _("street {street} of {streets}", street=number, streets=len(variant.streets))
    game = named_game(variant.game, _)
    lines = [f"### {exercise_name(course.done + 1, _)}: {game}, {street}"]
    if not course.done:
        lines.append("-# " + _about(course, _))
    ways = [button(NextExercise(spot_of(learner)), _("Skip")), _to_lessons(learner, _)]
    return Screen((text("\n".join(lines)), picture.component, *body, row(*ways)), picture.pictures)


async def answered_page(
    services: Services,
    player: Player,
    learner: Learner,
    _: Texts,
    *,
    problem: Placing,
    found: JudgedDecision,
) -> Screen:
    """The verdict on an answer, and after the last of a session how that went."""
    course = await services.database.read(partial(course_of, player_id=player.id))
    verdict, picture = await graded(services, player, learner, _, problem=problem, found=found)
    topic = topic_at(learner.lesson)
    assert topic is not None, "it is an exercise"
    said = "✓ " + _("Right!") if verdict.right else "✗ " + _("Not quite.")
    lines = [
        f"### {exercise_name(course.done or SESSION, _)}",
        f"**{said}** {verdict.why}",
        "-# " + _("A typical mistake here: {mistake}", mistake=_(MISTAKES[topic.kind])),
    ]
    label = _("Next exercise")
    if not course.done:
        lines += _summary(course, _)
        label = _("More exercises")
    following = button(NextExercise(spot_of(learner)), label, Style.GREEN)
    onward = button(PlayFrom(spot_of(learner), 1), _("Play on"))
    ways = row(following, onward, _to_lessons(learner, _))
    return Screen((text("\n".join(lines)), picture.component, ways), picture.pictures)


def exercise_name(number: int, _: Texts) -> str:
    """The number of an exercise in its session."""
    return _("Exercise {number} of {all}", number=number, all=SESSION)


def _about(course: Course, _: Texts) -> str:
    if course.has_mistakes:
        return _("New positions of the kind that has cost you most. Nothing counts here.")
    return _("Positions where many players go wrong. Nothing counts here.")


def _summary(course: Course, _: Texts) -> list[str]:
    """How a session went, and how that compares with the month before."""
    if course.given is None:
        return []
    sentences = [
        _(
            "Session done: {right} of {all} right, {points} points given away.",
            right=course.right,
            all=SESSION,
            points=_.decimal(course.given),
        )
    ]
    if course.before is not None:
        average = _.decimal(course.before)
        sentences.append(_("Your average of the month before: {points}.", points=average))
    return [f"**{' '.join(sentences)}**"]


def _to_lessons(learner: Learner, _: Texts) -> Component:
    lesson = LessonSpot(first_unsolved(learner), learner.seed)
    return button(TurnPage(lesson), _("To the lessons"))
