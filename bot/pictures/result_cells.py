"""A board in a result: its cards, the names of its hands, its points and its rank."""

from typing import Final

from bot.pictures.boards import PADDING, Grid, badges, head, rows
from bot.pictures.canvas import HEADER, MARGIN, SMALLEST, WIDTH, Canvas
from bot.pictures.fonts import Weight, fitted, shown_name, text_width
from bot.pictures.layout import Box, Icon, Panel
from bot.pictures.shapes import Sign
from bot.pictures.states import SeatState, result_states
from bot.pictures.theme import Tint
from bot.pictures.wording import scoring_text, title
from bot.texts import Texts
from bot.values.phrases import hand_name, made_name, total_text, total_word
from bot.values.scenes import ResultScene
from ofc_engine.board import Row
from ofc_engine.ranking import Shape

RESULT_HEIGHT: Final = 450
HEAD: Final = 60
CAPTION: Final = 40
PILL: Final = 34
_CARD: Final = (76, 87)
_COLUMN_GAP: Final = 7
_BADGE_ROOM: Final = 70
_POINTS: Final = 64
_TOTAL: Final = 34
_WORD: Final = 30
_LABEL_GAP: Final = 8
_SUM: Final = "Σ"
"""The label of a total whose name has no room."""
_CAPTION_SIZE: Final = 30
_MEDAL: Final = 44
_CROWN: Final = 30
_BANNER: Final = 50
_BANNER_SIZE: Final = 34


def headline(canvas: Canvas, scene: ResultScene, _: Texts) -> None:
    """Which hand it was and who has earned Fantasyland; at the bottom how points were counted."""
    left = title(scene.table, _)
    if scene.stake != 1:
        left += f" · ×{scene.stake}"
    dreaming = [state for state in result_states(scene) if scene.earned(state.seat)]
    canvas.header(left, "")
    if dreaming:
        used = text_width(left, 36, Weight.BOLD)
        _banner(canvas, dreaming, WIDTH - 2 * MARGIN - used - 40, _, leads_on=scene.leads_on)
    if not scene.table.sits_out:
        canvas.footer(scoring_text(scene.table.view.rules.scoring, _))


