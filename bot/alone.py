"""Hands that a person plays alone with a computer player, for their own record only."""

from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar, Final

from bot.game import advising
from bot.game.lobby import NewTable
from bot.handlers.request import Answer, DeferredAnswer, Request, Services, Visitor
from bot.handlers.serving import changes, on, personal
from bot.screens.board_screen import Announced, deal_lines
from bot.screens.components import Component, Screen, Style, button, row, rows, text
from bot.screens.costs import hint_costs
from bot.screens.hint import hint_parts
from bot.screens.press import Press
from bot.screens.replies import Private, Redraw
from bot.screens.result_screen import ResultNote, summary_lines
from bot.screens.review import review_screen
from bot.screens.rules import rules_alone_screen
from bot.screens.skill_lines import unlearnt_lines
from bot.solo.handlers import ShownSoloGame, finished_at, game_at, shown, verify_mode
from bot.solo.solo_game import SoloError, SoloGame, judged
from bot.solo.solo_page import (
    DealPress,
    MoreOfDeal,
    SoloPage,
    deal_line,
    heading,
    plays,
    proof_button,
    result_scene,
)
from bot.store import solo_deals
from bot.store.engine import Connection
from bot.store.solo_deals import Attempt, FixedDeal, SoloMode
from bot.values.phrases import short
from ofc_engine.board import Placement
from ofc_engine.match import next_lineup
from ofc_engine.players.levels import level
from ofc_engine.players.thinking import counsel
from ofc_engine.rulesets import STANDARD


class PlayAlone(Press, code="alone"):
    """Play with a computer player, in a message of one's own."""


class NextAlone(Press, code="anext"):
    """Play the next hand, in the same message."""


IN_FULL: Final = 2


@dataclass(frozen=True)
class AloneHint(DealPress, code="ahint"):
    """See the best ways to place one's cards; `IN_FULL` part by part, 0 shows the cards again."""

    shows: int


class AloneReview(DealPress, code="areview"):
    """See the worth of each of one's decisions."""


class AloneRules(DealPress, code="arules"):
    """See the rules of the hand."""


@dataclass(frozen=True)
class AlonePage(SoloPage):
    """A hand as its player sees it."""

    has_par: ClassVar[bool] = False

    @property
    def number(self) -> int:
        """The number of the hand, from 1."""
        return self.at.attempt.number

    @property
    def total(self) -> int:
        """The player's points in all hands before."""
        return self.at.attempt.total

    def title(self) -> str:
        """The number of the hand, and the computer player."""
        _, computer = self.texts, self.at.terms.level.human
        return _("Hand {number} against {computer}", number=self.number, computer=computer)

    def terms(self) -> list[str]:
        """The commitment to the deal, and before the first hand how playing alone works."""
        _ = self.texts
        deal = deal_line(short(self.at.deal.commitment), _)
        if self.number > 1:
            return [deal]
        return [
            _("Just you and me: this counts in your own record and nowhere else."),
            _("Stop whenever you like. Your cards wait, and /play brings you back."),
            deal,
        ]

    def commitments(self) -> list[str]:
        """The commitment to the deal."""
        return [deal_line(self.at.deal.commitment.hex(), self.texts)]

    def more(self) -> list[Component]:
        """The button for a hint, and on the first street of the first hand that for the rules."""
        _, spot = self.texts, self.at.spot
        more = [button(AloneHint(spot, 1), _("Hint"))]
        if self.number == 1 and not self.at.play.street:
            more.append(button(AloneRules(spot), _("Rules")))
        return more

    async def over(self, services: Services) -> Screen:
        """The result of the hand, and the buttons to go on."""
        scene = result_scene(self.at, self.player, self.number, self.total)
        picture = await self.result_picture(services)
        deal = await services.database.read(self._following)
        spot, _ = self.at.spot, self.texts
        following = None
        if deal is not None:
            following = Announced(self.number + 1, deal.commitment, anew=deal.anew)
        summary = summary_lines(scene, ResultNote(None), _)
        lines = [f"### {self.title()}: {_('finished')}", *summary, *deal_lines(following, _)]
        buttons = [
            button(NextAlone(), _("Next hand"), Style.GREEN),
            button(AloneReview(spot), _("Review")),
            button(AloneRules(spot), _("Rules")),
            proof_button(spot, _),
        ]
        parts = (text("\n".join(lines)), picture.component, *rows(buttons))
        return Screen(parts, picture.pictures)

    def _following(self, db: Connection) -> FixedDeal | None:
        """The deal of the next hand, if this is the player's latest."""
        latest, to_come = (
            solo_deals.latest_alone(db, self.player.id, begun=begun) for begun in (True, False)
        )
        is_last = latest is not None and latest.deal_id == self.at.deal.id
        return _game(db, to_come).deal if is_last and to_come is not None else None

    async def hinted(self, services: Services, *, in_full: bool) -> Screen:
        """The best ways to place the cards, or `in_full` the first two part by part."""
        knowledge, _ = self.at.play.knowledge(self.at.terms.own), self.texts
        best = await services.thinker.think(partial(counsel, knowledge))
        hint = advising.hint(knowledge, best)
        draft = await services.database.read(self.at.draft)
        said = services.composer.illustrator.said(self.theme, _)

        def written(placement: Placement) -> tuple[str, str]:
            return said(placement), draft.letters_of(placement)

        more, below = AloneHint(self.at.spot, IN_FULL), unlearnt_lines(knowledge.rules, _)
        parts = hint_parts(hint, self.at.spot, written, _, more, below=below)
        if in_full and hint.compared is not None:
            lines = hint_costs(hint.compared, _, aloud=self.theme.aloud)
            parts = [text("\n".join(lines))]
        picture, back = await self.picture(services), AloneHint(self.at.spot, 0)
        ways = row(button(back, _("Return to my cards")))
        title = text(heading(self.at, self.title(), _))
        return Screen((title, picture.component, *parts, ways), picture.pictures)


