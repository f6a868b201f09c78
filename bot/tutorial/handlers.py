"""The tutorial: begin or continue, turn a page, answer, lay out cards, practise."""

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final, Protocol

from bot.game.advising import judged
from bot.game.table import TableError
from bot.handlers.direct_messages import write
from bot.handlers.laying import Laying, lays
from bot.handlers.request import (
    Answer,
    AnswerOrDeferred,
    DeferredAnswer,
    Request,
    Services,
    Visitor,
)
from bot.handlers.serving import also_on, changes, on, personal
from bot.handlers.waiting_cards import PRACTISING, WaitingCards
from bot.screens.components import Screen, link, row, text
from bot.screens.presses import BeginExercises, Learn
from bot.screens.replies import Private, Redraw
from bot.store import drafts, judgements, players
from bot.store.drafts import DraftKey
from bot.store.judgements import Exercise
from bot.store.players import Learner, Player
from bot.surfaces.gateway import GatewayError, nonce_from
from bot.texts import Texts
from bot.tutorial.exercises import GAMES, costs_of, course_of, next_topic, page_of, topic_at
from bot.tutorial.lesson_page import (
    answered,
    answered_page,
    exercise_name,
    exercise_page,
    first_unsolved,
    key_at,
    left_screen,
    no_such_lesson,
    page,
    placed,
    placing_at,
    problem_at,
    problem_of,
    spot_of,
)
from bot.tutorial.problems import LESSONS, PAGES, PLACING, SEEDS, Placing, following
from bot.tutorial.screens import AnswerQuestion, BeginAgain, NextExercise, TurnPage, lesson_name
from bot.tutorial.teaching import judge_answer
from bot.values.draft import Draft, LessonSpot
from bot.values.hand_skill import THOUSAND
from bot.values.phrases import message_url
from ofc_engine.players.skill import JUDGE
from ofc_engine.players.thinking import verdict
from ofc_engine.rulesets import Ruleset

_AHEAD: Final = 60.0
"""Seconds for which the next exercise is searched for at most while a player is at another."""


@also_on(Learn)
@changes
def learn(at: Request) -> DeferredAnswer:
    """Begin or continue: by direct message, or in private here if those are closed."""
    learner = _resumed(players.find_learner(at.db, at.player.id), _new_seed(at))
    players.keep_learner(at.db, at.player.id, learner)
    return partial(_page_in_dm, at.player, learner, None)


@also_on(BeginExercises)
@changes
def practise(at: Request) -> DeferredAnswer:
    """Begin or continue exercises, in the same place as lessons."""
    learner = players.find_learner(at.db, at.player.id)
    if learner is None or not _is_unanswered(at, learner):
        learner = _next_exercise(at, learner)
        players.keep_learner(at.db, at.player.id, learner)
    return partial(_page_in_dm, at.player, learner, _after_skipping(at, learner))


@on(NextExercise)
@changes
def exercise(at: Request, press: NextExercise) -> DeferredAnswer:
    """Another exercise, or the one that an earlier click began."""
    learner = players.find_learner(at.db, at.player.id)
    if learner is not None and spot_of(learner) == press.spot:
        return _turned_to(at, _next_exercise(at, learner))
    return _unanswered(at) or _turned_to(at, _next_exercise(at, learner))


@on(TurnPage)
@changes
def turn(at: Request, press: TurnPage) -> DeferredAnswer:
    """Another page, with a new problem."""
    before = players.find_learner(at.db, at.player.id)
    solved = 0 if before is None else before.solved
    return _turned_to(at, Learner(_verified(press.spot.page), _new_seed(at), solved=solved))


@on(BeginAgain)
@changes
def begin_again(at: Request, _press: BeginAgain) -> DeferredAnswer:
    """The first page, with nothing solved."""
    return _turned_to(at, Learner(0, _new_seed(at)))


def _turned_to(at: Request, learner: Learner) -> DeferredAnswer:
    before = players.find_learner(at.db, at.player.id)
    if before is not None:
        drafts.drop(at.db, key_at(spot_of(before), at.player.id))
    players.keep_learner(at.db, at.player.id, learner)
    return _page(at, learner, upcoming=_after_skipping(at, learner))


@on(AnswerQuestion)
@personal
def say(at: Request, press: AnswerQuestion) -> DeferredAnswer:
    """Answer a question."""
    problem = problem_at(at, press.spot)
    if isinstance(problem, Placing):
        raise TableError("Choose one of the answers.")
    verdict = judge_answer(problem, press.answer, at.texts)
    learner = _moved(at, press.spot, right=verdict.right)
    return _page(at, learner, partial(answered, question=problem, verdict=verdict))


