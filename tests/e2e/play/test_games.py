"""Complete games through the real client: at full tables, and in every preset and size."""

import pytest

from bot.store.ledger import tallies
from ofc_engine.rulesets import PRESETS
from tests.e2e.house import Group

AT_ONCE = ("standard", "german")
"""One that is dealt in threes, one card by card; playthroughs have a hand of every preset."""
GAMES = [
    pytest.param(
        preset,
        players,
        marks=[pytest.mark.exhaustive]
        if preset not in AT_ONCE or players < rules.variant.most_players
        else [],
    )
    for preset, rules in PRESETS.items()
    for players in range(2, rules.variant.most_players + 1)
]


@pytest.mark.parametrize(("preset", "players"), GAMES)
async def test_a_game_of_two_hands(gather, preset: str, players: int):
    group: Group = gather(players)
    await group.sit_down(rules=preset)
    for number in (1, 2):
        await group.play_hand()
        assert f"Hand {number}" in group.result().text
    with group.house.read() as db:
        standing = tallies.standing(db, group.guild.id)
    assert [line.hands for line in standing] == [2] * players
    assert sum(line.points for line in standing) == 0
