"""R13.2 by the thousand: rows, boards and visits with jokers as the rules alone see them."""

from itertools import combinations
from random import Random

import numpy as np
import pytest

from engine.tests.players.brute import best_with_jokers
from ofc_engine.board import BOARD_SIZE, Board, Row
from ofc_engine.cards import DECK, JOKERS, Cards
from ofc_engine.players.aims import row_points, usual_aim
from ofc_engine.players.deciding import decide
from ofc_engine.players.features import features, full_strengths
from ofc_engine.players.knowledge import Knowledge, outs
from ofc_engine.players.levels import LEVELS
from ofc_engine.players.oracle import fill
from ofc_engine.players.positions import (
    ABSENT,
    GONE,
    LIVE,
    lookup,
    numbers,
    places_of,
    row_key,
    row_strengths,
)
from ofc_engine.players.solver import solve
from ofc_engine.players.values import knows_values
from ofc_engine.players.worth import NOBODY, Aim
from ofc_engine.ranking import HIGHEST
from ofc_engine.rulesets import STANDARD, Ruleset
from ofc_engine.scoring import evaluate

STAY = 9.5
RULESETS = [
    STANDARD.changed({"jokers": jokers, **changes})
    for jokers in ("1", "2")
    for changes in ({}, {"equal_rows": "foul", "stay": "ten_points"}, {"stay": "strict"})
]


def with_jokers(random: Random, count: int, rules: Ruleset) -> Cards:
    """So many cards with at least one joker among them."""
    jokers = random.randint(1, rules.variant.jokers)
    cards = [
        *random.sample(DECK, count - jokers),
        *random.sample(JOKERS[: rules.variant.jokers], jokers),
    ]
    return tuple(random.sample(cards, count))


def some_boards(random: Random, rules: Ruleset, count: int) -> list[Board]:
    """Boards, every other one with its higher cards behind: often in order."""
    found: list[Board] = []
    for number in range(count):
        cards = with_jokers(random, BOARD_SIZE, rules)
        cards = tuple(sorted(cards)) if number % 2 else cards
        found.append(Board(cards[:3], cards[3:8], cards[8:]))
    return found


def verify_rows(boards: int, seed: int) -> None:
    for rules in RULESETS:
        some = some_boards(Random(seed), rules, boards)
        keys = [np.array([row_key(board[row]) for board in some], np.int32) for row in Row]
        ranked = np.stack(row_strengths(keys, rules), axis=1)
        assert ranked.tolist() == [list(rules.variant.rows.strengths(board)) for board in some]


def test_many_boards_at_once_are_read_as_one_by_one():
    verify_rows(400, 1)


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(10))
def test_a_million_boards_at_once_are_read_as_one_by_one(seed: int):
    verify_rows(17_000, 100 + seed)


def test_rows_that_cannot_be_have_some_strength_too():
    """Where draws are tried that a position cannot get any more, a card lies in a row twice."""
    for joker in JOKERS:
        jokers = JOKERS[: JOKERS.index(joker) + 1]
        rows = STANDARD.changed({"jokers": str(len(jokers))}).variant.rows
        look = lookup(rows.rankings[Row.BACK])
        fives = [(*jokers, joker, *more) for more in combinations(DECK[::3], 4 - len(jokers))]
        keys = np.array(list(map(row_key, fives))).astype(np.int32)
        read = look.under(np.zeros(len(keys), np.int16), keys, look(keys))
        assert ((read >= 0) & (read <= HIGHEST)).all()


def verify_solved(cards: Cards, rules: Ruleset) -> None:
    aim = Aim(rules, [NOBODY], {rules.visit_cards: STAY}, fantasyland=len(cards))
    (best,) = solve(cards, aim)
    assert best.value == pytest.approx(best_with_jokers(cards, rules, STAY), abs=0.001), cards
    own = evaluate(Board(*best.placement.rows), rules, players=2, fantasyland=len(cards))
    assert own.is_valid
    points = sum(own.royalties) + STAY * bool(own.fantasyland)
    assert best.value == pytest.approx(points, abs=0.001)


@pytest.mark.parametrize("rules", RULESETS, ids=str)
def test_visits_are_solved_as_by_trying_every_board(rules: Ruleset):
    verify_solved(with_jokers(Random(13), 13, rules), rules)


