"""R13.1: 2-7 Pineapple, whose Middle is a low, against a second reading and another engine."""

import json
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, groupby
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tests import naive
from engine.tests.naive import Held
from ofc_engine.board import Board, Placement, Row
from ofc_engine.cards import DECK, Card, Cards, format_cards, parse_cards
from ofc_engine.finished import parse_finished
from ofc_engine.hand import Hand
from ofc_engine.links import link_of, read_link
from ofc_engine.lows import LEAST_LOW, LOW_MIDDLE, WHEEL
from ofc_engine.operations import Dealt, Operation, Placed
from ofc_engine.players.arena import ROWS, RULES
from ofc_engine.players.knowledge import outs, row_outs
from ofc_engine.ranking import HIGHEST, Category
from ofc_engine.rows import HIGH_ROWS, Foul, RowRanking
from ofc_engine.rulesets import STANDARD, Ruleset
from ofc_engine.scoring import evaluate, score, score_hand
from ofc_engine.unfinished import assured
from ofc_engine.variants import VARIANTS

DEUCE = STANDARD.changed({"variant": "deuce"})
RULES_OF_BOARDS = [
    DEUCE,
    DEUCE.changed({"stay": "strict", "scoring": "2-4", "front_trips": "flat"}),
    DEUCE.changed({"royalties": "none", "equal_rows": "foul"}),
    DEUCE.changed({"fantasyland": "none", "scoring": "1"}),
    DEUCE.changed({"stay": "never"}),
]
LOWS = LOW_MIDDLE.rankings[Row.MIDDLE]
FULL = "Kc8d2h / 8c6h4d3s2c / AcAdJh9s5h"


def low(text: str) -> int:
    return LOWS.strength(parse_cards(text))


def classes() -> Iterator[Cards]:
    """One hand of each kind of five cards: of the same ranks in several suits, or in one."""
    for ranks in combinations_with_replacement(range(2, 15), 5):
        if ranks[0] != ranks[-1]:
            yield tuple(
                Card(rank, "cdhs"[ranks[:at].count(rank) or at % 2 * (len(set(ranks)) == 5)])
                for at, rank in enumerate(ranks)
            )
    for ranks in combinations(range(2, 15), 5):
        yield tuple(Card(rank, "c") for rank in ranks)


# --- the low ------------------------------------------------------------------------------------


def test_r13_1_all_hands_of_five_rank_as_lows_as_the_text_says():
    hands = [*classes()]
    assert len(hands) == 7462
    ours = sorted(hands, key=LOWS.strength, reverse=True)
    assert [naive.low(format_cards(hand)) for hand in ours] == sorted(
        naive.low(format_cards(hand)) for hand in hands
    )
    assert len({*map(LOWS.strength, hands)}) == 7462
    lows = [hand for hand in ours if LOWS.made(hand).category is Category.LOW]
    assert [LOWS.strength(hand) for hand in lows] == list(range(HIGHEST, LEAST_LOW - 1, -1))
    assert LOWS.made(lows[0]) == WHEEL


@pytest.mark.parametrize("ranking", [LOWS, HIGH_ROWS.rankings[Row.BACK]])
def test_a_hand_is_named_by_its_own_ranks(ranking: RowRanking):
    for hand in classes():
        made, ranks = ranking.made(hand), {card.rank for card in hand}
        if made.category in {Category.STRAIGHT, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH}:
            assert made.ranks == (5 if ranks == {14, 5, 4, 3, 2} else max(ranks),)
        else:
            assert len(made.ranks) == len(ranks)
            assert set(made.ranks) == ranks


