"""Profiles of players in every state, for the gallery and the tests."""

from dataclasses import replace
from typing import Final

from bot.values.ledger_records import FeatKind
from bot.values.scenes import LedgerScene, ProfileScene, VariantRating
from tools.gallery import ledgers

_ACHIEVED: Final = tuple(
    (kind, number)
    for kind, number in (
        (FeatKind.FANTASYLAND, 3),
        (FeatKind.CLEAN, 10),
        (FeatKind.STAY, 41),
        (FeatKind.SWEEP, 77),
        (FeatKind.ROYAL, 12_345),
    )
)


def profiles() -> dict[str, ProfileScene]:
    """Players by what is known of them."""
    scenes = ledgers.ledgers()
    one, long = _run(scenes["1 hand"], 0), _run(scenes["6 players, 250 hands"], 0)
    rating = VariantRating("pineapple", 0.84, -0.4, 2.1)
    everything = ProfileScene(long, 1240, 31, 1.3, rating, _ACHIEVED)
    thousands = _run(scenes["thousands of points"], 2)
    unsure = VariantRating("chinese", -12.3, -22.4, -10.1)
    return {
        "everything": everything,
        "no rating yet": replace(everything, run=_run(scenes["4 players"], 1), hands=24,
                                 rating=None, achievements=_ACHIEVED[:2]),
        "1 hand": ProfileScene(one, 1, one.players[0].total),
        "thousands of points": ProfileScene(thousands, 30, 360, None, unsure, _ACHIEVED[:1]),
        "a long name": ProfileScene(_run(scenes["thousands of points"], 0), 30, 320, 11.2, unsure),
    }  # fmt: skip


def _run(ledger: LedgerScene, place: int) -> LedgerScene:
    """One player's points alone."""
    hands = tuple((hand[place],) for hand in ledger.hands)
    return replace(ledger, players=(ledger.players[place],), hands=hands)
