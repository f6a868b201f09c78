"""Judging placements: the last two streets exactly, the earlier ones within reason."""

from collections.abc import Iterator
from functools import partial
from itertools import combinations
from random import Random

import numpy as np
import pytest

from engine.tests.players.brute import by_the_rules, enumerated, lines_by_the_rules
from ofc_engine.board import Board
from ofc_engine.cards import DECK, Card, parse_cards
from ofc_engine.legal import placements
from ofc_engine.players.advice import advise
from ofc_engine.players.aims import visit_worth
from ofc_engine.players.deciding import decide
from ofc_engine.players.endgame import all_tried, before_last, full_boards, parts_tried
from ofc_engine.players.foresight import exact_aim
from ofc_engine.players.judging import (
    Ahead,
    OracleStyle,
    by_master,
    by_oracle,
    every_choice,
    looked_again,
)
from ofc_engine.players.knowledge import Knowledge, Opponent
from ofc_engine.players.levels import level
from ofc_engine.players.network import Judge, last_street_judge
from ofc_engine.players.oracle import fill, sample
from ofc_engine.players.positions import GONE, LIVE, Outlook, Places, places_of
from ofc_engine.players.worth import Aim, RivalBoard
from ofc_engine.rows import HIGH_ROWS
from ofc_engine.rulesets import PRESETS, STANDARD, Ruleset
from ofc_engine.variants import PINEAPPLE

RIVAL = Board.parse("QhQd2c / 3c3d4h5h6s / 7c7d7h8s9s")


def chance() -> np.random.Generator:
    return np.random.default_rng(1)


def last_street(rules: Ruleset, seed: int) -> Knowledge:
    """The last decision of a hand against an open board."""
    deck = [card for card in Random(seed).sample(DECK, 52) if card not in RIVAL.cards]
    *_, street = rules.variant.streets
    open_ = street.placed
    slots = Random(seed).sample([0] * 3 + [1] * 5 + [2] * 5, 13 - open_)
    rows = [tuple(c for c, s in zip(deck, slots, strict=False) if s == row) for row in range(3)]
    pending = tuple(deck[13 : 13 + street.dealt])
    return Knowledge(rules, Board(*rows), pending, opponents=(Opponent(RIVAL),))


@pytest.mark.parametrize("preset", PRESETS)
def test_full_boards_are_worth_what_the_rules_say(preset: str):
    rules = PRESETS[preset]
    for seed in range(30):
        knowledge = last_street(rules, seed)
        judged = by_master(knowledge, chance())
        for number, points in enumerate(judged.outlook.points):
            board = knowledge.board.with_rows(judged.placement(number).rows)
            assert points == pytest.approx(by_the_rules(board, rules, RIVAL), abs=0.01)
            fouls = bool(rules.fouls(board))
            assert judged.outlook.foul[number] == fouls


@pytest.mark.parametrize(
    "board",
    [
        "KcKdJh / 7c5h4d3s2s / AcAdJc9s5d",
        "KcKdJh / 8c5h4d3s2s / AcAdJc9s5d",
        "KcQhJh / 7c5h4d3s2s / AcAdJc9s5d",
        "KcKdJh / 7c5h4d3s3d / AcAdJc9s5d",
    ],
)
def test_r13_1_both_entries_at_once_are_worth_one_longer_visit(board: str):
    rules, full = STANDARD.with_variant("deuce"), Board.parse(board)
    rival = Board.parse("QhQd2c / 8h6c4h3h2d / ThTsTd8s9h")
    met, worth = [RivalBoard.of_board(rival, rules)], visit_worth(rules)
    aim, places = Aim(rules, met, worth, fantasyland=0), places_of(full, rival.cards)[None]
    found = full_boards(places, aim)
    assert found.points[0] == pytest.approx(by_the_rules(full, rules, rival), abs=0.01)
    parts = parts_tried(places, (), aim)[:, 0]
    assert parts.tolist() == pytest.approx(lines_by_the_rules(full, rules, rival), abs=0.01)


@pytest.mark.parametrize("left", [1, 0], ids=["street 4", "street 5"])
@pytest.mark.parametrize("seed", [0, 1])
def test_the_master_gives_nothing_away_on_the_last_two_streets(left: int, seed: int):
    deck = [card for card in Random(seed).sample(DECK, 52) if card not in RIVAL.cards]
    streets = PINEAPPLE.streets[len(PINEAPPLE.streets) - left :]
    placed = 11 - 2 * left
    slots = Random(seed).sample([0] * 3 + [1] * 5 + [2] * 5, placed)
    rows = [tuple(c for c, s in zip(deck, slots, strict=False) if s == row) for row in range(3)]
    # Few cards are left, so that every draw can be tried by the rules.
    drawn, live, gone = tuple(deck[11:14]), deck[14:19], (*deck[19:], *deck[placed:11])
    knowledge = Knowledge(STANDARD, Board(*rows), drawn, gone, (Opponent(RIVAL),))
    worth = {
        placement: enumerated(knowledge.board.with_rows(placement.rows), live, streets, RIVAL)
        for placement in placements(knowledge.board, drawn, 1)
    }
    chosen = decide(level("master"), knowledge, chance())
    same = next(p for p in worth if tuple(map(set, p)) == tuple(map(set, chosen)))
    assert worth[same] == pytest.approx(max(worth.values()), abs=1e-4)


