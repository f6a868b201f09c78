"""One line of text for a whole position.

A position is its ruleset and its seats in acting order, with `;` between them:

    standard ; Qh / TdTc / 8c8d8h5c x 2s ; - / - / - + AsKs... FL14 ; 7h* / - / - + 3h4h5h

Each seat has its board, then `x` its discards, `+` its cards in hand, `FLn` a Fantasyland of n
cards, `surrendered`, `dead`, `uncontested` or `missed`, and `exposed=n` for cards shown out of
turn. `*` marks the cards of the latest placement.
"""

import re
from typing import Final

from ofc_engine.board import Board
from ofc_engine.cards import Card, parse_cards, verify_distinct
from ofc_engine.errors import NotationError
from ofc_engine.hand import Hand
from ofc_engine.rulesets import Ruleset
from ofc_engine.seat import Fate, Seat

_SEAT: Final = re.compile(
    r"(?P<board>.*?)"
    r"(?:\s+x\s+(?P<discards>\S+))?"
    r"(?:\s+\+\s+(?P<pending>\S+))?"
    r"(?:\s+(?ai:FL)\s?(?P<fantasyland>[0-9]{1,2}))?"
    r"(?:\s+(?P<fate>(?ai:surrendered|dead|uncontested|missed)))?"
    r"(?:\s+exposed=(?P<exposed>[0-9]{1,3}))?"
)


def format_position(hand: Hand) -> str:
    """The position as one line."""
    return " ; ".join([str(hand.rules), *(format_seat(seat, hand.fresh) for seat in hand.seats)])


def parse_position(text: str) -> Hand:
    """The position written in one line; raises OfcError."""
    rules, *seats = (part.strip() for part in text.split(";"))
    hand = Hand(Ruleset.parse(rules), tuple(map(parse_seat, seats)))
    cards = [card for seat in hand.seats for card in seat.cards]
    verify_distinct(cards)
    hand.rules.variant.verify_cards(cards)
    fresh = frozenset(Card.parse(name) for name in re.findall(r"(\w\w)\*", text))
    hand.rules.verify_players(len(hand.seats))
    return Hand(hand.rules, hand.seats, fresh)


def format_seat(seat: Seat, fresh: frozenset[Card] = frozenset()) -> str:
    """One seat of a position; `fresh` cards are marked."""
    rows = ("".join(f"{c}{'*' * (c in fresh)}" for c in row) or "-" for row in seat.board)
    words = [" / ".join(rows)]
    if seat.discards:
        words.append(f"x {''.join(map(str, seat.discards))}")
    if seat.pending:
        words.append(f"+ {''.join(map(str, seat.pending))}")
    if seat.fantasyland:
        words.append(f"FL{seat.fantasyland}")
    if seat.fate is not Fate.PLAYING:
        words.append(seat.fate.value)
    if seat.exposed:
        words.append(f"exposed={seat.exposed}")
    return " ".join(words)


def parse_seat(text: str) -> Seat:
    """One seat of a position; raises OfcError."""
    match = _SEAT.fullmatch(text.strip())
    if match is None:
        raise NotationError("“{text}” isn't a seat in a position.", text=text)
    return Seat(
        board=Board.parse(match["board"].replace("*", "")),
        discards=parse_cards(match["discards"] or ""),
        pending=parse_cards(match["pending"] or ""),
        fantasyland=int(match["fantasyland"] or 0),
        fate=Fate((match["fate"] or "playing").lower()),
        exposed=int(match["exposed"] or 0),
    )