@lays(LessonSpot)
class OwnProblem(Laying):
    """The visitor at the cards of a lesson; laying them out makes it their current page again."""

    spot: LessonSpot

    @property
    def key(self) -> DraftKey:
        """The key of their draft for this problem."""
        return key_at(self.spot, self.at.player.id)

    def draft(self) -> Draft:
        """Their draft; TableError if there are no cards."""
        return drafts.find(self.at.db, self.key, placing_at(self.at, self.spot).view)

    def placed(self, draft: Draft, _said: str, /) -> DeferredAnswer:
        """The page that says how good the placement is."""
        at, problem = self.at, placing_at(self.at, self.spot)
        found = judged(at.computed(verdict, problem.decision(draft.placement)))
        # Without the automatic confirm, which would bring them back here once they have gone on.
        self.keep(replace(draft, places_at=None))
        learner = _moved(at, self.spot, right=problem.is_right(found.cost))
        if topic_at(self.spot.page) is None:
            return _page(at, learner, partial(placed, problem=problem, found=found))
        where, cost = (self.spot.page, self.spot.seed), round(found.cost * THOUSAND)
        judgements.keep_answer(at.db, at.player.id, Exercise(*where, cost, JUDGE, at.now))
        draw = partial(answered_page, problem=problem, found=found)
        is_over = not course_of(at.db, at.player.id).done
        upcoming = None if is_over else _next_exercise(at, learner)
        return _page(at, learner, draw, upcoming=upcoming)

    def shown(self, _draft: Draft, _said: str = "", /) -> AnswerOrDeferred:
        """The page with what is laid out."""
        return self.refreshed()

    def refreshed(self) -> AnswerOrDeferred:
        """The page with what is laid out now; for an exercise, the one not answered yet.

        If there is none, they are asked whether they want another.
        """
        at = self.at
        if topic_at(self.spot.page) is None:
            return _page(at, _moved(at, self.spot))
        learner = players.find_learner(at.db, at.player.id) or Learner(0, self.spot.seed)
        return _unanswered(at) or Answer(Redraw(left_screen(self.spot, learner, at.texts)))


def _unsolved(at: Request) -> Iterator[WaitingCards]:
    """The cards of the lesson or exercise that the visitor is at."""
    learner = players.find_learner(at.db, at.player.id)
    if learner is None:
        return
    if _is_unanswered(at, learner):
        number = course_of(at.db, at.player.id).done + 1
        name = partial(exercise_name, number, at.texts)
    elif learner.lesson in PLACING and not learner.solved >> learner.lesson & 1:
        name = partial(lesson_name, learner.lesson, at.texts)
    else:
        return
    spot = spot_of(learner)
    draft = drafts.find(at.db, key_at(spot, at.player.id), placing_at(at, spot).view)
    yield WaitingCards(spot, draft, name)


PRACTISING.append(_unsolved)


# --- drawn after the commit ------------------------------------------------------------------


def _page(
    at: Request,
    learner: Learner,
    draw: "_Draw | None" = None,
    *,
    upcoming: Learner | None = None,
) -> DeferredAnswer:
    """The page somebody is on, in the pressed message, or in a new one for a command."""
    draw, is_new = draw or _page_of(learner), at.visitor.message_id is None
    return partial(_shown_page, at.player, learner, draw, is_new=is_new, upcoming=upcoming)


def _page_of(learner: Learner) -> "_Draw":
    return page if topic_at(learner.lesson) is None else exercise_page


class _Draw(Protocol):
    """Makes the screen of a page."""

    async def __call__(
        self, services: Services, player: Player, learner: Learner, _: Texts
    ) -> Screen: ...


async def _shown_page(
    player: Player,
    learner: Learner,
    draw: _Draw,
    services: Services,
    visitor: Visitor,
    *,
    is_new: bool,
    upcoming: Learner | None,
) -> Answer:
    """A page of the tutorial, in the pressed message or, if it `is_new`, in a new one.

    The `upcoming` exercise, which follows it, is searched for while they look at it.
    """
    screen = await draw(services, player, learner, visitor.texts)
    _seek_ahead(services, player, upcoming)
    place = key_at(spot_of(learner), player.id).place
    return Answer(Private(screen) if is_new else Redraw(screen), cards_of=place)


def _seek_ahead(services: Services, player: Player, upcoming: Learner | None) -> None:
    if upcoming is not None:
        seeking = _seek(services, upcoming)
        services.background.begin(f"an exercise for player {player.id}", seeking)


async def _seek(services: Services, learner: Learner) -> None:
    """Find an exercise before the player asks for it, while nobody else needs the thinker."""
    with suppress(TimeoutError):
        async with asyncio.timeout(_AHEAD):
            await problem_of(services, learner, ahead=True)


