"""A simple player: knows a little of the game, takes no time, and is the same on every machine."""

from collections import Counter
from random import Random
from typing import Final

from bot.ofc.board import Board, Placement, Row
from bot.ofc.cards import Card, Cards
from bot.players.knowledge import Knowledge
from bot.players.levels import Level

_CARELESS: Final = 0.15
_DREAMS: Final = 0.25


def placed(board: Board, pending: Cards, to_discard: int, chance: Random) -> Placement:
    """Pairs and high cards mostly at the back, now and then what may lead to Fantasyland."""
    rooms = {row: board.open_places(row) for row in Row}
    counts = Counter(card.rank for card in (*pending, *board.cards))
    order = sorted(pending, key=lambda card: (counts[card.rank], card.rank), reverse=True)
    rows: dict[Row, list[Card]] = {row: [] for row in Row}
    dreams = chance.random() < _DREAMS
    for card in order[: len(order) - to_discard]:
        preferred = [Row.BACK, Row.MIDDLE, Row.FRONT]
        if dreams and counts[card.rank] == 2 and card.rank >= 12:
            preferred = [Row.FRONT, Row.BACK, Row.MIDDLE]
        if chance.random() < _CARELESS:
            chance.shuffle(preferred)
        row = next(row for row in preferred if len(rows[row]) < rooms[row])
        rows[row].append(card)
    front, middle, back = (tuple(rows[row]) for row in Row)
    return Placement(front, middle, back, tuple(order[len(order) - to_discard :]))


def decide(_level: Level, knowledge: Knowledge, seed: int) -> Placement:
    """Stands where `bot.players.thinking.decide` is: the same for every level."""
    return place_safely(knowledge, seed)


def place_safely(knowledge: Knowledge, seed: int) -> Placement:
    """Stands where `bot.players.thinking.place_safely` is."""
    street = knowledge.street
    to_discard = len(knowledge.pending) - street.placed
    return placed(knowledge.board, knowledge.pending, to_discard, Random(seed))
