"""What somebody sees of the daily deal: their cards, the result, what they share."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.daily.days import date_of, number_of, over_at
from bot.daily.dealing import FANTASYLAND, STREETS, Outcome
from bot.daily.presses import DailyProof, DailyShare, DailySpot, PlayDaily, Practise
from bot.daily.rounds import Round
from bot.daily.share import Shared, share_lines
from bot.ofc.draft import Draft
from bot.screens.aloud import street_parts
from bot.screens.components import (
    Component,
    Faces,
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
from bot.screens.review import Judged, decisions_lines
from bot.store.daily import Field
from bot.texts import Texts
from bot.values.phrases import plain, signed


@dataclass(frozen=True)
class Today:
    """What applies where somebody plays: when the day ends there, in Unix seconds.

    `here` is the server, None outside servers; `following` the commitment to the next deal. `past`
    are the days that can be practised, `may_share`: others see what is shared there. `aloud`: all
    is said in words.
    """

    ends_at: int
    here: int | None
    following: bytes
    past: Sequence[int]
    may_share: bool
    aloud: bool


def spot_of(at: Round) -> DailySpot:
    """What the buttons of a round are about now."""
    return DailySpot(at.attempt.day, int(at.attempt.practice), at.play.street)


# --- while it is played ----------------------------------------------------------------------


def placing_screen(
    at: Round, draft: Draft, picture: PictureOrWords, faces: Faces, today: Today, _: Texts
) -> Screen:
    """The cards to place."""
    spot = spot_of(at)
    street = _("street {street} of {streets}", street=spot.street + 1, streets=STREETS)
    lines = [f"### {_title(at, _)}: {street}", *_terms(at, today, _)]
    parts = street_parts(draft, spot, faces, _, aloud=today.aloud)
    return Screen((text("\n".join(lines)), picture.component, *parts), picture.pictures)


def _title(at: Round, _: Texts) -> str:
    number = number_of(at.attempt.day)
    if at.attempt.practice:
        return _("Daily deal {number}, for practice", number=number)
    return _("Daily deal {number}", number=number)


def _terms(at: Round, today: Today, _: Texts) -> list[str]:
    """What is to be known before the first card is placed."""
    if at.play.street or at.attempt.practice:
        return []
    lines = [
        _("The same cards for everyone, one try, no hints. The day ends <t:{at}:R>.",
          at=today.ends_at),
        _("Fantasyland is not played: it counts {points} points.", points=FANTASYLAND),
    ]  # fmt: skip
    if at.attempt.is_told:
        lines.append(_("This server's daily summary will show how you did."))
    if not today.aloud:
        lines.append(_deal_line(at.attempt.day, at.deal.commitment, _))
    return [f"-# {line}" for line in lines]


def _deal_line(day: int, commitment: bytes, _: Texts) -> str:
    return _("Deal {number}: {commitment}", number=number_of(day), commitment=commitment.hex())


# --- when it is over -------------------------------------------------------------------------


@dataclass(frozen=True)
class Result:
    """A round that is over: its decisions, the others who played, and days in a row.

    `here` are the others of the server, None outside servers.
    """

    at: Round
    judged: Sequence[Judged]
    here: Field | None
    everywhere: Field
    streak: int

    @property
    def outcome(self) -> Outcome:
        """What it counts."""
        return self.at.play.outcome

    @property
    def par(self) -> int:
        """What the master makes of it."""
        return self.at.deal.par or 0

    @property
    def shared(self) -> Shared:
        """What everybody may be told."""
        own = self.outcome.own
        return Shared(
            self.at.attempt.day,
            [each.cost for each in self.judged],
            self.outcome.points - self.par,
            self.streak,
            is_fantasyland=own.fantasyland > 0,
            is_foul=own.is_foul,
        )


def result_screen(
    result: Result,
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
        parts.append(text("\n".join(_block(result, today, _))))
        parts.append(text("\n".join(f"-# {line}" for line in _following(result, today, _))))
    parts += _ways(result, today, now, _, is_shared=is_shared)
    return Screen(tuple(parts), picture.pictures)


def _result_lines(result: Result, _: Texts) -> list[str]:
    outcome = result.outcome
    score = _("you score {points}", points=signed(outcome.points))
    lines = [f"### {_title(result.at, _)}: {score}"]
    if outcome.visits:
        lines.append(
            "-# "
            + _(
                "{points} on the boards, {visits} for Fantasyland",
                points=signed(outcome.settled),
                visits=signed(outcome.visits),
            )
        )
    lines.append(
        _(
            "The master scores {par} with these cards, which is par: **{points} against par**.",
            par=signed(result.par),
            points=signed(outcome.points - result.par),
        )
    )
    return lines if result.at.attempt.practice else [*lines, *_comparison(result, _)]


def _comparison(result: Result, _: Texts) -> list[str]:
    """Better than how many, here and everywhere."""
    here, everywhere = result.here, result.everywhere
    if not everywhere.others:
        return [_("Nobody else has played this deal yet.")]
    words: list[str] = []
    if here is not None and here.others:
        words.append(_("here better than {beaten} of {others}", **vars(here)))
    words.append(_("everywhere better than {beaten} of {others}", **vars(everywhere)))
    told = ", ".join(words)
    return [told[0].upper() + told[1:] + "."]


def _block(result: Result, today: Today, _: Texts) -> list[str]:
    lines = share_lines(result.shared, _, squares=not today.aloud)
    if today.may_share:
        return [f"> {line}" for line in lines]
    copied = [line.replace("**", "").removeprefix("-# ") for line in lines]
    return [_("You cannot post here. Copy this to share it:"), "```", *copied, "```"]


def _following(result: Result, today: Today, _: Texts) -> list[str]:
    lines = [_("You have played today's deal. The next one comes <t:{at}:R>.", at=today.ends_at)]
    if not today.aloud:
        lines.append(_deal_line(result.at.attempt.day + 1, today.following, _))
    return lines


def _ways(result: Result, today: Today, now: int, _: Texts, *, is_shared: bool) -> list[Component]:
    spot, practice = spot_of(result.at), result.at.attempt.practice
    buttons: list[Component] = []
    if today.may_share and not practice:
        buttons.append(share_button(DailyShare(spot), _, is_shared=is_shared))
    if practice:
        buttons.append(button(PlayDaily(), _("Today's deal"), Style.BLURPLE))
    if over_at(spot.day) <= now:
        buttons.append(button(DailyProof(spot), _("Deal proof")))
    parts = rows(buttons)
    if today.past:
        offered = [(str(day), _past_name(day, _)) for day in today.past]
        parts.append(select(Practise(), offered, "", placeholder=_("Practise with a past deal")))
    return parts


def _past_name(day: int, _: Texts) -> str:
    return f"{_('Daily deal {number}', number=number_of(day))} · {date_of(day)}"


# --- for everybody ---------------------------------------------------------------------------


def shared_screen(name: str, result: Result, _: Texts) -> Screen:
    """What somebody of that name shares, with a button for whoever wants to try it, too."""
    lines = [f"**{plain(name)}**", *share_lines(result.shared, _)]
    play = button(PlayDaily(), _("Play today's deal"), Style.BLURPLE)
    return Screen((text("\n".join(lines)), row(play)))