@pytest.mark.exhaustive
@pytest.mark.parametrize("rules", RULESETS, ids=str)
@pytest.mark.parametrize(("count", "deals"), [(13, 60), (14, 8), (15, 1)])
def test_many_visits_are_solved_as_by_trying_every_board(rules: Ruleset, count: int, deals: int):
    random = Random(count)
    for _ in range(deals):
        verify_solved(with_jokers(random, count, rules), rules)


def test_cards_that_improve_a_row_are_those_with_which_it_is_better():
    random = Random(3)
    for number in range(60):
        rules = RULESETS[number % len(RULESETS)]
        cards = with_jokers(random, random.randint(2, 4), rules)
        board = Board(cards[:2], cards[2:]) if number % 2 else Board(back=cards)
        live = tuple(card for card in rules.variant.deck if card not in cards)
        found = outs(board, live, rules.variant.rows)
        for row in board.open_rows:
            made = rules.variant.rows.rankings[row].made
            now = made(board[row]).category
            better = [card for card in live if made((*board[row], card)).category > now]
            # Alone a card makes nothing better but with a joker.
            assert list(found[row]) == better, (row, board)


def test_the_oracle_fills_boards_in_the_best_way_that_there_is():
    random, rules = Random(4), RULESETS[3]
    for _ in range(12):
        cards = with_jokers(random, BOARD_SIZE + 1, rules)
        board = Board(cards[:2], cards[2:6], cards[6:11])
        knowledge = Knowledge(rules, board, cards[11:14])
        aim = usual_aim(knowledge)
        tables, foul = row_points(aim), aim.foul - aim.constant
        places = places_of(board, (), rules.variant.deck)[None]
        filled = fill(places, numbers(cards[11:13])[None], tables, aim, foul)
        points: list[float] = []
        for front, middle in (cards[11:13], cards[12:10:-1]):
            whole = board.with_rows(((front,), (middle,), ()))
            rows = rules.variant.rows.strengths(whole)
            points.append(
                foul
                if rules.fouls(whole)
                else sum(float(table[of or 0]) for table, of in zip(tables, rows, strict=True))
            )
        assert float(filled.points[0, 0]) == pytest.approx(max(points), abs=0.01)


def test_networks_see_the_same_whichever_joker_it_is():
    random, rows = Random(5), STANDARD.changed({"jokers": "2"}).variant.rows
    places = np.array([[random.randrange(5) for _ in (*DECK, *JOKERS)] for _ in range(40)], np.int8)
    for row, most in enumerate((3, 5, 5)):
        for each in places:
            each[np.flatnonzero(each == row)[most:]] = LIVE
    swapped = places[:, [*range(len(DECK)), 53, 52]]
    assert (features(swapped, rows) == features(places, rows)).all()
    with_one, two = places.copy(), places.copy()
    with_one[:, -1], two[:, -1] = ABSENT, GONE
    assert (features(with_one, rows) == features(places[:, :-1], rows)).all()
    assert (features(with_one, rows) != features(two, rows)).any(axis=1).all()


def test_networks_see_full_rows_as_they_are_read():
    random, rules = Random(6), RULESETS[3]
    rows, whole = rules.variant.rows, some_boards(random, rules, 300)
    boards = [Board(*(row[random.random() < 0.2 :] for row in board)) for board in whole]
    keys = np.array([[row_key(board[row]) for board in boards] for row in Row], np.int32)
    full = np.array([[not board.open_places(row) for board in boards] for row in Row])
    found = np.stack(full_strengths(rows, keys, full), axis=1)
    told = [[of if of is not None else -1 for of in rows.strengths(board)] for board in boards]
    assert np.where(full.T, found, -1).tolist() == told


@pytest.mark.parametrize("level", LEVELS.values(), ids=LEVELS)
def test_every_level_places_jokers_without_learnt_values(level):
    rules = STANDARD.changed({"variant": "turbo", "jokers": "2", "royalties": "none"})
    assert not knows_values(rules)
    cards = (*JOKERS, *DECK[-3:])
    knowledge = Knowledge(rules, Board(), cards)
    placement = decide(level, knowledge, np.random.default_rng(1))
    assert sorted(placement.placed) == sorted(cards)
