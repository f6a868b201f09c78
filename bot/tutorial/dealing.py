"""Deals problems from a seed: the same seed gives the same problem, even after a restart."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import count
from random import Random
from types import MappingProxyType
from typing import Final

import numpy as np

from bot.tutorial.exercises import TOLERANCE, Topic, topic_at
from bot.tutorial.problems import (
    PLAYERS,
    RULES,
    SEEDS,
    Comparison,
    FoulQuestion,
    Lesson,
    Placing,
    PointsQuestion,
    Problem,
    RoyaltyQuestion,
    VisitQuestion,
)
from ofc_engine.board import Board, Row
from ofc_engine.cards import DECK, JOKERS, SUITS, Card, Cards, in_shown_order
from ofc_engine.deal import advance, forced_placement
from ofc_engine.hand import Hand
from ofc_engine.jokers import rows_with_jokers
from ofc_engine.lows import LOW_MIDDLE
from ofc_engine.operations import Placed
from ofc_engine.players.advice import advise, weigh
from ofc_engine.players.judging import Judgement, OracleStyle, by_oracle
from ofc_engine.players.knowledge import Knowledge
from ofc_engine.players.leaks import Leak, kind_of
from ofc_engine.players.opinions import Advice, Review
from ofc_engine.players.skill import Decision, Verdict
from ofc_engine.players.solver import solve
from ofc_engine.players.values import learnt_rules
from ofc_engine.players.worth import NOBODY, Aim
from ofc_engine.ranking import Category, category, strength
from ofc_engine.rulesets import Ruleset
from ofc_engine.scoring import evaluate, score_pair
from ofc_engine.seat import Seat
from ofc_engine.variants import GAMES
from ofc_engine.views import view_for

_SENSIBLE: Final = OracleStyle((12, 30), foul=-3.0)
"""How both seats play up to the exercise."""
_DREAMING: Final = OracleStyle((6, 12), extra=True, foul=4.0, dream=2.5)
"""A player who forgets about fouls: its favourites are the mistakes that people make."""
_CANDIDATES: Final = 6
"""The best placements by each style, which are tempting."""
_MISTAKE_COST: Final = 0.7, 6.0
"""Points that the mistake may cost: enough to matter, and not absurd."""
_GLANCES: Final = 12
"""From this hand of a seed on the judge sees every decision: a glance rarely finds some kinds."""
_MOST_HANDS: Final = 40
"""From this hand of a seed on any decision will do."""


def exercise(topic: Topic, seed: int) -> Placing:
    """The seed's decision that invites a mistake of the topic's kind; may take a minute."""
    return next(found for number in count() if (found := decision_of(topic, seed, number)))


@lru_cache(maxsize=256)
def decision_of(topic: Topic, seed: int, number: int) -> Placing | None:
    """A decision as in `exercise`, from one of a seed's hands, from 0; None if it has none."""
    random = Random(f"{topic.game} {topic.kind} {seed} {number}")
    rng = np.random.default_rng(random.randrange(SEEDS))
    decisions = list(_decisions(learnt_rules(GAMES[topic.game]), random, rng))
    glances = number < _GLANCES
    found = [d for d in decisions if _invites(topic.kind, d.knowledge, rng, glances=glances)]
    if number >= _MOST_HANDS:
        found = found or decisions
    return random.choice(found) if found else None


def _decisions(rules: Ruleset, random: Random, rng: np.random.Generator) -> Iterator[Placing]:
    """The decisions of one seat of a new hand."""
    deck = tuple(random.sample(rules.variant.deck, len(rules.variant.deck)))
    own = random.randrange(PLAYERS)
    hand = Hand.start(rules, [0] * PLAYERS)
    while True:
        for operation in advance(hand, deck):
            hand = hand.apply(operation)
        if not hand.waiting_on:
            return
        seat = hand.waiting_on[0]
        if seat == own and forced_placement(hand, seat) is None:
            yield Placing(hand, seat, TOLERANCE)
        judged = by_oracle(Knowledge.of(view_for(hand, seat)), rng, _SENSIBLE)
        placement = judged.placement(int(judged.outlook.points.argmax()))
        hand = hand.apply(Placed(seat, placement))


