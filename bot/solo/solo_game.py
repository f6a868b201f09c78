"""Solo games: a player's attempt at a deal as it is stored; slow computations such as par."""

from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

from bot.game import advising
from bot.solo.solo_hand import LEVEL, OWN, PAR, SoloHand, SoloTerms, seed_of
from bot.store import drafts, solo_deals
from bot.store.drafts import DraftKey, DraftKind
from bot.store.engine import Connection
from bot.store.solo_deals import Attempt, FixedDeal, SoloMode
from bot.values.draft import DealSpot, Draft
from bot.values.hand_skill import JudgedDecision
from ofc_engine.board import Placement
from ofc_engine.errors import OfcError
from ofc_engine.players.levels import Level, level
from ofc_engine.players.skill import JUDGE
from ofc_engine.players.thinking import decide, verdict
from ofc_engine.rulesets import STANDARD

if TYPE_CHECKING:  # verifying a database does without the modules that draw
    from bot.handlers.request import Services


class SoloError(OfcError):
    """Something that cannot be done with a deal played alone."""


@dataclass(frozen=True)
class SoloGame:
    """A deal and a player's attempt at it."""

    deal: FixedDeal
    attempt: Attempt

    @cached_property
    def play(self) -> SoloHand:
        """The hand as far as it has been played."""
        return SoloHand(self.deal.deal, self.attempt.log, self.terms)

    @cached_property
    def terms(self) -> SoloTerms:
        """The terms on which it is played."""
        own = self.attempt
        return SoloTerms(
            STANDARD.changed({"variant": own.variant}),
            level(own.level),
            own.seat,
            own.visits,
            follow=self.deal.mode is SoloMode.ALONE,
        )

    @property
    def is_own_turn(self) -> bool:
        """True if the player has cards to place."""
        return self.play.waits_for == self.terms.own

    @property
    def has_placed(self) -> bool:
        """True once the player has confirmed the first street.

        A challenger's game exists before its deal begins, which waits for the call.
        """
        return self.deal.joined is not None and self.play.street > 0

    @property
    def spot(self) -> DealSpot:
        """The spot that buttons name now."""
        return DealSpot(self.deal.id, int(self.attempt.practice), self.play.street)

    @property
    def key(self) -> DraftKey:
        """The key of the draft on the current street."""
        kind = DraftKind.PRACTICE if self.attempt.practice else DraftKind.DEAL
        return DraftKey(kind, self.deal.id, self.attempt.player_id, self.play.street)

    def draft(self, db: Connection) -> Draft:
        """The draft of the cards to place."""
        return drafts.find(db, self.key, self.play.view)

    def is_at(self, spot: DealSpot) -> bool:
        """True if the player has cards to place, and `spot` is on their street."""
        return self.is_own_turn and self.play.street == spot.street

    def after(self, play: SoloHand, now: int) -> "SoloGame":
        """The game with the hand `play`, and with its points if that is over."""
        attempt = replace(self.attempt, log=play.log)
        if play.waits_for is None:
            attempt = replace(attempt, points=play.outcome.points, ended_at=now)
        return replace(self, attempt=attempt)

    def read_again(self, db: Connection) -> "SoloGame":
        """The game as it is stored now."""
        own = self.attempt
        deal = solo_deals.deal(db, own.deal_id)
        attempt = solo_deals.find(db, own.player_id, own.deal_id, practice=own.practice)
        return SoloGame(deal, attempt or own)


async def played_on(services: "Services", at: SoloGame) -> SoloGame:
    """Let the computer place until the player has to or the hand is over; return the game."""
    computer, level = at.terms.computer, at.terms.level
    while at.play.waits_for == computer:
        placement = await _decided(services, at.deal, at.play, level)
        after = at.after(at.play.placed(computer, placement), services.now)
        at = await services.database.write(partial(_kept, at, after))
    return at


def _kept(before: SoloGame, after: SoloGame, db: Connection) -> SoloGame:
    solo_deals.keep_log(db, before.attempt, after.attempt)
    return after.read_again(db)


async def with_par(services: "Services", deal: FixedDeal) -> FixedDeal:
    """The deal with par, the master's points, which is computed and stored if it is missing."""
    if deal.par is not None:
        return deal
    play = SoloHand(deal.deal)
    while (seat := play.waits_for) is not None:
        level = PAR if seat == OWN else LEVEL
        play = play.placed(seat, await _decided(services, deal, play, level))
    par = play.outcome.points
    await services.database.write(partial(solo_deals.set_par, deal_id=deal.id, par=par))
    return replace(deal, par=par)


async def _decided(
    services: "Services", deal: FixedDeal, play: SoloHand, level: Level
) -> Placement:
    seat = play.waits_for
    assert seat is not None
    known = play.knowledge(seat)
    seed = seed_of(deal.id, known.number)
    placement = await services.thinker.think(partial(decide, level, known, seed))
    assert placement is not None, "nobody can give up by these rules"
    return placement


async def judged(services: "Services", at: SoloGame) -> tuple[SoloGame, tuple[JudgedDecision, ...]]:
    """A finished game with the costs of its decisions, and each decision beside the best."""
    think = services.thinker.think
    verdicts = [await think(partial(verdict, decision)) for decision in at.play.decisions()]
    costs = tuple(each.cost for each in verdicts)
    if at.attempt.costs is None:
        keep = partial(solo_deals.keep_costs, attempt=at.attempt, costs=costs, judge=JUDGE)
        await services.database.write(keep)
    attempt = replace(at.attempt, costs=costs)
    return replace(at, attempt=attempt), tuple(map(advising.judged, verdicts))
