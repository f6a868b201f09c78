"""`ofc player`, as another program uses it."""

import io
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.tests.hands import rulesets
from ofc_engine.board import Board
from ofc_engine.cards import DECK, Card, parse_cards
from ofc_engine.cli.main import main
from ofc_engine.cli.player_command import answer
from ofc_engine.players.json_lines import read_answer, read_request, request_of
from ofc_engine.players.knowledge import Knowledge, Opponent
from ofc_engine.players.levels import level
from ofc_engine.rulesets import PRESETS, Ruleset
from ofc_engine.seat import Fate

REQUEST = {
    "rows": [["Qh"], ["7c", "7d"], ["As", "Ks"]],
    "draw": ["Qd", "2c", "9s"],
    "dead": [],
    "opp": [["5h"], ["8c", "8d"], ["Tc", "Jc"]],
    "rules": "standard",
    "variant": "pineapple",
    "fantasyland": False,
}

SEEN = re.findall(r'"(\w\w)"', json.dumps(REQUEST))
REST = [card for card in DECK if str(card) not in SEEN]


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    def run(*requests: object, level: str = "master") -> list[dict[str, Any]]:
        lines = [r if isinstance(r, str) else json.dumps(r) for r in requests]
        monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))
        assert main(["player", "--level", level]) == 0
        return [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    return run


@pytest.mark.parametrize("level", ["beginner", "steady", "master"])
def test_two_of_three_cards_are_placed_where_there_is_room(ask, level: str):
    (answer,) = ask(REQUEST, level=level)
    cards = [card for card, _ in answer["place"]]
    assert len(set(cards)) == 2
    assert set(cards) <= set(REQUEST["draw"])
    assert all(row in (0, 1, 2) for _, row in answer["place"])


def test_a_player_keeps_nothing_between_lines(ask):
    first, second, third = ask(REQUEST, {"rows": [[], [], []], "draw": list(TWELVE[:5])}, REQUEST)
    assert first == third
    assert len(second["place"]) == 5


def test_each_line_is_answered_before_the_next_is_read(monkeypatch: pytest.MonkeyPatch):
    written = io.BytesIO()

    def lines() -> Iterator[str]:
        for answered in range(3):
            assert written.getvalue().count(b"\n") == answered
            yield json.dumps(REQUEST)

    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(written))
    monkeypatch.setattr("sys.stdin", lines())
    assert main(["player", "--level", "beginner"]) == 0


TWELVE = ["2c", "5d", "9h", "Js", "Kd", "Kc", "3h", "6s", "8d", "Td", "Ac", "4h"]


@pytest.mark.parametrize(
    ("changes", "placed"),
    [
        ({"opp": []}, 2),
        ({"opp": None}, 2),
        ({"opp": [[["5h"], ["8c"], ["Tc", "Jc"]], [[], [], ["2h"]]]}, 2),
        ({"opp": [[], [], []]}, 2),
        ({"opponents": [{"rows": [["5h"], ["8c"], ["Tc", "Jc"]]}, {"fantasyland": 14}]}, 2),
        ({"opponents": [{"fantasyland": 0, "fate": "dead"}, {"fate": "surrendered"}]}, 2),
        ({"opponents": [{}]}, 2),
        ({"rules": "progressive"}, 2),
        ({"rules": "standard scoring=2-4"}, 2),
        ({"rules": "german", "variant": "classic", "draw": ["Qd"]}, 1),
        ({"rows": [[], [], []], "draw": [*TWELVE, "As"], "fantasyland": True, "opp": []}, 13),
        (
            {
                "rows": [[], [], []],
                "draw": [*TWELVE, "As", "Ah", "Ad"],
                "fantasyland": True,
                "opp": [],
            },
            13,
        ),
        ({"rows": [[], [], []], "draw": [*TWELVE, "As"], "variant": "chinese", "opp": []}, 13),
        ({"variant": "turbo", "rows": [[], [], []], "draw": TWELVE[:5]}, 5),
        ({"jokers": 1, "draw": ["X1", "4s", "Qd"]}, 2),
        ({"seat": 3, "note": {"any": "thing"}}, 2),
    ],
)
def test_every_rule_set_and_table_is_answered(ask, changes: dict[str, Any], placed: int):
    (answer,) = ask(REQUEST | changes)
    assert len(answer["place"]) == placed, answer


