"""The table: every board, who is to act, who sits out."""

from bot.pictures.cells import board_cell, cell_box, lines_height
from bot.pictures.layout import Layout
from bot.pictures.notes import notes, sitting_out, strip_height
from bot.pictures.sheet import Sheet
from bot.pictures.states import seat_states
from bot.pictures.wording import street_text, title, turn_text
from bot.scenes import TableScene
from bot.texts import Texts


def table_layout(scene: TableScene, _: Texts) -> Layout:
    """The table as everybody may see it."""
    states = seat_states(scene)
    height = lines_height(len(states))
    sheet = Sheet(height + strip_height(scene.sits_out))
    sheet.header(title(scene, _), turn_text(scene, _))
    for number, state in enumerate(states):
        board_cell(sheet, cell_box(number), state, _)
    if len(states) % 2:
        notes(sheet, cell_box(len(states)), scene, states, street_text(scene, _), _)
    sitting_out(sheet, height, scene.sits_out, _)
    return sheet.layout()