def test_only_2_7_pineapple_has_a_low():
    assert [name for name, variant in VARIANTS.items() if variant.has_low] == ["deuce"]


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("7c5d4h3s2c", "7c6d4h3s2c"),
        ("Tc9d8h7s5c", "Jc5d4h3s2c"),
        ("Kc9d4h3s2c", "Ac5d4h3s2c"),
        ("Ac5d4h3s2c", "Ac6d4h3s2c"),
        ("AcKdQhJs9c", "2c2d5h4s3c"),
        ("2c2d5h4s3c", "6c5d4h3s2c"),
        ("AcKdQhTs9c", "6c5d4h3s2c"),
        ("TcJdQhKsAc", "7c5c4c3c2c"),
        ("Ac5c4c3c2c", "6c5c4c3c2c"),
    ],
)
def test_r13_1_one_low_is_better_than_another(better: str, worse: str):
    assert low(better) > low(worse)


@pytest.mark.parametrize(
    ("cards", "qualifies"),
    [
        ("Tc9d8h7s5c", True),
        ("7c5d4h3s2c", True),
        ("Jc5d4h3s2c", False),
        ("Ac5d4h3s2c", False),
        ("6c5d4h3s2c", False),
        ("7c5c4c3c2c", False),
        ("7c5d4h3s3c", False),
    ],
)
def test_r13_1_a_ten_low_or_better_qualifies(cards: str, qualifies: bool):
    assert (LOWS.foul(low(cards)) is None) is qualifies


# --- boards -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "fouls"),
    [
        (FULL, ()),
        ("Kc8d2h / 8c6h4d3s2s / QcJdTh9s5h", (Foul.BACK_BELOW_FRONT,)),
        ("Kc8d2h / 8c6h4d3s3h / AcAdJh9s5h", (Foul.MIDDLE_IS_NO_LOW,)),
        ("AcAd2h / JcJd4d3s2s / QcQdTh9s5h", (Foul.MIDDLE_IS_NO_LOW, Foul.BACK_BELOW_FRONT)),
        ("AcKd2h / 8c6h4d3s2s / AdKcTh9s5h", ()),
    ],
)
def test_r13_1_what_makes_a_board_a_foul(board: str, fouls: tuple[Foul, ...]):
    assert evaluate(Board.parse(board), DEUCE, players=2).fouls == fouls


@pytest.mark.parametrize(
    ("board", "royalties", "earns"),
    [
        ("QcQd3h / 9c6h4d3s2s / AcAdJh9s5h", (7, 1, 0), 0),
        ("KcKd3h / Tc6h4d3s2s / AcAdJh9s5h", (8, 0, 0), 14),
        ("Kc9d8h / 7c5h4d3s2s / 8c8d8s9h9s", (0, 8, 6), 14),
        ("KcKd8h / 7c5h4d3s2s / AcAdJh9s5d", (8, 8, 0), 15),
        ("2c2d2h / 7c6h4d3s2s / 8c8d8s9h9s", (10, 4, 6), 14),
        ("2c2d2h / 7c5h4d3d3s / 8c8d8s9h9s", (0, 0, 0), 0),
    ],
)
def test_r13_1_royalties_and_entry(board: str, royalties: tuple[int, int, int], earns: int):
    result = evaluate(Board.parse(board), DEUCE, players=2)
    assert (result.royalties, result.fantasyland) == (royalties, earns)


@pytest.mark.parametrize(
    ("board", "stays"),
    [
        ("KcKd3h / 7c5h4d3s2s / AcAdJh9s5d", False),
        ("2c2d2h / 8c6h4d3s2s / 8d8h8s9h9s", True),
        ("Kc8d3h / 8c6h4d3s2s / 9c9h9s9dAc", True),
    ],
)
@pytest.mark.parametrize("cards", [14, 15])
@pytest.mark.parametrize("stay", ["standard", "strict"])
def test_r13_1_stay(board: str, stays: bool, cards: int, stay: str):
    rules = DEUCE.changed({"stay": stay})
    result = evaluate(Board.parse(board), rules, players=2, fantasyland=cards)
    assert result.fantasyland == 14 * stays


def test_r13_1_a_visit_has_14_or_15_cards():
    for cards in (14, 15):
        assert parse_finished(f"{FULL} FL{cards}", DEUCE, 3).fantasyland == cards


