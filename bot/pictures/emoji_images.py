"""The images behind the application's emoji: cards of both decks, a back, empty places.

Every card has a grey rim, so that its white shows on light themes too.
"""

from collections.abc import Iterator
from io import BytesIO
from typing import Final

from PIL import Image, ImageChops

from bot.emoji import BACK, card_emoji, slot_emoji
from bot.ofc.board import Row
from bot.ofc.cards import DECK
from bot.pictures.cards import Sprite, back_sprite, face_sprite
from bot.pictures.fonts import Weight, text_mask
from bot.pictures.layout import Back, Box, Face
from bot.pictures.palette import palette
from bot.pictures.shapes import rounded_mask
from bot.pictures.theme import Theme, Tint

_SIZE: Final = 128
_CARD: Final = Box(9, 0, 110, 128)
_RIM: Final = 3
_RADIUS: Final = 15
_GREY: Final = (0x80, 0x84, 0x8E)
_LETTER: Final = 64
_COLOURS: Final = 64


def emoji_images(deck: str) -> dict[str, bytes]:
    """A PNG file for each emoji that a deck needs, by name; raises ThemeError."""
    theme = Theme(deck=deck)
    return {name: _png(image) for name, image in _images(theme)}


def _images(theme: Theme) -> Iterator[tuple[str, Image.Image]]:
    inner = Box(0, 0, _CARD.width - 2 * _RIM, _CARD.height - 2 * _RIM)
    for card in DECK:
        sprite = face_sprite(Face(inner, card, Tint.SECONDARY), theme)
        yield card_emoji(card, theme.deck), _framed(sprite, theme)
    yield BACK, _framed(back_sprite(Back(inner, Tint.SECONDARY), theme), theme)
    for row in Row:
        yield slot_emoji(row), _slot(row.letter)


def _framed(sprite: Sprite, theme: Theme) -> Image.Image:
    """A card in its rim, with transparent corners."""
    card = sprite.image.copy()
    card.putpalette(palette(theme).flat)
    framed = Image.new("RGB", (_CARD.width, _CARD.height), _GREY)
    framed.paste(card.convert("RGB"), (_RIM, _RIM))
    framed.putalpha(rounded_mask(_CARD.width, _CARD.height, _RADIUS))
    return _centred(framed)


def _slot(letter: str) -> Image.Image:
    """A grey outline with a letter, for dark and light themes."""
    shape = rounded_mask(_CARD.width, _CARD.height, _RADIUS)
    width = 2 * _RIM
    hole = rounded_mask(_CARD.width - 2 * width, _CARD.height - 2 * width, _RADIUS - width)
    cut = Image.new("L", shape.size)
    cut.paste(hole, (width, width))
    alpha = ImageChops.subtract(shape, cut)
    mask = text_mask(letter, _LETTER, Weight.BOLD)
    x = (_CARD.width - mask.image.width) // 2
    alpha.paste(mask.image, (x, _CARD.height // 2 + mask.y))
    slot = Image.new("RGB", alpha.size, _GREY)
    slot.putalpha(alpha)
    return _centred(slot)


def _centred(image: Image.Image) -> Image.Image:
    square = Image.new("RGBA", (_SIZE, _SIZE))
    square.paste(image, (_CARD.x, _CARD.y))
    return square


def _png(image: Image.Image) -> bytes:
    buffer = BytesIO()
    small = image.quantize(_COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    small.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()
