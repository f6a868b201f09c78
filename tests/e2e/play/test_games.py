"""Complete games through the real client: at full tables, and in every preset and size."""

import numpy as np
import pytest

from bot.store.ledger import tallies
from ofc_engine.cards import format_cards
from ofc_engine.players.deciding import decide
from ofc_engine.players.knowledge import Knowledge
from ofc_engine.players.levels import level
from ofc_engine.rulesets import PRESETS
from ofc_engine.views import view_for
from sandbox.placing import placing_message, tap
from sandbox.script import ScriptedStreet
from tests.e2e.house import Group
from tests.e2e.scripted import silent

AT_ONCE = ("standard",)
"""Playthroughs have a hand of every preset, and people play `german` against computers."""
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
        await group.play_by_presses()
        assert f"Hand {number}" in group.result().text
    with group.house.read() as db:
        standing = tallies.standing(db, group.guild.id)
    assert [line.hands for line in standing] == [2] * players
    assert sum(line.points for line in standing) == 0


async def test_r13_1_a_hand_of_2_7_by_taps(gather):
    group: Group = gather(2)
    await group.sit_down(variant="deuce")
    await group.deal()
    while (running := group.house.table(group.channel).running) is not None:
        (person,) = (p for p in group.people if placing_message(p, group.channel) is not None)
        (seat,) = running.hand.waiting_on
        knowledge = Knowledge.of(view_for(running.hand, seat))
        found = decide(level("steady"), knowledge, np.random.default_rng(1))
        *rows, discards = map(format_cards, found)
        entry = ScriptedStreet(f"{' / '.join(rows)} x {discards}")
        await tap(person, group.channel, entry, silent)
        await group.house.settle()
    result = group.result()
    assert "⭐ Fantasyland next, 14 cards" in result.text
    alt = result.pictures[0].alt or ""
    assert "2-7 Pineapple, hand 1" in alt
    assert " low" in alt
