"""The worth of a Fantasyland earned: points over the hand that would be played instead.

The numbers were measured with the solver and the referee of `benchmarks/strength.py`; they
are points from one opponent.
"""

from types import MappingProxyType
from typing import Final, NamedTuple

from bot.ofc.rulesets import Ruleset
from bot.players.worth import row_tables, stay_cards


class _Visit(NamedTuple):
    """A visit of so many cards: royalties, and how often a board stays by each rule (R7.4)."""

    royalties: float
    standard: float
    ten_points: float
    strict: float
    never: float = 0.0


_VISITS: Final = MappingProxyType(
    {
        13: _Visit(8.9, 0.08, 0.08, 0.06),
        14: _Visit(12.6, 0.17, 0.17, 0.11),
        15: _Visit(16.3, 0.29, 0.29, 0.20),
        16: _Visit(20.6, 0.47, 0.47, 0.36),
        17: _Visit(24.4, 0.65, 0.65, 0.56),
    }
)


class _Usual(NamedTuple):
    """A hand outside Fantasyland: its royalties, how often it earns a visit, and what rows
    and fouls bring more, on average, to a board set in Fantasyland that meets such a hand.
    """

    royalties: float
    entries: float
    edge: float


_USUAL: Final = MappingProxyType(
    {
        "classic": _Usual(1.5, 0.06, 2.0),
        "pineapple": _Usual(4.5, 0.20, 3.5),
        "turbo": _Usual(2.3, 0.08, 2.0),
        "chinese": _Usual(8.9, 0.25, 0.0),
    }
)


def visit_worth(rules: Ruleset) -> dict[int, float]:
    """Points from one opponent that a visit is worth, by its number of cards; never negative."""
    again = stay_cards(rules)
    if not again:
        return {}
    usual = _USUAL[rules.variant.name]
    gain = {n: v.royalties + usual.edge - usual.royalties for n, v in _VISITS.items()}
    stays = {n: float(getattr(v, rules.choice("stay"))) for n, v in _VISITS.items()}
    repeat = max(0.0, gain[again] / (1 - stays[again] + usual.entries))
    worth = {n: max(0.0, gain[n] + (stays[n] - usual.entries) * repeat) for n in _VISITS}
    earned = {int(cards) for cards in row_tables(rules).visits} - {0}
    return {cards: worth[cards] for cards in sorted(earned | {again})}
