"""Advice: a hint on the cards in hand, a review of a finished hand."""

from dataclasses import dataclass
from functools import partial

from bot.handlers.registry import looks, on
from bot.handlers.request import Answer, Request, Visitor
from bot.handlers.services import Services
from bot.players.knowledge import Knowledge
from bot.screens.advice import hint_screen, review_screen
from bot.screens.presses import ShowReview
from bot.screens.replies import Private
from bot.tables import advising
from bot.tables.advising import Decision
from bot.tables.replay import find_replay


@looks
def hint(at: Request) -> "_Hint":
    """The best placements of the cards in hand."""
    knowledge = advising.question(at.table, at.player)
    played = at.table.played
    assert played is not None
    return _Hint(played.row.number, knowledge)


@on(ShowReview)
@looks
def review(at: Request, press: ShowReview) -> "_Review":
    """The visitor's own decisions in a finished hand, one by one."""
    replay = find_replay(at.db, press.spot.table, press.spot.hand)
    return _Review(press.spot.hand, advising.decisions_of(replay.table, at.player.id))


@dataclass(frozen=True)
class _Hint:
    number: int
    knowledge: Knowledge

    async def answer(self, services: Services, visitor: Visitor) -> Answer:
        """What to do in the hand of that number."""
        told = await services.thinker.think(partial(advising.hint, self.knowledge))
        screen = hint_screen(
            self.number, told.best, told.outs, visitor.texts, giving_up=told.giving_up
        )
        return Answer(Private(screen))


@dataclass(frozen=True)
class _Review:
    number: int
    decisions: tuple[Decision, ...]

    async def answer(self, services: Services, visitor: Visitor) -> Answer:
        """What each decision in the hand of that number was worth."""
        think = services.thinker.think
        judged = [await think(partial(advising.judge, each)) for each in self.decisions]
        return Answer(Private(review_screen(self.number, judged, visitor.texts)))
