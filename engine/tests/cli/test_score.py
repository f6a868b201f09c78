"""`ofc score`, as a person in a terminal uses it."""

import io
import json
from collections.abc import Sequence
from typing import Any

import pytest

from ofc_engine.cli.main import main

IVEY = "Ivey: 6c6d4d / TcTd9sQh8c / 3c3d3h2c2d\n"
HELLMUTH = "Hellmuth: AcKdQs / 9c9d5c5d4c / KhJh9h8h7h\n"


@pytest.fixture
def score(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    def run(text: str | bytes, *arguments: str) -> tuple[int, str, str]:
        data = text.encode() if isinstance(text, str) else text
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
        code = main(["score", *arguments])
        return code, *capsys.readouterr()

    return run


def objects(output: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in output.splitlines()]


def test_the_example_of_source_002(score):
    code, out, err = score(IVEY + HELLMUTH, "--rules", "italian", "--json")
    assert (code, err) == (0, "")
    assert objects(out) == [
        {
            "rules": "italian",
            "players": {
                "Ivey": {
                    "fate": "playing",
                    "foul": False,
                    "royalties": {"front": 1, "middle": 0, "back": 6},
                    "fantasyland": 0,
                    "points": 4,
                },
                "Hellmuth": {
                    "fate": "playing",
                    "foul": False,
                    "royalties": {"front": 0, "middle": 0, "back": 4},
                    "fantasyland": 0,
                    "points": -4,
                },
            },
            "pairs": [
                {
                    "a": "Ivey",
                    "b": "Hellmuth",
                    "rows": {"front": 1, "middle": -1, "back": 1},
                    "points": 4,
                }
            ],
        }
    ]


def test_hands_are_separated_by_blank_lines_and_answered_in_order(score):
    code, out, _ = score(f"\n\n{IVEY}\n\n{HELLMUTH}{IVEY}\n", "--json")
    assert code == 0
    assert [list(hand["players"]) for hand in objects(out)] == [["Ivey"], ["Hellmuth", "Ivey"]]


def test_people_can_read_it(score):
    code, out, _ = score(IVEY + HELLMUTH)
    assert code == 0
    assert "Ivey: +4" in out
    assert "Ivey v Hellmuth: front +1, middle -1, back +1, royalties +3, in all +4" in out


def test_options_change_the_preset(score):
    _, out, _ = score(IVEY + HELLMUTH, "--set", "scoring=2-4", "--set", "royalties=none", "--json")
    (hand,) = objects(out)
    assert hand["rules"] == "standard scoring=2-4 royalties=none"
    assert hand["players"]["Ivey"]["points"] == 2


def test_the_whole_notation_of_score_and_record_is_taken(score):
    boards = (
        "Ann: 6c6d4d / TcTd9sQh8c / 3c3d3h2c2d FL13\n"
        "Bob: 2h / 4h4s / TsTh dead\n"
        "Mia: - / - / - surrendered\n"
    )
    code, out, err = score(boards, "--rules", "german", "--json")
    assert (code, err) == (0, "")
    (hand,) = objects(out)
    fates = {name: each["fate"] for name, each in hand["players"].items()}
    assert fates == {"Ann": "playing", "Bob": "dead", "Mia": "surrendered"}
    assert hand["players"]["Bob"]["foul"] is True
    assert [pair["points"] for pair in hand["pairs"]] == [13, 2, 2]
    assert "Bob: -11\n  dead\n" in score(boards, "--rules", "german")[1]


def test_what_no_hand_ends_with_is_refused_with_its_line(score):
    for board, sentence in (
        ("Bob: - / - / - surrendered", "These rules have no surrender: leave out"),
        ("Bob: 2h / - / - missed", "A player who missed the hand has no cards"),
        ("Bob: AcKdQs / 9c9d5c5d4c / KhJh9h8h7h FL15", "no Fantasyland with 15 cards"),
        ("Bob: AcKdQs / 9c9d5c5d4c / KhJh9h8h7h x 2s", "Leave out discards"),
        ("Bob: - / - / - uncontested", "only if everybody else surrendered or missed it"),
    ):
        code, out, err = score(f"{IVEY}{board}\n")
        assert (code, out) == (2, "")
        assert err.startswith("Line 2: ")
        assert sentence in err


def test_five_boards_come_from_two_decks(score):
    boards = [IVEY, HELLMUTH, IVEY.replace("Ivey", "Ann"), HELLMUTH.replace("Hellmuth", "Bob")]
    fifth = "Mia: 2s3s4s / 5s6s7s8s2h / TsJsJdKsAs\n"
    assert score("".join(boards) + fifth)[0] == 0
    code, _, err = score("".join(boards))
    assert code == 2
    assert err.startswith("Line 3: ")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Ann: 6x6d4d / TcTd9sQh8c / 3c3d3h2c2d", "Line 1: “6x” isn't a card"),
        ("\nAnn: 6c6c4d / TcTd9sQh8c / 3c3d3h2c2d", "Line 2: 6c appears more than once."),
        (IVEY + IVEY.replace("Ivey", "Ann"), "Line 2: 6c appears more than once."),
        ("Ann: 6c6d / TcTd9sQh8c / 3c3d3h2c2d", "Line 1: The Front needs 3 cards, not 2, unless"),
        ("Ann: 6c6d4d / TcTd9sQh8c2h / 3c3d3h2c2d", "Line 1: The Middle holds 5 cards, not 6."),
        ("Ann: 6c6d4d / TcTd9sQh8c", "Line 1: Write three rows"),
        ("6c6d4d / TcTd9sQh8c / 3c3d3h2c2d", "Line 1: Write a name"),
        (IVEY + IVEY, "Line 2: Ivey already has a board"),
        (f"{IVEY.strip()} {HELLMUTH}", "Line 1: Write one name and one board"),
        ("Ann: 6\u017f6d4d / TcTd9sQh8c / 3c3d3h2c2d", "Line 1: “6\u017f” isn't a card"),
        ("Ann: \u212ad6d4d / TcTd9sQh8c / 3c3d3h2c2d", "Line 1: “\u212ad” isn't a card"),
        ("\x1b\x07: 6c6d4d / TcTd9sQh8c / 3c3d3h2c2d", "Line 1: Write a name"),
        ("", "There is no board"),
        ("\n \n", "There is no board"),
        ("Jürgen: 6c".encode("latin-1"), "Standard input is not a text in UTF-8."),
    ],
)
def test_a_fault_is_named_with_its_line_in_one_sentence(score, text: str | bytes, sentence: str):
    code, out, err = score(text, "--json")
    assert (code, out) == (2, "")
    assert err.startswith(sentence)
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [["--rules", "swedish"], ["--set", "colour=red"], ["--set", "scoring=7"], ["--set", "scoring"]],
)
def test_unknown_rules_and_options_are_refused(score, arguments: Sequence[str]):
    code, out, err = score(IVEY, *arguments)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1


@pytest.mark.parametrize("end", ["\r", "\r\n", "\f", "\u2028"])
def test_lines_end_as_they_do_on_any_system(score, end: str):
    code, out, _ = score((IVEY + HELLMUTH).replace("\n", end), "--json")
    assert (code, list(objects(out)[0]["players"])) == (0, ["Ivey", "Hellmuth"])


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_mark_at_the_beginning_is_no_part_of_the_first_name(score, encoding: str):
    _, out, _ = score((IVEY + HELLMUTH).encode(encoding), "--json")
    assert list(objects(out)[0]["players"]) == ["Ivey", "Hellmuth"]


def test_a_name_sends_nothing_to_the_terminal(score):
    _, out, _ = score(f"\x1b[31m\u202e{IVEY}{HELLMUTH}")
    assert "[31mIvey: +4" in out
    assert not set(out) & {"\x1b", "\u202e"}