def some_board(random: Random) -> Cards:
    """13 cards, Front to Back, of which the Middle is a low more often than not."""
    while True:
        cards = random.sample(DECK, 13)
        if random.random() < 0.6:
            cards[:8] = (*cards[5:8], *random.sample(DECK[:36], 5))
        if random.random() < 0.3:
            cards[:3] = random.sample(DECK[44:], 3)
        if random.random() < 0.3:
            cards[8:] = random.sample(random.choice([DECK[::4], DECK[28:36]]), 5)
        if len({*cards}) == len(cards):
            return tuple(cards)


def agree(count: int, seed: int) -> set[object]:
    """Score so many random boards in pairs by both readings; what they came to."""
    random, seen = Random(seed), set[object]()
    for number in range(count // 2):
        rules = RULES_OF_BOARDS[number % len(RULES_OF_BOARDS)]
        options = dict(option.split("=") for option in rules.in_full().split()[1:])
        visits = random.choice([0, 0, 14, 15]), random.choice([0, 0, 14])
        boards = [some_board(random) for _ in visits]
        hands = [
            Held(tuple(map(format_cards, (c[:3], c[3:8], c[8:]))), visit=visit)
            for c, visit in zip(boards, visits, strict=True)
        ]
        results = [
            evaluate(Board(c[:3], c[3:8], c[8:]), rules, players=2, fantasyland=visit)
            for c, visit in zip(boards, visits, strict=True)
        ]
        for held, result in zip(hands, results, strict=True):
            assert result.is_foul is naive.fouls(held, options), held
            assert result.royalties == naive.royalties(held, options), held
            assert result.fantasyland == naive.earned(held, options, 2), held
            seen |= {result.fantasyland, *result.fouls, ("Middle", result.royalties[1])}
        scored = score(results, rules)
        assert scored.points == naive.table(hands, options), hands
        seen |= {("rows", scored.pairs[0].rows)}
    return seen


ALL_SEEN = {
    *(0, 14, 15),
    *(Foul.MIDDLE_IS_NO_LOW, Foul.BACK_BELOW_FRONT),
    *(("Middle", points) for points in (0, 1, 2, 4, 8)),
    *(("rows", rows) for rows in [(1, 1, 1), (-1, -1, -1), (1, -1, 1), (-1, 1, -1)]),
}


def test_random_boards_are_worth_what_a_second_reading_says():
    assert agree(10_000, 0) >= ALL_SEEN - {15}


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(1, 11))
def test_a_million_random_boards_are_worth_what_a_second_reading_says(seed: int):
    assert agree(100_000, seed) >= ALL_SEEN - {15}


# --- while it is played -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "certain"),
    [
        ("- / 7c / -", ()),
        ("- / 7c7d / -", (Foul.MIDDLE_IS_NO_LOW,)),
        ("- / Jc / -", (Foul.MIDDLE_IS_NO_LOW,)),
        ("- / Tc9d8h7s / -", ()),
        ("- / 5c4c3c2c / -", ()),
        ("KcKd2h / - / 9c7d4h3s", (Foul.BACK_BELOW_FRONT,)),
        ("AcKd2h / - / 9c7d4h3s", ()),
    ],
)
def test_a_foul_is_certain_as_soon_as_nothing_helps(board: str, certain: tuple[Foul, ...]):
    begun = Board.parse(board)
    live = tuple(card for card in DECK if card not in begun.cards)
    assert DEUCE.certain_fouls(begun, live) == certain


@given(st.permutations(DECK), st.integers(0, 5))
def test_no_foul_is_certain_that_some_card_averts(cards: list[Card], missing: int):
    begun = Board(middle=tuple(cards[:missing]))
    if DEUCE.certain_fouls(begun, tuple(cards[missing:])):
        for more in combinations(cards[missing : missing + 9], 5 - missing):
            assert LOWS.foul(LOWS.strength((*begun.middle, *more)))


