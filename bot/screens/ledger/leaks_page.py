"""The page of a player's leaks: on which streets, rows and kinds of decisions points are lost."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, TypeVar

from bot.screens.components import button
from bot.screens.costs import against_leak, leaks_costs
from bot.screens.ledger.pages import LedgerView, Page, Query, heading, paragraph
from bot.screens.presses import BeginExercises
from bot.texts import Texts, marked
from bot.values.hand_skill import NEGLIGIBLE_POINTS, THOUSAND, CostlyMistake, Leak, Leaks
from bot.values.ledger_records import ALL_SEASONS, SeasonNote
from bot.values.phrases import plain, row_name
from ofc_engine.board import Row

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
    season: SeasonNote = ALL_SEASONS,
    aloud: bool = False,
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
    """Of what each kind of mistake costs a hand, on average, the costliest first."""
    title = _("What mistakes cost {name} per hand, part by part", name=plain(leaks.name))
    through = {_(KINDS[kind]): leaks.through.get(kind) for kind in _told(leaks, leaks.kinds)}
    lines = [heading(title, query.scope, _, season=season)]
    lines += leaks_costs(through, _, aloud=aloud)
    return Page(query, (paragraph(lines),), (("◀", query.at(0)),))


def _told(leaks: Leaks, costs: Mapping[Key, int]) -> list[Key]:
    """The kinds that cost enough to be told of, the costliest first."""
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
    """Points given away a hand by each of some kinds, the most first, with what is said of it."""
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
