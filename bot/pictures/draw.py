"""Every view as a PNG file.

Pictures are cached by what they show. Any number of threads may draw at once; each picture
takes some milliseconds of work, so callers with an event loop use a thread.
"""

from typing import Final

from bot.ofc.cards import DECK
from bot.pictures.cards import face_sprite
from bot.pictures.layout import Box, Face, Style
from bot.pictures.ledger import ledger_layout
from bot.pictures.look import Look
from bot.pictures.paint import png
from bot.pictures.private import private_layout
from bot.pictures.result import result_layout
from bot.pictures.table import table_layout
from bot.pictures.theme import Tint
from bot.scenes import LedgerScene, ResultScene, TableScene
from bot.texts import Texts

_COMMON: Final = (
    ((85, 99), Tint.CELL, Style.PLAIN),
    ((85, 99), Tint.ACTIVE, Style.PLAIN),
    ((85, 99), Tint.CELL, Style.DIM),
    ((82, 95), Tint.CELL, Style.PLAIN),
    ((158, 184), Tint.PANEL, Style.PLAIN),
    ((35, 74), Tint.PANEL, Style.PLAIN),
    ((35, 74), Tint.PANEL, Style.SEEN),
)


def table(scene: TableScene, look: Look, _: Texts) -> bytes:
    """The boards of a hand in play, and who is to act."""
    return png(table_layout(scene, _), look.colours)


def result(scene: ResultScene, look: Look, _: Texts) -> bytes:
    """The boards of a finished hand, and what each pair settled."""
    return png(result_layout(scene, _), look.colours)


def private(scene: TableScene, look: Look, _: Texts) -> bytes:
    """The viewer's hand, board and cards still to come; NoViewerError for a public scene."""
    return png(private_layout(scene, look, _), look.colours)


def ledger(scene: LedgerScene, look: Look, _: Texts) -> bytes:
    """The running points of at most five players as lines."""
    return png(ledger_layout(scene, _), look.colours)


def warm_up(look: Look) -> None:
    """Draw the cards in their common sizes, so that the first pictures need not."""
    for card in DECK:
        for size, ground, style in _COMMON:
            face_sprite(Face(Box(0, 0, *size), card, ground, style), look.colours)
