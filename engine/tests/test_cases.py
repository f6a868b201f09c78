"""The rules by example, asked of the engine and of a naive reading of the same rules."""

from itertools import pairwise

import pytest
from hypothesis import given

from engine.tests import cases, naive, settling_cases
from engine.tests.cases import BoardCase, TableCase
from engine.tests.hands import Game, games
from engine.tests.naive import Held, Options
from engine.tests.players.brute import best_points
from engine.tests.settling_cases import SettlingCase, StackCase
from ofc_engine.board import Board, Row
from ofc_engine.cards import parse_cards
from ofc_engine.match import limit_reached, settle
from ofc_engine.ranking import Category, category, strength
from ofc_engine.rule_options import OPTIONS
from ofc_engine.rulesets import Ruleset
from ofc_engine.scoring import Pair, Result, evaluate, royalty, score, score_hand
from ofc_engine.seat import Fate
from ofc_engine.stacks import settle_stacks


def options_of(rules: Ruleset) -> Options:
    return {option: rules.choice(option) for option in OPTIONS}


def ladder(written: str) -> list[tuple[Category, str]]:
    """The hands of a ladder from the lowest on, with what they are."""
    lines = (line.partition(":") for line in written.strip().splitlines())
    return [
        (Category[name.upper().replace(" ", "_")], cards)
        for name, _, hands in lines
        for cards in hands.split()
    ]


def held(hand: str, visit: int = 0, exposed: int = 0) -> Held:
    front, _, rest = hand.partition(" / ")
    middle, _, back = rest.partition(" / ")
    return Held((front, middle, back), "playing" if back else hand, visit, exposed)


def result_of(hand: str, rules: Ruleset, players: int, visit: int = 0, exposed: int = 0) -> Result:
    fate = Fate(hand) if hand in {"dead", "surrendered", "missed"} else Fate.PLAYING
    board = Board.parse(hand) if fate is Fate.PLAYING else Board()
    return evaluate(board, rules, players=players, fantasyland=visit, fate=fate, exposed=exposed)


def named(case: BoardCase | TableCase | SettlingCase | StackCase) -> str:
    return case.rule


@pytest.mark.parametrize("hands", [ladder(cases.FIVES), ladder(cases.THREES)], ids=["5", "3"])
def test_r2_each_hand_is_what_it_is_and_higher_than_those_before(hands: list[tuple[Category, str]]):
    for made, cards in hands:
        assert category(strength(parse_cards(cards))) is made, cards
        assert naive.category(cards) == made.name.lower().replace("_", " "), cards
    for (_, low), (_, high) in pairwise(hands):
        assert strength(parse_cards(low)) < strength(parse_cards(high)), (low, high)
        assert naive.ranked(low) < naive.ranked(high), (low, high)


@pytest.mark.parametrize(("one", "other"), cases.EQUAL)
def test_r1_1_no_suit_is_better(one: str, other: str):
    assert strength(parse_cards(one)) == strength(parse_cards(other))
    assert naive.ranked(one) == naive.ranked(other)


@pytest.mark.parametrize(("front", "middle", "in_order"), cases.FRONT_AND_MIDDLE)
def test_r2_5_front_and_middle(front: str, middle: str, in_order: bool):
    assert (strength(parse_cards(front)) <= strength(parse_cards(middle))) is in_order
    assert (naive.ranked(front) <= naive.ranked(middle)) is in_order


@pytest.mark.parametrize(("rules", "row"), cases.ROYALTIES)
def test_r6_2_royalties_of_middle_and_back(rules: str, row: str):
    chosen = Ruleset.parse(rules)
    for (name, cards), points in zip(
        cases.ROYALTY_HANDS.items(), cases.ROYALTIES[rules, row], strict=True
    ):
        assert royalty(Row[row.upper()], strength(parse_cards(cards)), chosen) == points, name


