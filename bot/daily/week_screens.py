"""Screens of a week's deals: a deal, the whole week, the standing, the lines that people share."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.daily.daily_presses import (
    NextOfWeek,
    PlayWeek,
    PractiseNext,
    PractiseWeek,
    ShareWeek,
    ShowWeek,
    ShowWeekStanding,
)
from bot.daily.day_screens import block_lines, comparison_line, par_line
from bot.daily.days import date_of, week_number, week_over_at
from bot.daily.share import SharedWeek, week_share_lines, week_title
from bot.screens.components import (
    Component,
    PictureOrWords,
    Screen,
    Style,
    button,
    note,
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
from bot.store.daily_deals import FieldStanding
from bot.store.weekly_deals import DEALS, WeekScore
from bot.texts import Texts
from bot.values.hand_skill import JudgedDecision
from bot.values.phrases import plain, signed
from ofc_engine.places import shared_places


@dataclass(frozen=True)
class Week:
    """The circumstances of a week's deals, which end there at `ends_at` (Unix seconds).

    `before` is last week if they have played it; `here` the server, None outside servers;
    `may_share`: others see what is shared there. `aloud`: all is said in words. `digest` stands for
    all deals of the week, `following` for those of the next, None if these are not fixed yet. Once
    something of it is over, `past` are the weeks that can be practised.
    """

    week: int
    ends_at: int
    here: int | None
    may_share: bool
    aloud: bool
    before: int | None = None
    digest: bytes = b""
    following: bytes | None = None
    past: Sequence[int] = ()


# --- one deal --------------------------------------------------------------------------------


def deal_title(week: int, place: int, _: Texts, *, practice: bool = False) -> str:
    """Which deal of which week is played, from 1."""
    numbers = {"place": place, "deals": DEALS}
    if practice:
        numbers["week"] = week_number(week)
        return _("Deals of week {week}, {place} of {deals}, for practice", **numbers)
    return f"{week_title(week, _)}, " + _("{place} of {deals}", **numbers)


def week_terms(at: SoloGame, place: int, week: Week, _: Texts) -> list[str]:
    """The terms to be read before the first card of the deal at a `place`, from 1, is placed."""
    if at.attempt.practice:
        return []
    lines = [
        _("The same cards for everyone, one try, no hints. The week ends <t:{at}:R>.",
          at=week.ends_at),
        fantasyland_line(_),
    ]  # fmt: skip
    if at.attempt.is_told:
        lines.append(_("Others in this server can see your points in the week's standing."))
    if not week.aloud:
        lines.append(_("Deal: {commitment}", commitment=at.deal.commitment.hex()))
        if place == 1:
            lines.append(_("All deals: {commitment}", commitment=week.digest.hex()))
    return lines


def deal_screen(
    at: SoloGame,
    title: str,
    judged: Sequence[JudgedDecision],
    so_far: int,
    picture: PictureOrWords,
    week: Week,
    _: Texts,
) -> Screen:
    """How one deal went, of `so_far` that are played, and the way on."""
    if so_far < DEALS:
        on = button(NextOfWeek(), _("Next deal"), Style.GREEN)
    else:
        on = button(ShowWeek(week.week), _("Your week"), Style.GREEN)
    ways = [row(on, *_ways(week, _)), *_past(week, _)]
    parts = [*_deal_parts(at, title, judged, picture, week, _), *ways]
    return Screen(tuple(parts), picture.pictures)


def practised_screen(
    at: SoloGame,
    title: str,
    judged: Sequence[JudgedDecision],
    place: int,
    picture: PictureOrWords,
    week: Week,
    _: Texts,
) -> Screen:
    """How one deal of a past week went for practice, by its place from 1, and the ways on."""
    buttons: list[Component] = []
    if place < DEALS:
        on = PractiseNext(week.week, place + 1)
        buttons.append(button(on, _("Next deal"), Style.GREEN))
    buttons.append(button(PlayWeek(), _("Play this week's deals"), Style.BLURPLE))
    buttons.append(button(ShowDealProof(at.spot), _("Deal proof")))
    parts = [*_deal_parts(at, title, judged, picture, week, _), row(*buttons), *_past(week, _)]
    return Screen(tuple(parts), picture.pictures)


def _deal_parts(
    at: SoloGame,
    title: str,
    judged: Sequence[JudgedDecision],
    picture: PictureOrWords,
    week: Week,
    _: Texts,
) -> list[Component]:
    outcome, par = at.play.outcome, at.deal.par or 0
    said = placement_words if week.aloud else placement_name
    lines = [*result_lines(outcome, title, _), par_line(outcome.points, par, _)]
    return [
        text("\n".join(lines)),
        picture.component,
        text("\n".join(decisions_lines(judged, _, said))),
    ]


def _past(week: Week, _: Texts) -> list[Component]:
    """The menu of past weeks, if there are any."""
    if not week.past:
        return []
    offered = [(str(each), f"{week_title(each, _)} · {date_of(each)}") for each in week.past]
    return [select(PractiseWeek(), offered, "", placeholder=_("Practise with a past week"))]


def _ways(week: Week, _: Texts) -> list[Component]:
    ways: list[Component] = []
    if week.here is not None:
        ways.append(button(ShowWeekStanding(week.week), _("Standing")))
    if week.before is not None:
        ways.append(button(ShowWeek(week.before), _("Last week")))
    return ways


# --- the whole week --------------------------------------------------------------------------


@dataclass(frozen=True)
class WeekResult:
    """The deals of a week that somebody has played, judged and with par, the others, the streak.

    `here` are the others of the server, None outside servers.
    """

    games: Sequence[SoloGame]
    here: FieldStanding | None
    everywhere: FieldStanding
    streak: int

    @property
    def points(self) -> int:
        """All points."""
        return sum(each.attempt.points or 0 for each in self.games)

    @property
    def par(self) -> int:
        """The points of the master in these deals."""
        return sum(each.deal.par or 0 for each in self.games)

    @property
    def is_whole(self) -> bool:
        """True if all deals are played."""
        return len(self.games) == DEALS

    def shared(self, week: int) -> SharedWeek:
        """The part of the result that everybody may be told."""
        against = [(each.attempt.points or 0) - (each.deal.par or 0) for each in self.games]
        given = sum(each.attempt.given_away for each in self.games)
        return SharedWeek(week, against, given / max(len(self.games), 1), self.streak)


def week_screen(
    result: WeekResult, week: Week, now: int, _: Texts, *, is_shared: bool = False
) -> Screen:
    """How a week went, deal by deal, beside par and the others."""
    score = _("you score {points}", points=signed(result.points))
    lines = [f"### {week_title(week.week, _)}: {score}", par_line(result.points, result.par, _)]
    if result.is_whole:
        lines.append(comparison_line(result.here, result.everywhere, _))
    else:
        played = {"played": len(result.games), "deals": DEALS}
        lines.append(_("You have played {played} of {deals} deals.", **played))
    lines += [_deal_line(number, each, _) for number, each in enumerate(result.games, start=1)]
    parts = [text("\n".join(lines))]
    buttons = _ways(week, _)
    if result.is_whole:
        shared = week_share_lines(result.shared(week.week), _, squares=not week.aloud)
        parts.append(text("\n".join(block_lines(shared, _, may_share=week.may_share))))
        if week.may_share:
            buttons.insert(0, share_button(ShareWeek(week.week), _, is_shared=is_shared))
    parts += rows(buttons)
    if week_over_at(week.week) <= now:
        proofs = [
            button(ShowDealProof(each.spot), _("Deal proof {number}", number=number))
            for number, each in enumerate(result.games, start=1)
        ]
        parts += rows(proofs)
    if week.following is not None and not week.aloud:
        line = _("Next week's deals: {commitment}", commitment=week.following.hex())
        parts.append(text(f"-# {line}"))
    parts += _past(week, _)
    return Screen(tuple(parts))


def _deal_line(number: int, at: SoloGame, _: Texts) -> str:
    facts = [
        f"**{signed(at.attempt.points or 0)}**",
        _("par {points}", points=signed(at.deal.par or 0)),
        _("gave away {points}", points=_.decimal(at.attempt.given_away)),
    ]
    return f"{number}. {' · '.join(facts)}"


# --- for others ------------------------------------------------------------------------------


def standing_screen(week: int, ranked: Sequence[tuple[str, WeekScore]], _: Texts) -> Screen:
    """How people of a server stand in a week, with their names."""
    title = "### " + _("{week}: the standing", week=week_title(week, _))
    if not ranked:
        return note(f"{title}\n" + _("Nobody here has played yet."))
    lines = [title]
    places = shared_places((each.deals, each.points) for _name, each in ranked)
    for place, (name, each) in zip(places, ranked, strict=True):
        line = f"{place}. **{plain(name)} {signed(each.points)}**"
        if each.deals < DEALS:
            line += " · " + _("{place} of {deals}", place=each.deals, deals=DEALS)
        lines.append(line)
    return note("\n".join(lines))


def shared_week_screen(name: str, shared: SharedWeek, _: Texts) -> Screen:
    """The result that somebody shares, with a button for whoever wants to try it, too."""
    lines = [f"**{plain(name)}**", *week_share_lines(shared, _)]
    play = button(PlayWeek(), _("Play this week's deals"), Style.BLURPLE)
    return Screen((text("\n".join(lines)), row(play)))
