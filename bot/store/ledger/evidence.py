"""Evidence of how well people play, as the sums of the ledger keep it of each hand.

How it becomes a rating is told in `ofc_engine.players.ratings`. A hand of n players weighs 12 / n
with each two of them. Of each seat is kept, in thousandths: its points at a stake of 1 times that
weight (`net`), the same again once the hand is judged (`judged_net`), and its luck times that
weight (`lucky_net`); and what it gave away to each opponent (`given_each`), and the square of that.
Of each pair: the weight of their hands, of those that are judged, and of those whose luck is known.
All are whole numbers, so that a void hand takes out exactly what it brought.
"""

from typing import Final

from ofc_engine.stacks import LEVELS, Levels

WHOLE: Final = 12
"""The weight of a hand with all its players; each two of them have a whole number of it."""

_NET: Final = f"CAST(ROUND(points * {WHOLE}000.0 / (players * stake)) AS BIGINT)"
_LUCK: Final = f"CAST(ROUND(COALESCE(luck, 0) * {WHOLE}.0 / players) AS BIGINT)"
_EACH: Final = "CAST(ROUND(COALESCE(j.given, 0) * 1.0 / (players - 1)) AS BIGINT)"
OF_SEAT: Final = f"""
        {_NET} AS net, CASE WHEN j.given IS NULL THEN 0 ELSE {_NET} END AS judged_net,
        {_LUCK} AS lucky_net,
        {_EACH} AS given_each, {_EACH} * {_EACH} AS given_squares
"""
"""Of a result beside its number of players, its hand's stake and its judgement, if any."""


def _rising(levels: Levels) -> str:
    """The factor of a hand's stake, by its `number` at its table (R14.1)."""
    *rises, last = [(place * levels.hands, each) for place, each in enumerate(levels.stakes, 1)]
    cases = " ".join(f"WHEN number <= {until} THEN {stake}" for until, stake in rises)
    return f"CASE {cases} ELSE {last[1]} END" if rises else str(last[1])


_LEVELS: Final = " ".join(f"WHEN '{name}' THEN {_rising(each)}" for name, each in LEVELS.items())
STAKE: Final = f"stake * (CASE levels {_LEVELS} ELSE 1 END)"
"""The factor of a hand's points, of its row beside its table's."""

_WEIGHT: Final = f"{WHOLE} / (SELECT COUNT(*) FROM results c WHERE c.hand_id = e.hand_id)"
_JUDGED: Final = "EXISTS (SELECT 1 FROM judgements j WHERE j.hand_id = e.hand_id{also})"
OF_PAIR: Final = f"""
        {_WEIGHT} AS weight,
        CASE WHEN {_JUDGED.format(also="")} THEN {_WEIGHT} ELSE 0 END AS judged_weight,
        CASE WHEN {_JUDGED.format(also=" AND luck IS NOT NULL")}
            THEN {_WEIGHT} ELSE 0 END AS lucky_weight
"""
"""Of an entry."""