async def _page_in_dm(
    player: Player,
    learner: Learner,
    upcoming: Learner | None,
    services: Services,
    visitor: Visitor,
) -> Answer:
    """The page somebody is on: in their direct messages, or here if those are closed.

    `upcoming` as in `_shown_page`.
    """
    _ = visitor.texts
    screen = await _page_of(learner)(services, player, learner, _)
    _seek_ahead(services, player, upcoming)
    if visitor.guild_id is None:
        return Answer(Private(screen))
    if not player.dm_closed:
        try:
            return Answer(Private(await _written(services, visitor, player, screen)))
        except GatewayError:
            pass  # Whatever the reason, the lesson can be taken here.
    why = text("-# " + _("I can't message you, so we'll do it here. Only you see it."))
    return Answer(Private(replace(screen, components=(why, *screen.components))))


async def _written(services: Services, visitor: Visitor, player: Player, screen: Screen) -> Screen:
    """Write to a player and return the screen that links there; raises GatewayError."""
    nonce = nonce_from(f"learn {player.id} {services.now}")
    channel_id, message_id = await write(services, player, screen, nonce)
    url = message_url(None, channel_id, message_id)
    _ = visitor.texts
    said = text(_("I've sent you a message. Take your time: your lesson is kept."))
    return Screen((said, row(link(url, _("To your lesson")))))


# --- where somebody is ----------------------------------------------------------------------


def _new_seed(at: Request) -> int:
    return int.from_bytes(at.fresh_secret()[:4], "big") % SEEDS


def _resumed(learner: Learner | None, seed: int) -> Learner:
    """The problem that somebody left, the next lesson if they solved it, or the first lesson."""
    if learner is None:
        return Learner(0, seed)
    if topic_at(learner.lesson) is not None:
        return Learner(first_unsolved(learner), seed, solved=learner.solved)
    if learner.lesson in LESSONS and learner.solved >> learner.lesson & 1:
        return Learner(following(learner.lesson), seed, solved=learner.solved)
    return learner


def _moved(at: Request, spot: LessonSpot, *, right: bool = False) -> Learner:
    """Record that the visitor is at the problem of a button, and solved it if `right`."""
    before = players.find_learner(at.db, at.player.id)
    solved = 0 if before is None else before.solved
    if spot.page in LESSONS:
        solved |= right << spot.page
    learner = Learner(spot.page, spot.seed, solved)
    if learner != before:
        players.keep_learner(at.db, at.player.id, learner)
    return learner


def _verified(number: int) -> int:
    """The number of a page that can be turned to: not of exercises, which are chosen for them."""
    if number not in PAGES:
        raise no_such_lesson()
    return number


# --- exercises ------------------------------------------------------------------------------


def _is_unanswered(at: Request, learner: Learner) -> bool:
    """True if the learner is at an exercise that they have not answered."""
    if topic_at(learner.lesson) is None:
        return False
    return not judgements.is_answered(at.db, at.player.id, learner.lesson, learner.seed)


def _unanswered(at: Request) -> DeferredAnswer | None:
    """The exercise that an earlier click began, unless it has been answered."""
    learner = players.find_learner(at.db, at.player.id)
    if learner is not None and _is_unanswered(at, learner):
        return _page(at, learner)
    return None


def _after_skipping(at: Request, learner: Learner) -> Learner | None:
    """The exercise that *Skip* leads to, None from a lesson."""
    return None if topic_at(learner.lesson) is None else _next_exercise(at, learner)


def _next_exercise(at: Request, learner: Learner | None) -> Learner:
    """The visitor at a new exercise, whose seed follows from the one they are at."""
    count = len(judgements.answered(at.db, at.player.id))
    topic = next_topic(costs_of(at.db, at.player.id), count, _usual_game(at))
    page, solved = page_of(topic), 0 if learner is None else learner.solved
    if learner is None or topic_at(learner.lesson) is None:
        return Learner(page, _new_seed(at), solved=solved)
    # Not a fresh seed, so that the exercise is known and can be searched for ahead.
    seed = (learner.seed + 1) % SEEDS
    while judgements.is_answered(at.db, at.player.id, page, seed):
        seed = (seed + 1) % SEEDS
    return Learner(page, seed, solved=solved)


def _usual_game(at: Request) -> str:
    """The game that the visitor played last, else that of the server they are in."""
    found = judgements.latest_game(at.db, at.player.id)
    if found is None and at.visitor.guild_id is not None:
        found = Ruleset.parse(at.guild.rules).variant.game
    return found if found in GAMES else GAMES[0]
