"""Hands with jokers, as people meet them: chosen in the lobby, played, told and proven."""

from hashlib import sha256
from pathlib import Path

import pytest

from ofc_engine.cards import JOKERS
from ofc_engine.cli.main import main
from ofc_engine.deal import Deal
from ofc_engine.rulesets import Ruleset
from tests.e2e.house import Group, words
from tests.e2e.play.presses import screen

RULES = Ruleset.parse("standard jokers=2")


def secret_with_jokers() -> bytes:
    """A secret whose deck deals a joker among the first five cards of whoever acts first."""
    secrets = (sha256(b"%d" % number).digest() for number in range(1000))
    return next(each for each in secrets if JOKERS[0] in Deal(each).deck_of(RULES.variant.deck)[:5])


@pytest.mark.table(2, until="gathered")
async def test_a_hand_with_jokers_from_the_lobby_to_its_proof(
    group: Group, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    group.house.secrets = iter([secret_with_jokers()])
    await group.sit_down(options="jokers=2")
    ann, bob = group.people
    assert "Two jokers" in group.board(ann).text
    await group.deal()
    assert group.house.table(group.channel).options.rules == RULES
    waiting = screen(group, bob)
    assert "Your cards: 1: joker" in "\n".join(words(waiting))
    assert any("X1" in str(b.label) or "joker" in str(b.emoji) for b in waiting.buttons)
    await group.finish()
    assert "joker as " in "\n".join(words(group.result()))
    shown = tmp_path / "proof.txt"
    shown.write_text((await group.more(bob, "Deal proof")).text)
    assert main(["verify-deal", str(shown)]) == 0
    assert "This deal holds" in capsys.readouterr().out
