"""A solo game as its player sees it now, with its picture; how deals of its mode are played."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final, Protocol, Self, TypeVar

from bot.handlers.request import Request, Services
from bot.pictures.theme import Theme
from bot.screens.board_screen import anew_line
from bot.screens.card_buttons import CardButtons, street_parts
from bot.screens.components import AttachedPicture, Component, PictureOrWords, Screen, button, text
from bot.screens.press import Press
from bot.screens.review import decisions_parts, ways_on
from bot.solo.solo_game import SoloGame
from bot.solo.solo_hand import FANTASYLAND_POINTS, Outcome
from bot.store.players import Player
from bot.store.solo_deals import FixedDeal, SoloMode
from bot.surfaces.render import PictureOptions
from bot.texts import Texts
from bot.values.draft import DealSpot
from bot.values.hand_skill import JudgedDecision
from bot.values.phrases import signed
from bot.values.scenes import COMPUTER as COMPUTERS
from bot.values.scenes import ResultScene, ScenePlayer, TableScene
from ofc_engine.match import settle


@dataclass(frozen=True)
class DealPress(Press):
    """A press on the message in which somebody plays a deal alone."""

    spot: DealSpot


class ShowDealProof(DealPress, code="rproof"):
    """See the proof of the deal, once it may be known."""


class MoreOfDeal(DealPress, code="dealmore"):
    """See part by part what one's decisions cost, once the deal has been played."""


def heading(at: SoloGame, title: str, _: Texts) -> str:
    """The heading of cards to place: the deal's `title`, and the street."""
    terms = at.terms
    streets = len(terms.rules.variant.streets)
    street = _("street {street} of {streets}", street=at.play.street + 1, streets=streets)
    return f"### {title}: {_('Fantasyland') if terms.visits[terms.own] else street}"


def deal_line(commitment: str, _: Texts) -> str:
    """The commitment to the deal: hexadecimal digits, all of them or only the first."""
    return _("Deal: {commitment}", commitment=commitment)


def proof_button(spot: DealSpot, _: Texts) -> Component:
    """The button that shows the proof of a deal, or until it may be known the commitment."""
    return button(ShowDealProof(spot), _("Deal proof"))


def fantasyland_line(_: Texts) -> str:
    """The line that says that Fantasyland is not played here, and what earning it is worth."""
    return _(
        "You don't play Fantasyland here; reaching it is worth {points} points.",
        points=FANTASYLAND_POINTS,
    )


def result_lines(outcome: Outcome, title: str, _: Texts) -> list[str]:
    """The result of a hand for its player, as lines with a heading."""
    score = _("you score {points}", points=signed(outcome.points))
    lines = [f"### {title}: {score}"]
    if outcome.fantasyland_points:
        lines.append(
            "-# "
            + _(
                "{points} on the boards, {visits} for Fantasyland",
                points=signed(outcome.settled),
                visits=signed(outcome.fantasyland_points),
            )
        )
    return lines


# --- how it is shown -------------------------------------------------------------------------


