"""A hand of thirteen cards or more on its owner's picture: all of it is placed at once."""

from collections.abc import Sequence
from math import ceil
from typing import Final

from bot.pictures.canvas import GAP, HEADER, MARGIN, WIDTH, Canvas
from bot.pictures.layout import Box, Face, Icon, PictureLayout
from bot.pictures.opponents import HEIGHT, opponent, opponents
from bot.pictures.shapes import Sign
from bot.pictures.states import SeatState
from bot.pictures.theme import Tint
from bot.pictures.wording import privacy_text
from bot.texts import Texts
from ofc_engine.cards import SHOWN_SUITS, Cards

_INSIDE: Final = 1036
_WIDEST: Final = 138
_RATIO: Final = 1.14
_COLUMN_GAP: Final = 14
_SHORTEST_LINE: Final = 7
_NUMBER_LINE: Final = 50
_PADDING: Final = 18
_BESIDE: Final = 492
_LANES: Final = 350
_LANE: Final = 62
_LANES_TOP: Final = 12
_LANES_LEFT: Final = 68
_LANE_CARD: Final = (70, 58)
_NARROW_LANE_CARD: Final = (34, 58)
_DOT: Final = 8


def fantasyland_layout(
    title: str, cards: Cards, others: Sequence[SeatState], _: Texts
) -> PictureLayout:
    """The cards with their numbers, the same by suit, and the boards of the others."""
    line = max(_SHORTEST_LINE, ceil(len(cards) / 2))
    width = min(_WIDEST, (_INSIDE - _COLUMN_GAP * (line - 1)) // line)
    height = round(width * _RATIO)
    panel = Box(MARGIN, HEADER, WIDTH - 2 * MARGIN, 2 * (height + _NUMBER_LINE) + 24)
    alone = len(others) == 1
    y = panel.bottom + GAP + (0 if alone else HEIGHT + GAP)
    lanes = Box(MARGIN, y, panel.width - (_BESIDE + GAP) * alone, _LANES)
    canvas = Canvas(lanes.bottom + MARGIN)
    canvas.header(title, privacy_text(_))
    canvas.panel(panel)
    for start in (0, line):
        y = panel.y + _PADDING + (height + _NUMBER_LINE) * bool(start)
        _line(canvas, Box(0, y, width, height), cards[start : start + line], start + 1)
    if alone:
        opponent(canvas, Box(lanes.right + GAP, lanes.y, _BESIDE, _LANES), others[0], _)
    else:
        opponents(canvas, panel.bottom + GAP, others, _)
    _by_suit(canvas, lanes, cards, _)
    return canvas.layout()


def _line(canvas: Canvas, first: Box, cards: Cards, number: int) -> None:
    """Cards side by side in the middle of the picture, counted from a number."""
    used = len(cards) * (first.width + _COLUMN_GAP) - _COLUMN_GAP
    x = (WIDTH - used) // 2
    for place, card in enumerate(cards):
        box = first._replace(x=x + place * (first.width + _COLUMN_GAP))
        canvas.add(Face(box, card, Tint.PANEL))
        canvas.number(number + place, box.middle, box.bottom + 24, Tint.PANEL)


def _by_suit(canvas: Canvas, panel: Box, cards: Cards, _: Texts) -> None:
    """A lane for each suit, a column for each rank: pairs stand, flushes and straights lie."""
    canvas.panel(panel)
    column = (panel.width - _LANES_LEFT - 17) / 13
    size = _LANE_CARD if column > _LANE_CARD[0] else _NARROW_LANE_CARD
    held = {(card.suit, card.rank): card for card in cards}
    for lane, suit in enumerate(SHOWN_SUITS):
        y = panel.y + _LANES_TOP + lane * _LANE
        centre = y + size[1] // 2
        icon = Box(panel.x + 22, centre - 17, 34, 34)
        canvas.add(Icon(icon, Sign(suit), Tint.SECONDARY, Tint.PANEL))
        for rank in range(14, 1, -1):
            x = panel.x + _LANES_LEFT + round((14 - rank) * column)
            box = Box(x, y, *size)
            card = held.get((suit, rank))
            if card:
                canvas.add(Face(box, card, Tint.PANEL))
            else:
                dot = Box(box.middle - _DOT // 2, centre - _DOT // 2, _DOT, _DOT)
                canvas.add(Icon(dot, Sign.DISC, Tint.LINE, Tint.PANEL))
    at = (panel.right - 20, panel.bottom - 42)
    canvas.text(
        _("Same cards by suit"),
        at,
        32,
        Tint.PANEL,
        ink=Tint.SECONDARY,
        align="right",
        room=panel.width - 40,
    )
