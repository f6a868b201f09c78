"""Finished hands that somebody has played on their own."""

from bot.ofc.board import Board
from bot.ofc.hand import Hand
from bot.ofc.rulesets import STANDARD
from bot.ofc.scoring import score_hand
from bot.ofc.seat import Seat
from bot.solo.solo_hand import COMPUTER, OWN, Outcome

QUEENS = Board.parse("QhQd2c / 7c7d7h8s9s / AsKsJs6s3s")
PLAIN = Board.parse("AcKdJh / 9c9d5c5d4c / KhTh9h8h6h")


def hand_of(own: Board, other: Board) -> Hand:
    boards = {OWN: own, COMPUTER: other}
    return Hand(STANDARD, tuple(Seat(boards[seat]) for seat in sorted(boards)))


def outcome(own: Board, other: Board) -> Outcome:
    return Outcome(score_hand(hand_of(own, other)))
