"""Playing on from a decision of one's own: begin, begin again, lay out cards, place them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Final
from zlib import crc32

from bot.game.advising import decisions_of
from bot.game.played import fold
from bot.game.results import find_replay
from bot.game.table import StaleError, TableError
from bot.handlers.laying import Laying, lays
from bot.handlers.request import Answer, DeferredAnswer, Request, Services, Visitor
from bot.handlers.serving import on, personal
from bot.pictures.theme import Theme
from bot.screens.card_buttons import CardButtons, street_parts
from bot.screens.components import Component, Screen, Style, button, row, text
from bot.screens.presses import PlayFrom
from bot.screens.replies import Private, Redraw
from bot.screens.result_screen import pair_lines, score_lines
from bot.solo.handlers import reviewed_at
from bot.solo.solo_hand import Outcome
from bot.solo.solo_page import SoloPage, result_lines, table_scene
from bot.store import drafts, judgements
from bot.store.drafts import DraftKey, DraftKind
from bot.store.players import Player
from bot.surfaces.render import PictureOptions
from bot.texts import Texts
from bot.tutorial.exercises import topic_at
from bot.tutorial.lesson_page import placing_at
from bot.tutorial.playing_on import AS_IT_CAME, LEVEL, Position, played_on
from bot.tutorial.screens import NextExercise
from bot.values.draft import DealSpot, Draft, LessonSpot, PlayOnSpot, Spot
from bot.values.phrases import signed
from bot.values.scenes import COMPUTER, ResultScene, ScenePlayer, TableScene
from ofc_engine.hand import Hand
from ofc_engine.match import settle
from ofc_engine.operations import parse_operation
from ofc_engine.players.skill import Decision
from ofc_engine.scoring import score_hand
from ofc_engine.views import view_for


def cannot_go_on() -> TableError:
    """The error for placements that none of our buttons asks for."""
    return TableError("These cards can't be placed like this. Begin once more.")


@dataclass(frozen=True)
class PlayOnPage:
    """A player who plays on from a `position`, at a `spot`; `names` are those of its seats.

    `points` are theirs in the hand itself; `alone` is their page of the deal, if it was one.
    """

    spot: PlayOnSpot
    position: Position
    names: tuple[str, ...]
    player: Player
    key: DraftKey
    points: int | None
    alone: SoloPage | None = None

    @property
    def is_new(self) -> bool:
        """True while nothing has been placed."""
        return not self.spot.placed

    async def screen(self, services: Services, visitor: Visitor, *, begins: bool) -> Screen:
        """The cards to place next, or the result; raises TableError.

        If this `begins`, it raises TurnError while the bot still thinks for the same visitor.
        """
        spot, think = self.spot, services.thinker.think
        if begins:
            think = partial(services.thinker.think_for, visitor.person.user_id)
        hand = await think(partial(played_on, self.position, spot.seed, spot.placed))
        if hand is None:
            raise cannot_go_on()
        if hand.is_finished:
            return await self._over(services, visitor, hand)
        return await self._placing(services, visitor, hand)

    async def _placing(self, services: Services, visitor: Visitor, hand: Hand) -> Screen:
        _, illustrator = visitor.texts, services.composer.illustrator
        scene, options = self._scene(hand), self._options(visitor)
        picture = await illustrator.private(scene, options, _)
        draft = await services.database.read(partial(drafts.find, key=self.key, view=scene.view))
        aloud = options.theme.aloud
        look = CardButtons(self.spot, illustrator.faces(options.theme))
        lines = [f"### {self._title(_)}"]
        if self.is_new:
            lines.append("-# " + self._about(_))
        elif self.spot.seed == AS_IT_CAME:
            lines.append("-# " + _("What you placed next doesn't fit any more: choose again."))
        parts = street_parts(draft, look, _, aloud=aloud)
        return Screen((text("\n".join(lines)), picture.component, *parts), picture.pictures)

    async def _over(self, services: Services, visitor: Visitor, hand: Hand) -> Screen:
        _ = visitor.texts
        score = score_hand(hand)
        alone = None if self.alone is None else Outcome(score, self.alone.at.terms)
        transfers = settle(score.pairs, (0,) * len(hand.seats))
        counted = None if alone is None else alone.fantasyland_by_seat
        result = ResultScene(self._scene(hand), score, transfers, 1, counted, has_next=False)
        options = self._options(visitor)
        picture = await services.composer.illustrator.result(result, options, _)
        if alone is None:
            lines = [f"### {self._title(_)}", *score_lines(result, _)]
        else:
            lines = result_lines(alone, self._title(_), _)
        if self.points is not None:
            lines.append(_("In the hand itself you had {points}.", points=signed(self.points)))
        if not picture.pictures:
            lines += pair_lines(result, _)
        parts = (text("\n".join(lines)), picture.component, row(*self._ways(_)))
        return Screen(parts, picture.pictures)

    def _ways(self, _: Texts) -> list[Component]:
        again = PlayOnSpot(self.spot.source, self.spot.seed)
        anew = int(self.spot.seed != AS_IT_CAME)
        ways = [button(PlayFrom(again, anew), _("Once more"), Style.GREEN)]
        match self.spot.source:
            case LessonSpot() as exercise:
                ways.append(button(NextExercise(exercise), _("Next exercise")))
            case Spot() | DealSpot() if not self.position.gave_up:
                other = _("What if?") if anew else _("Play on")
                ways.append(button(PlayFrom(again, 1 - anew), other))
            case _:
                pass
        return ways

    def _title(self, _: Texts) -> str:
        match self.spot.source:
            case Spot(hand=number) if self.spot.seed == AS_IT_CAME:
                return _("Hand {number}: what if?", number=number)
            case Spot(hand=number):
                return _("Played on from hand {number}", number=number)
            case DealSpot():
                assert self.alone is not None, "it is a deal"
                if self.spot.seed == AS_IT_CAME:
                    return _("{deal}, another way", deal=self.alone.title())
                return _("{deal}, played on", deal=self.alone.title())
            case _:
                return _("Played on from the exercise")

    def _about(self, _: Texts) -> str:
        if self.spot.seed == AS_IT_CAME:
            return _(
                "Place these cards in another way: all others come as they came, and stay where "
                "they were put. Only you see this, and it counts nowhere."
            )
        return _(
            "You see what you saw then; all other cards are dealt anew, and the computer plays "
            "your opponents. Only you see this, and it counts nowhere."
        )

    def _scene(self, hand: Hand) -> TableScene:
        number = self.spot.source.hand if isinstance(self.spot.source, Spot) else 1
        seats = range(len(hand.seats))
        return TableScene(
            number,
            view_for(hand, self.position.seat),
            tuple(map(self._sitting, seats)),
            tuple(seats),
            seats[-1],
        )

    def _sitting(self, seat: int) -> ScenePlayer:
        if seat == self.position.seat:
            return ScenePlayer(self.player.name, self.player.handle, 0)
        if self.spot.seed == AS_IT_CAME:
            return ScenePlayer(self.names[seat], f"player{seat}", 0)
        place = f" {seat + 1}" if len(self.names) > 2 else ""
        name = f"{LEVEL.human}{place}{COMPUTER}"
        return ScenePlayer(name, f"{LEVEL.name}{seat}_bot", 0, is_computer=True)

    def _options(self, visitor: Visitor) -> PictureOptions:
        theme = Theme().preferred(self.player.preferences)
        return PictureOptions("played-on.png", theme, pictured=visitor.may_attach)


_PAGE: Final = -1
"""The page that drafts here are stored under: the tutorial has none of that number."""
_SEEDS: Final = 2**31


@on(PlayFrom)
@personal
def play_from(at: Request, press: PlayFrom) -> DeferredAnswer:
    """Play on from a decision, in a message of its own; again, in the same message."""
    source = press.spot.source if isinstance(press.spot, PlayOnSpot) else press.spot
    seed = AS_IT_CAME
    if press.anew or isinstance(source, LessonSpot):
        seed = 1 + int.from_bytes(at.fresh_secret()[:4], "big") % (_SEEDS - 1)
    page = _page(at, PlayOnSpot(source, seed))
    return partial(_shown, page, is_new=not isinstance(press.spot, PlayOnSpot), begins=True)


@lays(PlayOnSpot)
class OwnPosition(Laying):
    """The visitor at the cards of a position from which they play on."""

    spot: PlayOnSpot

    @cached_property
    def page(self) -> PlayOnPage:
        """The page they are on; raises OfcError if it is no decision of theirs."""
        return _page(self.at, self.spot)

    @property
    def key(self) -> DraftKey:
        """The key of their draft for these cards."""
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

    def placed(self, draft: Draft, _said: str, /) -> DeferredAnswer:
        """The cards to place next, or the result."""
        # Kept for a second click, which gets the same answer.
        self.keep(draft)
        return self._at(replace(self.spot, placed=self.spot.placed + draft.final_layout))

    def keep(self, draft: Draft) -> None:
        """Keep what is laid out; it is never placed automatically, as nobody waits for it."""
        super().keep(replace(draft, places_at=None))

    def shown(self, _draft: Draft, _said: str = "", /) -> DeferredAnswer:
        """The cards with what is laid out."""
        return self.refreshed()

    def refreshed(self) -> DeferredAnswer:
        """The cards with what is laid out now."""
        return self._at(self.spot)

    def _at(self, spot: PlayOnSpot) -> DeferredAnswer:
        return partial(_shown, _page(self.at, spot), is_new=self.at.visitor.message_id is None)


async def _shown(
    page: PlayOnPage, services: Services, visitor: Visitor, *, is_new: bool, begins: bool = False
) -> Answer:
    """The page, in a new message or in the pressed one."""
    screen = await page.screen(services, visitor, begins=begins)
    place = page.key.place
    return Answer(Private(screen) if is_new else Redraw(screen), cards_of=place)


# --- where they are --------------------------------------------------------------------------


def _page(at: Request, spot: PlayOnSpot) -> PlayOnPage:
    """The visitor's page at a spot; raises OfcError unless they may play on from there."""
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


