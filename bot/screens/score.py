"""Boards that somebody typed, and what they are worth."""

from bot.screens.board import pair_lines, remarks
from bot.screens.components import PictureOrWords, Screen, text
from bot.texts import Texts
from bot.values.phrases import plain, signed, variant_name
from bot.values.scenes import ResultScene


def score_screen(result: ResultScene, picture: PictureOrWords, _: Texts) -> Screen:
    """Everybody's points, best first, fouls and royalties, and what every two settled."""
    seats = sorted(range(len(result.table.players)), key=lambda seat: -result.points(seat))
    heading = [f"## {_('Score')}", f"-# {variant_name(result.table.view.rules, _)}"]
    lines = [*heading, *(_line(result, seat, _) for seat in seats)]
    settled = text("\n".join(pair_lines(result, _)))
    return Screen((text("\n".join(lines)), picture.component, settled), picture.pictures)


def _line(result: ResultScene, seat: int, _: Texts) -> str:
    name, points = plain(result.table.players[seat].name), signed(result.points(seat))
    return " · ".join([f"**{name} {points}**", *remarks(result.score.results[seat], _)])
