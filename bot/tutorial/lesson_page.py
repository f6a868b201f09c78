"""The pages of lessons and exercises as a learner sees them now."""

from functools import partial
from itertools import count

from bot.game.table import StaleError, TableError
from bot.handlers.request import Request, Services
from bot.pictures.theme import Theme
from bot.screens.card_buttons import CardButtons, street_parts
from bot.screens.components import Component, PictureOrWords, Screen, Style, button, row, text
from bot.screens.ledger.people import KINDS as MISTAKES
from bot.screens.presses import PlayFrom
from bot.store import drafts, judgements, players
from bot.store.drafts import DraftKey, DraftKind
from bot.store.players import Learner, Player
from bot.surfaces.render import PictureOptions
from bot.texts import Texts
from bot.tutorial.exercises import SESSION, Course, course_of, topic_at
from bot.tutorial.problems import (
    END,
    LESSONS,
    SEEDS,
    TIPS,
    Placing,
    PointsQuestion,
    Problem,
    Question,
    dealt,
    is_dealt,
)
from bot.tutorial.screens import (
    NextExercise,
    Progress,
    TurnPage,
    answers,
    end_screen,
    question_screen,
    tips_screen,
    verdict_screen,
)
from bot.tutorial.teaching import Feedback, best_rows, judge_placement, rows_of, scene_of, table_of
from bot.values.draft import LessonSpot
from bot.values.hand_skill import JudgedDecision
from bot.values.phrases import named_game


def problem_at(at: Request, spot: LessonSpot) -> Problem:
    """The problem of a page; raises TableError if it has none.

    Raises StaleError for an exercise that is not offered to the visitor.
    """
    where = spot.page, spot.seed % SEEDS
    if topic_at(spot.page) is not None:
        if not is_offered(at, spot):
            raise StaleError("You've left that exercise. Start others with /learn.")
        # Step by step, so that others get a turn in between.
        next(step for step in count() if at.computed(is_dealt, *where, step))
    elif spot.page not in LESSONS:
        raise no_such_lesson()
    return at.computed(dealt, *where)


def is_offered(at: Request, spot: LessonSpot) -> bool:
    """False for an exercise that the visitor neither is at nor has answered."""
    learner = players.find_learner(at.db, at.player.id)
    if topic_at(spot.page) is None or (learner is not None and spot_of(learner) == spot):
        return True
    return judgements.is_answered(at.db, at.player.id, spot.page, spot.seed)


def placing_at(at: Request, spot: LessonSpot) -> Placing:
    """The cards to place on a page; raises TableError if there are none."""
    problem = problem_at(at, spot)
    if not isinstance(problem, Placing):
        raise TableError("This lesson has no cards to place.")
    return problem


def spot_of(learner: Learner) -> LessonSpot:
    """The page that somebody is on."""
    return LessonSpot(learner.lesson, learner.seed)


def key_at(spot: LessonSpot, player_id: int) -> DraftKey:
    """The key of a player's draft on a page."""
    return DraftKey(DraftKind.LESSON, spot.page, player_id, spot.seed)


def no_such_lesson() -> TableError:
    """The error for a page that the tutorial does not have."""
    return TableError("That lesson doesn't exist. Start with /learn.")


async def page(services: Services, player: Player, learner: Learner, _: Texts) -> Screen:
    """The page somebody is on."""
    progress = _progress(learner)
    if learner.lesson == TIPS:
        return tips_screen(progress, _)
    if learner.lesson == END:
        return end_screen(progress, _)
    problem = await problem_of(services, learner)
    if isinstance(problem, Placing):
        picture, body = await cards_to_place(services, player, learner, problem, _)
    else:
        picture = await _asked(services, problem, _options("lesson", player, learner), _)
        body = answers(progress, problem, _)
    return question_screen(progress, picture, body, _)


async def problem_of(services: Services, learner: Learner, *, ahead: bool = False) -> Problem:
    """The problem that a learner is at; `ahead` of time, only while nobody else has one to find."""
    where, thinker = (learner.lesson, learner.seed % SEEDS), services.thinker
    for step in count():
        if ahead:
            await thinker.idle()
        if await thinker.think(partial(is_dealt, *where, step)):
            break
    return await thinker.think(partial(dealt, *where))