@pytest.mark.parametrize("rank", cases.FRONT_PAIRS)
def test_r6_3_royalties_of_the_front(rank: str):
    pair = strength(parse_cards(f"{rank}c{rank}d{'3' if rank == '2' else '2'}h"))
    trips = strength(parse_cards(f"{rank}c{rank}d{rank}h"))
    for preset, for_trips in (
        ("standard", cases.FRONT_TRIPS[rank]),
        ("us2012", cases.FRONT_TRIPS[rank]),
        ("italian", 20),
        ("czech", 20),
    ):
        rules = Ruleset.of(preset)
        assert royalty(Row.FRONT, pair, rules) == cases.FRONT_PAIRS[rank], preset
        assert royalty(Row.FRONT, trips, rules) == for_trips, preset


@pytest.mark.parametrize("case", cases.BOARDS, ids=named)
def test_what_a_board_brings(case: BoardCase):
    rules = Ruleset.parse(case.rules)
    result = result_of(case.board, rules, case.players, case.visit)
    assert len({*result.board.cards}) == 13
    assert (None if result.is_foul else result.royalties) == case.royalties
    assert result.fantasyland == case.earns
    own, options = held(case.board, case.visit), options_of(rules)
    assert naive.fouls(own, options) is (case.royalties is None)
    assert naive.royalties(own, options) == (case.royalties or (0, 0, 0))
    assert naive.earned(own, options, case.players) == case.earns


@pytest.mark.parametrize("case", cases.TABLES, ids=named)
def test_what_everybody_wins(case: TableCase):
    rules = Ruleset.parse(case.rules)
    exposed = case.exposed or (0,) * len(case.hands)
    each = list(zip(case.hands, exposed, strict=True))
    results = [result_of(hand, rules, len(each), exposed=shown) for hand, shown in each]
    cards = [card for result in results for card in result.board.cards]
    assert len(set(cards)) == len(cards)
    assert score(results, rules).points == case.points
    hands = [held(hand, exposed=shown) for hand, shown in each]
    assert naive.table(hands, options_of(rules)) == case.points
    assert sum(case.points) == 0, "R4.4"


@pytest.mark.parametrize("case", settling_cases.SETTLINGS, ids=named)
def test_what_changes_hands(case: SettlingCase):
    pairs = [Pair(a, b, (0, 0, 0), 0, 0, points) for a, b, points in case.due]
    agreed = {frozenset(case.agreed[:2]): case.agreed[2]} if case.agreed else {}
    transfers = settle(
        pairs, case.totals, stake=case.stake, pair_stakes=agreed, loss_limit=case.limit
    )
    assert tuple(transfer.points for transfer in transfers) == case.paid
    totals = list(case.totals)
    for transfer in transfers:
        totals[transfer.a] += transfer.points
        totals[transfer.b] -= transfer.points
    assert limit_reached(totals, case.limit) is case.is_over


@pytest.mark.parametrize("case", settling_cases.STACKS, ids=named)
def test_what_changes_hands_with_stacks(case: StackCase):
    pairs = [Pair(a, b, (0, 0, 0), points, 0, 0) for a, b, points in case.due]
    transfers = settle_stacks(pairs, case.stacks, stake=case.stake)
    assert tuple(transfer.points for transfer in transfers) == case.paid
    due = [(a, b, points * case.stake) for a, b, points in case.due]
    assert naive.paid_with_stacks(due, case.stacks) == list(case.paid)


@pytest.mark.parametrize(("rules", "cards", "royalties"), cases.BEST)
def test_r7_2_the_most_that_a_fantasyland_can_bring(rules: str, cards: str, royalties: int):
    best, _ = best_points(parse_cards(cards), Ruleset.parse(rules), (), 0)
    assert best == royalties


@given(games(finished=True))
def test_every_hand_is_scored_as_the_rules_say(game: Game):
    options, seats = options_of(game.rules), game.hand.seats
    hands = []
    for seat in seats:
        front, middle, back = ("".join(map(str, row)) for row in seat.board)
        rows = front, middle, back
        hands.append(Held(rows, seat.fate.value, seat.fantasyland, seat.exposed))
    scored = score_hand(game.hand)
    assert scored.points == naive.table(hands, options)
    for own, result in zip(hands, scored.results, strict=True):
        assert result.royalties == naive.royalties(own, options)
        assert result.fantasyland == naive.earned(own, options, len(seats))