@pytest.mark.parametrize("variant", ["pineapple", "classic"])
def test_before_the_last_street_the_mean_over_all_draws_is_exact(variant: str):
    rules = STANDARD.changed({"variant": variant})
    last = rules.variant.streets[-1]
    deck = [card for card in Random(3).sample(DECK, 52) if card not in RIVAL.cards]
    slots = Random(4).sample([0] * 3 + [1] * 5 + [2] * 5, 13 - last.placed)
    rows = [tuple(c for c, s in zip(deck, slots, strict=False) if s == row) for row in range(3)]
    board = Board(*rows)
    # Few live cards, so that all draws can be tried by the rules as well.
    gone = deck[13:28]
    live = [c for c in DECK if c not in (*board.cards, *gone, *RIVAL.cards)]
    aim = Aim(rules, [RivalBoard.of_board(RIVAL, rules)], visit_worth(rules), fantasyland=0)
    outlook = before_last(places_of(board, [*gone, *RIVAL.cards])[None], last, aim)
    best = [
        max(
            by_the_rules(board.with_rows(p.rows), rules, RIVAL)
            for p in placements(board, drawn, last.discarded)
        )
        for drawn in combinations(live, last.dealt)
    ]
    assert outlook.points[0] == pytest.approx(np.mean(best), abs=0.01)


def test_two_streets_of_single_cards_are_tried_in_full():
    """The mean over the first card of the best placement's mean over the second."""
    rules = STANDARD.changed({"variant": "classic"})
    deck = [card for card in Random(5).sample(DECK, 52) if card not in RIVAL.cards]
    board = Board(tuple(deck[:2]), tuple(deck[2:6]), tuple(deck[6:11]))
    gone, live = deck[11:31], deck[31:]
    aim = Aim(rules, [RivalBoard.of_board(RIVAL, rules)], visit_worth(rules), fantasyland=0)
    after = [places_of(b, [*gone, *RIVAL.cards]) for b in (board, board)]
    outlook = all_tried(np.stack(after), rules.variant.streets[-2:], aim)

    def last(placed: Board, drawn: Card) -> float:
        (placement,) = placements(placed, (drawn,), 0)
        return by_the_rules(placed.with_rows(placement.rows), rules, RIVAL)

    means = []
    for first in live:
        rest = [card for card in live if card != first]
        ways = [board.with_rows(p.rows) for p in placements(board, (first,), 0)]
        means.append(max(np.mean([last(way, second) for second in rest]) for way in ways))
    assert outlook.points == pytest.approx([np.mean(means)] * 2, abs=0.01)


def test_some_draws_of_the_last_street_tell_about_what_all_of_them_do():
    rules = STANDARD
    deck = [card for card in Random(7).sample(DECK, 52) if card not in RIVAL.cards]
    board = Board(tuple(deck[:2]), tuple(deck[2:6]), tuple(deck[6:11]))
    root = places_of(board, RIVAL.cards)
    aim = Aim(rules, [RivalBoard.of_board(RIVAL, rules)], visit_worth(rules), fantasyland=0)
    last = rules.variant.streets[-1]
    exact = before_last(root[None], last, aim)
    some = [last_street_judge(root, last, aim, np.random.default_rng(n)) for n in range(20)]
    for number, column in enumerate(exact):
        found = [judge(root[None])[number][0] for judge in some]
        assert np.mean(found) == pytest.approx(
            column[0], abs=float(4 * np.std(found) / 20**0.5) + 0.02
        )


def test_draws_that_a_position_has_used_up_do_not_count_for_it():
    """With one card more on the board its draws are fewer, and none has that card."""
    board = Board.parse("QhQd2c / 3c3d4h5h / 7c7d7h8s")
    gone = [card for card in DECK[::2] if card not in board.cards][:20]
    root = places_of(board, gone)
    aim = Aim(STANDARD, [RivalBoard.of_board(RIVAL, STANDARD)], {}, fantasyland=0)
    judge = last_street_judge(root, STANDARD.variant.streets[-1], aim, chance())
    live = np.flatnonzero(root == LIVE)
    used = root.copy()
    used[live[:-3]] = GONE
    outlook = judge(np.stack([root, used]))
    assert np.isfinite(outlook.points).all()
    assert ((outlook.foul >= 0) & (outlook.foul <= 1)).all()