def _of_hand(at: Request, spot: PlayOnSpot, source: Spot, key: DraftKey) -> PlayOnPage:
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
    return PlayOnPage(spot, position, names, at.player, key, points)


def _at(decisions: Sequence[Decision], source: Spot | DealSpot) -> int:
    """The place in the log of the decision that `source` names; raises TableError."""
    if source.street >= len(decisions):
        raise _nothing_to_decide()
    return decisions[source.street].at


def _nothing_to_decide() -> TableError:
    return TableError("There's nothing to decide here.")


def _of_deal(at: Request, spot: PlayOnSpot, source: DealSpot, key: DraftKey) -> PlayOnPage:
    page = reviewed_at(at, source)
    play, terms = page.at.play, page.at.terms
    begin = _at(play.decisions(), source)
    before = Hand.replay(terms.rules, terms.visits, play.operations[:begin])
    position = Position(before, terms.own, play.operations[begin:])
    names = tuple(each.name for each in table_scene(page.at, at.player, 1, 0).players)
    points = play.outcome.points
    return PlayOnPage(spot, position, names, at.player, key, points, page)


def _of_exercise(at: Request, spot: PlayOnSpot, source: LessonSpot, key: DraftKey) -> PlayOnPage:
    is_exercise = topic_at(source.page) is not None
    if not is_exercise or not judgements.is_answered(at.db, at.player.id, source.page, source.seed):
        raise TableError("Place the cards of the exercise first.")
    problem = placing_at(at, source)
    names = ("",) * len(problem.hand.seats)
    return PlayOnPage(spot, Position(problem.hand, problem.seat), names, at.player, key, None)
