"""Playing a deal on one's own: lay out cards, confirm, see the proof."""

from dataclasses import dataclass, replace
from functools import partial

from bot.handlers.request import Answer, Request, Services, Visitor
from bot.handlers.serving import changes, on, personal
from bot.ofc.draft import Draft
from bot.rounds.dealing import OWN
from bot.rounds.modes import play_of
from bot.rounds.pages import RoundPage
from bot.rounds.playing import played_on, with_par
from bot.rounds.presses import RoundArm, RoundConfirm, RoundProof, RoundPut, RoundSpot
from bot.rounds.rounds import Round, RoundError
from bot.screens.components import note
from bot.screens.replies import Private, Redraw
from bot.store import rounds
from bot.store.rounds import Attempt, FixedDeal
from bot.texts import Texts


@on(RoundPut, RoundArm)
@personal
def tap(at: Request, press: RoundPut | RoundArm) -> "ShownRound":
    """Put a card into a row, take it back, or have a warned press place it."""
    found = round_at(at, press.spot)
    if not found.is_at(press.spot):
        return shown(at, found)
    before = found.draft
    match press:
        case RoundPut():
            draft = before.put(press.card, press.letter)
        case RoundArm():
            draft = before.arm()
    return shown(at, _laid_out(at, found, draft), keeps=True)


def _laid_out(at: Request, found: Round, draft: Draft) -> Round:
    attempt = replace(found.attempt, layout=draft.layout, armed=draft.armed)
    rounds.keep_layout(at.db, attempt)
    return replace(found, attempt=attempt)


@on(RoundConfirm)
@changes
def confirm(at: Request, press: RoundConfirm) -> "ShownRound":
    """Place what is laid out, if it still is what the button named."""
    found = round_at(at, press.spot)
    if not found.is_at(press.spot):
        return shown(at, found)
    draft = found.draft
    if not draft.is_ready or draft.digest != press.digest:
        return shown(at, found)
    after = found.after(found.play.placed(OWN, draft.placement), at.now)
    rounds.keep_log(at.db, found.attempt, after.attempt)
    play_of(after.deal).placed(at, after)
    return shown(at, after)


@on(RoundProof)
@personal
def proof(at: Request, press: RoundProof) -> Answer:
    """The proof of a deal, once its secret need not be kept."""
    found = finished_at(at, press.spot)
    play_of(found.deal).verify_published(at, found.deal)
    return Answer(Private(note(proof_of(found, at.texts))))


def proof_of(found: Round, _: Texts) -> str:
    """The proof of a round's deal, and how to check it."""
    how = _("Check it with `python -m bot verify-deal`, or as the README says.")
    return f"{how}\n```\n{found.play.proof(found.deal.commitment)}\n```"


# --- which round -----------------------------------------------------------------------------


def begun(at: Request, deal: FixedDeal, *, is_told: bool = False) -> Round:
    """The visitor's one round of a deal, begun now if it has not been."""
    return Round(rounds.first_begun(at.db, deal.id, at.seed, at.now), attempt_at(at, deal, is_told))


def attempt_at(at: Request, deal: FixedDeal, is_told: bool = False) -> Attempt:
    """The visitor's one attempt at a deal, made now if there is none."""
    attempt = rounds.find(at.db, at.player.id, deal.id)
    if attempt is None:
        attempt = Attempt(at.player.id, deal.id, False, at.visitor.guild_id, is_told=is_told)
        rounds.begin(at.db, attempt, at.now)
    return attempt


def practised(at: Request, deal: FixedDeal) -> Round:
    """The visitor's round of a deal for practice, from its beginning."""
    attempt = Attempt(at.player.id, deal.id, practice=True, guild_id=at.visitor.guild_id)
    rounds.begin(at.db, attempt, at.now)
    return Round(rounds.first_begun(at.db, deal.id, at.seed, at.now), attempt)


def round_at(at: Request, spot: RoundSpot) -> Round:
    """The visitor's round that a button is about; raises RoundError."""
    deal = rounds.deal(at.db, spot.deal)
    attempt = rounds.find(at.db, at.player.id, spot.deal, practice=bool(spot.practice))
    if deal is None or attempt is None:
        raise RoundError("You have not begun this deal. Play today's with /daily.")
    if not (attempt.practice or attempt.is_over):
        play_of(deal).verify_open(at, deal)
    return Round(deal, attempt)


def finished_at(at: Request, spot: RoundSpot) -> Round:
    """The visitor's round that a button is about, all cards placed; raises RoundError."""
    found = round_at(at, spot)
    if not found.attempt.is_over:
        raise RoundError("Place all your cards first.")
    return found


# --- shown after the commit ------------------------------------------------------------------


def shown(at: Request, found: Round, *, is_new: bool = False, keeps: bool = False) -> "ShownRound":
    """A round, in the pressed message or, if it `is_new`, in another; `keeps` its picture."""
    page = play_of(found.deal).page(at, found)
    return ShownRound(replace(page, pictured=at.visitor.may_attach), is_new, keeps)


@dataclass(frozen=True)
class ShownRound:
    """A round as it is shown."""

    page: RoundPage
    is_new: bool
    keeps: bool

    async def answer(self, services: Services, visitor: Visitor) -> Answer:
        """The cards to place next, or how it went."""
        at = await played_on(services, self.page.at)
        # Par takes long to find: begun with the first cards, it is there at the end.
        if not at.play.log[1:]:
            services.aside.begin(f"par of deal {at.deal.id}", with_par(services, at.deal))
        page = replace(self.page, at=at)
        if self.is_new:
            return Answer(Private(await page.screen(services)))
        kept = visitor.picture if self.keeps else None
        screen = await replace(page, kept=kept).screen(services)
        others = (partial(page.screen, services),) if kept else ()
        in_words = replace(page, pictured=False)
        return Answer(Redraw(screen, others=(*others, partial(in_words.screen, services))))
