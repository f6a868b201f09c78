"""`ofc verify-deal`: a proof holds as Discord shows it, and any forgery is found."""

import io
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from engine.tests.hands import play
from ofc_engine.cards import format_cards
from ofc_engine.cli.main import main
from ofc_engine.deal import Deal
from ofc_engine.proof import Proof
from ofc_engine.rulesets import PRESETS

SECRET = bytes(range(32))
DEAL = Deal(SECRET, 12, ("1442973305278349323", "tiger7", "-"))


class Bytes(io.StringIO):
    """Standard input with the bytes behind it."""

    def __init__(self, data: bytes) -> None:
        super().__init__()
        self.buffer = io.BytesIO(data)


@pytest.fixture
def verify(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    def run(text: str | bytes, *arguments: str) -> tuple[int, str]:
        data = text.encode() if isinstance(text, str) else text
        monkeypatch.setattr("sys.stdin", Bytes(data))
        code = main(["verify-deal", *arguments])
        captured = capsys.readouterr()
        return code, captured.out + captured.err

    return run


@pytest.fixture
def proof() -> Proof:
    return play(PRESETS["standard"], (0, 14, 0), DEAL, Random(1)).proof


def test_a_true_proof_holds_as_discord_shows_it(verify, proof: Proof):
    shown = f"Check it with `ofc verify-deal`.\n```\n{proof}\n```"
    code, out = verify(shown, "--deck")
    assert code == 0
    assert "This deal holds" in out
    assert proof.commitment.hex() in out, "to be compared with what was shown before the hand"
    assert "seat 1: tiger7" in out
    assert "seat 2" not in out, "it added no seed"
    assert format_cards(DEAL.deck) in out
    assert Proof.parse(str(proof)) == proof


def test_a_deal_of_a_duplicate_tournament_is_dealt_from_piles(verify):
    deal = Deal(SECRET, 2, ("8f3a",), by_seat=True)
    proof = play(PRESETS["standard"], (0, 14, 0), deal, Random(1)).proof
    code, out = verify(str(proof))
    assert code == 0
    assert "a pile for each seat" in out
    assert "What was added to all deals of the event after that gives 8f3a." in out
    assert verify(str(proof).replace("ofc-deal-3", "ofc-deal-2"))[0] == 2


MESSAGE = "1442973305278351111"
IDS = ("1442973305278349325", "-", "-")


@pytest.mark.parametrize(
    ("seeds", "message", "joined", "said", "unsaid"),
    [
        (("-",) * 3, MESSAGE, "-", "must have the number 1442973305278351111", "Players added"),
        (("-",) * 3, MESSAGE, "-", "nobody could choose the deck, unless", "rely on"),
        (IDS, MESSAGE, "-", "seat 0: 1442973305278349325", "could have chosen"),
        (IDS, "-", "-", "No message in a channel showed it", "unless the message"),
        (IDS, "-", "-", "you rely on whoever runs it", "could have chosen"),
        (
            ("-",) * 3,
            "-",
            "8f3a",
            "whoever began it first, added to it after that: 8f3a",
            "Players",
        ),
        (("-",) * 3, "-", "-", "whoever runs the bot could have chosen the deck", "rely on"),
    ],
)
def test_it_says_what_was_added_and_who_could_choose(
    verify, seeds: tuple[str, ...], message: str, joined: str, said: str, unsaid: str
):
    deal = Deal(SECRET, 12, seeds, message=message, joined=joined)
    proof = play(PRESETS["standard"], (0, 0, 0), deal, Random(1)).proof
    assert Proof.parse(str(proof)) == proof
    code, out = verify(str(proof))
    told = " ".join(out.split())
    assert code == 0
    assert said in told
    assert unsaid not in told
    for line in ("message", "joined"):
        changed_line = changed(proof, line, "1442973305278352222")
        assert verify(changed_line)[0] == 1, "the deck is another"
        left_out = [each for each in str(proof).splitlines() if not each.startswith(line)]
        assert verify("\n".join(left_out))[0] == 2


@pytest.mark.parametrize("message", [None, MESSAGE])
def test_r1_4_the_seat_that_sits_out_adds_a_seed_too(verify, message: str | None):
    deal = Deal(SECRET, 12, ("a1", "-", "c3", "-", "tiger7"), message=message)
    proof = play(PRESETS["german"], (0, 0, 0, 0), deal, Random(1)).proof
    code, out = verify(str(proof))
    assert code == 0, out
    assert "the seat that sat out: tiger7" in out
    fewer = [line for line in str(proof).splitlines() if not line.startswith("board 3")]
    assert "“board 3” is missing" in verify("\n".join(fewer))[1]


def test_discards_are_not_in_the_proof(proof: Proof):
    assert sum(len(board.cards) for board in proof.boards) == 39
    assert " x " not in str(proof)


def test_it_says_when_nobody_added_a_seed(verify):
    proof = play(PRESETS["german"], (0, 0), SECRET, Random(1)).proof
    code, out = verify(str(proof))
    assert code == 0
    assert "whoever runs the bot could have chosen the deck" in out


def test_a_proof_without_its_rules_is_checked_by_those_that_are_given(verify):
    proof = play(PRESETS["german"], (0, 0), SECRET, Random(1)).proof
    old = "\n".join(
        line for line in str(proof).splitlines() if not line.startswith(("method", "rules", "hand"))
    )
    assert verify(old, "--rules", "german")[0] == 0
    assert verify(old)[0] == 1, "Pineapple does not deal so"


def changed(proof: Proof, key: str, value: str) -> str:
    lines = str(proof).splitlines()
    assert any(line.startswith(f"{key} ") for line in lines)
    return "\n".join(f"{key} {value}" if line.startswith(f"{key} ") else line for line in lines)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("secret", bytes(32).hex()),
        ("commitment", bytes(32).hex()),
        ("hand", "13"),
        ("seeds", "1442973305278349323:tiger8:-"),
        ("seeds", "1442973305278349323:-:tiger7"),
        ("rules", "german"),
        ("deals", "0:52"),
        ("deals", "0:0 1:0 2:0"),
        ("deals", "0:5 1:14 2:5"),
    ],
)
def test_another_value_is_found_out(verify, proof: Proof, key: str, value: str):
    code, out = verify(changed(proof, key, value))
    assert (code, "does NOT hold" in out) == (1, True)


