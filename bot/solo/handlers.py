"""Playing a deal alone: lay out cards, place them, see the proof."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Final

from bot.game.table import StaleError
from bot.handlers.laying import Laying, lays
from bot.handlers.request import Answer, DeferredAnswer, Request, Services, Visitor
from bot.handlers.serving import on, personal
from bot.handlers.waiting_cards import COUNTING, OVER, PRACTISING, WaitingCards
from bot.screens.costs import costs_screen
from bot.screens.replies import Private, Redraw, says
from bot.solo.solo_game import SoloError, SoloGame, judged, played_on, with_par
from bot.solo.solo_page import MoreOfDeal, ShowDealProof, SoloPage, play_of
from bot.store import drafts, solo_deals
from bot.store.drafts import DraftKey
from bot.store.solo_deals import Attempt, FixedDeal, SoloMode
from bot.texts import Texts
from bot.values.draft import DealSpot, Draft
from bot.values.ledger_records import DAY
from bot.values.phrases import checkable

_LONGEST: Final = 9 * DAY
"""Seconds after which any deal that counts is over: a week lasts longest, time zones included."""


@lays(DealSpot)
class OwnDeal(Laying):
    """The visitor at a deal that they play alone."""

    spot: DealSpot

    @cached_property
    def found(self) -> SoloGame:
        """Their game; raises SoloError."""
        return game_at(self.at, self.spot)

    @property
    def key(self) -> DraftKey:
        """The key of their draft on the current street."""
        return self.found.key

    def draft(self) -> Draft:
        """Their draft; raises StaleError."""
        if not self.found.is_at(self.spot):
            raise StaleError("That was an earlier street. Here's where you are now.")
        return self.found.draft(self.at.db)

    def placed(self, draft: Draft, _said: str, /) -> "ShownSoloGame":
        """Go on with the deal; the new cards show that it has, so nothing more is said."""
        at, before = self.at, self.found
        after = before.after(before.play.placed(before.terms.own, draft.placement), at.now)
        solo_deals.keep_log(at.db, before.attempt, after.attempt)
        drafts.drop(at.db, self.key)
        play_of(after.deal).placed(at, after)
        return shown(at, after, is_new=at.visitor.message_id is None)

    def shown(self, _draft: Draft, _said: str = "", /) -> "ShownSoloGame":
        """The deal with what is laid out."""
        is_new = self.at.visitor.message_id is None
        return shown(self.at, self.found, is_new=is_new, keeps=True)

    def refreshed(self) -> "ShownSoloGame":
        """The deal as it is now."""
        return shown(self.at, self.found)


def _begun(at: Request, *, counts: bool) -> Iterator[WaitingCards]:
    """Deals that the visitor has begun and can still finish, of those that count or do not."""
    since = at.now - _LONGEST if counts else 0
    for attempt in solo_deals.unfinished(at.db, at.player.id, counts=counts, since=since):
        deal = solo_deals.deal(at.db, attempt.deal_id)
        # The deck is not fixed before the deal has begun.
        if deal.joined is None:
            continue
        # A deal whose time is up no longer waits.
        with suppress(SoloError):
            if counts:
                play_of(deal).verify_open(at, deal)
            found = SoloGame(deal, attempt)
            if found.is_own_turn:
                title = play_of(deal).page(at, found).title
                yield WaitingCards(found.spot, found.draft(at.db), title)


COUNTING.append(partial(_begun, counts=True))
PRACTISING.append(partial(_begun, counts=False))


def _verify_open(at: Request) -> None:
    """Raise SoloError if the deal that the visitor began last can no longer be finished."""
    since = at.now - _LONGEST
    for attempt in solo_deals.unfinished(at.db, at.player.id, counts=True, since=since)[:1]:
        deal = solo_deals.deal(at.db, attempt.deal_id)
        play_of(deal).verify_open(at, deal)


OVER.append(_verify_open)


@on(ShowDealProof)
@personal
def proof(at: Request, press: ShowDealProof) -> Answer:
    """The proof of a deal, or while its secret is withheld the whole commitment to it."""
    found = game_at(at, press.spot)
    play = play_of(found.deal)
    own, *others = play.page(at, found).commitments()
    try:
        _verify_over(found)
        play.verify_published(at, found.deal)
    except SoloError as kept:
        return Answer(says("\n".join([at.texts.error(kept), own, *others])))
    return Answer(says("\n".join([proof_of(found, at.texts), *others])))


@on(MoreOfDeal)
@personal
def more(at: Request, press: MoreOfDeal) -> DeferredAnswer:
    """The costs of the visitor's decisions in a deal, part by part."""
    return partial(_costs, reviewed_at(at, press.spot))