async def cards_to_place(
    services: Services, player: Player, learner: Learner, problem: Placing, _: Texts
) -> tuple[PictureOrWords, list[Component]]:
    """The cards of a problem as a picture, and the buttons that place them."""
    options, spot = _options("lesson", player, learner), spot_of(learner)
    illustrator = services.composer.illustrator
    picture = await illustrator.private(scene_of(problem, _), options, _)
    key = key_at(spot, player.id)
    draft = await services.database.read(partial(drafts.find, key=key, view=problem.view))
    look = CardButtons(spot, illustrator.faces(options.theme))
    return picture, street_parts(draft, look, _, aloud=options.theme.aloud)


async def answered(
    services: Services,
    player: Player,
    learner: Learner,
    _: Texts,
    *,
    question: Question,
    verdict: Feedback,
) -> Screen:
    """The page after an answer: the verdict, with the boards as they are counted."""
    options = _options("answer", player, learner)
    illustrator = services.composer.illustrator
    if isinstance(question, PointsQuestion):
        picture = await illustrator.result(table_of(question, _), options, _)
    else:
        picture = await illustrator.rows(rows_of(question, _, solved=True), options, _)
    return verdict_screen(_progress(learner), verdict.why, picture, _, right=verdict.right)


async def placed(
    services: Services,
    player: Player,
    learner: Learner,
    _: Texts,
    *,
    problem: Placing,
    found: JudgedDecision,
) -> Screen:
    """The page after a placement: the verdict, with the best placement."""
    verdict, picture = await graded(services, player, learner, _, problem=problem, found=found)
    return verdict_screen(_progress(learner), verdict.why, picture, _, right=verdict.right)


async def graded(
    services: Services,
    player: Player,
    learner: Learner,
    _: Texts,
    *,
    problem: Placing,
    found: JudgedDecision,
) -> tuple[Feedback, PictureOrWords]:
    """The verdict on a placement, and the best one as a picture."""
    options = _options("answer", player, learner)
    illustrator = services.composer.illustrator
    verdict = judge_placement(problem, found, illustrator.said(options.theme, _), _)
    best = best_rows(problem, found, _)
    return verdict, await illustrator.rows(best, options, _)


async def _asked(
    services: Services, question: Question, options: PictureOptions, _: Texts
) -> PictureOrWords:
    illustrator = services.composer.illustrator
    if isinstance(question, PointsQuestion):
        return await illustrator.table(table_of(question, _).table, options, _)
    return await illustrator.rows(rows_of(question, _, solved=False), options, _)


def _options(what: str, player: Player, learner: Learner) -> PictureOptions:
    """The options of a picture, by the player's own preferences."""
    theme = Theme().preferred(player.preferences)
    return PictureOptions(f"{what}-{learner.lesson}-{learner.seed}.png", theme)


def first_unsolved(learner: Learner) -> int:
    """The page of the first lesson that is not solved; the tips if there is none."""
    return next((n for n in LESSONS if not learner.solved >> n & 1), TIPS)


def _progress(learner: Learner) -> Progress:
    solved = frozenset(lesson for lesson in LESSONS if learner.solved >> lesson & 1)
    return Progress(learner.lesson, learner.seed, solved)


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
    """The verdict on an answer; after the last of a session, also how that went."""
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


def left_screen(spot: LessonSpot, learner: Learner, _: Texts) -> Screen:
    """The screen of an old message whose exercise has been left."""
    said = text(_("You've left this exercise. Do you want another?"))
    following = button(NextExercise(spot), _("More exercises"), Style.GREEN)
    return Screen((said, row(following, _to_lessons(learner, _))))


def exercise_name(number: int, _: Texts) -> str:
    """The number of an exercise in its session."""
    return _("Exercise {number} of {all}", number=number, all=SESSION)


def _about(course: Course, _: Texts) -> str:
    if course.has_mistakes:
        return _("New positions of the kind that has cost you most. Nothing counts here.")
    return _("Positions where many players go wrong. Nothing counts here.")


def _summary(course: Course, _: Texts) -> list[str]:
    """How a session went, compared with the month before."""
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
