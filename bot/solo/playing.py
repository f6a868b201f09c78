"""Work that takes a processor long: the computer's placements, par, points given away."""

from dataclasses import replace
from functools import partial

from bot.game import advising
from bot.handlers.request import Services
from bot.solo.solo_game import SoloGame
from bot.solo.solo_hand import LEVEL, OWN, PAR, SoloHand, seed_of
from bot.store import solo_deals
from bot.store.engine import Connection
from bot.store.solo_deals import FixedDeal
from bot.values.hand_skill import JudgedDecision
from ofc_engine.board import Placement
from ofc_engine.players.levels import Level
from ofc_engine.players.skill import JUDGE
from ofc_engine.players.thinking import decide, verdict


async def played_on(services: Services, at: SoloGame) -> SoloGame:
    """The game once it waits for whoever plays, or is over: the computer has placed."""
    computer, level = at.terms.computer, at.terms.level
    while at.play.waits_for == computer:
        placement = await _decided(services, at.deal, at.play, level)
        after = at.after(at.play.placed(computer, placement), services.now)
        at = await services.database.write(partial(_kept, at, after))
    return at


def _kept(before: SoloGame, after: SoloGame, db: Connection) -> SoloGame:
    solo_deals.keep_log(db, before.attempt, after.attempt)
    return after.read_again(db)


async def with_par(services: Services, deal: FixedDeal) -> FixedDeal:
    """The deal with what the master makes of it, which is found out once."""
    if deal.par is not None:
        return deal
    play = SoloHand(deal.deal)
    while (seat := play.waits_for) is not None:
        level = PAR if seat == OWN else LEVEL
        play = play.placed(seat, await _decided(services, deal, play, level))
    par = play.outcome.points
    await services.database.write(partial(solo_deals.set_par, deal_id=deal.id, par=par))
    return replace(deal, par=par)


async def _decided(services: Services, deal: FixedDeal, play: SoloHand, level: Level) -> Placement:
    seat = play.waits_for
    assert seat is not None
    known = play.knowledge(seat)
    seed = seed_of(deal.id, known.number)
    placement = await services.thinker.think(partial(decide, level, known, seed))
    assert placement is not None, "nobody can give up by these rules"
    return placement


async def judged(services: Services, at: SoloGame) -> tuple[SoloGame, tuple[JudgedDecision, ...]]:
    """A game that is over with what its decisions gave away, and each beside the best."""
    think = services.thinker.think
    verdicts = [await think(partial(verdict, decision)) for decision in at.play.decisions()]
    costs = tuple(each.cost for each in verdicts)
    if at.attempt.costs is None:
        keep = partial(solo_deals.keep_costs, attempt=at.attempt, costs=costs, judge=JUDGE)
        await services.database.write(keep)
    attempt = replace(at.attempt, costs=costs)
    return replace(at, attempt=attempt), tuple(map(advising.judged, verdicts))
