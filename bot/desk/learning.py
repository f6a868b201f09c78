"""Requests of the tutorial: begin or go on, turn a page, answer, lay out cards."""

import hashlib
import re
from dataclasses import replace
from functools import partial
from sqlite3 import Connection
from typing import Final

from bot.desk.desk import Desk
from bot.desk.lesson_pages import answered, draft_of, page, placed, problem_of
from bot.desk.visitors import Answer, Visitor
from bot.lessons.dealing import SEEDS
from bot.lessons.problems import Placing
from bot.screens.components import Screen, link, row, text
from bot.screens.drafts import Draft
from bot.screens.lesson_ids import LessonPress, Step
from bot.screens.lessons import PAGES, TIPS
from bot.screens.replies import Private, Redraw
from bot.store import learners, players
from bot.store.learners import Learner
from bot.store.players import Player
from bot.tables.errors import TableError
from bot.tables.gateway import GatewayError
from bot.tables.teaching import best_rows, judge_answer, judge_placement
from bot.texts import Texts, texts_for

_PUT: Final = re.compile(r"(\d{1,2})([fmbx.])")


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


async def press(desk: Desk, visitor: Visitor, pressed: LessonPress) -> Answer:
    """Answer a press on a page of the tutorial."""
    match pressed.step:
        case Step.GO | Step.ANEW:
            answer = _turn(desk, visitor, pressed)
        case Step.SAY:
            answer = _say(desk, visitor, pressed)
        case Step.CONFIRM:
            answer = _confirm(desk, visitor, pressed)
        case Step.PUT | Step.BRUSH | Step.ARM:
            answer = _tap(desk, visitor, pressed)
    return await desk.answered(visitor, answer)


async def _turn(desk: Desk, visitor: Visitor, pressed: LessonPress) -> Answer:
    """Another page, or the first one with nothing solved; every lesson with a new problem."""
    seed = _new_seed(desk)

    def work(db: Connection) -> tuple[Player, Learner]:
        player = players.remember(db, visitor.person)
        now = learners.get(db, player.id) or Learner(0, seed)
        if pressed.step is Step.ANEW:
            learner = Learner(0, seed)
        else:
            learner = Learner(_verified(pressed.page), seed, solved=now.solved)
        learners.put(db, player.id, learner)
        return player, learner

    player, learner = await desk.database.write(work)
    _ = texts_for(visitor.person.locale)
    return Answer(Redraw(await page(desk, player, learner, _)))


async def _say(desk: Desk, visitor: Visitor, pressed: LessonPress) -> Answer:
    """What an answer to a question is worth."""
    problem = await problem_of(desk, pressed.page, pressed.seed)
    if isinstance(problem, Placing) or not pressed.argument.isdecimal():
        raise TableError("Choose one of the answers.")
    _ = texts_for(visitor.person.locale)
    verdict = judge_answer(problem, int(pressed.argument), _)
    player, learner = await _note(desk, visitor, pressed, right=verdict.right)
    return Answer(Redraw(await answered(desk, player, learner, problem, verdict, _)))


async def _tap(desk: Desk, visitor: Visitor, pressed: LessonPress) -> Answer:
    """Lay out a card; in one transaction, since the next tap may come before this one shows."""
    problem = await _placing(desk, pressed)

    def work(db: Connection) -> tuple[Player, Learner]:
        player = players.remember(db, visitor.person)
        learner = _at(learners.get(db, player.id), pressed)
        draft = _tapped(draft_of(problem, learner), pressed)
        learner = replace(learner, layout=draft.layout, brush=draft.brush, armed=draft.armed)
        learners.put(db, player.id, learner)
        return player, learner

    player, learner = await desk.database.write(work)
    _ = texts_for(visitor.person.locale)
    return Answer(Redraw(await page(desk, player, learner, _)))


async def _confirm(desk: Desk, visitor: Visitor, pressed: LessonPress) -> Answer:
    """What a placement is worth, if it is still the one that the button named."""
    problem = await _placing(desk, pressed)
    player, learner = await _note(desk, visitor, pressed)
    draft = draft_of(problem, learner)
    _ = texts_for(visitor.person.locale)
    if not draft.is_ready or draft.digest != pressed.digest:
        return Answer(Redraw(await page(desk, player, learner, _)))
    found = await desk.thinker.think(partial(problem.judge, draft.placement))
    verdict = judge_placement(problem, found, _)
    player, learner = await _note(desk, visitor, pressed, right=verdict.right)
    best = best_rows(problem, found.best[0].placement, _)
    return Answer(Redraw(await placed(desk, player, learner, best, verdict, _)))


async def _placing(desk: Desk, pressed: LessonPress) -> Placing:
    problem = await problem_of(desk, pressed.page, pressed.seed)
    if not isinstance(problem, Placing):
        raise TableError("There are no cards to place in this lesson.")
    return problem


def _tapped(draft: Draft, pressed: LessonPress) -> Draft:
    match pressed.step:
        case Step.BRUSH:
            return draft.take_brush(pressed.argument)
        case Step.ARM:
            return draft.arm()
        case _:
            put = _PUT.fullmatch(pressed.argument)
            return draft if put is None else draft.put(int(put[1]), put[2])


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


def _at(learner: Learner | None, pressed: LessonPress) -> Learner:
    """Somebody at the problem of a press; what he has laid out elsewhere is forgotten."""
    if learner is None:
        return Learner(_verified(pressed.page), pressed.seed)
    if (learner.lesson, learner.seed) == (pressed.page, pressed.seed):
        return learner
    return Learner(_verified(pressed.page), pressed.seed, solved=learner.solved)


async def _note(
    desk: Desk, visitor: Visitor, pressed: LessonPress, *, right: bool = False
) -> tuple[Player, Learner]:
    """Keep which problem somebody has before him, and that he has solved it if he has."""

    def work(db: Connection) -> tuple[Player, Learner]:
        player = players.remember(db, visitor.person)
        learner = _at(learners.get(db, player.id), pressed)
        learner = replace(learner, solved=learner.solved | right << learner.lesson)
        learners.put(db, player.id, learner)
        return player, learner

    return await desk.database.write(work)


def _verified(page: int) -> int:
    if page >= PAGES:
        raise TableError("There is no such lesson. Begin with /ofc learn.")
    return page