# --- begin and go on -------------------------------------------------------------------------


_YOU, _COMPUTER = 0, 1
"""The seats at a table of two."""


@changes
def play(at: Request, opening: NewTable) -> ShownSoloGame:
    """Begin a hand as `opening` asks; if one is under way, show it and change the next."""
    usual = NewTable(variant=opening.variant, computer=opening.computer)
    if opening != usual:
        raise SoloError(
            "Here it's just you and a computer player: choose which one, and the variant. For "
            "anything more, use /play in a channel of a server."
        )
    return _go_on(at, opening, is_new=True)


@on(PlayAlone)
@changes
def play_by_button(at: Request, _press: PlayAlone) -> ShownSoloGame:
    """Begin a hand, or show the one under way."""
    return _go_on(at, NewTable(), is_new=True)


@on(NextAlone)
@changes
def play_next(at: Request, _press: NextAlone) -> ShownSoloGame:
    """Begin the next hand in the message of the last one."""
    return _go_on(at, NewTable(), is_new=False)


def _go_on(at: Request, opening: NewTable, *, is_new: bool) -> ShownSoloGame:
    to_come = _to_come(at, opening)
    before = solo_deals.latest_alone(at.db, at.player.id, begun=True)
    found = None if before is None else _game(at.db, before)
    if found is None or found.attempt.is_over:
        found = _begun(at, to_come, found)
        _fix_next(at, found.attempt)
    return shown(at, found, is_new=is_new)


def _to_come(at: Request, opening: NewTable) -> Attempt:
    """The next hand, changed to what `opening` asks for; raises OfcError."""
    known = solo_deals.latest_alone(at.db, at.player.id, begun=False)
    if known is None:
        known = _fix_next(at, None)
    variant, named = opening.variant or known.variant, opening.computer or known.level
    asked = replace(known, variant=variant, level=named)
    if asked != known:
        # Both raise if there is no such variant or level.
        STANDARD.changed({"variant": variant})
        level(named)
        solo_deals.begin(at.db, asked, at.now)
    return asked


def _fix_next(at: Request, before: Attempt | None) -> Attempt:
    """The next hand, whose deal is fixed now: before any card of the one `before` it is seen."""
    deal = solo_deals.commit_to(at.db, SoloMode.ALONE, at.fresh_secret(), at.now)
    attempt = Attempt(at.player.id, deal.id, practice=False, guild_id=None)
    if before is not None:
        attempt = replace(attempt, variant=before.variant, level=before.level)
    solo_deals.begin(at.db, attempt, at.now)
    return attempt