def test_a_card_from_nowhere_is_found_out(verify, proof: Proof):
    stranger = next(card for card in DEAL.deck[::-1])
    code, out = verify(str(proof).replace(str(proof.boards[0].cards[0]), str(stranger)))
    assert code == 1
    assert "Seat 0" in out


def test_portions_in_another_order_are_found_out(verify, proof: Proof):
    *most, first, second = proof.deals
    swapped = replace(proof, deals=(*most, second, first))
    assert first[0] != second[0]
    assert verify(str(swapped))[0] == 1


def test_cards_placed_before_they_were_dealt_are_found_out(verify):
    """R1.3: a row keeps the order of placing, so that a later card cannot stand before."""
    proof = play(PRESETS["german"], (0, 0), SECRET, Random(1)).proof
    own = proof.boards[0]
    turned = own._replace(back=own.back[::-1])
    code, out = verify(str(replace(proof, boards=(turned, proof.boards[1]))))
    assert code == 1
    assert "Back" in out


def test_boards_with_swapped_numbers_are_found_out(verify, proof: Proof):
    swapped = replace(proof, boards=proof.boards[::-1])
    assert verify(str(swapped))[0] == 1


def test_the_order_of_the_lines_is_free(verify, proof: Proof):
    assert verify("\n".join(reversed(str(proof).splitlines())))[0] == 0


@pytest.mark.parametrize("seat", range(3))
def test_every_board_is_asked_for(verify, proof: Proof, seat: int):
    lines = [line for line in str(proof).splitlines() if not line.startswith(f"board {seat}")]
    code, out = verify("\n".join(lines))
    assert code == 2
    assert "“board" in out


@pytest.mark.parametrize("key", ["commitment", "secret", "deals", "seeds"])
def test_every_line_is_asked_for(verify, proof: Proof, key: str):
    lines = [line for line in str(proof).splitlines() if not line.startswith(key)]
    code, out = verify("\n".join(lines))
    assert code == 2
    assert f"“{key}”" in out


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "“commitment” is missing"),
        ("commitment zz\nsecret 00", "can't be read"),
        ("commitment 00\ncommitment 00", "appears twice"),
        (f"commitment 00\nsecret {'00' * 32}\nhand 1{'0' * 5000}", "can't be read"),
        (f"commitment 00\nsecret {'00' * 32}\ndeals 0-5", "seat:cards"),
        (f"commitment 00\nsecret {'00' * 32}\ndeals 0:{'9' * 5000}", "seat:cards"),
        (f"commitment 00\nsecret {'00' * 32}\nseeds a b", "A seed is"),
        (b"Gr\xfc\xdfe", "not a text in UTF-8"),
        (bytes(range(256)), "not a text in UTF-8"),
    ],
)
def test_what_is_no_proof_is_refused_in_a_sentence(verify, text: str | bytes, sentence: str):
    code, out = verify(text)
    assert code == 2
    assert sentence in out
    assert len(out.splitlines()) == 1


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_file_as_windows_writes_it_is_read(verify, proof: Proof, tmp_path: Path, encoding: str):
    file = tmp_path / "proof.txt"
    file.write_text(str(proof), encoding=encoding)
    assert verify("", str(file))[0] == 0
