"""The daily deal: play it, lay out cards, confirm, share; practise with those of past days."""

from dataclasses import dataclass, replace
from functools import partial

from bot.daily.days import day_at, end_of, last_over, over_at
from bot.daily.dealing import OWN
from bot.daily.pages import Page
from bot.daily.playing import played_on, with_par
from bot.daily.presses import (
    DailyArm,
    DailyBoards,
    DailyConfirm,
    DailyProof,
    DailyPut,
    DailyShare,
    DailySpot,
    PlayDaily,
    Practise,
)
from bot.daily.rounds import Round
from bot.daily.screens import Today, shared_screen
from bot.handlers.request import Answer, Request, Services, Visitor
from bot.handlers.serving import also_on, changes, on, personal
from bot.ofc.draft import Draft
from bot.ofc.errors import OfcError
from bot.screens.components import note
from bot.screens.replies import Private, Redraw, Shared
from bot.store import daily, players
from bot.store.daily import Attempt, DailyDeal
from bot.texts import Texts
from bot.values.phrases import plain, signed

_MOST_PAST = 25
"""Options that a menu has at most."""
_MOST_BOARDS = 25
"""Boards that one message tells of at most."""


class DailyError(OfcError):
    """Something that the daily deal does not allow."""


@also_on(PlayDaily)
@changes
def play(at: Request) -> "_Shown":
    """Begin today's deal, or go on; once it is over, how it went."""
    deal = _deal(at, day := _today(at))
    attempt = daily.find(at.db, at.player.id, day, practice=False)
    if attempt is None:
        is_told = at.visitor.guild_id is not None and at.guild.daily_channel_id is not None
        attempt = Attempt(at.player.id, day, False, at.visitor.guild_id, is_told=is_told)
        daily.begin(at.db, attempt, at.now)
    return _shown(at, Round(deal, attempt), is_new=True)


@on(Practise)
@changes
def practise(at: Request, _press: Practise) -> "_Shown":
    """Begin the deal of a past day, chosen from the menu; what was begun before is forgotten."""
    chosen = at.visitor.entry
    day = int(chosen) if chosen.isdecimal() and len(chosen) < 10 else -1
    deal = daily.deal_of(at.db, day)
    if deal is None or over_at(day) > at.now:
        raise DailyError("Choose from the menu.")
    attempt = Attempt(at.player.id, day, practice=True, guild_id=at.visitor.guild_id)
    daily.begin(at.db, attempt, at.now)
    return _shown(at, Round(deal, attempt))


@on(DailyPut, DailyArm)
@personal
def tap(at: Request, press: DailyPut | DailyArm) -> "_Shown":
    """Put a card into a row, take it back, or have a warned press place it."""
    found = _round(at, press.spot)
    if _is_stale(found, press.spot):
        return _shown(at, found)
    before = found.draft
    match press:
        case DailyPut():
            draft = before.put(press.card, press.letter)
        case DailyArm():
            draft = before.arm()
    return _shown(at, _laid_out(at, found, draft), keeps=True)


def _laid_out(at: Request, found: Round, draft: Draft) -> Round:
    attempt = replace(found.attempt, layout=draft.layout, armed=draft.armed)
    daily.keep_layout(at.db, attempt)
    return replace(found, attempt=attempt)


@on(DailyConfirm)
@changes
def confirm(at: Request, press: DailyConfirm) -> "_Shown":
    """Place what is laid out, if it still is what the button named."""
    found = _round(at, press.spot)
    if _is_stale(found, press.spot):
        return _shown(at, found)
    draft = found.draft
    if not draft.is_ready or draft.digest != press.digest:
        return _shown(at, found)
    after = found.after(found.play.placed(OWN, draft.placement), at.now)
    daily.keep_log(at.db, found.attempt, after.attempt)
    return _shown(at, after)


@on(DailyShare)
@personal
def share(at: Request, press: DailyShare) -> "_Told":
    """Post the result in the channel."""
    found = _over(at, press.spot)
    if not at.visitor.may_share:
        raise DailyError("You cannot post here.")
    return _Told(_page(at, found), at.public_texts)


@on(DailyProof)
@personal
def proof(at: Request, press: DailyProof) -> Answer:
    """The proof of a deal, once its day has ended everywhere."""
    found = _over(at, press.spot)
    _verify_over(at, found.attempt.day)
    return Answer(Private(note(_proof(found, at.texts))))


