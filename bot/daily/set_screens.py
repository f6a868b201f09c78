"""Screens of a day's deal and of a week's deals, of all of them, the standing, shared lines."""

from collections.abc import Sequence

from bot.daily.daily_presses import (
    DailyShare,
    NextOfWeek,
    PlayDaily,
    PlayWeek,
    Practise,
    PractiseNext,
    PractiseWeek,
    ShareWeek,
    ShowWeek,
    ShowWeekStanding,
)
from bot.daily.days import date_of, number_of, published_at, week_number
from bot.daily.set_results import (
    SetResult,
    SetTerms,
    day_share_lines,
    day_title,
    week_share_lines,
    week_title,
)
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
from bot.screens.press import Press
from bot.solo.solo_game import SoloGame
from bot.solo.solo_page import ShowDealProof, fantasyland_line, proof_button, result_lines
from bot.store.deal_sets import WEEK, SetScore
from bot.texts import Texts
from bot.values.phrases import plain, short, signed
from ofc_engine.places import shared_places

# --- of a day and of a week ------------------------------------------------------------------


def terms_lines(
    at: SoloGame, lasts: str, told: str, commitments: Sequence[str], _: Texts
) -> list[str]:
    """The terms to be read before the first card: how long it `lasts`, what others are `told`."""
    if at.attempt.practice:
        return []
    return [lasts, fantasyland_line(_), *([told] if at.attempt.is_told else []), *commitments]


def deal_parts(
    at: SoloGame,
    title: str,
    review: Sequence[Component],
    picture: PictureOrWords,
    _: Texts,
    compared: Sequence[str] = (),
) -> list[Component]:
    """How a deal went, beside par and how it is `compared`, and the `review` of its decisions."""
    outcome = at.play.outcome
    lines = [*result_lines(outcome, title, _), par_line(outcome.points, at.deal.par or 0, _)]
    return [
        text("\n".join([*lines, *compared])),
        picture.component,
        *review,
    ]


def par_line(points: int, par: int, _: Texts) -> str:
    """A sentence with par and how one's points compare with it."""
    return _(
        "The master scores {par} with these cards, which is par: **{points} against par**.",
        par=signed(par),
        points=signed(points - par),
    )


def comparison_line(result: SetResult, _: Texts) -> str:
    """Better than how many, here and everywhere."""
    here, everywhere = result.here, result.everywhere
    if not everywhere.others:
        return _("Nobody else has played this yet.")
    words: list[str] = []
    if here is not None and here.others:
        words.append(_("better than {beaten} of {others} here", **vars(here)))
    words.append(_("better than {beaten} of {others} players worldwide", **vars(everywhere)))
    told = ", ".join(words)
    return told[0].upper() + told[1:] + "."


def block(lines: Sequence[str], of_set: SetTerms, _: Texts) -> Component:
    """The lines to share: to look at, and to copy for people who may not post."""
    if of_set.may_share:
        return text("\n".join(f"> {line}" for line in lines))
    copied = [line.replace("**", "").removeprefix("-# ") for line in lines]
    said = _("You can't post here. Copy this to share it:")
    return text("\n".join([said, "```", *copied, "```"]))


def past_menu(press: Press, names: Sequence[tuple[int, str]], placeholder: str) -> list[Component]:
    """The menu of past sets, their first days with their `names`; nothing if there are none."""
    offered = [(str(day), f"{name} · {date_of(day)}") for day, name in names]
    return [select(press, offered, "", placeholder=placeholder)] if offered else []


def shared_screen(name: str, lines: Sequence[str], play: Component) -> Screen:
    """The result that somebody shares, with a button for whoever wants to try it, too."""
    return Screen((text("\n".join([f"**{plain(name)}**", *lines])), row(play)))


# --- of a day --------------------------------------------------------------------------------


def practised_day_title(day: int, _: Texts) -> str:
    """Which day's deal is played for practice."""
    return _("Daily deal {number}, for practice", number=number_of(day))


def day_terms(at: SoloGame, of_set: SetTerms, _: Texts) -> list[str]:
    """The terms to be read before the first card is placed."""
    lasts = _(
        "The same cards for everyone, one try, no hints. The day ends <t:{at}:R>.",
        at=of_set.ends_at,
    )
    told = _("This server's daily summary will show how you did.")
    return terms_lines(at, lasts, told, [_deal_line(of_set.day, short(of_set.digest), _)], _)


def day_commitments(of_set: SetTerms, _: Texts) -> list[str]:
    """The whole commitments to a day's deal, and once it is played to the next day's."""
    lines = [_deal_line(of_set.day, of_set.digest.hex(), _)]
    if of_set.following is not None:
        lines.append(_deal_line(of_set.which.after.day, of_set.following.hex(), _))
    return lines


def _deal_line(day: int, commitment: str, _: Texts) -> str:
    return _("Deal {number}: {commitment}", number=number_of(day), commitment=commitment)


def day_screen(
    result: SetResult,
    title: str,
    review: Sequence[Component],
    picture: PictureOrWords,
    of_set: SetTerms,
    _: Texts,
    *,
    is_shared: bool = False,
) -> Screen:
    """How it went, beside par and the others, and what would have been best."""
    (at,) = result.games
    practice = at.attempt.practice
    compared = [] if practice else [comparison_line(result, _)]
    parts = deal_parts(at, title, review, picture, _, compared)
    if not practice:
        parts.append(block(day_share_lines(result, _, squares=not of_set.aloud), of_set, _))
        parts.append(text("\n".join(f"-# {line}" for line in _following(of_set, _))))
    parts += _ways(at, of_set, _, is_shared=is_shared)
    return Screen(tuple(parts), picture.pictures)


def _following(of_set: SetTerms, _: Texts) -> list[str]:
    lines = [_("You've played today's deal. The next one comes <t:{at}:R>.", at=of_set.ends_at)]
    if of_set.following is not None:
        lines.append(_deal_line(of_set.which.after.day, short(of_set.following), _))
    return lines


def _ways(at: SoloGame, of_set: SetTerms, _: Texts, *, is_shared: bool) -> list[Component]:
    practice = at.attempt.practice
    buttons: list[Component] = []
    if of_set.may_share and not practice:
        buttons.append(share_button(DailyShare(at.spot), _, is_shared=is_shared))
    if practice:
        buttons.append(button(PlayDaily(), _("Today's deal"), Style.BLURPLE))
    buttons.append(proof_button(at.spot, _))
    names = [(each.day, day_title(each.day, _)) for each in of_set.past]
    return [*rows(buttons), *past_menu(Practise(), names, _("Practise with a past deal"))]


def shared_day_screen(name: str, result: SetResult, _: Texts) -> Screen:
    """The result of a day that somebody shares."""
    play = button(PlayDaily(), _("Play today's deal"), Style.BLURPLE)
    return shared_screen(name, day_share_lines(result, _), play)


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
    ways = [row(on, *_week_ways(week, _)), *_past(week, _)]
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


def _week_ways(week: SetTerms, _: Texts) -> list[Component]:
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
    lines += [_game_line(number, each, _) for number, each in enumerate(result.games, start=1)]
    parts = [text("\n".join(lines))]
    buttons = _week_ways(week, _)
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


def _game_line(number: int, at: SoloGame, _: Texts) -> str:
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