@pytest.mark.parametrize(
    ("request_", "sentence"),
    [
        ("{", "This isn't a JSON object on one line."),
        ("[1, 2]", "A request is a JSON object"),
        ({"draw": ["Ah"]}, "The request is missing “rows”."),
        ({"rows": [[], [], []]}, "The request is missing “draw”."),
        (REQUEST | {"rows": [[], []]}, "“rows” is three lists of cards"),
        (REQUEST | {"rows": "Ah"}, "“rows” is three lists of cards"),
        (REQUEST | {"rows": [["Qh"], None, []]}, "“rows” is a list of cards"),
        (REQUEST | {"rows": [["Qh", "2d", "3d", "4d"], ["7c"], []]}, "The Front holds 3 cards"),
        (REQUEST | {"draw": ["Qd", "2c"]}, "With 5 cards placed, 3 are drawn, not 2."),
        (REQUEST | {"draw": ["Qd", "2c", 9]}, "“draw” is a list of cards"),
        (REQUEST | {"draw": ["Qd", "2c", "Xx"]}, "“Xx” isn't a card"),
        (REQUEST | {"draw": ["Qd", "2c", "Qh"]}, "Qh appears more than once."),
        (REQUEST | {"dead": ["Qd"]}, "Qd appears more than once."),
        (REQUEST | {"opp": [["Qd"], [], []]}, "Qd appears more than once."),
        (REQUEST | {"opp": "none"}, "“opp” is a board of three rows"),
        (REQUEST | {"opp": [["5h"]]}, "“opp” is three lists of cards"),
        (REQUEST | {"opponents": "none"}, "“opponents” is a list of objects"),
        (REQUEST | {"opponents": [[["5h"], [], []]]}, "“opponents” is a list of objects"),
        (REQUEST | {"opponents": [{"fantasyland": True}]}, "An opponent's “fantasyland” is 13"),
        (REQUEST | {"opponents": [{"fate": []}]}, "An opponent's “fate” is one of: playing"),
        (REQUEST | {"opp": [[[], [], []]] * 3}, "Pineapple is played with at most 2 opponents."),
        (REQUEST | {"rows": [["Qh"], [], []]}, "No street begins with 1 cards placed."),
        (REQUEST | {"rules": "swedish"}, "There are no rules called “swedish”."),
        (REQUEST | {"rules": 5}, "“rules” is a name."),
        (REQUEST | {"variant": "badugi"}, "variant can't be “badugi”."),
        (REQUEST | {"jokers": 3}, "jokers can't be “3”."),
        (REQUEST | {"draw": ["Qd", "2c", "X1"]}, "X1 isn't in the deck of this game."),
        (REQUEST | {"fantasyland": 14}, "“fantasyland” is true or false."),
        (REQUEST | {"fantasyland": True}, "Fantasyland is 13 to 17 cards, not 3."),
        (json.dumps(REQUEST).replace("[]", "9" * 5000), "This isn't a JSON object on one line."),
        ("[" * 100_000, "This isn't a JSON object on one line."),
        (REQUEST | {"draw": ["Qd", "2c", "\ud800"]}, "“\ud800” isn't a card"),
        (REQUEST | {"dead": list(map(str, REST[5:]))}, "Only 5 cards are unseen; 9 are still"),
    ],
)
def test_what_cannot_be_gets_a_sentence_and_the_next_line_an_answer(
    ask, request_: object, sentence: str
):
    bad, good = ask(request_, REQUEST, level="beginner")
    assert list(bad) == ["error"]
    assert bad["error"].startswith(sentence)
    assert len(good["place"]) == 2


anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=3)
    | st.sampled_from([str(card) for card in DECK]),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=12,
)


@settings(max_examples=50)
@given(st.dictionaries(st.sampled_from([*REQUEST, "opponents"]), anything), st.booleans())
def test_whatever_is_sent_is_answered(changes: dict[str, object], whole: bool):
    line = json.dumps((REQUEST if whole else {}) | changes)
    (kind,) = answer(line, level("beginner"), seed=0)
    assert kind in ("place", "error")


