"""The result of a hand: every board, and what each pair settled."""

from bot.pictures.cells import cell_box, lines_height
from bot.pictures.duel import duel_layout
from bot.pictures.layout import Box, Layout
from bot.pictures.pairs import matrix_height, matrix_panel, pairs_panel
from bot.pictures.result_cells import result_cell
from bot.pictures.sheet import GAP, MARGIN, WIDTH, Sheet
from bot.pictures.states import result_states
from bot.pictures.strip import sitting_out, strip_height
from bot.pictures.wording import rules_text, title
from bot.scenes import ResultScene
from bot.texts import Texts

_MOST_PAIRS_IN_A_CELL = 3


def result_layout(scene: ResultScene, _: Texts) -> Layout:
    """A finished hand of two players or more."""
    if len(scene.table.order) == 2:
        return duel_layout(scene, _)
    count = len(scene.table.order)
    lines = lines_height(count)
    matrix = Box(MARGIN, lines - MARGIN + GAP, WIDTH - 2 * MARGIN, matrix_height(count))
    in_cell = len(scene.transfers) <= _MOST_PAIRS_IN_A_CELL
    height = lines if in_cell else matrix.bottom + MARGIN
    sheet = Sheet(height + strip_height(scene.table.sits_out))
    sheet.header(title(scene.table, _), rules_text(scene, _))
    for number, state in enumerate(result_states(scene)):
        result_cell(sheet, cell_box(number), state, scene.points(state.seat), _)
    if in_cell:
        pairs_panel(sheet, cell_box(count), scene, _)
    else:
        matrix_panel(sheet, matrix, scene, _)
    sitting_out(sheet, height, scene.table.sits_out, _)
    return sheet.layout()