def _invites(kind: Leak, knowledge: Knowledge, rng: np.random.Generator, *, glances: bool) -> bool:
    """True if the judge finds that a mistake of the kind is tempting.

    If `glances`, only after a quick look has found it, too.
    """
    seen, dreamt = (by_oracle(knowledge, rng, style) for style in (_SENSIBLE, _DREAMING))
    order = _ranked(seen)
    tempting = {*order[:_CANDIDATES], *_ranked(dreamt)[:_CANDIDATES]}
    glanced = {number: _glanced(seen, number) for number in tempting}
    best_seen = glanced[order[0]]
    if glances and not any(_kind(knowledge, each, best_seen) is kind for each in glanced.values()):
        return False
    best, others = weigh(knowledge, [each.placement for each in glanced.values()])
    return any(
        _MISTAKE_COST[0] <= best.points - each.points <= _MISTAKE_COST[1]
        and _kind(knowledge, each, best) is kind
        for each in others
    )


def _ranked(judged: Judgement) -> list[int]:
    """The numbers of all placements, best first."""
    return np.argsort(-judged.outlook.points).tolist()


def _glanced(judged: Judgement, number: int) -> Advice:
    """A placement with its outlook by the oracle."""
    points, foul, fantasyland = (float(column[number]) for column in judged.outlook)
    return Advice(judged.placement(number), points, foul, fantasyland)


def _kind(knowledge: Knowledge, given: Advice, best: Advice) -> Leak:
    cost = best.points - given.points
    review = Review(given, (best,), None, 0, cost)
    return kind_of(Verdict(Decision(knowledge, given.placement), review, best, cost))


_CHOICES: Final = 4
_VISIT: Final = 14
_DREAM: Final = 12.0
"""Points for a Fantasyland when boards are made for the question about it."""
_HASTY: Final = OracleStyle((6, 12), foul=-3.0)
_CLEAR_MARGIN: Final = 1.0
"""Points by which the best last placement should beat the next."""
_DRAWS: Final = 12
"""Draws of the last street that are tried before another hand is dealt."""
_MOST_TRIED: Final = 3
"""Hands that are tried before one will do in which the last placement hardly matters."""
_LAST_SEAT: Final = PLAYERS - 1


def has_dealt(page: int, seed: int, step: int) -> bool:
    """True if step number `step`, from 0, has found the problem; each takes a second or two."""
    topic = topic_at(page)
    return topic is None or decision_of(topic, seed, step) is not None


@lru_cache(maxsize=256)
def deal(page: int, seed: int) -> Problem:
    """The problem that a seed gives on the page of a lesson or of exercises.

    Takes long, so not on the event loop.
    """
    topic = topic_at(page)
    if topic is not None:
        return exercise(topic, seed)
    lesson = Lesson(page)
    return _DEALERS[lesson](Random(f"{lesson.name} {seed}"))


def _sample(random: Random, count: int) -> Cards:
    return tuple(random.sample(DECK, count))


def _solved(cards: Cards, dream: float = 0.0) -> Board:
    """The board with the most royalties; `dream` adds points for earning Fantasyland."""
    aim = Aim(RULES, [NOBODY], {_VISIT: dream} if dream else {}, fantasyland=False)
    return Board(*map(in_shown_order, solve(cards, aim)[0].placement.rows))


def _muddled(board: Board, random: Random) -> Board:
    """A board with one to three pairs of cards swapped between rows."""
    rows = [list(row) for row in board]
    for _ in range(random.randint(1, 3)):
        one, other = random.sample(list(Row), 2)
        i, j = random.randrange(one.capacity), random.randrange(other.capacity)
        rows[one][i], rows[other][j] = rows[other][j], rows[one][i]
    return Board(*map(in_shown_order, rows))


