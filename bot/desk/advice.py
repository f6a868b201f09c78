"""Requests for advice: a hint on the cards in hand, a review of a finished hand."""

from functools import partial
from sqlite3 import Connection

from bot.desk.desk import Desk, Finder
from bot.desk.registry import on
from bot.desk.visitors import Answer, Visitor
from bot.screens.advice import hint_screen, review_screen
from bot.screens.presses import ShowReview
from bot.screens.replies import Private
from bot.store import players
from bot.tables import advising
from bot.tables.advising import Decision
from bot.tables.replay import find_replay
from bot.texts import texts_for


async def hint(desk: Desk, visitor: Visitor, find: Finder) -> Answer:
    """The best placements of the cards in hand."""
    found = await desk.see(visitor, find)
    knowledge = advising.question(found.table, found.player)
    told = await desk.thinker.think(partial(advising.hint, knowledge))
    played = found.table.played
    assert played is not None
    _ = texts_for(visitor.person.locale)
    number = played.row.number
    screen = hint_screen(number, told.best, told.outs, _, giving_up=told.giving_up)
    return Answer(Private(screen))


@on(ShowReview)
async def review(desk: Desk, visitor: Visitor, press: ShowReview) -> Answer:
    """The visitor's own decisions in a finished hand, one by one."""

    def read(db: Connection) -> tuple[Decision, ...]:
        replay = find_replay(db, press.spot.table, press.spot.hand)
        player = players.remember(db, visitor.person)
        return advising.decisions_of(replay.table, player.id)

    decisions = await desk.database.write(read)
    judged = [await desk.thinker.think(partial(advising.judge, each)) for each in decisions]
    return Answer(Private(review_screen(press.spot.hand, judged, texts_for(visitor.person.locale))))
