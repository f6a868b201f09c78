"""Requests of the tutorial: begin or go on, turn a page, answer, lay out cards."""

import hashlib
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from sqlite3 import Connection

from bot.desk.desk import Desk
from bot.desk.lesson_pages import answered, draft_of, page, placed, problem_of
from bot.desk.registry import on
from bot.desk.visitors import Answer, Visitor
from bot.lessons.dealing import SEEDS
from bot.lessons.problems import Placing
from bot.screens.components import Screen, link, row, text
from bot.screens.drafts import Draft
from bot.screens.lesson_presses import (
    BeginAgain,
    LessonArm,
    LessonBrush,
    LessonConfirm,
    LessonPut,
    LessonSpot,
    Say,
    Turn,
)
from bot.screens.lessons import PAGES, TIPS
from bot.screens.replies import Private, Redraw
from bot.store import learners, players
from bot.store.learners import Learner
from bot.store.players import Player
from bot.tables.errors import TableError
from bot.tables.gateway import GatewayError
from bot.tables.teaching import best_rows, judge_answer, judge_placement
from bot.texts import Texts, texts_for


async def learn(desk: Desk, visitor: Visitor) -> Answer:
    """Begin, or go on: by direct message, or here in private if those are closed."""
    seed = _new_seed(desk)

    def work(db: Connection) -> tuple[Player, Learner]:
        player = players.remember(db, visitor.person)
        learner = _resumed(learners.get(db, player.id), seed)
        learners.put(db, player.id, learner)
        return player, learner

    player, learner = await desk.database.write(work)
    _ = texts_for(visitor.person.locale)
    screen = await page(desk, player, learner, _)
    if not player.dm_closed:
        try:
            return Answer(Private(await _written(desk, visitor, player, screen, _)))
        except GatewayError:
            pass  # Whatever Discord has against it, the lesson can be taken here.
    told = text("-# " + _("I cannot write to you, so we do it here. Only you see it."))
    return Answer(Private(replace(screen, components=(told, *screen.components))))


@on(Turn)
async def turn(desk: Desk, visitor: Visitor, press: Turn) -> Answer:
    """Another page, with a new problem."""
    return await _begin(desk, visitor, _verified(press.spot.page))


@on(BeginAgain)
async def begin_again(desk: Desk, visitor: Visitor, _press: BeginAgain) -> Answer:
    """The first page, with nothing solved."""
    return await _begin(desk, visitor, 0, anew=True)


async def _begin(desk: Desk, visitor: Visitor, number: int, *, anew: bool = False) -> Answer:
    seed = _new_seed(desk)

    def work(db: Connection) -> tuple[Player, Learner]:
        player = players.remember(db, visitor.person)
        before = learners.get(db, player.id)
        solved = 0 if anew or before is None else before.solved
        learner = Learner(number, seed, solved=solved)
        learners.put(db, player.id, learner)
        return player, learner

    player, learner = await desk.database.write(work)
    _ = texts_for(visitor.person.locale)
    return Answer(Redraw(await page(desk, player, learner, _)))


@on(Say)
async def say(desk: Desk, visitor: Visitor, press: Say) -> Answer:
    """What an answer to a question is worth."""
    problem = await problem_of(desk, press.spot.page, press.spot.seed)
    if isinstance(problem, Placing):
        raise TableError("Choose one of the answers.")
    _ = texts_for(visitor.person.locale)
    verdict = judge_answer(problem, press.answer, _)
    player, learner = await _note(desk, visitor, press.spot, right=verdict.right)
    return Answer(Redraw(await answered(desk, player, learner, problem, verdict, _)))


@on(LessonPut)
async def put(desk: Desk, visitor: Visitor, press: LessonPut) -> Answer:
    """Put a card into a row, or take it back."""
    spot, card, letter = press.spot, press.card, press.letter
    return await _tap(desk, visitor, spot, lambda draft: draft.put(card, letter))


@on(LessonBrush)
async def brush(desk: Desk, visitor: Visitor, press: LessonBrush) -> Answer:
    """Choose the row into which cards are tapped."""
    return await _tap(desk, visitor, press.spot, lambda draft: draft.take_brush(press.letter))


@on(LessonArm)
async def arm(desk: Desk, visitor: Visitor, press: LessonArm) -> Answer:
    """Have the next press place what it would not have placed without a warning."""
    return await _tap(desk, visitor, press.spot, Draft.arm)


