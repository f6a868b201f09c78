"""Building layouts: the parts that every view is made of."""

from typing import Final

from bot.pictures.fonts import Weight, fitted, text_width
from bot.pictures.layout import Align, Box, Icon, Item, Label, Panel, PictureLayout
from bot.pictures.shapes import Sign
from bot.pictures.states import Mark, SeatState
from bot.pictures.theme import Tint
from bot.pictures.tokens import Token
from bot.pictures.wording import mark_text
from bot.texts import Texts
from bot.values.phrases import signed, total_text
from bot.values.scenes import ScenePlayer

WIDTH: Final = 1100
MARGIN: Final = 16
GAP: Final = 14
HEADER: Final = 66
FOOT: Final = 60
"""The height of the band at the bottom; Discord's ALT badge covers its left corner."""
CORNER: Final = (150, FOOT + MARGIN)
"""The corner that the badge covers on a phone: kept empty in every picture."""
PRIVATE_HEIGHT: Final = 780
"""The height of private pictures: they fill nine tenths of the 11:7 box on a desktop."""
RADIUS: Final = 22
SMALLEST: Final = 30
"""The smallest text: a phone shows a picture at a bit more than a quarter of its size."""

NAME_SIZES: Final = (44, 40, 36, 32)
TOTAL_SIZE: Final = 42
PILL_HEIGHT: Final = 48
TOKEN_ROOM: Final = 40
"""Pixels from the left end of a token to the name after it."""
_TOKEN: Final = 30
_ROBOT: Final = 38
_PILL_SIZE: Final = 32
_PILL_ICON: Final = 24
_PILL_SIGN: Final = _PILL_ICON + 8
_PILL_PADDING: Final = 13
_EDGE: Final = 6
"""The width of the border around players who are to act, and around winners."""
_WIDEST_PILL: Final = 212

_PILLS: Final = {
    Mark.FANTASYLAND: (Tint.FANTASY, Tint.FANTASY_INK, Sign.STAR),
    Mark.FOUL: (Tint.FOUL, Tint.FOUL_INK, Sign.CROSS),
    Mark.DEAD: (Tint.FOUL, Tint.FOUL_INK, Sign.CROSS),
    Mark.GAVE_UP: (Tint.QUIET, Tint.TEXT, Sign.FLAG),
    Mark.MISSED: (Tint.QUIET, Tint.TEXT, Sign.DASH),
    Mark.TO_ACT: (Tint.ACT, Tint.ACT_INK, Sign.RIGHT),
    Mark.SET: (Tint.QUIET, Tint.TEXT, Sign.TICK),
    Mark.AWAY: (Tint.QUIET, Tint.TEXT, Sign.DASH),
}


def points_tint(points: int) -> Tint:
    """The colour of points won or lost."""
    return Tint.PLUS if points > 0 else Tint.MINUS if points else Tint.SECONDARY


def total_tint(player: ScenePlayer) -> Tint:
    """The colour of a total; a stack is neither won nor lost."""
    return Tint.TEXT if player.has_stack else points_tint(player.total)


