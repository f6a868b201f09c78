"""Boards and hands that are mostly in order, with rows of every kind."""

from itertools import pairwise
from random import Random

from engine.tests.hands import Game, fitting, play, random_placement
from ofc_engine.board import Board, Placement
from ofc_engine.cards import DECK, JOKERS, Card
from ofc_engine.hand import Hand
from ofc_engine.legal import legal_placements
from ofc_engine.lows import LOW_MIDDLE
from ofc_engine.ranking import strength
from ofc_engine.rows import HIGH_ROWS, RowRules
from ofc_engine.rulesets import OPTIONS, PRESETS, Ruleset
from ofc_engine.variants import VARIANTS

_TRIES = 12


def random_board(random: Random, rows: RowRules = HIGH_ROWS, jokers: int = 0) -> Board:
    """A full board of few suits or ranks, or of any cards; most are in order.

    In place of some of its cards are so many jokers, one more often than two.
    """
    if jokers:
        board, held = (
            random_board(random),
            random.sample(JOKERS[:jokers], random.randint(1, jokers)),
        )
        places = random.sample(board.cards, random.choice([1, len(held)]))
        changed = dict(zip(places, held, strict=False))
        return Board(*(tuple(changed.get(card, card) for card in row) for row in board))
    if rows == LOW_MIDDLE and random.random() < 0.8:
        return _with_low(random)
    suits = random.sample("cdhs", random.randint(1, 4))
    ranks = random.sample(range(2, 15), random.choice([4, 5, 13]))
    pool = [card for card in DECK if card.suit in suits and card.rank in ranks]
    pool = pool if len(pool) >= 13 else [card for card in DECK if card.suit in suits]
    tries, has_trips = random.choice([1, _TRIES, _TRIES]), random.random() < 0.2
    for _ in range(tries):
        cards = random.sample(pool, 13)
        if has_trips:
            rank = cards[0].rank
            cards.sort(key=lambda card: card.rank != rank)
        front, middle, back = cards[:3], *sorted((cards[3:8], cards[8:]), key=strength)
        if strength(front) <= strength(middle):
            break
    return Board(tuple(front), tuple(middle), tuple(back))


def _with_low(random: Random) -> Board:
    """A full board whose Middle is a low, the Front often a high pair."""
    ranks = random.choice([(2, 3, 4, 5, 7), random.sample(range(2, 11), 5)])
    middle = [Card(rank, random.choice("cdhs")) for rank in ranks]
    rest = [card for card in DECK if card not in middle]
    rank = random.randint(2, 14)
    front = sorted(random.sample(rest, 16), key=lambda card: card.rank != rank)[:3]
    rest = [card for card in rest if card not in front]
    back = sorted(
        random.sample(rest, 30), key=lambda card: card.suit if rank % 2 else str(card.rank)
    )[-5:]
    return Board(tuple(front), tuple(middle), tuple(back))


def random_rules(random: Random, variant: str) -> Ruleset:
    """A preset with some options changed."""
    others = {
        option: random.choice(list(values))
        for option, values in OPTIONS.items()
        if random.random() < 0.5
    }
    return fitting(random.choice(list(PRESETS)), others | {"variant": variant})


def ordered_placement(hand: Hand, seat: int, random: Random) -> Placement:
    """Of a few placements one that leaves the rows in order, as far as they are made, and high."""
    board = hand.seats[seat].board
    if len(hand.seats[seat].pending) <= 5:
        choices = list(legal_placements(hand, seat))
        tried = random.sample(choices, min(_TRIES, len(choices)))
    else:
        tried = [random_placement(hand, seat, random) for _ in range(_TRIES)]
    rows = hand.rules.variant.rows if hand.rules.variant.jokers else HIGH_ROWS
    return max(tried, key=lambda placement: _worth(board.with_rows(placement.rows), rows))


def _worth(board: Board, rows: RowRules) -> tuple[bool, int]:
    made = rows.made(board)
    in_order = all(one <= other for one, other in pairwise(made))
    return in_order, sum(row.category for row in made)


def random_games(count: int, seed: int) -> list[Game]:
    """So many finished hands of every variant by all sorts of rules, with mishaps."""
    random, games = Random(seed), list[Game]()
    for number in range(count):
        rules = random_rules(random, list(VARIANTS)[number % len(VARIANTS)])
        players = random.randint(2, rules.variant.most_players)
        most = min(17, rules.variant.most_cards(players))
        visits = tuple(random.choice([0, 0, random.randint(13, most)]) for _ in range(players))
        mishaps = random.choice([0.0, 0.0, 0.03])
        secret = random.randbytes(32)
        games.append(play(rules, visits, secret, random, mishaps=mishaps, choose=ordered_placement))
    return games
