"""Skill and luck of finished hands: what is judged, how exactly, and that luck sums to nothing."""

from collections import Counter
from itertools import combinations
from random import Random

import numpy as np
import pytest

from engine.tests.hands import play
from ofc_engine.board import Board, Placement
from ofc_engine.cards import DECK, Card, Cards, parse_cards
from ofc_engine.errors import PlacementError
from ofc_engine.hand import Hand
from ofc_engine.legal import placements
from ofc_engine.operations import Operation, Placed, Surrendered, parse_operation
from ofc_engine.players.aims import visit_worth
from ofc_engine.players.knowledge import Knowledge, Opponent
from ofc_engine.players.skill import Decision, FinishedHand, Skill
from ofc_engine.players.thinking import judge_on, verdict
from ofc_engine.players.verdicts import judge
from ofc_engine.rulesets import PRESETS, STANDARD, Ruleset
from ofc_engine.scoring import evaluate, score_hand, score_pair

RIVAL = Board.parse("QhQd2c / 3c3d4h5h6s / 7c7d7h8s9s")
DECK_LEFT = [card for card in DECK if card not in RIVAL.cards]
SHORT = Ruleset.of("standard", {"variant": "turbo"})
"""Three decisions each, judged by the oracle."""


def points(board: Board, rules: Ruleset, visit: int = 0) -> float:
    """By the rules, against the rival's board: with the worth of the visit that is earned."""
    own = evaluate(board, rules, players=2, fantasyland=visit)
    pair = score_pair(0, 1, own, evaluate(RIVAL, rules, players=2), rules)
    return pair.points + visit_worth(rules).get(own.fantasyland, 0.0)


def dealt(placed: int, seed: int) -> tuple[Board, Cards]:
    """A board with so many cards at random, and the cards left."""
    cards = Random(seed).sample(DECK_LEFT, len(DECK_LEFT))
    slots = Random(seed).sample([0] * 3 + [1] * 5 + [2] * 5, placed)
    rows = [tuple(c for c, s in zip(cards, slots, strict=False) if s == row) for row in range(3)]
    return Board(*rows), tuple(cards[placed:])


def played(seed: int, rules: Ruleset = SHORT, visits: tuple[int, ...] = (0, 0)) -> FinishedHand:
    """A hand that was played at random."""
    game = play(rules, visits, bytes([seed]) * 32, Random(seed))
    return FinishedHand(rules, visits, game.log)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_last_street_costs_what_the_rules_say(preset: str):
    rules = PRESETS[preset]
    street = rules.variant.streets[-1]
    for seed in range(4):
        board, left = dealt(13 - street.placed, seed)
        pending = left[: street.dealt]
        knowledge = Knowledge(rules, board, pending, opponents=(Opponent(RIVAL),))
        ways = list(placements(board, pending, street.discarded))
        worth = [points(board.with_rows(way.rows), rules) for way in ways]
        for way, own in zip(ways, worth, strict=True):
            found = verdict(Decision(knowledge, way))
            assert found.cost == pytest.approx(max(worth) - own, abs=0.01)


def test_before_the_last_street_the_cost_is_exact():
    """Every card that may come, placed in the best way."""
    rules = STANDARD.changed({"variant": "classic"})
    board, pending = Board.parse("AhKd / 8c8d9c9d / TcTdThJhJs"), parse_cards("Ks")
    left = [card for card in DECK_LEFT if card not in (*board.cards, *pending)]
    gone = Board(*(tuple(left[at : at + n]) for at, n in ((0, 3), (3, 5), (8, 5))))
    opponents = Opponent(RIVAL), Opponent(gone)
    knowledge = Knowledge(rules, board, pending, opponents=opponents)
    live = left[13:]

    def settled(full: Board) -> float:
        own, *others = (evaluate(each, rules, players=3) for each in (full, RIVAL, gone))
        won = sum(score_pair(0, 1, own, other, rules).points for other in others)
        return won + 2 * visit_worth(rules).get(own.fantasyland, 0.0)

    def mean(after: Board) -> float:
        ways = ([after.with_rows(p.rows) for p in placements(after, (c,), 0)] for c in live)
        return float(np.mean([max(map(settled, boards)) for boards in ways]))

    ways = list(placements(board, pending, 0))
    worth = [mean(board.with_rows(way.rows)) for way in ways]
    costs = [verdict(Decision(knowledge, way)).cost for way in ways]
    assert costs == pytest.approx([max(worth) - own for own in worth], abs=0.01)
    assert max(costs) > 1


