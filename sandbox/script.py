"""Who is at the table, and what everybody does with their cards.

An entry is a street: `front / middle / back`, and after an `x` what is discarded. The deals
are fixed by their secrets, so that the game is the same each time: Ann waits for kings in
front and reaches Fantasyland, Bob chases them and fouls, Mia plays it safe.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ofc_engine.cards import Cards, in_shown_order, parse_cards
from ofc_engine.street import DISCARD, LETTERS


@dataclass(frozen=True)
class ScriptedStreet:
    """A street as it is written in the script."""

    text: str

    @property
    def layout(self) -> Mapping[str, Cards]:
        """The cards by the letter of where they go: f, m, b, or x."""
        rows, _, discards = self.text.partition(DISCARD)
        parts = [*rows.split("/"), discards]
        letters = LETTERS + DISCARD
        cards = (parse_cards(part.replace("-", "")) for part in parts)
        return dict(zip(letters, cards, strict=True))

    @property
    def cards(self) -> Cards:
        """All of them in shown order, as the buttons have them."""
        return in_shown_order(card for cards in self.layout.values() for card in cards)


@dataclass(frozen=True)
class ScriptedHand:
    """A deal, named by what its secret is made from, and everybody's streets in acting order."""

    deal: str
    streets: Mapping[str, Sequence[ScriptedStreet]]

    @property
    def secret(self) -> bytes:
        """The 32 bytes of the deal."""
        return hashlib.sha256(self.deal.encode()).digest()


def _streets(text: str) -> list[ScriptedStreet]:
    return [ScriptedStreet(line.strip()) for line in text.strip().splitlines()]


PLAYERS: Final = ("Ann", "Bob", "Mia")

HANDS: Final = (
    ScriptedHand(
        deal="demo 39",
        streets={
            "Bob": _streets(
                """
                Kd / 3s6h / 9c6c
                - / Td / 9h x 8c
                - / Qh / Ad x 5c
                Jc / - / 6d x 7c
                Jh / 9d / - x 5d
                """
            ),
            "Mia": _streets(
                """
                6s / Qc / 7h7d8d
                - / - / 8h8s x 4c
                2s / 5s / - x 3d
                - / Jd5h / - x 3c
                Ts / Kh / - x 4h
                """
            ),
            "Ann": _streets(
                """
                Ks / Qs2h2c / Ah
                Kc / 2d / - x 3h
                - / - / ThAs x 7s
                9s / Js / - x 4d
                - / - / TcAc x 4s
                """
            ),
        },
    ),
    ScriptedHand(
        deal="demo 137",
        streets={
            "Bob": _streets(
                """
                3s6s / 9hAh / Ts
                - / Kh / 8d x 2s
                - / - / TcTd x 2h
                2c / 9c / - x 4d
                - / 7s / Th x 5s
                """
            ),
            "Mia": _streets(
                """
                3h / AsJsKd / Qh
                5h / - / 4s x 8c
                - / Jd / Qs x 5d
                7c / - / Qc x 2d
                - / 9s / 4h x 3d
                """
            ),
            "Ann": _streets("7h7d3c / KcJcQdKsAd / 6c8s6h8h6d x 9d"),
        },
    ),
)
