"""Pages of the ledger about people: a player, two players, their ratings, where points are lost."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final, TypeVar

from bot.screens.components import Component, Illustration, PictureOrWords, button, text
from bot.screens.costs import against_leak, leaks_costs
from bot.screens.ledger.pages import LedgerView, Page, Query, heading, paragraph
from bot.screens.presses import BeginExercises
from bot.screens.skill_lines import record_lines
from bot.texts import Texts, marked
from bot.values.hand_skill import NEGLIGIBLE_POINTS, THOUSAND, CostlyMistake, Leak, Leaks
from bot.values.ledger_records import FeatKind, Record, Rival, Scope, SeasonNote, Streak
from bot.values.phrases import achieved, named_game, plain, row_name, signed
from bot.values.standings import Finishes
from ofc_engine.board import Row
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
    picture: Illustration | None,
    _: Texts,
    *,
    season: SeasonNote,
    may_draw: bool,
) -> Page:
    """A player's profile in words, below its picture if there is one; else it `may_draw` one."""
    head = heading(plain(profile.record.name), query.scope, _, season=season)
    if picture is not None:
        as_text = (_("Text"), replace(query, view=LedgerView.PLAYER_TEXT))
        parts = (paragraph([head]), picture.component, *_in_words([], profile, _))
        return Page(query, parts, (as_text,), picture.pictures)
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


# --- two players ----------------------------------------------------------------------------------


def rivals_page(
    query: Query,
    name: str,
    rival: Rival,
    given: tuple[float, float] | None,
    _: Texts,
    *,
    season: SeasonNote,
) -> Page:
    """Two players against each other, seen by the first.

    `given` is what each gave away a hand in those they played together, None if that is not known.
    """
    title = _("{one} against {two}", one=plain(name), two=plain(rival.name))
    even = rival.hands - rival.won - rival.lost
    lines = [
        heading(title, query.scope, _, season=season),
        _.count("{number} hand together", "{number} hands together", rival.hands),
        _("{name}: **{points}** points", name=plain(name), points=signed(rival.points)),
        _("{average} a hand", average=_.decimal(rival.points / rival.hands, signed=True)),
        _(
            "{one} won {won}, {two} won {lost}, {even} even",
            one=plain(name),
            two=plain(rival.name),
            won=rival.won,
            lost=rival.lost,
            even=even,
        ),
    ]
    if given is not None:
        one, two = map(_.decimal, given)
        lines.append(
            _(
                "Given away a hand: {name} {points}, {other} {others}",
                name=plain(name),
                points=one,
                other=plain(rival.name),
                others=two,
            )
        )
    return Page(query, (paragraph(lines),))


# --- ratings --------------------------------------------------------------------------------------


def rating_page(
    query: Query,
    scope: Scope,
    picture: PictureOrWords | None,
    _: Texts,
    *,
    season: SeasonNote,
    has_more: bool,
) -> Page:
    """The ladder or its text, with buttons to the other and to its other pages.

    Its `scope` has a variant, also where none was asked for. `picture` None: nobody has a place on
    it yet.
    """
    head = paragraph([heading(_("Rating"), scope, _, season=season)])
    if picture is None:
        empty = _(
            "Nobody has a rating here yet: it takes {hands} hands that count.", hands=LEAST_HANDS
        )
        return Page(query, (head, text(empty)))
    meaning = _(
        "Points a hand, measured against the computer player Steady. The true rating is in "
        "this range 95% of the time. You're listed after {hands} hands; taking a break "
        "costs nothing.",
        hands=LEAST_HANDS,
    )
    turns = query.neighbours(has_more=has_more)
    turns.append(query.other_look(LedgerView.RATING, LedgerView.RATING_TEXT, _))
    parts = (head, picture.component, text(f"-# {meaning}"))
    return Page(query, parts, turns, picture.pictures)


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


# --- leaks ----------------------------------------------------------------------------------------

Key = TypeVar("Key", int, Leak)