def test_a_filling_is_the_best_way_to_place_the_cards():
    board = Board.parse("Qh / 8c8d / AsKs9s")
    knowledge = Knowledge(STANDARD, Board(), parse_cards("2c3c4c5c7c"))
    aim = exact_aim(knowledge, chance())
    tables = aim.per_row.astype(np.float32)
    places = places_of(board, ())[None]
    missing = 13 - len(board.cards)
    samples = sample(places[0], missing, 3, chance())
    filled = fill(places, samples, tables, aim, foul=-9.0)
    for number, drawn in enumerate(samples):
        cards = tuple(DECK[n] for n in drawn)
        boards = [board.with_rows(p.rows) for p in placements(board, cards, 0)]
        points = [
            sum(tables[row][s] for row, s in enumerate(HIGH_ROWS.strengths(b)) if s is not None)
            for b in boards
            if not STANDARD.fouls(b)
        ]
        assert filled.points[0, number] == pytest.approx(max([*points, -9.0]), abs=0.01)


def first_streets() -> Iterator[Knowledge]:
    for rules in (*PRESETS.values(), STANDARD.changed({"royalties": "none"})):
        deck = Random(9).sample(DECK, 52)
        opponent = Opponent(Board((), tuple(deck[:2]), tuple(deck[2:5])))
        yield Knowledge(rules, Board(), tuple(deck[5:10]), opponents=(opponent,))


@pytest.mark.parametrize(
    "judge", [by_master, partial(by_oracle, style=OracleStyle((10, 20)))], ids=["master", "oracle"]
)
def test_every_rule_set_gives_chances_and_points_that_can_be(judge):
    for knowledge in first_streets():
        judged = judge(knowledge, chance())
        assert len(judged.outlook.points) == len(every_choice(knowledge).places)
        assert np.isfinite(judged.outlook.points).all()
        for share in (judged.outlook.foul, judged.outlook.fantasyland):
            assert ((share >= 0) & (share <= 1)).all()


def test_the_same_chance_gives_the_same_judgement():
    (knowledge, *_) = first_streets()
    once, again = (by_master(knowledge, chance()).outlook.points for _ in range(2))
    assert once.tolist() == again.tolist()


def test_a_foul_is_certain_when_the_rows_are_full_and_wrong():
    board = Board.parse("AhAd2c / 3c3d4h5h / 7c7d7h8s")
    knowledge = Knowledge(STANDARD, board, parse_cards("9c Td Js"))
    judged = by_master(knowledge, chance())
    assert (judged.outlook.foul == 1).all()
    assert (
        judged.outlook.points
        == full_boards(judged.choices.places, exact_aim(knowledge, chance())).points
    ).all()


@pytest.mark.parametrize("cards", ["QcQd7h5s2c", "QsQh8d4c3s", "QdQs9h6c2h", "QhQc6s4d3h"])
def test_queens_and_rags_go_in_front_for_the_master_as_in_its_hints(cards: str):
    """Played on, that brings about half a point more than the queens in the Back."""
    knowledge = Knowledge(STANDARD, Board(), parse_cards(cards))
    queens = set(parse_cards(cards)[:2])
    assert set(decide(level("master"), knowledge, chance()).front) == queens
    assert set(advise(knowledge, 1)[0].placement.front) == queens


@pytest.mark.parametrize("cards", ["KhQhJh5h5c", "KsQsJs7s7d"])
def test_a_small_pair_leaves_the_back_to_three_of_a_royal_flush(cards: str):
    """Played on, the first brings half a point more than four of a suit; not all like it do."""
    knowledge = Knowledge(STANDARD, Board(), parse_cards(cards))
    pair = set(parse_cards(cards)[3:])
    assert set(decide(level("master"), knowledge, chance()).middle) == pair
    assert set(advise(knowledge, 1)[0].placement.middle) == pair


@pytest.mark.parametrize(
    ("behind", "rivals", "apart", "times"),
    [(0.0, 1, 0.0, 3), (0.0, 1, 9.0, 1), (1.0, 1, 0.0, 0), (1.0, 2, 0.0, 3)],
)
def test_what_comes_out_alike_is_looked_at_until_it_is_told_apart(
    behind: float, rivals: int, apart: float, times: int
):
    """What a point is from one opponent are two from two."""
    knowledge = Knowledge(
        STANDARD, Board.parse("Kd / As5dAh / Tc9h6d"), parse_cards("Ad8h6c"), parse_cards("4s")
    )
    places, rng, looks = every_choice(knowledge).places[:2], chance(), list[int]()

    def judge(after: Places) -> Outlook:
        points = rng.normal(size=len(after)) + apart * (after[:, changed] == places[0, changed])
        return Outlook(points.astype(np.float32), *np.zeros((2, len(after)), np.float32))

    def closer(rounds: int) -> Judge:
        looks.append(rounds)
        return judge

    (changed, *_) = np.flatnonzero(places[0] != places[1])
    before = Outlook(np.array([0, -behind], np.float32), *np.zeros((2, 2), np.float32))
    ahead = Ahead(knowledge.later[0], judge, closer, rivals)
    found = looked_again(before, np.arange(2), places, ahead, rng, 3).points
    assert len(looks) == times
    seen = 0.9 if times else 0.0
    assert abs(found[0] - found[1] - (1 - seen) * behind - seen * apart) < 0.5
