"""Thirteen to seventeen cards in hand: in the order of their ranks, and again by suit."""

from math import ceil
from typing import Final

from bot.ofc.cards import Cards
from bot.pictures.layout import Box, Face, Icon, Layout
from bot.pictures.shapes import Sign
from bot.pictures.sheet import GAP, HEADER, MARGIN, WIDTH, Sheet
from bot.pictures.theme import Tint
from bot.pictures.wording import privacy_text, private_title
from bot.scenes import TableScene
from bot.texts import Texts

_SUITS: Final = "shdc"
_INSIDE: Final = 1036
_WIDEST: Final = 138
_RATIO: Final = 1.14
_COLUMN_GAP: Final = 14
_SHORTEST_LINE: Final = 7
_NUMBER: Final = 50
_PADDING: Final = 18
_LANES: Final = 338
_LANE: Final = 68
_LANE_CARD: Final = (70, 62)
_LANE_COLUMN: Final = 75.6
_DOT: Final = 8


def fantasyland_layout(scene: TableScene, cards: Cards, _: Texts) -> Layout:
    """A hand of thirteen cards or more, all of them to be placed at once."""
    line = max(_SHORTEST_LINE, ceil(len(cards) / 2))
    width = min(_WIDEST, (_INSIDE - _COLUMN_GAP * (line - 1)) // line)
    height = round(width * _RATIO)
    panel = Box(MARGIN, HEADER, WIDTH - 2 * MARGIN, 2 * (height + _NUMBER) + 24)
    lanes = Box(MARGIN, panel.bottom + GAP, panel.width, _LANES)
    sheet = Sheet(lanes.bottom + MARGIN)
    sheet.header(private_title(scene, _), privacy_text(_))
    sheet.panel(panel)
    for start in (0, line):
        y = panel.y + _PADDING + (height + _NUMBER) * bool(start)
        _line(sheet, Box(0, y, width, height), cards[start : start + line], start + 1)
    _by_suit(sheet, lanes, cards, _)
    return sheet.layout()


def _line(sheet: Sheet, first: Box, cards: Cards, number: int) -> None:
    """Cards side by side in the middle of the picture, counted from a number."""
    used = len(cards) * (first.width + _COLUMN_GAP) - _COLUMN_GAP
    x = (WIDTH - used) // 2
    for place, card in enumerate(cards):
        box = first._replace(x=x + place * (first.width + _COLUMN_GAP))
        sheet.add(Face(box, card, Tint.PANEL))
        sheet.number(number + place, box.middle, box.bottom + 24, Tint.PANEL)


def _by_suit(sheet: Sheet, panel: Box, cards: Cards, _: Texts) -> None:
    """A lane for each suit, a column for each rank: pairs stand, flushes and straights lie."""
    sheet.panel(panel)
    at = (panel.x + 24, panel.y + 30)
    sheet.text(_("Same cards by suit"), at, 32, Tint.PANEL, ink=Tint.SECONDARY)
    held = {(card.suit, card.rank): card for card in cards}
    for lane, suit in enumerate(_SUITS):
        y = panel.y + 54 + lane * _LANE
        centre = y + _LANE_CARD[1] // 2
        icon = Box(panel.x + 22, centre - 17, 34, 34)
        sheet.add(Icon(icon, Sign(suit), Tint.SECONDARY, Tint.PANEL))
        for rank in range(14, 1, -1):
            x = panel.x + 68 + round((14 - rank) * _LANE_COLUMN)
            box = Box(x, y, *_LANE_CARD)
            card = held.get((suit, rank))
            if card:
                sheet.add(Face(box, card, Tint.PANEL))
            else:
                dot = Box(box.middle - _DOT // 2, centre - _DOT // 2, _DOT, _DOT)
                sheet.add(Icon(dot, Sign.DISC, Tint.LINE, Tint.PANEL))