def test_a_fantasyland_is_measured_by_the_best_board_there_is():
    board, left = dealt(13, 5)
    knowledge = Knowledge(
        STANDARD, Board(), (*board.cards, left[0]), opponents=(Opponent(RIVAL),), fantasyland=14
    )
    found = verdict(Decision(knowledge, Placement(*board, left[:1])))
    best = points(Board(*found.best.placement.rows), STANDARD, 14)
    assert found.street == 0
    assert found.cost == pytest.approx(best - points(board, STANDARD, 14), abs=0.01)


def test_the_same_decision_always_costs_the_same_whatever_the_deck_holds():
    """Only what its player saw counts: other cards in another's hand change nothing."""
    once, hidden = played(1, STANDARD), played(1, STANDARD)
    seat, decision = next(iter(once.decisions()))
    known = verdict(decision)
    assert known == verdict(next(iter(hidden.decisions()))[1])
    assert known.decision.knowledge.opponents == (Opponent(),)
    assert (seat, known.street) == (0, 1)
    assert 0 <= known.cost < 40


def test_an_illegal_placement_is_not_judged():
    knowledge = Knowledge(STANDARD, Board(), parse_cards("KhKd5c6c7c"))
    for wrong in ("KhKd5c / 6c / -", "KhKd / 5c6c / 7s"):
        with pytest.raises(PlacementError):
            verdict(Decision(knowledge, Placement.parse(wrong)))


# --- a whole hand ----------------------------------------------------------------------------


def test_a_hand_can_be_judged_in_steps_beside_others():
    """So that nobody waits for more than one decision; whose process has died begins anew."""
    hands = [played(seed) for seed in range(2)]
    steps, found = Counter[int](), dict[int, tuple[Skill, ...]]()
    while len(found) < len(hands):
        for number, hand in enumerate(hands):
            if number not in found:
                skills = judge_on(hand)
                steps[number] += 1
                if skills is not None:
                    found[number] = skills
    assert [found[number] for number in range(2)] == [judge(hand) for hand in hands]
    assert [steps[n] for n in range(2)] == [len(list(hand.decisions())) + 1 for hand in hands]
    assert judge_on(hands[0]) is None, "and once more"


def test_a_hand_is_judged_in_one_step_if_there_is_time():
    hand = played(3)
    assert judge_on(hand, seconds=60) == judge(hand)


def test_every_decision_is_judged_but_cards_that_had_one_place_only():
    hand = played(2)
    placed = [op for op in hand.log if isinstance(op, Placed)]
    judged = [each for skill in judge(hand) for each in skill.verdicts]
    assert len(judged) == len(list(hand.decisions())) <= len(placed)
    chinese = FinishedHand(
        STANDARD.changed({"variant": "classic"}),
        (0, 0),
        tuple(map(parse_operation, _one_row_left())),
    )
    forced = [d for _, d in chinese.decisions() if len(d.knowledge.board.open_rows) == 1]
    assert not forced


def _one_row_left() -> list[str]:
    """A classic hand of two, whose last cards can go to the Back alone."""
    deck = iter(DECK)
    lines: list[str] = []
    rows = ["fffmm", *"mmm", *"bbbbb"]
    for letters in rows:
        for seat in range(2):
            cards = [next(deck) for _ in letters]
            put = [_row(cards, letters, letter) for letter in "fmb"]
            lines += [
                f"deal {seat} {''.join(map(str, cards))}",
                f"place {seat} {' / '.join(put)}",
            ]
    return lines