async def _costs(page: SoloPage, services: Services, visitor: Visitor) -> Answer:
    """Judge the decisions again and show their costs."""
    _at, decisions = await judged(services, page.at)
    number, aloud = page.number, page.theme.aloud
    return Answer(Private(costs_screen(number, decisions, visitor.texts, aloud=aloud)))


def proof_of(found: SoloGame, _: Texts) -> str:
    """The proof of a game's deal, and how to check it."""
    return checkable(str(found.play.proof(found.deal.commitment)), _)


# --- which game -----------------------------------------------------------------------------


def begun(at: Request, deal: FixedDeal, *, is_told: bool = False) -> SoloGame:
    """The visitor's only game of a deal, begun now if needed."""
    return SoloGame(
        solo_deals.first_begun(at.db, deal.id, at.seed, at.now), attempt_at(at, deal, is_told)
    )


def attempt_at(at: Request, deal: FixedDeal, is_told: bool = False) -> Attempt:
    """The visitor's only attempt at a deal, made now if needed."""
    attempt = solo_deals.find(at.db, at.player.id, deal.id)
    if attempt is None:
        attempt = Attempt(at.player.id, deal.id, False, at.visitor.guild_id, is_told=is_told)
        solo_deals.begin(at.db, attempt, at.now)
    return attempt


def practised(at: Request, deal: FixedDeal) -> SoloGame:
    """Begin the visitor's game of a deal for practice, from the first street."""
    attempt = Attempt(at.player.id, deal.id, practice=True, guild_id=at.visitor.guild_id)
    solo_deals.begin(at.db, attempt, at.now)
    begun = SoloGame(solo_deals.first_begun(at.db, deal.id, at.seed, at.now), attempt)
    drafts.drop(at.db, begun.key)
    return begun


def game_at(at: Request, spot: DealSpot) -> SoloGame:
    """The visitor's game that a button is about; raises SoloError."""
    attempt = solo_deals.find(at.db, at.player.id, spot.deal, practice=bool(spot.practice))
    if attempt is None:
        raise SoloError("You haven't begun this deal. Play today's with /daily.")
    deal = solo_deals.deal(at.db, spot.deal)
    if not (attempt.practice or attempt.is_over):
        play_of(deal).verify_open(at, deal)
    return SoloGame(deal, attempt)


def finished_at(at: Request, spot: DealSpot) -> SoloGame:
    """The visitor's game that a button is about, all cards placed; raises SoloError."""
    found = game_at(at, spot)
    _verify_over(found)
    return found


def reviewed_at(at: Request, spot: DealSpot) -> SoloPage:
    """The visitor's finished game, if everything about it may be told by now; raises SoloError."""
    found = finished_at(at, spot)
    play = play_of(found.deal)
    page = play.page(at, found)
    if not page.tells_costs:
        play.verify_published(at, found.deal)
    return page


def verify_mode(found: SoloGame, mode: SoloMode) -> None:
    """Raise SoloError unless the game is of the mode that a button is for."""
    if found.deal.mode is not mode:
        raise SoloError("This button belongs to a different deal.")


def _verify_over(found: SoloGame) -> None:
    if not found.attempt.is_over:
        raise SoloError("Place all your cards first.")


# --- shown after the commit ------------------------------------------------------------------


def shown(
    at: Request, found: SoloGame, *, is_new: bool = False, keeps: bool = False
) -> "ShownSoloGame":
    """A game, in the pressed message or, if `is_new`, in a new one; `keeps` the old picture."""
    page = play_of(found.deal).page(at, found)
    return ShownSoloGame(replace(page, pictured=at.visitor.may_attach), is_new, keeps)


@dataclass(frozen=True)
class ShownSoloGame:
    """The deferred answer that shows a game, after the computer has placed."""

    page: SoloPage
    is_new: bool
    keeps: bool

    async def __call__(self, services: Services, visitor: Visitor) -> Answer:
        """The cards to place next, or how it went."""
        at = await played_on(services, self.page.at)
        # Finding par takes long: started with the first cards, it is ready at the end.
        if self.page.has_par and not at.play.log[1:]:
            services.background.begin(f"par of deal {at.deal.id}", with_par(services, at.deal))
        newest = services.gateway.newest_picture(visitor.message_id, visitor.picture)
        kept = newest if self.keeps and not self.is_new else None
        page, cards_of = replace(self.page, at=at, kept=kept), at.key.place
        screen = await page.screen(services)
        if self.is_new:
            return Answer(Private(screen), cards_of=cards_of)
        others = tuple(partial(each.screen, services) for each in page.other_ways())
        return Answer(Redraw(screen, others=others), cards_of=cards_of)
