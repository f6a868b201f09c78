"""Screens of a week's deals: a deal, the whole week, the standing, the lines that people share."""

from collections.abc import Sequence

from bot.daily.daily_presses import (
    NextOfWeek,
    PlayWeek,
    PractiseNext,
    PractiseWeek,
    ShareWeek,
    ShowWeek,
    ShowWeekStanding,
)
from bot.daily.day_screens import (
    block,
    comparison_line,
    deal_parts,
    par_line,
    past_menu,
    shared_screen,
    terms_lines,
)
from bot.daily.days import published_at, week_number
from bot.daily.set_results import SetResult, SetTerms, week_share_lines, week_title
from bot.screens.components import (
    Component,
    PictureOrWords,
    Screen,
    Style,
    button,
    note,
    row,
    rows,
    share_button,
    text,
)
from bot.solo.screens import proof_button
from bot.solo.solo_game import SoloGame
from bot.solo.solo_presses import ShowDealProof
from bot.store.deal_sets import WEEK, SetScore
from bot.texts import Texts
from bot.values.phrases import plain, short, signed
from ofc_engine.places import shared_places

# --- one deal --------------------------------------------------------------------------------


def deal_title(week: int, place: int, _: Texts, *, practice: bool = False) -> str:
    """Which deal of which week is played, from 1."""
    numbers = {"place": place, "deals": WEEK.deals}
    if practice:
        numbers["week"] = week_number(week)
        return _("Deals of week {week}, {place} of {deals}, for practice", **numbers)
    return f"{week_title(week, _)}, " + _("{place} of {deals}", **numbers)


def week_terms(at: SoloGame, place: int, week: SetTerms, _: Texts) -> list[str]:
    """The terms to be read before the first card of the deal at a `place`, from 1, is placed."""
    lasts = _(
        "The same cards for everyone, one try, no hints. The week ends <t:{at}:R>.",
        at=week.ends_at,
    )
    told = _("Others in this server can see your points in the week's standing.")
    lines = [_("Deal: {commitment}", commitment=short(at.deal.commitment))]
    if place == 1:
        lines.append(_("All deals: {commitment}", commitment=short(week.digest)))
    return terms_lines(at, lasts, told, lines, _)


def week_commitments(at: SoloGame, week: SetTerms, _: Texts) -> list[str]:
    """The whole commitments to a deal, to all of its week, and to those of the next."""
    lines = [
        _("Deal: {commitment}", commitment=at.deal.commitment.hex()),
        _("All deals: {commitment}", commitment=week.digest.hex()),
    ]
    if week.following is not None:
        lines.append(_("Next week's deals: {commitment}", commitment=week.following.hex()))
    return lines


def deal_screen(
    at: SoloGame,
    title: str,
    review: Sequence[Component],
    so_far: int,
    picture: PictureOrWords,
    week: SetTerms,
    _: Texts,
) -> Screen:
    """How one deal went, of `so_far` that are played, and the way on."""
    if so_far < WEEK.deals:
        on = button(NextOfWeek(), _("Next deal"), Style.GREEN)
    else:
        on = button(ShowWeek(week.day), _("Your week"), Style.GREEN)
    ways = [row(on, *_ways(week, _)), *_past(week, _)]
    parts = [*deal_parts(at, title, review, picture, _), *ways]
    return Screen(tuple(parts), picture.pictures)


def practised_screen(
    at: SoloGame,
    title: str,
    review: Sequence[Component],
    place: int,
    picture: PictureOrWords,
    week: SetTerms,
    _: Texts,
) -> Screen:
    """How one deal of a past week went for practice, by its place from 1, and the ways on."""
    buttons: list[Component] = []
    if place < WEEK.deals:
        on = PractiseNext(week.day, place + 1)
        buttons.append(button(on, _("Next deal"), Style.GREEN))
    buttons.append(button(PlayWeek(), _("Play this week's deals"), Style.BLURPLE))
    buttons.append(proof_button(at.spot, _))
    parts = [*deal_parts(at, title, review, picture, _), row(*buttons), *_past(week, _)]
    return Screen(tuple(parts), picture.pictures)


def _past(week: SetTerms, _: Texts) -> list[Component]:
    names = [(each.day, week_title(each.day, _)) for each in week.past]
    return past_menu(PractiseWeek(), names, _("Practise with a past week"))


def _ways(week: SetTerms, _: Texts) -> list[Component]:
    ways: list[Component] = []
    if week.here is not None:
        ways.append(button(ShowWeekStanding(week.day), _("Standing")))
    if week.before is not None:
        ways.append(button(ShowWeek(week.before.day), _("Last week")))
    return ways


# --- the whole week --------------------------------------------------------------------------


def week_screen(
    result: SetResult, week: SetTerms, now: int, _: Texts, *, is_shared: bool = False
) -> Screen:
    """How a week went, deal by deal, beside par and the others."""
    score = _("you score {points}", points=signed(result.points))
    lines = [f"### {week_title(week.day, _)}: {score}", par_line(result.points, result.par, _)]
    if result.is_whole:
        lines.append(comparison_line(result, _))
    else:
        played = {"played": len(result.games), "deals": WEEK.deals}
        lines.append(_("You've played {played} of {deals} deals.", **played))
    lines += [_deal_line(number, each, _) for number, each in enumerate(result.games, start=1)]
    parts = [text("\n".join(lines))]
    buttons = _ways(week, _)
    if result.is_whole:
        parts.append(block(week_share_lines(result, _, squares=not week.aloud), week, _))
        if week.may_share:
            buttons.insert(0, share_button(ShareWeek(week.day), _, is_shared=is_shared))
    parts += rows(buttons)
    if published_at(week.which) > now:
        parts.append(row(proof_button(result.games[-1].spot, _)))
    else:
        proofs = [
            button(ShowDealProof(each.spot), _("Deal proof {number}", number=number))
            for number, each in enumerate(result.games, start=1)
        ]
        parts += rows(proofs)
    if week.following is not None:
        line = _("Next week's deals: {commitment}", commitment=short(week.following))
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


def standing_screen(week: int, ranked: Sequence[tuple[str, SetScore]], _: Texts) -> Screen:
    """How people of a server stand in a week, with their names."""
    title = "### " + _("{week}: the standing", week=week_title(week, _))
    if not ranked:
        return note(f"{title}\n" + _("Nobody here has played yet."))
    lines = [title]
    places = shared_places((each.deals, each.points) for _name, each in ranked)
    for place, (name, each) in zip(places, ranked, strict=True):
        line = f"{place}. **{plain(name)} {signed(each.points)}**"
        if each.deals < WEEK.deals:
            line += " · " + _("{place} of {deals}", place=each.deals, deals=WEEK.deals)
        lines.append(line)
    return note("\n".join(lines))


def shared_week_screen(name: str, result: SetResult, _: Texts) -> Screen:
    """The result of a week that somebody shares."""
    play = button(PlayWeek(), _("Play this week's deals"), Style.BLURPLE)
    return shared_screen(name, week_share_lines(result, _), play)
