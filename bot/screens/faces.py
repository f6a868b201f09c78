"""How a card is shown on a button and inside text: by name, or by an application emoji."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from bot.ofc.board import Board
from bot.ofc.cards import Card, Cards, format_cards
from bot.ofc.rows import Row
from bot.screens.components import Component


@dataclass(frozen=True)
class Faces:
    """The emoji ids by emoji name that the application has, as far as they are known."""

    emoji: Mapping[str, int] = field(default_factory=dict[str, int])

    def on_button(self, card: Card) -> Component:
        """The parts of a button that show a card."""
        name = emoji_name(card)
        if name in self.emoji:
            return {"emoji": {"id": str(self.emoji[name]), "name": name}}
        return {"label": str(card)}

    def board(self, board: Board) -> str:
        """A board as three lines of text, open places included."""
        if not self.emoji:
            lines = (_plain_row(row, board[row]) for row in Row)
            return "\n".join(["```", *lines, "```"])
        return "\n".join(self._emoji_row(row, board[row]) for row in Row)

    def _emoji_row(self, row: Row, cards: Cards) -> str:
        names = [emoji_name(card) for card in cards]
        names += [f"slot_{row.label}"] * (row.capacity - len(cards))
        return "".join(f"<:{name}:{self.emoji[name]}>" for name in names if name in self.emoji)


def _plain_row(row: Row, cards: Cards) -> str:
    places = [*map(str, cards), *["--"] * (row.capacity - len(cards))]
    return f"{row.letter} " + " ".join(places)


_RANK_WORDS = {11: "jack", 12: "queen", 13: "king", 14: "ace"}
_SUIT_WORDS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


def emoji_name(card: Card) -> str:
    """The name of a card's emoji, which screen readers speak: `king_diamonds`."""
    return f"{_RANK_WORDS.get(card.rank, card.rank)}_{_SUIT_WORDS[card.suit]}"


def short(rows: Iterable[Cards]) -> str:
    """Rows in one line, as on the confirming button: `2c / 7h7c / AsKd`."""
    return " / ".join(format_cards(row) or "–" for row in rows)
