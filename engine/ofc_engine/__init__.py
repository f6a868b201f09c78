"""Open Face Chinese Poker: cards, boards, rules, verifiable deals, games and scores.

Everything here is a pure value or function, except `Game`, which deals by itself and changes with
its methods. Nothing here knows a clock, a database or Discord. Rule numbers such as R4.2 in the
docstrings are those of docs/rules.md, which names their sources. Computer players are in
`ofc_engine.players`.
"""

from ofc_engine.board import Board, Placement, Row
from ofc_engine.cards import DECK, Card, format_cards, parse_cards
from ofc_engine.deal import Deal, commitment
from ofc_engine.errors import (
    CardError,
    DealError,
    NotationError,
    OfcError,
    PlacementError,
    RulesetError,
    TurnError,
)
from ofc_engine.game import Game
from ofc_engine.hand import Hand
from ofc_engine.match import next_lineup, settle
from ofc_engine.notation import format_position, parse_position
from ofc_engine.proof import Proof
from ofc_engine.ranking import Category, category, strength
from ofc_engine.rows import Foul
from ofc_engine.rulesets import OPTIONS, PRESETS, Ruleset
from ofc_engine.scoring import Pair, Result, Score, evaluate, score, score_hand
from ofc_engine.seat import Fate
from ofc_engine.text import format_table
from ofc_engine.views import HandView, view_for

__all__ = [
    "DECK",
    "OPTIONS",
    "PRESETS",
    "Board",
    "Card",
    "CardError",
    "Category",
    "Deal",
    "DealError",
    "Fate",
    "Foul",
    "Game",
    "Hand",
    "HandView",
    "NotationError",
    "OfcError",
    "Pair",
    "Placement",
    "PlacementError",
    "Proof",
    "Result",
    "Row",
    "Ruleset",
    "RulesetError",
    "Score",
    "TurnError",
    "category",
    "commitment",
    "evaluate",
    "format_cards",
    "format_position",
    "format_table",
    "next_lineup",
    "parse_cards",
    "parse_position",
    "score",
    "score_hand",
    "settle",
    "strength",
    "view_for",
]
