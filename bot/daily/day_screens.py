"""Screens of the daily deal: its terms, the result, the lines that people share."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.daily.daily_presses import DailyShare, PlayDaily, Practise
from bot.daily.days import date_of, number_of, over_at
from bot.daily.share import SharedResult, share_lines
from bot.screens.components import (
    Component,
    PictureOrWords,
    Screen,
    Style,
    button,
    row,
    rows,
    select,
    share_button,
    text,
)
from bot.screens.placements import placement_name, placement_words
from bot.screens.presses import ShowDealProof
from bot.screens.review import decisions_lines
from bot.solo.screens import fantasyland_line, result_lines
from bot.solo.solo_game import SoloGame
from bot.solo.solo_hand import Outcome
from bot.store.daily_deals import FieldStanding
from bot.texts import Texts
from bot.values.hand_skill import JudgedDecision
from bot.values.phrases import plain, signed


@dataclass(frozen=True)
class Today:
    """The circumstances of a day's deal, which ends there at `ends_at` (Unix seconds).

    `here` is the server, None outside servers; `may_share`: others see what is shared there.
    `aloud`: all is said in words. Once the deal is played, `following` is the commitment to the
    next one, None for practice, and `past` are the days that can be practised.
    """

    day: int
    ends_at: int
    here: int | None
    may_share: bool
    aloud: bool
    following: bytes | None = None
    past: Sequence[int] = ()


# --- while it is played ----------------------------------------------------------------------


def daily_title(day: int, _: Texts, *, practice: bool) -> str:
    """Which day's deal is played."""
    if practice:
        return _("Daily deal {number}, for practice", number=number_of(day))
    return _("Daily deal {number}", number=number_of(day))


def daily_terms(at: SoloGame, today: Today, _: Texts) -> list[str]:
    """The terms to be read before the first card is placed."""
    if at.attempt.practice:
        return []
    lines = [
        _("The same cards for everyone, one try, no hints. The day ends <t:{at}:R>.",
          at=today.ends_at),
        fantasyland_line(_),
    ]  # fmt: skip
    if at.attempt.is_told:
        lines.append(_("This server's daily summary will show how you did."))
    if not today.aloud:
        lines.append(_deal_line(today.day, at.deal.commitment, _))
    return lines


def _deal_line(day: int, commitment: bytes, _: Texts) -> str:
    return _("Deal {number}: {commitment}", number=number_of(day), commitment=commitment.hex())


# --- when it is over -------------------------------------------------------------------------


@dataclass(frozen=True)
class DayResult:
    """A game that is over: its decisions, the others who played, and days in a row.

    `here` are the others of the server, None outside servers.
    """

    day: int
    at: SoloGame
    judged: Sequence[JudgedDecision]
    here: FieldStanding | None
    everywhere: FieldStanding
    streak: int

    @property
    def outcome(self) -> Outcome:
        """The score of the finished hand."""
        return self.at.play.outcome

    @property
    def par(self) -> int:
        """The points of the master in this deal."""
        return self.at.deal.par or 0

    @property
    def shared(self) -> SharedResult:
        """The part of the result that everybody may be told."""
        own = self.outcome.own
        return SharedResult(
            self.day,
            [each.cost for each in self.judged],
            self.outcome.points - self.par,
            self.streak,
            is_fantasyland=own.fantasyland > 0,
            is_foul=own.is_foul,
        )


def result_screen(
    result: DayResult,
    picture: PictureOrWords,
    today: Today,
    now: int,
    _: Texts,
    *,
    is_shared: bool = False,
) -> Screen:
    """How it went, beside par and the others, and what would have been best."""
    practice = result.at.attempt.practice
    said = placement_words if today.aloud else placement_name
    parts = [
        text("\n".join(_result_lines(result, _))),
        picture.component,
        text("\n".join(decisions_lines(result.judged, _, said))),
    ]
    if not practice:
        shared = share_lines(result.shared, _, squares=not today.aloud)
        parts.append(text("\n".join(block_lines(shared, _, may_share=today.may_share))))
        parts.append(text("\n".join(f"-# {line}" for line in _following(result, today, _))))
    parts += _ways(result, today, now, _, is_shared=is_shared)
    return Screen(tuple(parts), picture.pictures)


def _result_lines(result: DayResult, _: Texts) -> list[str]:
    outcome, practice = result.outcome, result.at.attempt.practice
    lines = result_lines(outcome, daily_title(result.day, _, practice=practice), _)
    lines.append(par_line(outcome.points, result.par, _))
    return lines if practice else [*lines, comparison_line(result.here, result.everywhere, _)]


def par_line(points: int, par: int, _: Texts) -> str:
    """A sentence with par and how one's points compare with it."""
    return _(
        "The master scores {par} with these cards, which is par: **{points} against par**.",
        par=signed(par),
        points=signed(points - par),
    )


def comparison_line(here: FieldStanding | None, everywhere: FieldStanding, _: Texts) -> str:
    """Better than how many, here (None outside servers) and everywhere."""
    if not everywhere.others:
        return _("Nobody else has played this yet.")
    words: list[str] = []
    if here is not None and here.others:
        words.append(_("here better than {beaten} of {others}", **vars(here)))
    words.append(_("everywhere better than {beaten} of {others}", **vars(everywhere)))
    told = ", ".join(words)
    return told[0].upper() + told[1:] + "."


def block_lines(lines: Sequence[str], _: Texts, *, may_share: bool) -> list[str]:
    """The lines to share: to look at, and to copy for people who may not post."""
    if may_share:
        return [f"> {line}" for line in lines]
    copied = [line.replace("**", "").removeprefix("-# ") for line in lines]
    return [_("You cannot post here. Copy this to share it:"), "```", *copied, "```"]


def _following(result: DayResult, today: Today, _: Texts) -> list[str]:
    lines = [_("You have played today's deal. The next one comes <t:{at}:R>.", at=today.ends_at)]
    if today.following is not None and not today.aloud:
        lines.append(_deal_line(result.day + 1, today.following, _))
    return lines


def _ways(
    result: DayResult, today: Today, now: int, _: Texts, *, is_shared: bool
) -> list[Component]:
    spot, practice = result.at.spot, result.at.attempt.practice
    buttons: list[Component] = []
    if today.may_share and not practice:
        buttons.append(share_button(DailyShare(spot), _, is_shared=is_shared))
    if practice:
        buttons.append(button(PlayDaily(), _("Today's deal"), Style.BLURPLE))
    if over_at(result.day) <= now:
        buttons.append(button(ShowDealProof(spot), _("Deal proof")))
    parts = rows(buttons)
    if today.past:
        offered = [(str(day), _past_name(day, _)) for day in today.past]
        parts.append(select(Practise(), offered, "", placeholder=_("Practise with a past deal")))
    return parts


def _past_name(day: int, _: Texts) -> str:
    return f"{_('Daily deal {number}', number=number_of(day))} · {date_of(day)}"


# --- for everybody ---------------------------------------------------------------------------


def shared_screen(name: str, result: DayResult, _: Texts) -> Screen:
    """The result that somebody shares, with a button for whoever wants to try it, too."""
    lines = [f"**{plain(name)}**", *share_lines(result.shared, _)]
    play = button(PlayDaily(), _("Play today's deal"), Style.BLURPLE)
    return Screen((text("\n".join(lines)), row(play)))