def _row(cards: list[Card], letters: str, letter: str) -> str:
    return "".join(str(c) for c, at in zip(cards, letters, strict=True) if at == letter) or "-"


def test_what_was_decided_on_somebodys_behalf_is_not_given_away_by_them():
    hand = played(3)
    first, *_ = (decision.at for seat, decision in hand.decisions() if seat == 1)
    absent = FinishedHand(hand.rules, hand.fantasyland, hand.log, frozenset({first}))
    with_all, without = judge(hand)[1], judge(absent)[1]
    assert len(without.own) == len(with_all.own) - 1
    assert without.given_away == pytest.approx(with_all.given_away - with_all.own[0].cost)
    assert without.luck == pytest.approx(with_all.luck)


@pytest.mark.parametrize("visits", [(0, 0), (13, 0), (0, 0, 0)])
def test_the_luck_of_a_hand_sums_to_nothing(visits: tuple[int, ...]):
    hand = played(4, SHORT, visits)
    lucks = [skill.luck for skill in judge(hand)]
    assert sum(luck or 0.0 for luck in lucks) == pytest.approx(0, abs=1e-6)
    assert len(set(lucks)) > 1


def test_luck_is_what_skill_and_the_visits_brought_along_leave_of_a_result():
    hand = played(6, SHORT, (13, 0))
    own, other = judge(hand)
    score, worth = score_hand(hand.end), {0: 0.0, **visit_worth(SHORT)}
    earned = [worth[result.fantasyland] for result in score.results]
    result = score.points[0] + earned[0] - earned[1]
    expected = worth[13] + other.given_away - own.given_away
    assert own.luck == pytest.approx(result - expected)


def test_a_hand_that_was_declared_dead_has_no_luck():
    hand = played(5)
    dead = parse_operation("dead 1")
    begun: tuple[Operation, ...] = hand.log[:3]
    ended = Hand.replay(hand.rules, hand.fantasyland, (*begun, dead))
    rest = [op for op in hand.log[3:] if op.seat == 0]
    for operation in rest:
        ended = ended.apply(operation)
    skills = judge(FinishedHand(hand.rules, hand.fantasyland, (*begun, dead, *rest)))
    assert [skill.luck for skill in skills] == [None, None]


def test_r8_giving_up_costs_what_playing_on_was_worth():
    rules = STANDARD.changed({"surrender": "2"})
    pending = parse_cards("AhAdAcKsKd")
    knowledge = Knowledge(rules, Board(), pending, opponents=(Opponent(),))
    found = verdict(Decision(knowledge, None))
    assert found.cost == pytest.approx(found.best.points + 2)
    assert not found.should_give_up
    log = (parse_operation("deal 0 AhAdAcKsKd"), Surrendered(0))
    hand = FinishedHand(rules, (0, 0), log)
    assert hand.end.is_finished
    assert judge(hand)[0].given_away == pytest.approx(found.cost)


def test_combinations_of_two_seats_share_what_the_third_gave_away():
    """With three players, each of the others has half of what somebody gives away."""
    hand = played(7, SHORT, (0, 0, 0))
    skills, score = judge(hand), score_hand(hand.end)
    worth = {0: 0.0, **visit_worth(SHORT)}
    given = [skill.given_away for skill in skills]
    earned = [worth[result.fantasyland] for result in score.results]
    settled = dict.fromkeys(range(3), 0.0)
    for a, b in combinations(range(3), 2):
        gain = earned[a] - earned[b] + (given[a] - given[b]) / 2
        settled[a] += gain
        settled[b] -= gain
    for seat, skill in enumerate(skills):
        assert skill.luck == pytest.approx(score.points[seat] + settled[seat])
