"""The tutorial: begin or go on, turn a page, answer, lay out cards."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from bot.game.errors import TableError
from bot.handlers.request import Answer, Request, Services, Visitor
from bot.handlers.serving import changes, on, personal
from bot.handlers.writing import write
from bot.ofc.draft import Draft
from bot.screens.components import Screen, link, row, text
from bot.screens.replies import Private, Redraw
from bot.store import players
from bot.store.engine import Connection
from bot.store.players import Learner, Player
from bot.surfaces.gateway import GatewayError, nonce_from
from bot.tutorial.pages import answered, draft_of, no_such_lesson, page, placed, problem_of
from bot.tutorial.presses import (
    BeginAgain,
    LessonArm,
    LessonBrush,
    LessonConfirm,
    LessonGather,
    LessonPut,
    LessonSpot,
    Say,
    Turn,
)
from bot.tutorial.problems import SEEDS, Placing
from bot.tutorial.screens import PAGES, TIPS
from bot.tutorial.teaching import best_rows, judge_answer, judge_placement
from bot.values.phrases import message_url


@changes
def learn(at: Request) -> "_Begun":
    """Begin, or go on: by direct message, or here in private if those are closed."""
    learner = _resumed(players.find_learner(at.db, at.player.id), _new_seed(at))
    players.keep_learner(at.db, at.player.id, learner)
    return _Begun(at.player, learner)


@on(Turn)
@changes
def turn(at: Request, press: Turn) -> "_Page":
    """Another page, with a new problem."""
    before = players.find_learner(at.db, at.player.id)
    solved = 0 if before is None else before.solved
    return _begun(at, Learner(_verified(press.spot.page), _new_seed(at), solved=solved))


@on(BeginAgain)
@changes
def begin_again(at: Request, _press: BeginAgain) -> "_Page":
    """The first page, with nothing solved."""
    return _begun(at, Learner(0, _new_seed(at)))


def _begun(at: Request, learner: Learner) -> "_Page":
    players.keep_learner(at.db, at.player.id, learner)
    return _Page(at.player, learner)


@on(Say)
@personal
def say(_at: Request, press: Say) -> "_Said":
    """Answer a question."""
    return _Said(press.spot, press.answer)


@on(LessonPut)
@personal
def put(_at: Request, press: LessonPut) -> "_Tap":
    """Put a card into a row, or take it back."""
    return _Tap(press.spot, lambda draft: draft.put(press.card, press.letter))


@on(LessonBrush)
@personal
def brush(_at: Request, press: LessonBrush) -> "_Tap":
    """Choose the row into which cards are tapped."""
    return _Tap(press.spot, lambda draft: draft.take_brush(press.letter))


@on(LessonGather)
@personal
def gather(at: Request, press: LessonGather) -> "_Tap":
    """Have just the cards in a row that are chosen from a menu."""
    chosen = at.visitor.chosen
    return _Tap(press.spot, lambda draft: draft.gather(press.letter, chosen))


@on(LessonArm)
@personal
def arm(_at: Request, press: LessonArm) -> "_Tap":
    """Have the next press place what it would not have placed without a warning."""
    return _Tap(press.spot, Draft.arm)


@on(LessonConfirm)
@personal
def confirm(_at: Request, press: LessonConfirm) -> "_Confirmed":
    """What a placement is worth, if it is still the one that the button named."""
    return _Confirmed(press.spot, press.digest)


# --- thought about and drawn after the commit -----------------------------------------------


@dataclass(frozen=True)
class _Page:
    """The page somebody is on, in the pressed message."""

    player: Player
    learner: Learner

    async def answer(self, services: Services, visitor: Visitor) -> Answer:
        """The page."""
        return Answer(Redraw(await page(services, self.player, self.learner, visitor.texts)))


@dataclass(frozen=True)
class _Begun:
    """The page somebody is on, in a new message."""

    player: Player
    learner: Learner

    async def answer(self, services: Services, visitor: Visitor) -> Answer:
        """A way to their direct messages, or the page itself if those are closed."""
        _ = visitor.texts
        screen = await page(services, self.player, self.learner, _)
        if visitor.guild_id is None:
            return Answer(Private(screen))
        if not self.player.dm_closed:
            try:
                return Answer(Private(await _written(services, visitor, self.player, screen)))
            except GatewayError:
                pass  # Whatever Discord has against it, the lesson can be taken here.
        why = text("-# " + _("I cannot message you, so we do it here. Only you see it."))
        return Answer(Private(replace(screen, components=(why, *screen.components))))


@dataclass(frozen=True)
class _Said:
    """An answer to a question, by its number."""

    spot: LessonSpot
    number: int

    async def answer(self, services: Services, visitor: Visitor) -> Answer:
        """What the answer is worth."""
        problem = await problem_of(services, self.spot.page, self.spot.seed)
        if isinstance(problem, Placing):
            raise TableError("Choose one of the answers.")
        _ = visitor.texts
        verdict = judge_answer(problem, self.number, _)
        player, learner = await _note(services, visitor, self.spot, right=verdict.right)
        return Answer(Redraw(await answered(services, player, learner, problem, verdict, _)))


@dataclass(frozen=True)
class _Tap:
    """A card laid out; the problem is dealt before the transaction, for it may take a while."""

    spot: LessonSpot
    change: Callable[[Draft], Draft]

    async def answer(self, services: Services, visitor: Visitor) -> Answer:
        """The page with what is laid out now."""
        problem = await _placing(services, self.spot)
        lay_out = partial(self._lay_out, visitor, problem)
        player, learner = await services.database.write(lay_out)
        return Answer(Redraw(await page(services, player, learner, visitor.texts)))

    def _lay_out(
        self, visitor: Visitor, problem: Placing, db: Connection
    ) -> tuple[Player, Learner]:
        player = players.remember(db, visitor.person)
        learner = _moved(players.find_learner(db, player.id), self.spot)
        draft = self.change(draft_of(problem, learner))
        learner = replace(learner, layout=draft.layout, brush=draft.brush, armed=draft.armed)
        players.keep_learner(db, player.id, learner)
        return player, learner


@dataclass(frozen=True)
class _Confirmed:
    """A placement, by the digest of what the button named."""

    spot: LessonSpot
    digest: str

    async def answer(self, services: Services, visitor: Visitor) -> Answer:
        """What the placement is worth, or the page as it is if it was another."""
        _, spot = visitor.texts, self.spot
        problem = await _placing(services, spot)
        player, learner = await _note(services, visitor, spot)
        draft = draft_of(problem, learner)
        if not draft.is_ready or draft.digest != self.digest:
            return Answer(Redraw(await page(services, player, learner, _)))
        found = await services.thinker.think(partial(problem.judge, draft.placement))
        verdict = judge_placement(problem, found, _, aloud=player.preferences.read_aloud)
        player, learner = await _note(services, visitor, spot, right=verdict.right)
        best = best_rows(problem, found.best[0].placement, _)
        return Answer(Redraw(await placed(services, player, learner, best, verdict, _)))


async def _placing(services: Services, spot: LessonSpot) -> Placing:
    problem = await problem_of(services, spot.page, spot.seed)
    if not isinstance(problem, Placing):
        raise TableError("There are no cards to place in this lesson.")
    return problem


async def _written(services: Services, visitor: Visitor, player: Player, screen: Screen) -> Screen:
    """Write to somebody; the screen that leads there. Raises GatewayError."""
    nonce = nonce_from(f"learn {player.id} {services.now}")
    channel_id, message_id = await write(services, player, screen, nonce)
    url = message_url(None, channel_id, message_id)
    _ = visitor.texts
    said = text(_("I have sent you a message. Take your time: your lesson is kept."))
    return Screen((said, row(link(url, _("To your lesson")))))


# --- where somebody is ----------------------------------------------------------------------


def _new_seed(at: Request) -> int:
    return int.from_bytes(at.fresh_secret()[:4], "big") % SEEDS


def _resumed(learner: Learner | None, seed: int) -> Learner:
    """The problem somebody left, or the next lesson if it was solved, or the first."""
    if learner is None:
        return Learner(0, seed)
    if learner.lesson < TIPS and learner.solved >> learner.lesson & 1:
        return Learner(learner.lesson + 1, seed, solved=learner.solved)
    return learner


def _moved(learner: Learner | None, spot: LessonSpot) -> Learner:
    """Somebody at the problem of a button; what they have laid out elsewhere is forgotten."""
    if learner is None:
        return Learner(_verified(spot.page), spot.seed)
    if (learner.lesson, learner.seed) == (spot.page, spot.seed):
        return learner
    return Learner(_verified(spot.page), spot.seed, solved=learner.solved)


async def _note(
    services: Services, visitor: Visitor, spot: LessonSpot, *, right: bool = False
) -> tuple[Player, Learner]:
    """Keep which problem somebody has before them, and if they have solved it."""
    return await services.database.write(partial(_noted, visitor, spot, right))


def _noted(
    visitor: Visitor, spot: LessonSpot, right: bool, db: Connection
) -> tuple[Player, Learner]:
    player = players.remember(db, visitor.person)
    learner = _moved(players.find_learner(db, player.id), spot)
    learner = replace(learner, solved=learner.solved | right << learner.lesson)
    players.keep_learner(db, player.id, learner)
    return player, learner


def _verified(number: int) -> int:
    if number >= PAGES:
        raise no_such_lesson()
    return number