def _banner(
    canvas: Canvas, states: list[SeatState], room: int, _: Texts, *, leads_on: bool
) -> None:
    """A strip that says who has earned Fantasyland; names are cut to fit.

    It adds with how many cards, if the result `leads_on` to the next hand.
    """
    size, bold, ground = _BANNER_SIZE, Weight.BOLD, Tint.FANTASY
    cards = "/".join(map(str, sorted({state.visit for state in states})))
    end = _("→ FANTASYLAND {cards}", cards=cards) if leads_on else _("· FANTASYLAND")
    inside = room - text_width(end, size, bold) - 84
    share = inside // len(states) - 20
    names = (fitted(shown_name(state.player), share, bold, (size,))[0] for state in states)
    text = f"{', '.join(names)} {end}"
    width = text_width(text, size, bold) + 76
    box = Box(WIDTH - MARGIN - width, (HEADER - _BANNER) // 2, width, _BANNER)
    canvas.add(Panel(box, ground, Tint.BACKGROUND, _BANNER // 2))
    star = Box(box.x + 20, box.centre - 16, 30, 30)
    canvas.add(Icon(star, Sign.STAR, Tint.FANTASY_INK, ground))
    at = (box.x + 58, box.centre)
    canvas.text(text, at, size, ground, weight=bold, ink=Tint.FANTASY_INK)


def result_cell(canvas: Canvas, box: Box, state: SeatState, points: int, _: Texts) -> None:
    """A board with royalties beside the rows and the names of the hands below them."""
    ground = canvas.cell(box, state)
    grid = result_grid(box)
    result_head(canvas, box, state, ground)
    rows(canvas, grid, state, ground)
    badges(canvas, grid, state, ground, raised=True)
    used = _BADGE_ROOM * bool(state.royalties[Row.FRONT])
    beside_front(canvas, box, grid, state, points, _, used=used, ground=ground)
    line = Box(box.x, grid.card(Row.FRONT, 0).bottom, box.width, CAPTION)
    room = box.width - 36 - mark(canvas, line, state, ground, _)
    for row in Row:
        ink = Tint.SECONDARY if state.is_out else Tint.TEXT
        caption(canvas, grid, state, row, _, room=room, ink=ink, ground=ground)
        room = box.width - 36


def result_grid(box: Box) -> Grid:
    """The places of the cards in a result's cell."""
    return Grid(box.x + PADDING, box.y + HEAD, *_CARD, _COLUMN_GAP, CAPTION)


def result_head(canvas: Canvas, box: Box, state: SeatState, ground: Tint) -> None:
    """Name and rank."""
    room = box.width - 19
    # A little higher than at the table: the cards begin sooner, and letters such as y reach down.
    line = Box(box.x, box.y - 2, box.width, box.height)
    if state.rank:
        room -= _medal(canvas, box.right - 16, box.y + 34, state.rank, ground) + 14
    head(canvas, line, state, shown_name(state.player), room=room, ground=ground)


def _medal(canvas: Canvas, right: int, y: int, rank: int, ground: Tint) -> int:
    """A disc with the rank, gold and with a crown for the first; returns its width."""
    is_first = rank == 1
    fill, ink = (Tint.GOLD, Tint.GOLD_INK) if is_first else (Tint.QUIET, Tint.TEXT)
    width = _MEDAL + (_CROWN + 10) * is_first
    box = Box(right - width, y - _MEDAL // 2, width, _MEDAL)
    line = Tint.GOLD_LINE if is_first else None
    canvas.add(Panel(box, fill, ground, _MEDAL // 2, line, 3 if is_first else 0))
    x = box.right - _MEDAL // 2
    if is_first:
        icon = Box(box.x + 14, y - _CROWN // 2, _CROWN, _CROWN)
        canvas.add(Icon(icon, Sign.CROWN, ink, fill))
        x -= 2
    bold = Weight.BOLD
    canvas.text(str(rank), (x, y), _WORD, fill, weight=bold, ink=ink, align="middle")
    return width


def beside_front(
    canvas: Canvas,
    box: Box,
    grid: Grid,
    state: SeatState,
    points: int,
    _: Texts,
    *,
    used: int,
    ground: Tint,
) -> None:
    """The points of the hand in large digits, and below them the running total.

    `used` is the width of the royalties between the Front's cards and the points, in pixels.
    """
    right = box.right - 19
    room = right - grid.card(Row.FRONT, 2).right - 10
    canvas.points(points, (right, grid.y + 24), _POINTS, ground, room - used)
    y = grid.y + grid.card_height - 21
    word, size = _labelled(state, room, _)
    left = right - canvas.total(state.player, (right, y), size, ground, room) - _LABEL_GAP
    canvas.text(word, (left, y + 1), _WORD, ground, ink=Tint.SECONDARY, align="right")


def _labelled(state: SeatState, room: int, _: Texts) -> tuple[str, int]:
    """The label of the running total, and the total's size, that fit the room (pixels)."""
    word, number = total_word(state.player, _), total_text(state.player)
    left = room - _LABEL_GAP - text_width(word, _WORD, Weight.SEMIBOLD)
    for size in (_TOTAL, SMALLEST):
        if text_width(number, size, Weight.BOLD) <= left:
            return word, size
    return _SUM, SMALLEST


def mark(canvas: Canvas, line: Box, state: SeatState, ground: Tint, _: Texts) -> int:
    """Foul, surrender or the next Fantasyland at the end of a caption; returns its width."""
    if not state.marks:
        return 0
    corner = line.right - 18, line.centre - PILL // 2
    return 12 + canvas.pill(state.marks[0], state, corner, ground, _, height=PILL)


def hand_in(made: Shape, room: int, weight: Weight, _: Texts) -> str:
    """The name of a full row's hand, or only of its kind if that does not fit (pixels)."""
    name = hand_name(made, _)
    if text_width(name, SMALLEST, weight) <= room:
        return name
    return made_name(made, _)


def caption(
    canvas: Canvas,
    grid: Grid,
    state: SeatState,
    row: Row,
    _: Texts,
    *,
    room: int,
    ink: Tint,
    ground: Tint,
    weight: Weight = Weight.SEMIBOLD,
) -> None:
    """The name of a full row's hand, half-way between that row and the next."""
    if state.board.open_places(row):
        return
    at = (grid.x + 2, grid.card(row, 0).bottom + grid.row_gap // 2 - 1)
    name = hand_in(state.made[row], room, weight, _)
    canvas.text(name, at, _CAPTION_SIZE, ground, weight=weight, ink=ink, room=room)
