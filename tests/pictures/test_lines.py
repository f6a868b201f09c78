"""Lines of text, put together of letters: they look as if the font had drawn them at once."""

from math import ceil, floor

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageFont

from bot.pictures.fonts import CAP_HEIGHT, Mask, Weight, font_file, text_mask, text_width

SCALE = 4
LINES = ("AVATAR", "f.j fjord", "Übermütig Ñandú", "+12 −5", "jgy_|", "Дмитрий", "W", " a  b ")


def large_font(size: int, weight: Weight) -> ImageFont.FreeTypeFont:
    plain = ImageFont.Layout.BASIC
    return ImageFont.truetype(font_file(weight), size * SCALE, layout_engine=plain)


def drawn_at_once(text: str, size: int, weight: Weight) -> Mask:
    font = large_font(size, weight)
    left, top, right, bottom = font.getbbox(text, anchor="ls")
    x, y = floor(left / SCALE), floor(top / SCALE)
    wide, high = ceil(right / SCALE) - x, ceil(bottom / SCALE) - y
    large = Image.new("L", (wide * SCALE, high * SCALE))
    ImageDraw.Draw(large).text((-x * SCALE, -y * SCALE), text, fill=255, font=font, anchor="ls")
    return Mask(large.reduce(SCALE), x, y + round(size * CAP_HEIGHT / 2))


def on_a_sheet(mask: Mask) -> Image.Image:
    sheet = Image.new("L", (600, 100))
    sheet.paste(mask.image, (50 + mask.x, 50 + mask.y))
    return sheet


@pytest.mark.parametrize("text", LINES)
@pytest.mark.parametrize(("size", "weight"), [(32, Weight.SEMIBOLD), (43, Weight.EXTRABOLD)])
def test_a_line_looks_as_drawn_at_once(text: str, size: int, weight: Weight):
    together, at_once = text_mask(text, size, weight), drawn_at_once(text, size, weight)
    _, most = ImageChops.difference(on_a_sheet(together), on_a_sheet(at_once)).getextrema()
    assert most <= 1, "of 255: where letters touch, each is rounded by itself"


@pytest.mark.parametrize("text", LINES)
def test_a_line_is_as_wide_as_the_font_says(text: str):
    font = large_font(36, Weight.BOLD)
    assert text_width(text, 36, Weight.BOLD) == ceil(font.getlength(text) / SCALE)


def test_a_line_without_letters_is_empty():
    mask = text_mask("", 36, Weight.BOLD)
    assert mask.image.getbbox() is None
