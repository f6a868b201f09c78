"""Learnt values at a table: judges of positions by networks, for its rules and rivals."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from ofc_engine.board import Row
from ofc_engine.cards import parse_cards
from ofc_engine.players.aims import usual_aim, usual_rival, visit_worth, visiting_rival
from ofc_engine.players.endgame import full_boards
from ofc_engine.players.knowledge import Knowledge
from ofc_engine.players.network import VISITING, WAYS, Judge, network_judge, networks
from ofc_engine.players.positions import Floats, Outlook, Places
from ofc_engine.players.worth import Aim, row_tables
from ofc_engine.ranking import strength
from ofc_engine.rulesets import STANDARD, Ruleset
from ofc_engine.seat import Fate
from ofc_engine.variants import Variant

_ENTRIES: Final = tuple(strength(parse_cards(c)) for c in ("QcQd2h", "KcKd2h", "AcAd2h", "2c2d2h"))
_ROYALTY_TOLERANCE: Final = 0.35
"""The share by which royalties may differ from those that the networks learnt with."""


class RiskAversion(NamedTuple):
    """How a player avoids fouls beyond what points alone suggest.

    It is the number of points by which a foul counts worse than it is: `early` while positions are
    judged by learnt values, `late` when the last streets are tried.
    """

    early: float = 0.0
    late: float = 0.0


def learnt_rules(variant: Variant) -> Ruleset:
    """The rules under which the values of a variant are learnt."""
    return STANDARD.with_variant(variant.name).changed({"jokers": str(variant.jokers)})


@lru_cache(maxsize=64)
def knows_values(rules: Ruleset) -> bool:
    """True if there are learnt values for rules like these."""
    learnt = row_tables(learnt_rules(rules.variant)).royalties.astype(float)
    apart = np.abs(row_tables(rules).royalties - learnt).sum()
    return bool(networks(rules.variant.values)) and bool(apart < _ROYALTY_TOLERANCE * learnt.sum())


def cautious(outlook: Outlook, points: float) -> Outlook:
    """The outlook with fouls that cost `points` more."""
    return outlook._replace(points=outlook.points - np.float32(points) * outlook.foul)


def learnt_judges(knowledge: Knowledge, temper: RiskAversion) -> list[Judge]:
    """Judges of positions after each street, by its number: networks, for the last the rules."""
    aim = usual_aim(knowledge)
    playing = [other for other in knowledge.opponents if other.fate is Fate.PLAYING]
    visiting = sum(bool(other.fantasyland) for other in playing) / max(1, len(playing))
    given = conditions(knowledge.rules, visiting, temper.early)
    learnt = _learnt_from(knowledge.rules, len(aim.rivals), visiting)
    valid, foul = np.float32(aim.constant - learnt[0]), np.float32(aim.foul - learnt[1])
    # A visit also wins from opponents whose hand is over.
    over = max(0, len(knowledge.opponents) - len(aim.rivals))
    visit = np.float32(over * given[:VISITING].min())

    def corrected(judge: Judge) -> Judge:
        def judged(places: Places) -> Outlook:
            outlook = judge(places)
            points = outlook.points + valid + (foul - valid) * outlook.foul
            points += visit * outlook.fantasyland
            return cautious(outlook._replace(points=points), temper.early * len(aim.rivals))

        return judged

    found = [
        corrected(network_judge(network, given, len(aim.rivals)))
        for network in networks(knowledge.rules.variant.values)
    ]
    return [*found, lambda places: full_boards(places, aim)]


def _learnt_from(rules: Ruleset, rivals: int, visiting: float) -> tuple[float, float]:
    """Points that the networks expect of a board that ties all rows, and of a foul.

    They learnt against the usual rivals; those at this table may give more or less for either,
    and the difference is the correction.
    """
    cards = 14 if rules.variant.discards else 13
    parts = (
        (1 - visiting, usual_rival(rules.variant)),
        (visiting, visiting_rival(rules.variant, cards)),
    )
    learnt = learnt_rules(rules.variant)
    aims = [(share, Aim(learnt, [rival], {}, fantasyland=0)) for share, rival in parts]
    return (
        rivals * sum(share * aim.constant for share, aim in aims),
        rivals * sum(share * aim.foul for share, aim in aims),
    )


def conditions(rules: Ruleset, visiting: float, caution: float) -> Floats:
    """The `conditions` (6,) of `Network.__call__`; `visiting` is the share of opponents who are in
    Fantasyland.
    """
    worth = visit_worth(rules)
    worths = (worth.get(cards, 0.0) for cards in _visits(rules))
    return np.array([*worths, visiting, caution], np.float32)


def _visits(rules: Ruleset) -> Sequence[int]:
    """The number of cards of a visit by each of the `WAYS` to earn it."""
    if len(rules.variant.entries) > 1:
        known = rules.possible_visits or (0,)
        return [known[min(way, len(known) - 1)] for way in range(WAYS)]
    visits = row_tables(rules).visits[Row.FRONT]
    return [int(visits[made]) for made in _ENTRIES]