@dataclass(frozen=True)
class SoloPage(ABC):
    """A game as its player sees it, in their language.

    `kept` is a picture that its message keeps; if it is not `pictured`, words replace pictures.
    """

    at: SoloGame
    player: Player
    texts: Texts
    kept: AttachedPicture | None = None
    pictured: bool = True
    has_par: ClassVar[bool] = True
    """True if the points are compared with the master's in the same deal."""

    @property
    @abstractmethod
    def number(self) -> int:
        """The number of the deal, as pictures show it."""

    @property
    def total(self) -> int:
        """The player's points before this hand, if hands follow each other."""
        return 0

    @property
    def tells_costs(self) -> bool:
        """True if the costs of decisions may be shown, once all cards are placed."""
        return True

    @abstractmethod
    def title(self) -> str:
        """The name of the deal."""

    @abstractmethod
    def terms(self) -> list[str]:
        """The terms to read before placing the first cards."""

    @abstractmethod
    def commitments(self) -> list[str]:
        """The whole commitment to the deal, and those to others that are shown with it."""

    @abstractmethod
    async def over(self, services: Services) -> Screen:
        """How it went, once all cards are placed."""

    async def screen(self, services: Services) -> Screen:
        """The cards to place, or how it went."""
        if self.at.attempt.is_over:
            return await self.over(services)
        at, _ = self.at, self.texts
        terms = [] if at.play.street else self.terms()
        if not at.attempt.practice:
            terms += _known_lines(at.deal, _)
        lines = [heading(at, self.title(), _), *(f"-# {line}" for line in terms)]
        more = [*self.more(), *([proof_button(at.spot, _)] if terms else [])]
        picture = await self.picture(services)
        look = CardButtons(at.spot, services.composer.illustrator.faces(self.theme))
        draft = await services.database.read(at.draft)
        parts = street_parts(draft, look, _, more, aloud=self.theme.aloud)
        return Screen((text("\n".join(lines)), picture.component, *parts), picture.pictures)

    def more(self) -> list[Component]:
        """Further buttons below the cards to place."""
        return []

    def review(self, services: Services, decisions: Sequence[JudgedDecision]) -> list[Component]:
        """The review of the decisions of a finished game."""
        _, spot = self.texts, self.at.spot
        said = services.composer.illustrator.said(self.theme, _, pictured=self.pictured)
        ways = ways_on(decisions, spot, _)
        return decisions_parts(decisions, said, _, MoreOfDeal(spot), ways=ways)

    async def picture(self, services: Services) -> PictureOrWords:
        """The hand as it is now."""
        scene = table_scene(self.at, self.player, self.number, self.total)
        options = self._options(str(self.at.play.street))
        return await services.composer.illustrator.private(scene, options, self.texts)

    @property
    def theme(self) -> Theme:
        """The theme of its pictures."""
        return Theme().preferred(self.player.preferences)

    def other_ways(self) -> tuple[Self, ...]:
        """The pages to try if Discord rejects this one: with a new picture, then in words."""
        anew = replace(self, kept=None)
        in_words = replace(anew, pictured=False)
        return (in_words,) if self.kept is None else (anew, in_words)

    async def result_picture(self, services: Services) -> PictureOrWords:
        """Both boards of a finished game."""
        scene = result_scene(self.at, self.player, self.number, self.total)
        return await services.composer.illustrator.result(
            scene, self._options("result"), self.texts
        )

    def _options(self, what: str) -> PictureOptions:
        name = f"deal-{self.at.deal.id}-{what}.png"
        return PictureOptions(name, self.theme, pictured=self.pictured, kept=self.kept)


def _known_lines(deal: FixedDeal, _: Texts) -> list[str]:
    """The warning about a deal after the bot was restored from a backup; usually none."""
    if deal.seen:
        warning = _(
            "The bot was restored from a backup after somebody had begun this deal, so others may "
            "know its cards."
        )
        return [f"⚠️ {warning}"]
    return [] if deal.anew is None else [anew_line(deal.anew, _)]


def result_scene(at: SoloGame, player: Player, number: int, total: int = 0) -> ResultScene:
    """A finished hand as its picture shows it; `total` is the player's total before it."""
    outcome, score = at.play.outcome, at.play.outcome.score
    scene = table_scene(at, player, number, total + outcome.settled)
    return ResultScene(scene, score, settle(score.pairs, (0, 0)), 1, outcome.fantasyland_by_seat)


def table_scene(at: SoloGame, player: Player, number: int, points: int) -> TableScene:
    """A hand as its player may see it, with their points."""
    terms = at.play.terms
    players = [ScenePlayer(player.name, player.handle, points)] * 2
    name, handle = f"{terms.level.human}{COMPUTERS}", f"{terms.level.name}_bot"
    players[terms.computer] = ScenePlayer(name, handle, -points, is_computer=True)
    # Boards keep their places from hand to hand, though the button moves.
    order, button = (terms.computer, terms.own), 1
    return TableScene(number, at.play.view, tuple(players), order, button)


# --- how deals of a mode are played ----------------------------------------------------------


class PlayMode(Protocol):
    """How deals of a mode are played: how long, what follows, and when secrets are published."""

    def verify_open(self, at: Request, deal: FixedDeal) -> None:
        """Raise SoloError if a game that was begun can no longer be finished."""
        ...

    def verify_published(self, at: Request, deal: FixedDeal) -> None:
        """Raise SoloError while the deal's secret must be withheld."""
        ...

    def placed(self, at: Request, after: SoloGame) -> None:
        """Do what follows after the visitor has placed a street."""
        ...

    def page(self, at: Request, found: SoloGame) -> SoloPage:
        """The game as the visitor sees it."""
        ...


T = TypeVar("T", bound=PlayMode)
_PLAY_MODES: Final[dict[SoloMode, PlayMode]] = {}


def plays(mode: SoloMode) -> Callable[[type[T]], type[T]]:
    """Register a class that says how deals of a mode are played."""

    def registered(kind: type[T]) -> type[T]:
        _PLAY_MODES[mode] = kind()
        return kind

    return registered


def play_of(deal: FixedDeal) -> PlayMode:
    """The mode by which a deal is played."""
    return _PLAY_MODES[deal.mode]