def _begun(at: Request, to_come: Attempt, last: SoloGame | None) -> SoloGame:
    """Begin the next hand: button and Fantasyland follow from the last one."""
    rules = STANDARD.changed({"variant": to_come.variant})
    button, visits = None, dict[int, int]()
    if last is not None:
        terms, results = last.terms, last.play.outcome.score.results
        button = _YOU if terms.own else _COMPUTER
        if terms.rules == rules:
            visits = {
                _YOU: results[terms.own].fantasyland,
                _COMPUTER: results[terms.computer].fantasyland,
            }
    lineup = next_lineup(rules, (_YOU, _COMPUTER), button, visits)
    one, other = lineup.fantasyland
    before = solo_deals.record_alone(at.db, at.player.id)
    attempt = replace(
        to_come,
        seat=lineup.seats.index(_YOU),
        visits=(one, other),
        number=before.hands + 1,
        total=before.points,
    )
    solo_deals.begin(at.db, attempt, at.now)
    deal = solo_deals.first_begun(at.db, attempt.deal_id, at.seed, at.now)
    return SoloGame(deal, attempt)


def _game(db: Connection, attempt: Attempt) -> SoloGame:
    return SoloGame(solo_deals.deal(db, attempt.deal_id), attempt)


# --- hints, reviews, rules -------------------------------------------------------------------


@on(AloneHint)
@personal
def hint(at: Request, press: AloneHint) -> DeferredAnswer:
    """Show the best ways to place the cards, in their message, or the cards again."""
    found = game_at(at, press.spot)
    verify_mode(found, SoloMode.ALONE)
    game = shown(at, found, keeps=True)
    if not press.shows or not found.is_at(press.spot):
        return game
    return partial(_hinted, game, in_full=press.shows == IN_FULL)


@on(AloneReview)
@personal
def review(at: Request, press: AloneReview) -> DeferredAnswer:
    """Show the visitor's decisions, each beside the best."""
    found = finished_at(at, press.spot)
    verify_mode(found, SoloMode.ALONE)
    return partial(_reviewed, AlonePage(found, at.player, at.texts))


@on(AloneRules)
@personal
def rules(at: Request, press: AloneRules) -> Answer:
    """Show the rules of a hand."""
    found = game_at(at, press.spot)
    verify_mode(found, SoloMode.ALONE)
    return Answer(Private(rules_alone_screen(found.terms.rules, at.texts)))


async def _hinted(
    game: ShownSoloGame, services: Services, visitor: Visitor, *, in_full: bool
) -> Answer:
    """The hint instead of the cards, in words if Discord rejects the picture."""
    page = game.page
    assert isinstance(page, AlonePage)
    kept = services.gateway.newest_picture(visitor.message_id, visitor.picture)
    page = replace(page, kept=kept)
    own, *others = (
        partial(each.hinted, services, in_full=in_full) for each in (page, *page.other_ways())
    )
    return Answer(Redraw(await own(), others=tuple(others)), cards_of=page.at.key.place)


async def _reviewed(page: AlonePage, services: Services, visitor: Visitor) -> Answer:
    """All decisions of the hand."""
    _at, decisions = await judged(services, page.at)
    _ = visitor.texts
    said, spot = services.composer.illustrator.said(page.theme, _), page.at.spot
    more, below = MoreOfDeal(spot), unlearnt_lines(page.at.terms.rules, _)
    screen = review_screen(page.number, decisions, said, _, more=more, below=below, source=spot)
    return Answer(Private(screen))


# --- how such hands are played ---------------------------------------------------------------


@plays(SoloMode.ALONE)
class AlonePlay:
    """Hands that follow each other, without an end and without other people."""

    def verify_open(self, at: Request, deal: FixedDeal) -> None:
        """Do nothing: nobody waits for them."""

    def verify_published(self, at: Request, deal: FixedDeal) -> None:
        """Do nothing: nobody else plays the deal."""

    def placed(self, at: Request, after: SoloGame) -> None:
        """Do nothing more."""

    def page(self, at: Request, found: SoloGame) -> AlonePage:
        """The hand as the visitor sees it."""
        return AlonePage(found, at.player, at.texts)
