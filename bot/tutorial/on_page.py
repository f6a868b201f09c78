"""The message in which somebody plays on from a decision: their cards, and how it went."""

from dataclasses import dataclass
from functools import partial

from bot.game.table import TableError
from bot.handlers.request import Services, Visitor
from bot.pictures.theme import Theme
from bot.screens.aloud import street_parts
from bot.screens.card_buttons import CardButtons
from bot.screens.components import Component, Screen, Style, button, row, text
from bot.screens.presses import PlayFrom
from bot.screens.result_screen import pair_lines, score_lines
from bot.solo.screens import result_lines
from bot.solo.solo_hand import Outcome, SoloTerms
from bot.store import drafts
from bot.store.drafts import DraftKey
from bot.store.players import Player
from bot.surfaces.render import PictureOptions
from bot.texts import Texts
from bot.tutorial.playing_on import AS_IT_CAME, LEVEL, Position, played_on
from bot.tutorial.screens import NextExercise
from bot.values.phrases import signed
from bot.values.scenes import COMPUTER, ResultScene, ScenePlayer, TableScene
from bot.values.spots import DealSpot, LessonSpot, OnSpot, Spot
from ofc_engine.hand import Hand
from ofc_engine.match import settle
from ofc_engine.scoring import score_hand
from ofc_engine.views import view_for


def cannot_go_on() -> TableError:
    """The error for what no button of ours asks for."""
    return TableError("These cards can't be placed like this. Begin once more.")


@dataclass(frozen=True)
class AloneAt:
    """The deal that somebody played on their own: its name, and how it is played."""

    title: str
    terms: SoloTerms


@dataclass(frozen=True)
class OnPage:
    """Somebody who plays on from a `position`, at a `spot`; `names` are those who sat there.

    `points` are theirs in the hand itself; `alone` is the deal if they played one on their own.
    """

    spot: OnSpot
    position: Position
    names: tuple[str, ...]
    player: Player
    key: DraftKey
    points: int | None
    alone: AloneAt | None = None

    @property
    def is_new(self) -> bool:
        """True as long as nothing has been placed."""
        return not self.spot.placed

    async def screen(self, services: Services, visitor: Visitor, *, begins: bool) -> Screen:
        """The cards to place next, or the result; raises TableError.

        Whoever `begins` waits for what they have begun before; raises TurnError then.
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
        alone = None if self.alone is None else Outcome(score, self.alone.terms)
        transfers, counted = settle(score.pairs, (0,) * len(hand.seats)), alone and alone.ahead
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
        again = OnSpot(self.spot.source, self.spot.seed)
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
                    return _("{deal}, another way", deal=self.alone.title)
                return _("{deal}, played on", deal=self.alone.title)
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
