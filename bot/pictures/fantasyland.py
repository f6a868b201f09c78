"""A hand of thirteen cards or more on its owner's picture: all of it is placed at once."""

from collections.abc import Sequence
from math import ceil
from typing import Final

from bot.pictures.canvas import (
    CORNER,
    FOOT,
    GAP,
    HEADER,
    MARGIN,
    PRIVATE_HEIGHT,
    WIDTH,
    Canvas,
)
from bot.pictures.layout import Box, Face, Icon, PictureLayout
from bot.pictures.opponents import opponents
from bot.pictures.shapes import Sign
from bot.pictures.states import SeatState
from bot.pictures.theme import Tint
from bot.pictures.wording import privacy_text
from bot.texts import Texts
from ofc_engine.cards import RANKS, SHOWN_SUITS, Cards

_INSIDE: Final = 1036
_WIDEST: Final = 130
_NARROWER: Final = 108
"""The widest card, and where the same cards stand below by suit as well."""
_RATIO: Final = 1.14
_COLUMN_GAP: Final = 14
_SHORTEST_LINE: Final = 7
_NUMBER_LINE: Final = 50
_PADDING: Final = 14
_LANES: Final = 562
_LANE: Final = 58
_LANES_TOP: Final = 12
_LANES_LEFT: Final = 68
_LANE_CARD: Final = (34, 54)
_DOT: Final = 8


def fantasyland_layout(
    title: str, cards: Cards, others: Sequence[SeatState], _: Texts
) -> PictureLayout:
    """The cards with their numbers, and the boards of the others.

    At the left of a single opponent's board there is room for the cards once more, by suit.
    """
    alone = len(others) == 1
    line = max(_SHORTEST_LINE, ceil(len(cards) / 2))
    widest = _NARROWER if alone else _WIDEST
    width = min(widest, (_INSIDE - _COLUMN_GAP * (line - 1)) // line)
    height = round(width * _RATIO)
    panel = Box(MARGIN, HEADER, WIDTH - 2 * MARGIN, 2 * (height + _NUMBER_LINE) + 20)
    canvas = Canvas(PRIVATE_HEIGHT - FOOT)
    canvas.header(title, privacy_text(_))
    canvas.panel(panel)
    for start in (0, line):
        y = panel.y + _PADDING + (height + _NUMBER_LINE) * bool(start)
        _line(canvas, Box(0, y, width, height), cards[start : start + line], start + 1)
    y, left = panel.bottom + GAP, CORNER[0]
    if alone:
        lanes = Box(MARGIN, y, _LANES, 2 * _LANES_TOP + 3 * _LANE + _LANE_CARD[1])
        _by_suit(canvas, lanes, cards)
        canvas.text(
            _("Same cards by suit"),
            (lanes.right, PRIVATE_HEIGHT - CORNER[1] // 2),
            32,
            Tint.BACKGROUND,
            ink=Tint.SECONDARY,
            align="right",
            room=lanes.right - CORNER[0] - GAP,
        )
        left = lanes.right
    box = Box(left + GAP, y, WIDTH - MARGIN - left - GAP, PRIVATE_HEIGHT - MARGIN - y)
    opponents(canvas, box, others, _)
    return canvas.layout()


def _line(canvas: Canvas, first: Box, cards: Cards, number: int) -> None:
    """Cards side by side in the middle of the picture, counted from a number."""
    used = len(cards) * (first.width + _COLUMN_GAP) - _COLUMN_GAP
    x = (WIDTH - used) // 2
    for place, card in enumerate(cards):
        box = first._replace(x=x + place * (first.width + _COLUMN_GAP))
        canvas.add(Face(box, card, Tint.PANEL))
        canvas.number(number + place, box.middle, box.bottom + 24, Tint.PANEL)


def _by_suit(canvas: Canvas, panel: Box, cards: Cards) -> None:
    """A lane for each suit, a column for each rank: pairs stand, flushes and straights lie.

    Jokers stand in a column of their own behind them.
    """
    canvas.panel(panel)
    jokers = [card for card in cards if card.is_joker]
    column = (panel.width - _LANES_LEFT - 17) / (len(RANKS) + bool(jokers))
    width, height = _LANE_CARD
    x = panel.x + _LANES_LEFT + round(len(RANKS) * column)
    for lane, card in enumerate(jokers):
        y = panel.y + _LANES_TOP + lane * _LANE
        canvas.add(Face(Box(x, y, width, height), card, Tint.PANEL))
    held = {(card.suit, card.rank): card for card in cards}
    for lane, suit in enumerate(SHOWN_SUITS):
        y = panel.y + _LANES_TOP + lane * _LANE
        centre = y + height // 2
        icon = Box(panel.x + 22, centre - 17, 34, 34)
        canvas.add(Icon(icon, Sign(suit), Tint.SECONDARY, Tint.PANEL))
        for rank in range(14, 1, -1):
            x = panel.x + _LANES_LEFT + round((14 - rank) * column)
            card = held.get((suit, rank))
            if card:
                canvas.add(Face(Box(x, y, width, height), card, Tint.PANEL))
            else:
                dot = Box(x + (width - _DOT) // 2, centre - _DOT // 2, _DOT, _DOT)
                canvas.add(Icon(dot, Sign.DISC, Tint.LINE, Tint.PANEL))