async def _tap(
    desk: Desk, visitor: Visitor, spot: LessonSpot, change: Callable[[Draft], Draft]
) -> Answer:
    """Lay out a card; in one transaction, since the next tap may come before this one shows."""
    problem = await _placing(desk, spot)

    def work(db: Connection) -> tuple[Player, Learner]:
        player = players.remember(db, visitor.person)
        learner = _at(learners.get(db, player.id), spot)
        draft = change(draft_of(problem, learner))
        learner = replace(learner, layout=draft.layout, brush=draft.brush, armed=draft.armed)
        learners.put(db, player.id, learner)
        return player, learner

    player, learner = await desk.database.write(work)
    _ = texts_for(visitor.person.locale)
    return Answer(Redraw(await page(desk, player, learner, _)))


@on(LessonConfirm)
async def confirm(desk: Desk, visitor: Visitor, press: LessonConfirm) -> Answer:
    """What a placement is worth, if it is still the one that the button named."""
    problem = await _placing(desk, press.spot)
    player, learner = await _note(desk, visitor, press.spot)
    draft = draft_of(problem, learner)
    _ = texts_for(visitor.person.locale)
    if not draft.is_ready or draft.digest != press.digest:
        return Answer(Redraw(await page(desk, player, learner, _)))
    found = await desk.thinker.think(partial(problem.judge, draft.placement))
    verdict = judge_placement(problem, found, _)
    player, learner = await _note(desk, visitor, press.spot, right=verdict.right)
    best = best_rows(problem, found.best[0].placement, _)
    return Answer(Redraw(await placed(desk, player, learner, best, verdict, _)))


async def _placing(desk: Desk, spot: LessonSpot) -> Placing:
    problem = await problem_of(desk, spot.page, spot.seed)
    if not isinstance(problem, Placing):
        raise TableError("There are no cards to place in this lesson.")
    return problem


async def _written(
    desk: Desk, visitor: Visitor, player: Player, screen: Screen, _: Texts
) -> Screen:
    """Write to somebody; the screen that leads there. Raises GatewayError."""
    channel_id = player.dm_channel_id
    if channel_id is None:
        channel_id = await desk.gateway.open_dm(visitor.person.user_id)
        keep = partial(players.set_dm, player_id=player.id, channel_id=channel_id, closed=False)
        await desk.database.write(keep)
    nonce = hashlib.sha256(f"learn {player.id} {desk.now}".encode()).hexdigest()[:24]
    message_id = await desk.gateway.post(channel_id, screen, nonce)
    url = f"https://discord.com/channels/@me/{channel_id}/{message_id}"
    said = text(_("I have written to you. Take your time: your lesson is kept."))
    return Screen((said, row(link(url, _("To your lesson")))))


# --- where somebody is ----------------------------------------------------------------------


def _new_seed(desk: Desk) -> int:
    return int.from_bytes(desk.secret()[:4], "big") % SEEDS


def _resumed(learner: Learner | None, seed: int) -> Learner:
    """The problem somebody left, or the next lesson if he had solved it, or the first."""
    if learner is None:
        return Learner(0, seed)
    if learner.lesson < TIPS and learner.solved >> learner.lesson & 1:
        return Learner(learner.lesson + 1, seed, solved=learner.solved)
    return learner


def _at(learner: Learner | None, spot: LessonSpot) -> Learner:
    """Somebody at the problem of a button; what he has laid out elsewhere is forgotten."""
    if learner is None:
        return Learner(_verified(spot.page), spot.seed)
    if (learner.lesson, learner.seed) == (spot.page, spot.seed):
        return learner
    return Learner(_verified(spot.page), spot.seed, solved=learner.solved)


async def _note(
    desk: Desk, visitor: Visitor, spot: LessonSpot, *, right: bool = False
) -> tuple[Player, Learner]:
    """Keep which problem somebody has before him, and that he has solved it if he has."""

    def work(db: Connection) -> tuple[Player, Learner]:
        player = players.remember(db, visitor.person)
        learner = _at(learners.get(db, player.id), spot)
        learner = replace(learner, solved=learner.solved | right << learner.lesson)
        learners.put(db, player.id, learner)
        return player, learner

    return await desk.database.write(work)


def _verified(page: int) -> int:
    if page >= PAGES:
        raise TableError("There is no such lesson. Begin with /ofc learn.")
    return page
