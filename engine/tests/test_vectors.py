"""The rulebook's concrete cases, each with its source."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ofc_engine.board import Board, Row
from ofc_engine.cards import parse_cards
from ofc_engine.match import settle
from ofc_engine.ranking import Category, category, strength
from ofc_engine.rulesets import PRESETS, Ruleset
from ofc_engine.scoring import Pair, Result, evaluate, royalty, score
from ofc_engine.seat import Fate
from ofc_engine.stacks import settle_stacks

RULES = {
    "std": PRESETS["standard"],
    "us2012": PRESETS["us2012"],
    "flat20": PRESETS["italian"],
    "none (no royalties)": PRESETS["standard"].changed({"royalties": "none"}),
    "progressive pineapple": PRESETS["progressive"],
}
STAYS = {"trips_quadsback": "strict", "trips_fullhouse_quads": "standard"}


@pytest.fixture(scope="module")
def cases(shared: Path) -> list[dict[str, Any]]:
    return json.loads((shared / "rules" / "vectors.json").read_text())["vectors"]


def of_type(cases: list[dict[str, Any]], kind: str) -> Iterator[tuple[Ruleset, dict[str, Any]]]:
    found = [case for case in cases if case["type"] == kind]
    assert found
    for case in found:
        yield RULES[case.get("ruleset", "std")], case


def board(rows: dict[str, list[str]]) -> Board:
    return Board(*(parse_cards("".join(rows[row.label])) for row in Row))


def cards(names: list[str]) -> tuple[Any, ...]:
    return parse_cards("".join(names))


def test_boards(cases: list[dict[str, Any]]):
    for rules, case in of_type(cases, "board"):
        result = evaluate(board(case["board"]), rules, players=2)
        expect = case["expect"]
        assert result.is_foul is expect["foul"], case["id"]
        royalties = dict(zip(("front", "middle", "back"), result.royalties, strict=True))
        assert royalties == expect.get("royalties", royalties), case["id"]
        assert sum(result.royalties) == expect.get("royalty_total", sum(result.royalties))
        if rules.fantasyland and "fantasyland_entry" in expect:
            assert bool(result.fantasyland) is expect["fantasyland_entry"], case["id"]
        for name, stays in expect.get("fantasyland_stay", {}).items():
            again = rules.changed({"stay": STAYS[name]})
            visit = evaluate(board(case["board"]), again, players=2, fantasyland=14)
            assert bool(visit.fantasyland) is stays, case["id"]


def test_row_royalties(cases: list[dict[str, Any]]):
    for rules, case in of_type(cases, "row_royalty"):
        row = Row[case["row"].upper()]
        value = strength(cards(case["cards"]))
        assert royalty(row, value, rules) == case["expect"]["points"], case["id"]
        named = case["expect"].get("category")
        assert named is None or category(value) is Category[named.upper()], case["id"]


def test_pairs(cases: list[dict[str, Any]]):
    for rules, case in of_type(cases, "pair_score"):
        scored = (
            rules.changed({"scoring": case["scoring"][:3]}) if "2-4" in case["scoring"] else rules
        )
        results = [evaluate(board(case[name]), scored, players=2) for name in "ab"]
        points = score(results, scored).points
        assert points == (case["expect"]["a"], case["expect"]["b"]), case["id"]


def test_tables(cases: list[dict[str, Any]]):
    for rules, case in of_type(cases, "table_score"):
        names = list(case["players"])
        results = [
            evaluate(board(case["players"][name]), rules, players=len(names)) for name in names
        ]
        points = dict(zip(names, score(results, rules).points, strict=True))
        assert points == case["expect"], case["id"]


def test_comparisons(cases: list[dict[str, Any]]):
    for _, case in of_type(cases, "compare"):
        a, b = strength(cards(case["a"])), strength(cards(case["b"]))
        assert (a > b) - (a < b) == case["expect"]["sign_of_a_minus_b"], case["id"]


def test_fantasyland_cards(cases: list[dict[str, Any]]):
    for rules, case in of_type(cases, "fantasyland_cards"):
        full = Board(cards(case["front"]), parse_cards("5c5d5h6c6d"), parse_cards("7c7d7h7s8c"))
        result = evaluate(full, rules, players=2)
        assert (result.fantasyland or None) == case["expect"]["cards"], case["id"]


def test_fantasyland_optima_are_legal_boards_of_that_value(cases: list[dict[str, Any]]):
    for rules, case in of_type(cases, "fantasyland_best"):
        result = evaluate(board(case["one_optimum"]), rules, players=2, fantasyland=14)
        assert not result.is_foul, case["id"]
        assert sum(result.royalties) == case["expect"]["royalties"], case["id"]


def test_surrender_penalty(cases: list[dict[str, Any]]):
    surrender = next(c for _, c in of_type(cases, "penalty") if c["event"] == "surrender")
    rules = PRESETS["german"]
    given_up = Result(Board(), Fate.SURRENDERED, (), (0, 0, 0), 0, 0)
    valid = evaluate(Board.parse("2c3c5c/7d8d9dTdQh/KsKhQsQdJc"), rules, players=3)
    dead = Result(Board(), Fate.DEAD, (), (0, 0, 0), 0, 0)
    points = score([given_up, valid, dead], rules)
    paid = surrender["expect"]["to_each_opponent"]
    assert [pair.points for pair in points.pairs if pair.a == 0] == [-paid, -paid]


def test_dead_hands_pay_the_full_foul_and_all_royalties(cases: list[dict[str, Any]]):
    events = [c for _, c in of_type(cases, "penalty") if "foul" in c["expect"].get("pays", "")]
    assert len(events) == 2
    rules = PRESETS["czech-tournament"]
    dead = evaluate(Board(), rules, players=2, fate=Fate.DEAD)
    valid = evaluate(Board.parse("QcQd2c/KsKhKd3c4c/7c7d7h8c8d"), rules, players=2)
    assert score([dead, valid], rules).points == (-6 - 7 - 6, 6 + 7 + 6)


def test_settlement_with_stacks(cases: list[dict[str, Any]]):
    """What A pays and wins, seat by seat; the others have more than enough."""
    first, second = (case for _, case in of_type(cases, "settlement"))
    stacks = (first["stacks"]["A"], 100, 100, 100)
    owed = {"B": 0, "C": 0, "D": 0}
    for payer, winner, points in first["debts"]:
        owed[winner if payer == "A" else payer] = -points if payer == "A" else points
    assert stacks_of_a(owed, stacks) == [-10, 0, 0]
    stacks = (second["stacks"]["A"], 100, 100, 100)
    assert stacks_of_a({"B": 8, "C": 9, "D": 9}, stacks) == [8, 4, 0]
    assert stacks_of_a({"B": 8, "C": -9, "D": 9}, stacks) == [8, -4, 0]


def stacks_of_a(owed: dict[str, int], stacks: tuple[int, ...]) -> list[int]:
    pairs = [Pair(0, seat, (0, 0, 0), won, 0, 0) for seat, won in enumerate(owed.values(), 1)]
    return [transfer.points for transfer in settle_stacks(pairs, stacks)]


def test_penalties_to_each_active_player(cases: list[dict[str, Any]]):
    paid = {c["event"].split()[0]: c["expect"] for _, c in of_type(cases, "penalty")}
    rules = PRESETS["czech-tournament"]
    missed = evaluate(Board(), rules, players=3, fate=Fate.MISSED)
    dead = evaluate(Board(), rules, players=3, fate=Fate.DEAD)
    rich = evaluate(Board.parse("QcQd2c/KsKhKd3c4c/7c7d7h8c8d"), rules, players=3)
    each = paid["missed"]["to_each_active_player"]
    assert score([missed, dead, rich, missed], rules).points[0] == -2 * each
    shown = evaluate(Board.parse("2s3s4h/5s5h6s8s9s/TsThJs9h6h"), rules, players=3, exposed=1)
    still = evaluate(Board.parse("2s3s4h/5s5h6s8s9s/TsThJs9h6h"), rules, players=3)
    due = (
        score([shown, rich, missed], rules).points[0]
        - score([still, rich, missed], rules).points[0]
    )
    assert due == -paid["exposed"]["to_each_active_player"]


def test_settlement_moves_whole_pairs_in_order():
    pairs = [Pair(0, 1, (1, 1, -1), 1, 0, 4), Pair(0, 2, (0, 0, 0), 0, 0, -3)]
    assert [t.points for t in settle(pairs, (0, 0, 0), stake=2)] == [10, -6]