@on(DailyBoards)
@personal
def boards(at: Request, press: DailyBoards) -> Answer:
    """The boards that a server's summary tells of, and the proof of their deal."""
    _verify_over(at, press.day)
    deal = daily.deal_of(at.db, press.day)
    played = daily.results(at.db, press.day, at.visitor.guild_id or 0)[:_MOST_BOARDS]
    if deal is None or not played:
        raise DailyError("Nobody has played this deal here.")
    rounds = [Round(deal, attempt) for attempt in played]
    lines = [
        f"**{plain(players.get(at.db, each.attempt.player_id).name)}**"
        f" {signed(each.attempt.points or 0)}: {each.play.outcome.own.board}"
        for each in rounds
    ]
    return Answer(Private(note("\n".join([*lines, _proof(rounds[0], at.texts)]))))


def _verify_over(at: Request, day: int) -> None:
    if over_at(day) > at.now:
        raise DailyError("The deal can be checked when the day has ended everywhere.")


def _proof(found: Round, _: Texts) -> str:
    how = _("Check it with `python -m bot verify-deal`, or as the README says.")
    return f"{how}\n```\n{found.play.proof(found.deal.commitment)}\n```"


# --- which round -----------------------------------------------------------------------------


def _today(at: Request) -> int:
    return day_at(at.guild.time_zone, at.now)


def _deal(at: Request, day: int) -> DailyDeal:
    """The deal of a day, fixed now if nobody has asked for it."""
    known = daily.deal_of(at.db, day)
    return known or daily.commit_to(at.db, day, at.fresh_secret(), at.now)


def _round(at: Request, spot: DailySpot) -> Round:
    """The visitor's round that a button is about; raises DailyError."""
    deal = daily.deal_of(at.db, spot.day)
    attempt = daily.find(at.db, at.player.id, spot.day, practice=bool(spot.practice))
    if deal is None or attempt is None:
        raise DailyError("You have not begun this deal. Play today's with /daily.")
    if not (attempt.practice or attempt.is_over) and over_at(spot.day) <= at.now:
        raise DailyError("This day is over. Play today's deal with /daily.")
    return Round(deal, attempt)


def _over(at: Request, spot: DailySpot) -> Round:
    found = _round(at, spot)
    if not found.attempt.is_over:
        raise DailyError("Place all your cards first.")
    return found


def _is_stale(found: Round, spot: DailySpot) -> bool:
    """Whether a button is about an earlier street, or the computer has yet to place."""
    play = found.play
    return play.waits_for != OWN or play.street != spot.street


# --- shown after the commit ------------------------------------------------------------------


def _shown(at: Request, found: Round, *, is_new: bool = False, keeps: bool = False) -> "_Shown":
    return _Shown(_page(at, found), is_new, keeps)


def _page(at: Request, found: Round) -> Page:
    visitor = at.visitor
    day = found.attempt.day
    today = Today(
        ends_at=end_of(day, at.guild.time_zone),
        here=visitor.guild_id,
        following=_deal(at, day + 1).commitment,
        past=daily.days_until(at.db, last_over(at.now), _MOST_PAST),
        may_share=visitor.may_share,
        aloud=at.player.preferences.read_aloud,
    )
    return Page(found, at.player, today, at.texts, pictured=visitor.may_attach)


@dataclass(frozen=True)
class _Shown:
    """A round, in the pressed message or in a new one; its picture stays with `keeps`."""

    page: Page
    is_new: bool
    keeps: bool

    async def answer(self, services: Services, visitor: Visitor) -> Answer:
        """The cards to place next, or how it went."""
        at = await played_on(services, self.page.at)
        if not at.play.log[1:]:
            services.aside.begin(with_par(services, at.deal))
        page = replace(self.page, at=at)
        if self.is_new:
            return Answer(Private(await page.screen(services)))
        kept = visitor.picture if self.keeps else None
        screen = await replace(page, kept=kept).screen(services)
        others = (partial(page.screen, services),) if kept else ()
        in_words = replace(page, pictured=False)
        return Answer(Redraw(screen, others=(*others, partial(in_words.screen, services))))


@dataclass(frozen=True)
class _Told:
    """A result told to everybody, in their language."""

    page: Page
    everybody: Texts

    async def answer(self, services: Services, visitor: Visitor) -> Answer:
        """The result with its button used up, and the block for everybody."""
        page = replace(self.page, kept=visitor.picture)
        result = await page.result(services)
        own = await page.of_result(services, result, is_shared=True)
        return Answer(Shared(own, shared_screen(page.player.name, result, self.everybody)))