class Canvas:
    """A layout that is being built, from back to front; `height` is without the band below."""

    def __init__(self, height: int, width: int = WIDTH) -> None:
        self._width = width
        self._height = height + FOOT
        self._items: list[Item] = []

    def layout(self) -> PictureLayout:
        """The layout as built so far."""
        return PictureLayout(self._width, self._height, tuple(self._items))

    def add(self, *items: Item) -> None:
        """Put items on top of what is there."""
        self._items.extend(items)

    def text(
        self,
        text: str,
        at: tuple[int, int],
        size: int,
        ground: Tint,
        *,
        weight: Weight = Weight.SEMIBOLD,
        ink: Tint = Tint.TEXT,
        align: Align = "left",
        room: int | None = None,
    ) -> int:
        """A line of text, cut to fit the room if one is given; returns its width."""
        if room is not None:
            text, size = fitted(text, room, weight, (size, max(SMALLEST, size - 4), SMALLEST))
        self.add(Label(text, *at, size, weight, ink, ground, align))
        return text_width(text, size, weight)

    def points(
        self, points: int, at: tuple[int, int], size: int, ground: Tint, room: int | None = None
    ) -> int:
        """Points won or lost, right-aligned at `at`; returns their width."""
        return self._number(signed(points), points_tint(points), at, size, ground, room)

    def total(
        self,
        player: ScenePlayer,
        at: tuple[int, int],
        size: int,
        ground: Tint,
        room: int | None = None,
    ) -> int:
        """A running total or a stack, right-aligned at `at`; returns its width."""
        return self._number(total_text(player), total_tint(player), at, size, ground, room)

    def _number(
        self,
        text: str,
        ink: Tint,
        at: tuple[int, int],
        size: int,
        ground: Tint,
        room: int | None,
    ) -> int:
        bold = Weight.BOLD
        if room is not None:
            text, size = fitted(text, room, bold, tuple(range(size, SMALLEST - 1, -4)))
        return self.text(text, at, size, ground, weight=bold, ink=ink, align="right", room=room)

    def header(self, left: str, right: str) -> None:
        """The line at the top: what is shown, and what is going on."""
        y, edge = HEADER // 2 + 3, MARGIN + 6
        room = self._width - 2 * edge
        at, ink = (self._width - edge, y), Tint.SECONDARY
        used = self.text(right, at, 34, Tint.BACKGROUND, ink=ink, align="right", room=room // 2)
        room -= used + 24
        self.text(left, (edge, y), 36, Tint.BACKGROUND, weight=Weight.BOLD, room=room)

    def footer(self, text: str) -> None:
        """A right-aligned line in the band at the bottom."""
        at = (self._width - MARGIN - 6, self._height - FOOT // 2 - MARGIN // 2)
        room = self._width - CORNER[0] - 2 * MARGIN
        ink = Tint.SECONDARY
        self.text(text, at, 34, Tint.BACKGROUND, ink=ink, align="right", room=room)

    def panel(self, box: Box) -> None:
        """A plain panel on the background."""
        self.add(Panel(box, Tint.PANEL, Tint.BACKGROUND, RADIUS))

    def cell(self, box: Box, state: SeatState) -> Tint:
        """A panel for a board, highlighted if its player is to act or won; returns its colour."""
        fill = Tint.ACTIVE if state.is_to_act else Tint.CELL
        line, width = (Tint.ACT, _EDGE) if state.is_to_act else (Tint.LINE, 2)
        if state.rank == 1:
            line, width = Tint.GOLD_LINE, _EDGE
        if state.has_fantasyland:
            fill = Tint.DREAM
        self.add(Panel(box, fill, Tint.BACKGROUND, RADIUS, line, width))
        return fill

    def rule(self, x: int, y: int, width: int, ground: Tint) -> None:
        """A thin line across."""
        self.add(Panel(Box(x, y, width, 2), Tint.LINE, ground))

    def disc(self, box: Box, text: str, size: int, ground: Tint) -> None:
        """A bright disc, or a longer pill, with dark text."""
        self.add(Panel(box, Tint.TEXT, ground, box.height // 2))
        at = (box.middle, box.centre)
        self.text(
            text, at, size, Tint.TEXT, weight=Weight.BOLD, ink=Tint.BACKGROUND, align="middle"
        )

    def number(self, number: int, x: int, y: int, ground: Tint) -> None:
        """The number of a card in hand, in a disc centred at x, y."""
        width = 44 if number < 10 else 56
        self.disc(Box(x - width // 2, y - 22, width, 44), str(number), SMALLEST, ground)

    def button(self, x: int, y: int, ground: Tint) -> None:
        """The dealer disc, its left end at x and its middle at y."""
        self.disc(Box(x, y - 22, 44, 44), "D", 32, ground)

    def token(self, token: Token, at: tuple[int, int], ground: Tint) -> int:
        """A player's token, its left end and middle at `at`; returns where the name begins."""
        x, y = at
        size = _ROBOT if token.sign is Sign.ROBOT else _TOKEN
        box = Box(x + (_TOKEN - size) // 2, y - size // 2, size, size)
        self.add(Icon(box, token.sign, token.ink, ground))
        return x + TOKEN_ROOM + (size - _TOKEN) // 2

    def pill(
        self,
        mark: Mark,
        state: SeatState,
        corner: tuple[int, int],
        ground: Tint,
        _: Texts,
        room: int = _WIDEST_PILL,
        height: int = PILL_HEIGHT,
        *,
        bare: bool = False,
    ) -> int:
        """A mark as a pill with its top right at `corner`; without its sign if room is short.

        Returns its width. If `bare`, only the sign is drawn.
        """
        fill, ink, sign = _PILLS[mark]
        if bare:
            box = Box(corner[0] - height, corner[1], height, height)
            self.add(Panel(box, fill, ground, height // 2))
            icon = box.inset((height - _PILL_ICON) // 2)
            self.add(Icon(icon, sign, ink, fill))
            return height
        inside = room - 2 * _PILL_PADDING
        text = mark_text(mark, state.visit, _)
        has_sign = text_width(text, SMALLEST, Weight.BOLD) <= inside - _PILL_SIGN
        inside -= _PILL_SIGN * has_sign
        text, size = fitted(text, inside, Weight.BOLD, (_PILL_SIZE, SMALLEST))
        width = room - inside + text_width(text, size, Weight.BOLD)
        right, y = corner
        box = Box(right - width, y, width, height)
        self.add(Panel(box, fill, ground, height // 2))
        x = box.x + _PILL_PADDING
        if has_sign:
            icon = Box(x, box.centre - _PILL_ICON // 2, _PILL_ICON, _PILL_ICON)
            self.add(Icon(icon, sign, ink, fill))
            x += _PILL_SIGN
        self.text(text, (x, box.centre), size, fill, weight=Weight.BOLD, ink=ink)
        return width
