"""Finished hands that somebody has played on their own."""

from bot.solo.solo_hand import COMPUTER, OWN, Outcome
from ofc_engine.board import Board
from ofc_engine.hand import Hand
from ofc_engine.rulesets import STANDARD
from ofc_engine.scoring import score_hand
from ofc_engine.seat import Seat

QUEENS = Board.parse("QhQd2c / 7c7d7h8s9s / AsKsJs6s3s")
PLAIN = Board.parse("AcKdJh / 9c9d5c5d4c / KhTh9h8h6h")


def hand_of(own: Board, other: Board) -> Hand:
    boards = {OWN: own, COMPUTER: other}
    return Hand(STANDARD, tuple(Seat(boards[seat]) for seat in sorted(boards)))


def outcome(own: Board, other: Board) -> Outcome:
    return Outcome(score_hand(hand_of(own, other)))
