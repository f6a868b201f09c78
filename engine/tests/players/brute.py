"""The plain way: every board that some cards allow, and every draw, scored by the rules."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from engine.tests import naive
from ofc_engine.board import Board, Row
from ofc_engine.cards import Card, Cards, format_cards
from ofc_engine.jokers import readings
from ofc_engine.legal import placements, without
from ofc_engine.players.aims import visit_worth
from ofc_engine.ranking import HIGHEST, Category
from ofc_engine.rule_options import FinishedRows
from ofc_engine.rulesets import STANDARD, Ruleset
from ofc_engine.scoring import evaluate, royalty, score_pair
from ofc_engine.variants import DEUCE, Street

_STAYS = 1000
"""Marks a row that keeps its owner in Fantasyland, above any royalties."""


@lru_cache
def _splits(count: int) -> tuple[NDArray[np.intp], ...]:
    """Indices (front of 3, middle of 5, back of 5) into the subsets of `count` cards."""
    fives, threes = list(combinations(range(count), 5)), list(combinations(range(count), 3))
    at = {subset: number for number, subset in enumerate(fives)}
    front_at = {subset: number for number, subset in enumerate(threes)}
    found: list[tuple[int, int, int]] = []
    for back in fives:
        rest = [card for card in range(count) if card not in back]
        for middle in combinations(rest, 5):
            left = [card for card in rest if card not in middle]
            found += [(front_at[f], at[middle], at[back]) for f in combinations(left, 3)]
    return tuple(np.array(found, np.intp).T.copy())


def best_points(
    cards: Cards, rules: Ruleset, rivals: Sequence[Board], stay_worth: float
) -> tuple[float, int]:
    """The most points that a Fantasyland board of these cards brings, and how many boards tried.

    Without rivals it is played for the royalties of one opponent who compares no rows.
    """
    splits = _splits(len(cards))
    ranked = [
        np.array([of.strength(c) for c in combinations(cards, of.size)], np.int16)
        for of in rules.variant.rows.rankings
    ]
    rows = [of[split] for of, split in zip(ranked, splits, strict=True)]
    if rules.variant is DEUCE:
        lows = [naive.low(format_cards(c)) for c in combinations(cards, 5)]
        valid = np.array([low <= (0, [10, 9, 8, 7, 5]) for low in lows])[splits[1]]
        valid &= rows[0] <= rows[2]
    else:
        valid = rows[0] <= rows[1]
        valid &= rows[1] < rows[2] if rules.equal_rows_foul else rows[1] <= rows[2]
    if not valid.any():
        results = [evaluate(rival, rules, players=2) for rival in rivals]
        lost = sum(r.is_valid * rules.scoring.full_loss + sum(r.royalties) for r in results)
        return -float(lost if rivals else rules.scoring.full_loss), 0
    coded = [
        _coded(Row(row), rules)[of][split]
        for row, (of, split) in enumerate(zip(ranked, splits, strict=True))
    ]
    code = (coded[0] + coded[1] + coded[2])[valid]
    if not rivals:
        code = np.flatnonzero(np.bincount(code))
    total = code % _STAYS * max(1, len(rivals)) + stay_worth * (code >= _STAYS)
    for rival in rivals:
        total += _against([row[valid] for row in rows], rival, rules)
    return float(total.max()), len(valid)


def best_with_jokers(cards: Cards, rules: Ruleset, stay_worth: float) -> float:
    """R13.2: the most royalties and worth of a stay that a board of these cards brings."""
    read, best = lru_cache(readings), -float(rules.scoring.full_loss)
    fits = bisect_left if rules.equal_rows_foul else bisect_right
    coded = [_coded(row, rules) for row in Row]
    for back in combinations(cards, 5):
        below = read(back)[-1]
        rest = without(cards, back)
        for middle in combinations(rest, 5):
            possible = read(middle)
            low_enough = fits(possible, below)
            for front in combinations(without(rest, middle), 3) if low_enough else ():
                possible_front = read(front)
                at = bisect_right(possible_front, possible[low_enough - 1])
                if at:
                    rows = possible_front[at - 1], possible[low_enough - 1], below
                    codes = [int(of[row]) for of, row in zip(coded, rows, strict=True)]
                    royalties = sum(code % _STAYS for code in codes)
                    best = max(best, royalties + stay_worth * (max(codes) >= _STAYS))
    return best


@lru_cache
def _coded(row: Row, rules: Ruleset) -> NDArray[np.int16]:
    """Royalties of each strength in a row, plus `_STAYS` where it keeps one in Fantasyland."""
    codes: list[int] = []
    for one in range(HIGHEST + 1):
        categories, royalties = [Category.HIGH_CARD] * 3, [0, 0, 0]
        made = rules.variant.rows.rankings[row].shape(one)
        categories[row], royalties[row] = made.category, royalty(row, one, rules)
        stays = rules.fantasyland and rules.stays(FinishedRows(tuple(categories), tuple(royalties)))
        codes.append(royalties[row] + _STAYS * bool(stays))
    return np.array(codes, np.int16)


def _against(rows: Sequence[NDArray[np.int16]], rival: Board, rules: Ruleset) -> NDArray[np.int64]:
    """Points of valid boards against one full board, their own royalties aside."""
    met = evaluate(rival, rules, players=2)
    if met.is_foul:
        return np.full(len(rows[0]), rules.scoring.full_loss)
    won = sum((row > s).astype(int) for row, s in zip(rows, met.strengths, strict=True))
    lost = sum((row < s).astype(int) for row, s in zip(rows, met.strengths, strict=True))
    scoring = rules.scoring
    total = scoring.row * (won - lost) - sum(met.royalties)
    total += scoring.scoop * ((won == 3).astype(int) - (lost == 3))
    return total + scoring.majority * ((won >= 2).astype(int) - (lost >= 2))


def by_the_rules(board: Board, rules: Ruleset, rival: Board) -> float:
    """Points against a full board, with the worth of a Fantasyland that is earned."""
    own, other = (evaluate(each, rules, players=2) for each in (board, rival))
    worth = visit_worth(rules).get(own.fantasyland, 0.0)
    return score_pair(0, 1, own, other, rules).points + worth


def lines_by_the_rules(board: Board, rules: Ruleset, rival: Board) -> list[float]:
    """The score sheet against a full board, line by line in the order of `Part`."""
    own, other = (evaluate(each, rules, players=2) for each in (board, rival))
    pair, worth = score_pair(0, 1, own, other, rules), visit_worth(rules)
    rows = [float(sign * rules.scoring.row) for sign in pair.rows]
    royalties, theirs = map(float, own.royalties), float(sum(other.royalties))
    if own.is_foul:
        lost = pair.row_points + pair.bonus
        return [0.0] * 7 + [-theirs, 0.0, float(lost)]
    return [*rows, float(pair.bonus), *royalties, -theirs, worth.get(own.fantasyland, 0.0), 0.0]


def lines_enumerated(
    board: Board, live: Sequence[Card], streets: Sequence[Street], rules: Ruleset, rival: Board
) -> list[float]:
    """The mean of each line over every draw of these streets, each placed for most points.

    Of placements of equal points the one with the stronger rows counts.
    """
    if not streets:
        return lines_by_the_rules(board, rules, rival)
    street, *later = streets

    def best(drawn: Cards) -> list[float]:
        rest = [card for card in live if card not in drawn]
        after = [board.with_rows(p.rows) for p in placements(board, drawn, street.discarded)]
        ways = [(lines_enumerated(each, rest, later, rules, rival), each) for each in after]
        return max(ways, key=lambda way: (round(sum(way[0]), 6), _strength(way[1], rules)))[0]

    every = [best(drawn) for drawn in combinations(live, street.dealt)]
    return [float(column) for column in np.mean(every, axis=0)]


def _strength(board: Board, rules: Ruleset) -> int:
    return sum(evaluate(board, rules, players=2).strengths) if board.is_full else 0


def enumerated(
    board: Board, live: Sequence[Card], streets: Sequence[Street], rival: Board
) -> float:
    """What a board is worth against a full one, by every draw of these streets from `live`."""
    if not streets:
        return by_the_rules(board, STANDARD, rival)
    street, *later = streets
    best = [
        max(
            enumerated(board.with_rows(p.rows), [c for c in live if c not in drawn], later, rival)
            for p in placements(board, drawn, street.discarded)
        )
        for drawn in combinations(live, street.dealt)
    ]
    return float(np.mean(best))
