"""A player's own page of the ledger, and a server's ladder of ratings."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from bot.screens.components import Component, Illustration, PictureOrWords, text
from bot.screens.ledger.pages import LedgerView, Page, Query, heading, paragraph
from bot.screens.skill_lines import record_lines
from bot.texts import Texts
from bot.values.ledger_records import (
    ALL_SEASONS,
    FeatKind,
    Record,
    Rival,
    Scope,
    SeasonNote,
    Streak,
)
from bot.values.phrases import achieved, named_game, plain, signed
from bot.values.standings import Finishes
from ofc_engine.players.ratings import LEAST_HANDS, NINETEEN_IN_TWENTY, Rating

_MOST_RIVALS: Final = 15


@dataclass(frozen=True)
class Profile:
    """A player's profile: their sums, their record against each opponent, their rating.

    `streak` is None if it is not counted, `rating` is a line, empty if there is none;
    `achievements` are those of all time with the numbers of their hands, `finishes` what they
    reached in tournaments.
    """

    record: Record
    rivals: Sequence[Rival]
    streak: Streak | None
    rating: str = ""
    achievements: Mapping[FeatKind, int] = field(default_factory=dict[FeatKind, int])
    finishes: Finishes | None = None


def player_page(
    query: Query,
    profile: Profile,
    picture: Illustration,
    _: Texts,
    *,
    season: SeasonNote = ALL_SEASONS,
) -> Page:
    """A player's profile as a picture, with all of it in words below."""
    head = heading(plain(profile.record.name), query.scope, _, season=season)
    as_text = (_("Text"), replace(query, view=LedgerView.PLAYER_TEXT))
    parts = (paragraph([head]), picture.component, *_in_words([], profile, _))
    return Page(query, parts, (as_text,), picture.pictures)


def player_text_page(
    query: Query,
    profile: Profile,
    _: Texts,
    *,
    season: SeasonNote = ALL_SEASONS,
    may_draw: bool = True,
) -> Page:
    """A player's sums and record against each opponent; with a way back if it `may_draw`."""
    head = heading(plain(profile.record.name), query.scope, _, season=season)
    back = (_("Picture"), replace(query, view=LedgerView.PLAYER))
    return Page(query, _in_words([head], profile, _), (back,) if may_draw else ())


def _in_words(head: list[str], profile: Profile, _: Texts) -> tuple[Component, ...]:
    """Sums below a heading, and the record against each opponent."""
    record, streak, rivals = profile.record, profile.streak, profile.rivals
    lines = [*head, *_sums(record, _)]
    if streak is None:
        lines.append("-# " + _("Streaks only count across all channels and variants."))
    else:
        lines += _streaks(streak, _)
    if profile.rating:
        lines.append(profile.rating)
    if profile.achievements:
        lines.append(_("Achievements: {list}", list=achieved(profile.achievements.items(), _)))
    if profile.finishes is not None:
        lines.append(_tournaments(profile.finishes, _))
    parts = [paragraph(lines)]
    if rivals:
        listed = [f"### {_('Against')}", *(_rival_line(r, _) for r in rivals[:_MOST_RIVALS])]
        more = len(rivals) - _MOST_RIVALS
        if more > 0:
            listed.append(_.count("and {number} more player", "and {number} more players", more))
        parts.append(paragraph(listed))
    return tuple(parts)


def finishes_page(query: Query, name: str, finishes: Finishes, _: Texts) -> Page:
    """A player of whom nothing is known here but tournaments, which count apart."""
    return Page(
        query, (paragraph([heading(plain(name), query.scope, _), _tournaments(finishes, _)]),)
    )


def _tournaments(finishes: Finishes, _: Texts) -> str:
    best = ", ".join(
        _("{place} of {people}", place=place, people=people) for place, people in finishes.best
    )
    return _.count(
        "Tournaments: {number} played, best place {places}, {points} against the field",
        "Tournaments: {number} played, best places {places}, {points} against the field",
        finishes.played,
        places=best,
        points=_.decimal(finishes.against / 1000, signed=True),
    )


