"""Playing alone with a computer player: begin or go on, hints, reviews, the rules."""

from dataclasses import replace
from functools import partial

from bot.alone.alone_page import (
    IN_FULL,
    AloneHint,
    AlonePage,
    AloneReview,
    AloneRules,
    NextAlone,
    PlayAlone,
)
from bot.game.lobby import NewTable
from bot.handlers.request import Answer, DeferredAnswer, Request, Services, Visitor
from bot.handlers.serving import changes, on, personal
from bot.screens.components import Screen
from bot.screens.replies import Private, Redraw
from bot.screens.review import review_screen
from bot.screens.rules import rules_alone_screen
from bot.screens.skill_lines import unlearnt_lines
from bot.solo.handlers import ShownSoloGame, finished_at, game_at, shown, verify_mode
from bot.solo.screens import MoreOfDeal
from bot.solo.solo_game import SoloError, SoloGame, judged
from bot.solo.solo_page import plays
from bot.store import solo_deals
from bot.store.engine import Connection
from bot.store.solo_deals import Attempt, FixedDeal, SoloMode
from ofc_engine.match import next_lineup
from ofc_engine.players.levels import level
from ofc_engine.rulesets import STANDARD

_YOU, _COMPUTER = 0, 1
"""The seats at a table of two."""


# --- begin and go on -------------------------------------------------------------------------


@changes
def play(at: Request, opening: NewTable) -> ShownSoloGame:
    """Begin a hand, or show the one that goes on; the next is as `opening` asks."""
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
    """Begin a hand, or show the one that goes on."""
    return _go_on(at, NewTable(), is_new=True)


@on(NextAlone)
@changes
def play_next(at: Request, _press: NextAlone) -> ShownSoloGame:
    """Begin the next hand in the message of the last."""
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
    """The hand to come, with what is asked for."""
    known = solo_deals.latest_alone(at.db, at.player.id, begun=False)
    if known is None:
        known = _fix_next(at, None)
    variant, named = opening.variant or known.variant, opening.computer or known.level
    asked = replace(known, variant=variant, level=named)
    if asked != known:
        STANDARD.changed({"variant": variant})
        level(named)
        solo_deals.begin(at.db, asked, at.now)
    return asked


def _fix_next(at: Request, before: Attempt | None) -> Attempt:
    """The hand to come, whose deal is fixed now: before a card of the one `before` it is seen."""
    deal = solo_deals.commit_to(at.db, SoloMode.ALONE, at.fresh_secret(), at.now)
    attempt = Attempt(at.player.id, deal.id, practice=False, guild_id=None)
    if before is not None:
        attempt = replace(attempt, variant=before.variant, level=before.level)
    solo_deals.begin(at.db, attempt, at.now)
    return attempt


def _begun(at: Request, to_come: Attempt, last: SoloGame | None) -> SoloGame:
    """The hand to come, begun now: who has the button and Fantasyland follows from the last."""
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
    attempt = replace(to_come, seat=lineup.seats.index(_YOU), visits=(one, other))
    solo_deals.begin(at.db, attempt, at.now)
    deal = solo_deals.first_begun(at.db, attempt.deal_id, at.seed, at.now)
    return SoloGame(deal, attempt)


def _game(db: Connection, attempt: Attempt) -> SoloGame:
    deal = solo_deals.deal(db, attempt.deal_id)
    assert deal is not None, "a deal is never deleted"
    return SoloGame(deal, attempt)


# --- hints, reviews, rules -------------------------------------------------------------------


@on(AloneHint)
@personal
def hint(at: Request, press: AloneHint) -> DeferredAnswer:
    """The best ways to place the cards, in their message; or the cards again."""
    found = game_at(at, press.spot)
    verify_mode(found, SoloMode.ALONE)
    game = shown(at, found, keeps=True)
    if not press.shows or not found.is_at(press.spot):
        return game
    return partial(_hinted, game, in_full=press.shows == IN_FULL)


@on(AloneReview)
@personal
def review(at: Request, press: AloneReview) -> DeferredAnswer:
    """The visitor's decisions, each beside the best."""
    found = finished_at(at, press.spot)
    verify_mode(found, SoloMode.ALONE)
    return partial(_reviewed, _page(at, found))


@on(AloneRules)
@personal
def rules(at: Request, press: AloneRules) -> Answer:
    """The rules of a hand."""
    found = game_at(at, press.spot)
    verify_mode(found, SoloMode.ALONE)
    return Answer(Private(rules_alone_screen(found.terms.rules, at.texts)))


async def _hinted(
    game: ShownSoloGame, services: Services, visitor: Visitor, *, in_full: bool
) -> Answer:
    """The hint in place of the cards, in words if Discord does not take the picture."""
    page = game.page
    assert isinstance(page, AlonePage)
    page = replace(page, kept=visitor.picture)

    async def in_words() -> Screen:
        in_words = replace(page, kept=None, pictured=False)
        return await in_words.hinted(services, in_full=in_full)

    shown = await page.hinted(services, in_full=in_full)
    redraw = Redraw(shown, others=(in_words,))
    return Answer(redraw, cards_of=page.at.key.place)


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
    """Hands that follow each other, without an end and without others."""

    def verify_open(self, at: Request, deal: FixedDeal) -> None:
        """Do nothing: nobody waits for them."""

    def verify_published(self, at: Request, deal: FixedDeal) -> None:
        """Do nothing: nobody else plays the deal."""

    def placed(self, at: Request, after: SoloGame) -> None:
        """Do nothing more."""

    def page(self, at: Request, found: SoloGame) -> AlonePage:
        """The hand as the visitor sees it."""
        return _page(at, found)


def _page(at: Request, found: SoloGame) -> AlonePage:
    before = solo_deals.record_alone(at.db, at.player.id, before=found.deal.id)
    latest, to_come = (
        solo_deals.latest_alone(at.db, at.player.id, begun=begun) for begun in (True, False)
    )
    is_last = latest is not None and latest.deal_id == found.deal.id
    following = _game(at.db, to_come).deal if is_last and to_come is not None else None
    return AlonePage(found, at.player, at.texts, before=before, following=following)
