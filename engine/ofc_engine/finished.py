"""Seats of finished hands as text, verified to be able to end a hand (R7.2, R8, R11)."""

from collections.abc import Iterable
from typing import Final

from ofc_engine.errors import NotationError
from ofc_engine.notation import parse_seat
from ofc_engine.rulesets import Ruleset
from ofc_engine.seat import Fate, Seat

_FATES: Final = frozenset(fate.value for fate in Fate)


def parse_finished(text: str, rules: Ruleset, players: int) -> Seat:
    """A seat in the notation, if a hand of `players` players can end with it; raises OfcError."""
    # A fate alone is written by people for a seat without cards.
    seat = parse_seat(f"- / - / - {text}" if is_fate(text) else text)
    if seat.discards or seat.pending:
        raise NotationError("Leave out discards and cards in hand: {board}", board=text)
    if seat.exposed:
        raise NotationError(
            "Leave out the card shown out of turn: a hand with real cards doesn't keep it."
        )
    if seat.fantasyland and seat.fantasyland not in _visits(rules, players):
        raise NotationError(
            "These rules have no Fantasyland with {cards} cards: check the number, or choose other "
            "rules.",
            cards=seat.fantasyland,
        )
    rules.variant.verify_cards(seat.board.cards)
    _verify_board(seat, rules)
    return seat


def is_fate(text: str) -> bool:
    """True if a text is a fate alone, such as `dead`."""
    return text.strip().lower() in _FATES


def _verify_board(seat: Seat, rules: Ruleset) -> None:
    match seat.fate:
        case Fate.SURRENDERED if not rules.surrender:
            raise NotationError(
                "These rules have no surrender: leave out “surrendered”, or choose other rules."
            )
        case Fate.SURRENDERED if seat.board.cards and (
            seat.fantasyland or not rules.surrenders_to_last
        ):
            raise NotationError(
                "A player who surrenders has no cards on the board: - / - / - surrendered"
            )
        case Fate.SURRENDERED if seat.board.is_full:
            raise NotationError("A full board can't be given up: leave out “surrendered”.")
        case Fate.MISSED if seat.board.cards:
            raise NotationError(
                "A player who missed the hand has no cards on the board: - / - / - missed"
            )
        case Fate.PLAYING:
            for row in seat.board.open_rows:
                raise NotationError(
                    "The {row} needs {capacity} cards, not {count}, unless the hand is "
                    "dead: {board} dead",
                    row=row.label.capitalize(),
                    capacity=row.capacity,
                    count=len(seat.board[row]),
                    board=seat.board,
                )
        case _:
            pass


def verify_uncontested(seats: Iterable[Seat]) -> None:
    """Raise NotationError if a hand ended early although not all others had given up (R8.2)."""
    fates = [seat.fate for seat in seats]
    if Fate.UNCONTESTED in fates and sum(fate.is_active for fate in fates) > 1:
        raise NotationError(
            "A hand is uncontested only if everybody else surrendered or missed it."
        )


def _visits(rules: Ruleset, players: int) -> set[int]:
    """R7.2: the numbers of cards that a visit to Fantasyland can have."""
    most = rules.variant.most_cards(players)
    return {min(cards, most) for cards in rules.possible_visits}