def _sums(record: Record, _: Texts) -> Iterator[str]:
    hands = _.count("{number} hand", "{number} hands", record.hands)
    yield _("**{points}** points in {hands}", points=signed(record.points), hands=hands)
    average = _.decimal(record.average, signed=True)
    if record.error is None:
        yield _("{average} a hand", average=average)
    else:
        margin = _.decimal(NINETEEN_IN_TWENTY * record.error)
        yield _("{average} a hand, give or take {margin}", average=average, margin=margin)
    yield from record_lines(record, _)
    share = f"{100 * record.fouls / record.hands:.0f}"
    yield _("Fouls: {number} ({share}% of hands)", number=record.fouls, share=share)
    visits = _.count("{number} visit", "{number} visits", record.visits)
    stays = _.count("{number} stay", "{number} stays", record.stays)
    yield _("Fantasyland: {visits}, {stays}", visits=visits, stays=stays)
    yield from _positions(record, _)
    yield _("Opponents scooped: {number}", number=record.scoops)
    yield _(
        "Royalties: Front {front}, Middle {middle}, Back {back}",
        front=record.front,
        middle=record.middle,
        back=record.back,
    )
    yield _(
        "Best hand {best}, worst hand {worst}", best=signed(record.best), worst=signed(record.worst)
    )


def _positions(record: Record, _: Texts) -> Iterator[str]:
    """Points a hand when acting first and last: whoever acts last has seen the others' cards."""
    places = (
        (_("first to act"), record.first_hands, record.first_points),
        (_("last to act"), record.last_hands, record.last_points),
    )
    averages = [
        f"{name} {_.decimal(points / hands, signed=True)}"
        for name, hands, points in places
        if hands
    ]
    if averages:
        yield _("Points a hand by position: {places}", places=", ".join(averages))


def _streaks(streak: Streak, _: Texts) -> Iterator[str]:
    if streak.run > 0:
        yield _.count("Current streak: {number} win", "Current streak: {number} wins", streak.run)
    elif streak.run < 0:
        yield _.count(
            "Current streak: {number} loss", "Current streak: {number} losses", -streak.run
        )
    yield _("Longest streaks: {won} won, {lost} lost", won=streak.won, lost=streak.lost)


def _rival_line(rival: Rival, _: Texts) -> str:
    hands = _.count("{number} hand", "{number} hands", rival.hands)
    tally = _("{won} won, {lost} lost", won=rival.won, lost=rival.lost)
    return f"{plain(rival.name)} **{signed(rival.points)}**\n-# {hands}, {tally}"


def rating_page(
    query: Query,
    scope: Scope,
    picture: PictureOrWords | None,
    _: Texts,
    *,
    season: SeasonNote,
    has_more: bool,
) -> Page:
    """The ladder as a picture, with buttons to the text and to its other pages.

    Its `scope` has a variant, also where none was asked for. `picture` None: nobody has a place on
    it yet.
    """
    head = _heading(scope, season, _)
    if picture is None:
        empty = _(
            "Nobody has a rating here yet: it takes {hands} hands that count.", hands=LEAST_HANDS
        )
        return Page(query, (head, text(empty)))
    turns = _turns(query, has_more=has_more)
    turns += ((_("Text"), replace(query, view=LedgerView.RATING_TEXT)),)
    return Page(query, (head, picture.component, _meaning(_)), turns, picture.pictures)


def rating_text_page(
    query: Query, scope: Scope, twin: str, _: Texts, *, season: SeasonNote, has_more: bool
) -> Page:
    """The ladder as text."""
    turns = _turns(query, has_more=has_more)
    turns += ((_("Picture"), replace(query, view=LedgerView.RATING)),)
    parts = (_heading(scope, season, _), text(f"```\n{twin}\n```"), _meaning(_))
    return Page(query, parts, turns)


def _heading(scope: Scope, season: SeasonNote, _: Texts) -> Component:
    return text(heading(_("Rating"), scope, _, season=season))


def _meaning(_: Texts) -> Component:
    """How to read it."""
    return text(
        "-# "
        + _(
            "Points a hand, measured against the computer player Steady. The true rating is in "
            "this range 95% of the time. You're listed after {hands} hands; taking a break "
            "costs nothing.",
            hands=LEAST_HANDS,
        )
    )


def _turns(query: Query, *, has_more: bool) -> tuple[tuple[str, Query], ...]:
    turns = (("◀", query.at(query.page - 1)),) if query.page else ()
    return (*turns, ("▶", query.at(query.page + 1))) if has_more else turns


def rating_line(rating: Rating | None, hands: int, variant: str, _: Texts) -> str:
    """A player's rating, or how many hands of the variant it still takes."""
    name = named_game(variant, _)
    if rating is None or hands < LEAST_HANDS:
        return _(
            "Rating: after {most} hands of {variant} ({hands} so far)",
            most=LEAST_HANDS,
            variant=name,
            hands=hands,
        )
    low, high = (_.decimal(each, signed=True) for each in rating.span)
    return _(
        "Rating: **{points}** ({low} to {high}) in {variant}",
        points=_.decimal(rating.points, signed=True),
        low=low,
        high=high,
        variant=name,
    )
