"""Playing on from a decision of one's own: begin, once more, lay out cards and place them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final
from zlib import crc32

from bot.game.advising import decisions_of
from bot.game.played import fold
from bot.game.results import find_replay
from bot.game.table import StaleError, TableError
from bot.handlers.laying import Laying, lays
from bot.handlers.request import Answer, Request, Services, Visitor
from bot.handlers.serving import on, personal
from bot.screens.presses import PlayFrom
from bot.screens.replies import Private, Redraw
from bot.solo.handlers import reviewed_at
from bot.solo.solo_page import table_scene
from bot.store import drafts, exercises
from bot.store.drafts import DraftKey, DraftKind
from bot.tutorial.exercises import topic_at
from bot.tutorial.lesson_page import placing_at
from bot.tutorial.on_page import AloneAt, OnPage, cannot_go_on
from bot.tutorial.playing_on import AS_IT_CAME, Position, played_on
from bot.values.draft import Draft
from bot.values.spots import DealSpot, LessonSpot, OnSpot, Spot
from ofc_engine.hand import Hand
from ofc_engine.operations import parse_operation
from ofc_engine.players.skill import Decision
from ofc_engine.scoring import score_hand
from ofc_engine.views import view_for

_PAGE: Final = 64
"""The page of the tutorial that what is laid out here counts as: nobody turns to it."""
_SEEDS: Final = 2**31


@on(PlayFrom)
@personal
def play_from(at: Request, press: PlayFrom) -> "_Shown":
    """Play on from a decision, in a message of its own, or once more in the same."""
    source = press.spot.source if isinstance(press.spot, OnSpot) else press.spot
    seed = AS_IT_CAME
    if press.anew or isinstance(source, LessonSpot):
        seed = 1 + int.from_bytes(at.fresh_secret()[:4], "big") % (_SEEDS - 1)
    page = _page(at, OnSpot(source, seed))
    return _Shown(page, is_new=not isinstance(press.spot, OnSpot), begins=True)


@lays(OnSpot)
class OwnPosition(Laying):
    """The visitor at the cards of a position from which they play on."""

    spot: OnSpot

    @cached_property
    def page(self) -> OnPage:
        """Where they are; raises OfcError if it is no decision of theirs."""
        return _page(self.at, self.spot)

    @property
    def key(self) -> DraftKey:
        """Theirs of these cards."""
        return self.page.key

    def draft(self) -> Draft:
        """Their draft; raises OfcError."""
        position = self.page.position
        hand = self.at.computed(played_on, position, self.spot.seed, self.spot.placed)
        if hand is None:
            raise cannot_go_on()
        if hand.is_finished:
            raise StaleError("That was an earlier street. Here's where you are now.")
        return drafts.find(self.at.db, self.key, view_for(hand, position.seat))

    def placed(self, draft: Draft, _said: str, /) -> "_Shown":
        """The cards to place next, or the result."""
        # Whoever clicks twice is shown the same twice.
        self.keep(draft)
        return self._at(replace(self.spot, placed=self.spot.placed + draft.final_layout))

    def keep(self, draft: Draft) -> None:
        """Keep what is laid out; it is never placed by itself, as nobody waits for it."""
        super().keep(replace(draft, places_at=None))

    def shown(self, _draft: Draft, _said: str = "", /) -> "_Shown":
        """The cards with what is laid out."""
        return self.refreshed()

    def refreshed(self) -> "_Shown":
        """The cards with what is laid out now."""
        return self._at(self.spot)

    def _at(self, spot: OnSpot) -> "_Shown":
        return _Shown(_page(self.at, spot), is_new=self.at.visitor.message_id is None)


@dataclass(frozen=True)
class _Shown:
    page: OnPage
    is_new: bool
    begins: bool = False

    async def answer(self, services: Services, visitor: Visitor) -> Answer:
        """The page, in a new message or in the pressed one."""
        screen = await self.page.screen(services, visitor, begins=self.begins)
        place = self.page.key.place
        return Answer(Private(screen) if self.is_new else Redraw(screen), cards_of=place)


# --- where they are --------------------------------------------------------------------------


def _page(at: Request, spot: OnSpot) -> OnPage:
    """The visitor at a spot; raises OfcError unless it is a decision of theirs that is over."""
    words = f"{spot.source} {spot.seed} {spot.placed}"
    stage = crc32(words.encode()) % _SEEDS
    key = DraftKey(DraftKind.LESSON, _PAGE, at.player.id, stage)
    match spot.source:
        case Spot() as source:
            return _of_hand(at, spot, source, key)
        case DealSpot() as source:
            return _of_deal(at, spot, source, key)
        case LessonSpot() as source:
            return _of_exercise(at, spot, source, key)


def _of_hand(at: Request, spot: OnSpot, source: Spot, key: DraftKey) -> OnPage:
    replay = find_replay(at.db, source.table, source.hand)
    decisions, played = decisions_of(replay.table, at.player.id), replay.played
    seat = played.seat_of(at.player.id)
    if seat is None:
        raise _nothing_to_decide()
    begin = _at(decisions, source)
    visits = tuple(part.fantasyland for part in played.acting)
    before = fold(replay.table.rules, visits, played.log[:begin])
    came = tuple(map(parse_operation, played.log[begin:]))
    position = Position(before, seat, came)
    if spot.seed == AS_IT_CAME and position.gave_up:
        raise TableError("You gave up this hand, so nobody knows what would have come.")
    names = tuple(each.name for each in replay.scene(0).players)
    points = score_hand(played.hand).points[seat]
    return OnPage(spot, position, names, at.player, key, points)


def _at(decisions: Sequence[Decision], source: Spot | DealSpot) -> int:
    """The place in the log of the decision that a source names; raises TableError."""
    if source.street >= len(decisions):
        raise _nothing_to_decide()
    return decisions[source.street].at


def _nothing_to_decide() -> TableError:
    return TableError("There's nothing to decide here.")


def _of_deal(at: Request, spot: OnSpot, source: DealSpot, key: DraftKey) -> OnPage:
    page = reviewed_at(at, source)
    play, terms = page.at.play, page.at.terms
    begin = _at(play.decisions(), source)
    before = Hand.replay(terms.rules, terms.visits, play.operations[:begin])
    position = Position(before, terms.own, play.operations[begin:])
    names = tuple(each.name for each in table_scene(page.at, at.player, 1, 0).players)
    points = play.outcome.points
    return OnPage(spot, position, names, at.player, key, points, AloneAt(page.title(), terms))


def _of_exercise(at: Request, spot: OnSpot, source: LessonSpot, key: DraftKey) -> OnPage:
    is_exercise = topic_at(source.page) is not None
    if not is_exercise or not exercises.is_answered(at.db, at.player.id, source.page, source.seed):
        raise TableError("Place the cards of the exercise first.")
    problem = placing_at(at, source)
    names = ("",) * len(problem.hand.seats)
    return OnPage(spot, Position(problem.hand, problem.seat), names, at.player, key, None)