def _fouled(board: Board, random: Random) -> Board:
    """A fouled board that differs little from a valid one."""
    return next(each for each in _near(board, random) if RULES.fouls(each))


def _near(board: Board, random: Random) -> Iterator[Board]:
    while True:
        yield _muddled(board, random)


def _rows(random: Random) -> Comparison:
    while True:
        board = _solved(_sample(random, random.choice((13, 14, 15))))
        first, second = random.sample((board.middle, board.back), 2)
        if strength(first) != strength(second):
            return Comparison((first, second))


def _joker(random: Random) -> Comparison:
    """Two hands in each of which a joker replaces a card."""
    while True:
        first, second = (
            tuple(random.sample([*hand[:-1], joker], len(hand)))
            for hand, joker in zip(_rows(random).hands, JOKERS, strict=True)
        )
        question = Comparison((first, second), rows_with_jokers(len(JOKERS), strict=False))
        one, other = map(question.ranking.made, question.hands)
        if one != other:
            return question


def _low(random: Random) -> Comparison:
    """A low beside another one, or beside a hand that looks low and is none."""
    while True:
        good = _sample_of(random, random.sample(range(2, 11), 5))
        other = _sample_of(random, random.choice(_TRAPS)(random))
        hands = (good, other) if random.random() < 0.5 else (other, good)
        question = Comparison(hands, LOW_MIDDLE)
        first, second = (question.ranking.made(hand) for hand in hands)
        if first != second and question.ranking.made(good).category is Category.LOW:
            return question


def _sample_of(random: Random, ranks: Sequence[int]) -> Cards:
    """Cards of these ranks, in random suits and order."""
    suits = [random.sample(SUITS, len(SUITS)) for _ in range(15)]
    return tuple(Card(rank, suits[rank].pop()) for rank in random.sample(ranks, len(ranks)))


_TRAPS: Final[Sequence[Callable[[Random], list[int]]]] = (
    lambda random: random.sample(range(2, 11), 5),
    lambda random: [*random.sample(range(2, 8), 4), random.choice([11, 12, 13, 14])],
    lambda random: [low := random.randint(2, 6), *range(low + 1, low + 5)],
    lambda random: [*(low := random.sample(range(2, 9), 4)), low[0]],
)
"""The ranks of the other hand: a low, or with a high card, a straight or a pair, which is none."""


def _foul(random: Random) -> FoulQuestion:
    solved = _solved(_sample(random, 13))
    if random.random() < 0.5:
        return FoulQuestion(_fouled(solved, random))
    valid = (each for each in _near(solved, random) if not RULES.fouls(each))
    return FoulQuestion(next(valid) if random.random() < 0.5 else solved)