@given(rulesets, st.data())
def test_every_decision_of_every_game_is_answered_by_its_rules(rules: Ruleset, data: st.DataObject):
    """At any street, with any number of opponents who are as far or one street further."""
    deck = list(data.draw(st.permutations(DECK)))
    streets, most = rules.variant.streets, rules.variant.most_players
    number = data.draw(st.integers(0, len(streets) - 1))
    street, past = streets[number], streets[:number]

    def taken(count: int) -> tuple[Card, ...]:
        return tuple(deck.pop() for _ in range(count))

    def board(cards: int) -> Board:
        slots = data.draw(st.permutations([0] * 3 + [1] * 5 + [2] * 5))[:cards]
        drawn = taken(cards)
        return Board(
            *(tuple(c for c, s in zip(drawn, slots, strict=True) if s == row) for row in range(3))
        )

    placed = sum(each.placed for each in past)
    opponents = [
        Opponent(board(placed + data.draw(st.sampled_from([0, street.placed]))))
        for _ in range(data.draw(st.integers(0, most - 1)))
    ]
    own, dead = board(placed), taken(sum(each.discarded for each in past))
    knowledge = Knowledge(rules, own, taken(street.dealt), dead, tuple(opponents))
    request = request_of(knowledge)
    if len(opponents) == 1 and data.draw(st.booleans()):
        del request["opponents"]
        (request["opp"],) = request["opp"]
    name = data.draw(st.sampled_from(["beginner", "steady", "master"]))
    reply = answer(json.dumps(request), level(name), seed=0)
    placement = read_answer(json.dumps(reply), knowledge.pending)
    assert len(placement.placed) == street.placed
    assert own.with_rows(placement.rows)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("cards", range(13, 18))
def test_a_fantasyland_of_any_size_is_set_under_every_preset(preset: str, cards: int):
    deck = Random(cards).sample(DECK, 52)
    opponent = Board(tuple(deck[:1]), tuple(deck[1:3]), tuple(deck[3:5]))
    rules = PRESETS[preset]
    knowledge = Knowledge(
        rules, Board(), tuple(deck[5 : 5 + cards]), (), (Opponent(opponent),), cards
    )
    for name in ("beginner", "master"):
        reply = answer(json.dumps(request_of(knowledge)), level(name), seed=0)
        board = Board(*read_answer(json.dumps(reply), knowledge.pending).rows)
        assert board.is_full
        assert not rules.fouls(board)


def test_bytes_that_are_no_text_are_answered_too():
    found = subprocess.run(
        [sys.executable, "-m", "ofc_engine", "player", "--level", "beginner"],
        input=b'\xff\xfe\n{"draw": ["\xc3("]}\n' + json.dumps(REQUEST).encode() + b"\n",
        capture_output=True,
        check=True,
    )
    kinds = [list(json.loads(line)) for line in found.stdout.splitlines()]
    assert kinds == [["error"], ["error"], ["place"]]


@pytest.mark.parametrize("seed", ["-1", "x"])
def test_a_seed_is_a_number_from_0_on(seed: str):
    with pytest.raises(SystemExit, match="2"):
        main(["player", "--seed", seed])


def test_blank_lines_and_no_lines_need_no_answer(ask):
    assert ask("", "  ") == []


def test_a_request_says_all_that_a_seat_may_know():
    knowledge = Knowledge(
        PRESETS["italian"].changed({"variant": "pineapple"}),
        Board.parse("Qh / 7c7d / AsKs"),
        parse_cards("Qd2c9s"),
        opponents=(Opponent(Board.parse("5h / 8c8d / TcJc")), Opponent(Board(), 14, Fate.DEAD)),
    )
    assert read_request(json.dumps(request_of(knowledge))) == knowledge


def test_opponents_say_more_than_boards_and_count_before_them():
    known = {"opponents": [{"fantasyland": 14}]}
    knowledge = read_request(json.dumps(REQUEST | known))
    assert knowledge.opponents == (Opponent(fantasyland=14),)
    assert read_request(json.dumps(REQUEST)).opponents != knowledge.opponents


def test_the_page_on_the_command_line_shows_what_is_answered(ask):
    page = (Path(__file__).parents[3] / "docs" / "cli.md").read_text(encoding="utf-8")
    request, answer = re.search(r"echo '(\{.*?\})'.*?\n(\{.*?\})\n```", page, re.DOTALL).groups()
    assert ask(request) == [json.loads(answer)]


def test_the_transcript_of_the_protocol_is_what_happens(ask):
    page = (Path(__file__).parents[3] / "docs" / "players.md").read_text(encoding="utf-8")
    requests = re.findall(r"^> (.*)$", page, re.MULTILINE)
    answers = [json.loads(line) for line in re.findall(r"^< (.*)$", page, re.MULTILINE)]
    assert len(requests) == len(answers) == 8
    assert ask(*requests) == answers
