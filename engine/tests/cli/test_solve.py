"""`ofc solve`, as a person in a terminal uses it."""

import json
from pathlib import Path
from random import Random

import pytest

from ofc_engine.board import Board
from ofc_engine.cards import DECK, format_cards, parse_cards
from ofc_engine.cli.main import main
from ofc_engine.rulesets import STANDARD
from ofc_engine.scoring import evaluate, score

CARDS = "AsAhAd KsKh Kd 9c9d 4c4d4h 4s 2c 3d"


@pytest.fixture
def solve(capsys: pytest.CaptureFixture[str]):
    def run(*arguments: str) -> tuple[int, str, str]:
        return main(["solve", *arguments]), *capsys.readouterr()

    return run


def test_the_best_board_as_json(solve):
    code, out, err = solve(CARDS, "--json", "--stay", "0")
    assert (code, err) == (0, "")
    best = json.loads(out)
    assert set(best) == {
        *("front", "middle", "back", "discards", "royalties", "stays", "value", "others")
    }
    rows = [parse_cards("".join(best[row])) for row in ("front", "middle", "back")]
    result = evaluate(Board(*rows), STANDARD, players=2, fantasyland=14)
    assert sorted(best["front"] + best["middle"] + best["back"] + best["discards"]) == sorted(
        map(str, parse_cards(CARDS))
    )
    assert best["royalties"] == sum(result.royalties) == best["value"] == 22 + 12 + 10
    assert best["stays"]
    assert [other["value"] for other in best["others"]] == sorted(
        (other["value"] for other in best["others"]), reverse=True
    )


def test_staying_is_worth_what_is_said(solve):
    def value(stay: str) -> float:
        return json.loads(solve(CARDS, "--json", "--stay", stay)[1])["value"]

    assert value("7.5") == value("0") + 7.5
    assert value("1000") == value("0") + 1000


@pytest.mark.parametrize("stay", ["-1", "1000.5", "nan", "inf", "1e400", "x"])
def test_staying_is_worth_a_number_of_points_from_0_to_1000(stay: str):
    with pytest.raises(SystemExit, match="2"):
        main(["solve", CARDS, f"--stay={stay}"])


def test_against_open_boards_the_value_is_points_of_the_hand(solve):
    deck = Random(3).sample(DECK, 52)
    first = Board.parse("QhQd2d / 3c3h4h5h6s / 7c7d7h8s8c")
    deck = [card for card in deck if card not in first.cards]
    code, out, _ = solve(
        *map(str, deck[:14]), "--against", str(first), "--stay", "0", "--rules", "italian", "--json"
    )
    assert code == 0
    best = json.loads(out)
    rows = [parse_cards("".join(best[row])) for row in ("front", "middle", "back")]
    rules = STANDARD.of("italian")
    results = [evaluate(board, rules, players=2) for board in (Board(*rows), first)]
    assert best["value"] == score(results, rules).points[0]


def test_people_can_read_it(solve):
    _, out, _ = solve(CARDS)
    assert out.splitlines()[0] == "AsAhAd / KsKhKd9d9c / 4s4h4d4c3d x 2c"
    assert "royalties 44 (front 22, middle 12, back 10), stays in Fantasyland" in out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["AsAh"], "Fantasyland is solved for 13 to 17 cards, not 2."),
        ([CARDS, "As"], "As appears more than once."),
        ([CARDS, "--against", "AsQd2d / 3c3h4h5h6s / 7c7d7h8s8c"], "As appears more than once."),
        ([CARDS, "--against", "QhQd / 3c3h4h5h6s / 7c7d7h8s8c"], "An open board has 3, 5 and 5"),
        ([CARDS, "--rules", "swedish"], "There are no rules called"),
        (["Ax"], "“Ax” isn't a card"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(solve, arguments: list[str], sentence: str):
    code, out, err = solve(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith(sentence)
    assert err.count("\n") == 1


def test_cards_may_be_written_in_one_or_many_words(solve):
    together = solve(format_cards(parse_cards(CARDS)))
    assert together == solve(*CARDS.split())


def test_the_page_on_the_command_line_shows_what_is_printed(solve):
    page = (Path(__file__).parents[3] / "docs" / "cli.md").read_text(encoding="utf-8")
    _, example = page.split("$ .uv/bin/uv run ofc solve ", 1)
    words, *shown = example.split("```")[0].strip().splitlines()
    assert solve(*words.split())[1].splitlines()[: len(shown)] == shown