def _royalties(random: Random) -> RoyaltyQuestion:
    while True:
        board = _solved(_sample(random, random.choice((14, 15, 16))))
        rows = evaluate(board, RULES, players=PLAYERS).royalties
        if any(rows):
            break
    total = sum(rows)
    # The sums of people who forget a row, or count the Middle by the points of the Back.
    lower = [total - points for points in rows if points] + [total - rows[Row.MIDDLE] // 2]
    higher = [total + points for points in rows if points] + [total + 2, total + 4, total + 6]
    slips = lower[: random.randint(0, _CHOICES - 1)] + higher
    return RoyaltyQuestion(board, _choices(total, slips))


def _choices(right: int, slips: list[int]) -> tuple[int, ...]:
    """The right number among the first wrong ones, in ascending order."""
    wrong = [slip for slip in dict.fromkeys(slips) if slip != right]
    return tuple(sorted([right, *wrong[: _CHOICES - 1]]))


def _points(random: Random) -> PointsQuestion:
    cards = _sample(random, 30)
    boards = [_solved(cards[:14]), _solved(cards[15 : 15 + random.choice((13, 14, 15))])]
    random.shuffle(boards)
    if random.random() < 0.25:
        which = random.randrange(PLAYERS)
        boards[which] = _fouled(boards[which], random)
    results = [evaluate(board, RULES, players=PLAYERS) for board in boards]
    pair = score_pair(0, 1, results[0], results[1], RULES)
    right = pair.points
    slips = [right - pair.bonus, right - pair.royalties, -right, pair.row_points]
    slips += [right + step for step in (2, -2, 4, -4)]
    hand = Hand(RULES, tuple(Seat(board) for board in boards))
    return PointsQuestion(hand, _choices(right, slips))


def _fantasyland(random: Random) -> VisitQuestion:
    wanted = random.random() < 0.7
    while True:
        board = _solved(_sample(random, _VISIT), _DREAM)
        earns = evaluate(board, RULES, players=PLAYERS).fantasyland > 0
        begun = category(strength(board.front)) is not Category.HIGH_CARD
        if earns == wanted and begun:
            break
    # The most common mistake: queens in the Front of a board that fouls.
    return VisitQuestion(_fouled(board, random) if earns and random.random() < 0.3 else board)


def _first_cards(random: Random) -> Placing:
    seats = (Seat(pending=_sample(random, 5)), Seat())
    return Placing(Hand(RULES, seats), 0, tolerance=1.0)


def _visit(random: Random) -> Placing:
    cards = _sample(random, _VISIT)
    return Placing(Hand(RULES, (Seat(), Seat(pending=cards, fantasyland=_VISIT))), 1, tolerance=1.0)


def _last_cards(random: Random) -> Placing:
    """The last street of a hand that hasty players have played so far.

    Of several draws one is taken that allows a valid board and makes the placement matter.
    """
    valid: list[Placing] = []
    hands = 0
    while hands < _MOST_TRIED or not valid:
        hands += 1
        hand = _played_out(random)
        for _ in range(_DRAWS):
            problem = _last_street(hand, random)
            best, second = advise(problem.knowledge, 2)
            if best.foul == 0 and best.points - second.points >= _CLEAR_MARGIN:
                return problem
            valid += [problem] * (best.foul == 0)
    return valid[0]


def _played_out(random: Random) -> Hand:
    """A hand in which everything is placed but the last street of the last seat."""
    deck = _sample(random, len(DECK))
    rng = np.random.default_rng(random.randrange(SEEDS))
    hand = Hand.start(RULES, [0] * PLAYERS)
    while True:
        for operation in advance(hand, deck):
            hand = hand.apply(operation)
        (seat,) = hand.waiting_on
        knowledge = Knowledge.of(view_for(hand, seat))
        if seat == _LAST_SEAT and not knowledge.later:
            return hand
        judged = by_oracle(knowledge, rng, _HASTY)
        placement = judged.placement(int(judged.outlook.points.argmax()))
        hand = hand.apply(Placed(seat, placement))


def _last_street(hand: Hand, random: Random) -> Placing:
    """The last street of a hand as a problem, its cards redrawn from those that nobody else has."""
    own = hand.seats[_LAST_SEAT]
    gone = {card for seat in hand.seats for card in seat.cards}
    left = [*(card for card in DECK if card not in gone), *own.pending]
    pending = tuple(random.sample(left, len(own.pending)))
    return Placing(
        replace(hand, seats=(*hand.seats[:_LAST_SEAT], own.dealt(pending))), _LAST_SEAT, 0.3
    )


_DEALERS: Final = MappingProxyType[Lesson, Callable[[Random], Problem]](
    {
        Lesson.ROWS: _rows,
        Lesson.FIRST_CARDS: _first_cards,
        Lesson.FOULS: _foul,
        Lesson.ROYALTIES: _royalties,
        Lesson.POINTS: _points,
        Lesson.FANTASYLAND: _fantasyland,
        Lesson.LAST_CARDS: _last_cards,
        Lesson.VISIT: _visit,
        Lesson.JOKER: _joker,
        Lesson.LOW: _low,
    }
)
