"""The strip at the bottom that names who sits out."""

from collections.abc import Sequence
from typing import Final

from bot.pictures.fonts import Weight, text_width
from bot.pictures.names import shown_name
from bot.pictures.sheet import MARGIN, WIDTH, Sheet, points_tint, signed
from bot.pictures.theme import Tint
from bot.scenes import Player
from bot.texts import Texts

STRIP: Final = 60
_SIZE: Final = 36


def strip_height(players: Sequence[Player]) -> int:
    """How much higher a picture is for those who sit out."""
    return STRIP if players else 0


def sitting_out(sheet: Sheet, y: int, players: Sequence[Player], _: Texts) -> None:
    """Who sits out, with their points, from the line y on."""
    if not players:
        return
    ground = Tint.BACKGROUND
    x, centre = MARGIN + 8, y + STRIP // 2 - 8
    x += 18 + sheet.text(_("Sitting out"), (x, centre), 34, ground, ink=Tint.SECONDARY)
    share = (WIDTH - MARGIN - x) // len(players)
    for number, player in enumerate(players):
        points = signed(player.total)
        left = x + number * share
        room = share - text_width(points, _SIZE, Weight.SEMIBOLD) - 38
        name = shown_name(player)
        used = sheet.text(name, (left, centre), _SIZE, ground, weight=Weight.BOLD, room=room)
        at = (left + used + 14, centre)
        sheet.text(points, at, _SIZE, ground, ink=points_tint(player.total))
