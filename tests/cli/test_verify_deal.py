"""`python -m bot verify-deal`: a proof holds, and any forgery is found."""

import io
from random import Random

import pytest

from bot.__main__ import main
from bot.ofc.deal import deck
from bot.ofc.proof import Proof
from bot.ofc.rulesets import PRESETS
from tests.ofc.hands import play

SECRET = bytes(range(32))


@pytest.fixture
def verify(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    def run(text: str, *arguments: str) -> tuple[int, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(text))
        code = main(["verify-deal", *arguments])
        captured = capsys.readouterr()
        return code, captured.out + captured.err

    return run


@pytest.fixture
def proof() -> Proof:
    game = play(PRESETS["standard"], (0, 14, 0), SECRET, Random(1))
    return Proof.of(game.hand, game.log, SECRET)


def test_a_true_proof_holds(verify, proof: Proof):
    code, out = verify(str(proof), "--deck")
    assert code == 0
    assert "This deal holds" in out
    assert "".join(map(str, deck(SECRET))) in out
    assert Proof.parse(str(proof)) == proof


def test_discards_are_not_in_the_proof(proof: Proof):
    assert sum(len(board.cards) for board in proof.boards) == 39
    assert "x" not in str(proof).replace("hex", "")


def test_another_secret_is_found_out(verify, proof: Proof):
    code, out = verify(str(proof).replace(SECRET.hex(), bytes(32).hex()))
    assert code == 1
    assert "not the one that was committed to" in out


def test_a_card_from_nowhere_is_found_out(verify, proof: Proof):
    stranger = next(card for card in deck(SECRET)[::-1])
    own = proof.boards[0].cards[0]
    code, out = verify(str(proof).replace(str(own), str(stranger)))
    assert code == 1
    assert f"{stranger} on its board" in out


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "“commitment” is missing"),
        ("commitment zz\nsecret 00", "cannot be read"),
        ("commitment 00\nsecret 00\ndeals 0-5", "seat:cards"),
    ],
)
def test_what_is_no_proof_is_refused(verify, text: str, sentence: str):
    code, out = verify(text)
    assert code == 2
    assert sentence in out