WORST: Final = 5
"""How many of the costliest mistakes are shown, each with a button to its hand."""
KINDS: Final = {
    Leak.CHASED: marked("Chased Fantasyland when another play was worth more"),
    Leak.PASSED: marked("Passed up Fantasyland when it was worth most"),
    Leak.PAIR: marked("Pairs in the Front"),
    Leak.FLUSH: marked("Flush draws"),
    Leak.FOUL: marked("Too much risk of a foul"),
    Leak.GIVING_UP: marked("Gave up, or played on"),
    Leak.OTHER: marked("Others"),
}


def leaks_page(
    query: Query,
    leaks: Leaks,
    _: Texts,
    *,
    season: SeasonNote,
    aloud: bool,
) -> Page:
    """A player's points given away a hand, by street, row and kind, and the costliest mistakes.

    Its second page shows the kinds part by part, `aloud` for people who listen.
    """
    if query.page:
        return _parts_page(query, leaks, _, season=season, aloud=aloud)
    title = _("Where {name} gives points away", name=plain(leaks.name))
    hands = _.count("{number} hand", "{number} hands", leaks.hands)
    given = _.decimal(leaks.given / THOUSAND / leaks.hands)
    why = {kind: against_leak(compared, _) for kind, compared in leaks.through.items()}
    lines = [
        heading(title, query.scope, _, season=season),
        _("**{points}** points a hand, in {hands}", points=given, hands=hands),
        f"### {_('By street')}",
        *_shares(leaks, leaks.streets, {street: _street(street, _) for street in leaks.streets}, _),
        f"### {_('By row')}",
        *_shares(leaks, leaks.lines, {row.value: row_name(row, _) for row in Row}, _),
        f"### {_('By kind of mistake')}",
        *_shares(leaks, leaks.kinds, {kind: _(words) for kind, words in KINDS.items()}, _, why),
    ]
    if leaks.worst:
        lines += [f"### {_('What cost most')}", *(_slip(each, _) for each in leaks.worst)]
    numbers = dict.fromkeys(each.number for each in leaks.worst)
    turns = [(f"#{number}", Query(LedgerView.HAND, query.scope, (number,))) for number in numbers]
    if not leaks.through.keys().isdisjoint(_told(leaks, leaks.kinds)):
        turns.insert(0, (_("More"), query.at(1)))
    exercises = button(BeginExercises(), _("Exercises"))
    return Page(query, (paragraph(lines),), tuple(turns), own_extras=(exercises,))


def _parts_page(query: Query, leaks: Leaks, _: Texts, *, season: SeasonNote, aloud: bool) -> Page:
    """The average cost per hand of each kind of mistake, by part, the costliest first."""
    title = _("What mistakes cost {name} per hand, part by part", name=plain(leaks.name))
    through = {_(KINDS[kind]): leaks.through.get(kind) for kind in _told(leaks, leaks.kinds)}
    lines = [heading(title, query.scope, _, season=season)]
    lines += leaks_costs(through, _, aloud=aloud)
    return Page(query, (paragraph(lines),), (("◀", query.at(0)),))


def _told(leaks: Leaks, costs: Mapping[Key, int]) -> list[Key]:
    """The kinds that cost enough to report, the costliest first."""
    ranked = sorted(costs, key=lambda each: -costs[each])
    return [each for each in ranked if _a_hand(leaks, costs[each]) >= NEGLIGIBLE_POINTS]


def _a_hand(leaks: Leaks, cost: int) -> float:
    return cost / THOUSAND / leaks.hands


def _shares(
    leaks: Leaks,
    costs: Mapping[Key, int],
    names: Mapping[Key, str],
    _: Texts,
    why: Mapping[Key, str] = MappingProxyType({}),
) -> Iterator[str]:
    """Points given away a hand by each of some kinds, the most first, each with its text."""
    shown = _told(leaks, costs)
    for each in shown:
        yield f"{names[each]}: **{_.decimal(_a_hand(leaks, costs[each]))}**"
        if said := why.get(each):
            yield f"-# {said}"
    if not shown:
        yield _("nothing to speak of")


def _street(street: int, _: Texts) -> str:
    return _("Street {street}", street=street) if street else _("Fantasyland")


def _slip(slip: CostlyMistake, _: Texts) -> str:
    points = _.decimal(slip.cost / THOUSAND)
    return f"**#{slip.number}** {_street(slip.street, _)}: **{points}**\n-# {_(KINDS[slip.kind])}"
