"""How a card is shown on a button and inside text: by name, or by an application emoji."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from bot.emoji import Emoji, card_emoji, slot_emoji
from bot.ofc.board import Board, Row
from bot.ofc.cards import Card, Cards, format_cards
from bot.screens.components import Component


@dataclass(frozen=True)
class Faces:
    """The faces of a deck (`two` or `four` colours): emoji if the application has them all."""

    emoji: Emoji = field(default_factory=Emoji)
    deck: str = "two"

    def on_button(self, card: Card) -> Component:
        """The parts of a button that show a card."""
        if not self.emoji.has(self.deck):
            return {"label": str(card)}
        name = card_emoji(card, self.deck)
        return {"emoji": {"id": str(self.emoji.ids[name]), "name": name}}

    def board(self, board: Board) -> str:
        """A board as three lines of text, open places included."""
        if self.emoji.has(self.deck):
            return "\n".join(self._emoji_row(row, board[row]) for row in Row)
        return "\n".join(["```", *(_plain_row(row, board[row]) for row in Row), "```"])

    def _emoji_row(self, row: Row, cards: Cards) -> str:
        names = [card_emoji(card, self.deck) for card in cards]
        names += [slot_emoji(row)] * (row.capacity - len(cards))
        return "".join(self.emoji.markup[name] for name in names)


def _plain_row(row: Row, cards: Cards) -> str:
    places = [*map(str, cards), *["--"] * (row.capacity - len(cards))]
    return f"{row.letter} " + " ".join(places)


def short(rows: Iterable[Cards]) -> str:
    """Rows in one line, as on the confirming button: `2c / 7h7c / AsKd`."""
    return " / ".join(format_cards(row) or "–" for row in rows)