def test_only_a_whole_low_is_sure_of_its_royalty():
    begun = assured(Board.parse("KcKd2h / 7c5d4h3s / -"), DEUCE, players=2)
    assert (begun.royalties, begun.fantasyland) == ((8, 0, 0), 14)
    whole = assured(Board.parse("Kc / 7c5d4h3s2c / -"), DEUCE, players=2)
    assert (whole.royalties, whole.fantasyland) == ((0, 8, 0), 14)


def test_outs_of_the_middle_are_the_cards_that_make_a_low():
    board = Board.parse("- / 7c5d4h3s / -")
    live = tuple(card for card in DECK if card not in board.cards)
    found = outs(board, live, LOW_MIDDLE)[Row.MIDDLE]
    assert {card.rank for card in found} == {2, 8, 9, 10}
    ((category, needs, cards),) = row_outs(LOWS, board.middle, live)
    assert (category, needs, cards) == (Category.LOW, 1, found)


@pytest.mark.parametrize(
    ("row", "ranks"),
    [
        ("7c", {2, 3, 4, 5, 6, 8, 9, 10}),
        ("7c5d4h", {2, 3, 6, 8, 9, 10}),
        ("7cJd", set()),
        ("7c7d4h", set()),
    ],
)
def test_a_low_that_lacks_several_cards_needs_such_as_still_make_one(row: str, ranks: set[int]):
    cards = parse_cards(row)
    live = tuple(card for card in DECK if card not in cards)
    useful = tuple(card for card in live if card.rank in ranks)
    needs = LOWS.size - len(cards)
    assert row_outs(LOWS, cards, live) == (((Category.LOW, needs, useful),) if ranks else ())


def test_no_low_comes_of_too_few_ranks():
    cards = parse_cards("7c5d4h")
    assert row_outs(LOWS, cards, parse_cards("2c2d2hKsAs")) == ()


# --- hands of another engine --------------------------------------------------------------------


def hands_of(path: Path) -> Iterator[list[dict[str, Any]]]:
    """The events of each hand."""
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    for _, hand in groupby(lines, key=lambda line: line["hand"]):
        yield [line["ev"] for line in hand if "ev" in line]


def placed(event: dict[str, Any]) -> Placement:
    cards = [(Card.parse(each["card"]), ROWS[each["row"]]) for each in event["placements"]]
    rows = [tuple(card for card, row in cards if row is wanted) for wanted in Row]
    return Placement(*rows, tuple(map(Card.parse, event["discarded"])))


def test_hands_that_another_engine_played_come_to_the_same(shared: Path):
    rules, operations, hands = Ruleset.parse(RULES["ofc-27"]), 0, 0
    for events in hands_of(shared / "rules" / "arena" / "ofc-27.jsonl"):
        visits = {e["seat"]: e["cards"] for e in events if e["event"] == "fantasyland"}
        players = len({e["seat"] for e in events})
        acting = [*range(1, players), 0]
        hand = Hand.start(rules, tuple(visits.get(seat, 0) for seat in acting))
        log: list[Operation] = []
        for event in events:
            if event["event"] == "deal":
                cards = tuple(map(Card.parse, event["cards"]))
                log.append(Dealt(acting.index(event["seat"]), cards))
            elif event["event"] == "place":
                log.append(Placed(acting.index(event["seat"]), placed(event)))
            else:
                continue
            hand = hand.apply(log[-1])
        scored = score_hand(hand)
        for event in events:
            if event["event"] == "showdown":
                result = scored.results[acting.index(event["seat"])]
                assert result.is_foul is event["fouled"]
                assert (result.fantasyland or None) == event["next_fantasyland"]
                if not result.is_foul:
                    assert list(result.royalties) == list(event["royalties"].values())
            elif event["event"] == "score":
                assert scored.points[acting.index(event["seat"])] == event["points"]
        assert read_link(link_of(hand, log)).hand.rules == rules
        hands, operations = hands + 1, operations + len(log)
    assert (hands, operations) == (4, 104)
