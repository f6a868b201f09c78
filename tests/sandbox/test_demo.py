"""The demonstration: a whole game that anybody can watch without an account."""

import asyncio
from pathlib import Path

import pytest

from ofc_engine.deal import deck
from sandbox.demo import play_demo
from sandbox.script import HANDS, PLAYERS


@pytest.mark.at_usual_pace
def test_the_demo_plays_its_game_and_keeps_its_pictures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    (tmp_path / "old.png").touch()
    assert asyncio.run(play_demo(tmp_path)) == []
    told = capsys.readouterr().out
    assert "⭐ Fantasyland next, 14 cards" in told
    assert "foul: Middle below Front" in told
    assert "Ann +40" in told, "the ledger after both hands"
    pictures = sorted(tmp_path.glob("*.png"))
    assert not (tmp_path / "old.png").exists()
    assert f"{len(pictures)} pictures are in {tmp_path}" in told
    assert all(picture.read_bytes().startswith(b"\x89PNG") for picture in pictures)


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: hand.deal)
def test_the_script_has_the_cards_that_its_secrets_deal(hand):
    written = [card for name in PLAYERS for e in hand.streets[name] for card in e.cards]
    assert len(set(written)) == len(written)
    assert set(written) == set(deck(hand.secret)[: len(written)])
