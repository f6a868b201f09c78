"""Cards as small images, drawn once for each size and state; the images of emoji.

Measures are shares of the card's width or height, so that a card looks alike at every size. Emoji
have a grey rim, so that their white shows on light themes too.
"""

from collections.abc import Iterator
from functools import lru_cache
from io import BytesIO
from typing import Final, NamedTuple

from PIL import Image, ImageChops, ImageDraw

from bot.pictures.fonts import CAP_HEIGHT, Mask, Weight, text_mask
from bot.pictures.layout import Back, Box, CardStyle, Face, Panel
from bot.pictures.raster import Raster
from bot.pictures.shapes import Sign, rounded_mask, sign_mask
from bot.pictures.theme import DIMMED, SUIT_TINTS, Palette, Theme, Tint, palette
from bot.values.phrases import BACK, card_emoji, slot_emoji
from ofc_engine.board import Row
from ofc_engine.cards import DECK, JOKERS, Card

_RADIUS: Final = 0.12
_RANK_WIDTH: Final = 0.80
_SUIT_WIDTH: Final = 0.47
_NARROW_SUIT_WIDTH: Final = 0.62
_NARROW: Final = 1.5
"""Height over width from which a card's suit gets more of the width."""
_STRIKE: Final = 0.045
_STRIKE_TOP: Final = 0.5
_SUIT_MARGIN: Final = 0.065
_RING: Final = 0.055
_CORNER: Final = 0.27
_RIM: Final = 0.075
_LATTICE: Final = 9
_STAR: Final = 0.56
_JOKER_STAR: Final = 0.8
_JOKER_TOP: Final = 0.06
_JOKER_SMALL: Final = 0.24
_SCALE: Final = 4
_OUTLINE: Final = 2
_EMOJI_SIZE: Final = 128
_EMOJI_CARD: Final = Box(0, 0, 128, 128)
_EMOJI_RIM: Final = 3
_EMOJI_RADIUS: Final = 15
_EMOJI_GREY: Final = (0x80, 0x84, 0x8E)
_EMOJI_LETTER: Final = 64
_EMOJI_COLOURS: Final = 64
_FACES_KEPT: Final = 1280
"""Cards of about 9 KB each: all of a table in two looks, at each size."""


class _Shares(NamedTuple):
    """Shares of a card's height: a capital letter, the space above it, the suit at most."""

    capital: float
    top: float
    suit: float


_USUAL: Final = _Shares(0.40, 0.095, 0.39)
_RANK_ALONE: Final = _Shares(0.60, 0.20, 0)
_EMOJI: Final = _Shares(0.37, 0.07, 0.45)


class Sprite(NamedTuple):
    """A card's tile, which extends `margin` pixels beyond the card on every side."""

    tile: Image.Image
    margin: int


def rank_text(card: Card) -> str:
    """The rank as cards show it: `10`, never `T`."""
    return "10" if card.rank == 10 else card.rank_letter


def face_sprite(face: Face, palette: Palette) -> Sprite:
    """A card face up."""
    width, height = face.box.width, face.box.height
    if face.style in (CardStyle.COMING, CardStyle.SEEN):
        coming = face.style is CardStyle.COMING
        return _in_line(face.card, width, height, face.ground, coming, palette)
    return _face(face._replace(box=Box(0, 0, width, height)), palette)


def back_sprite(back: Back, palette: Palette) -> Sprite:
    """A card face down."""
    return Sprite(_back(back._replace(box=back.box._replace(x=0, y=0)), palette), 0)


@lru_cache(maxsize=_FACES_KEPT)
def _face(shown: Face, palette: Palette) -> Sprite:
    """A card at the origin."""
    card, ground, fresh = shown.card, shown.ground, shown.fresh
    (_x, _y, width, height), dim = shown.box, shown.style is CardStyle.DIM
    margin = max(2, round(_RING * width)) if fresh else 0
    size = (width + 2 * margin, height + 2 * margin)
    raster = Raster.on(size, ground, palette)
    box = Box(margin, margin, width, height)
    radius = round(_RADIUS * width)
    face = _tint(Tint.GOLD if card.is_joker else Tint.FACE, dim)
    if fresh:
        raster.panel(Panel(box.inset(-margin), Tint.RING, ground, radius + margin))
    if card.is_joker:
        raster.panel(Panel(box, face, Tint.RING if fresh else ground, radius))
    else:
        _blank(raster, box, radius, Tint.RING if fresh else ground, dim)
    if fresh:
        corner = round(_CORNER * width)
        raster.mask(_triangle(corner), margin, margin, Tint.RING, face)
    if dim:
        thick = round(_STRIKE * height)
        raster.fill(Box(box.x, box.y + round(_STRIKE_TOP * height), width, thick), Tint.STRIKE)
    if card.is_joker:
        _joker(raster, box, _tint(Tint.GOLD_INK, dim), face, shown.stand)
    else:
        _pips(raster, box, card, _tint(SUIT_TINTS[card.suit], dim), face, _USUAL)
    return Sprite(raster.image, margin)


@lru_cache(maxsize=256)
def _in_line(
    card: Card, width: int, height: int, ground: Tint, coming: bool, palette: Palette
) -> Sprite:
    """A card in a line of its suit: its rank alone."""
    raster = Raster.on((width, height), ground, palette)
    box = Box(0, 0, width, height)
    radius = round(_RADIUS * width)
    if card.is_joker:
        ink, face = (Tint.GOLD_INK, Tint.GOLD) if coming else (Tint.OUT, Tint.SLOT)
        raster.panel(Panel(box, face, ground, radius))
        _joker(raster, box, ink, face, None)
        return Sprite(raster.image, 0)
    ink, face = (SUIT_TINTS[card.suit], Tint.FACE) if coming else (Tint.OUT, Tint.SLOT)
    if coming:
        _blank(raster, box, radius, ground, dim=False)
    else:
        raster.panel(Panel(box, face, ground, radius))
    _pips(raster, box, card, ink, face, _RANK_ALONE)
    return Sprite(raster.image, 0)


def _tint(tint: Tint, dim: bool) -> Tint:
    return DIMMED[tint] if dim else tint


def _blank(raster: Raster, box: Box, radius: int, ground: Tint, dim: bool) -> None:
    face, line = _tint(Tint.FACE, dim), _tint(Tint.FACE_LINE, dim)
    raster.panel(Panel(box, face, ground, radius, line, _OUTLINE))


def _joker(raster: Raster, box: Box, ink: Tint, face: Tint, stand: Card | None) -> None:
    """A large star; below it, smaller, the rank and suit of the card that it counts as."""
    size = round(min(_JOKER_STAR * box.width, (0.5 if stand else 0.8) * box.height))
    x, above = box.x + (box.width - size) // 2, round(_JOKER_TOP * box.height)
    y = box.y + above if stand else box.centre - size // 2
    raster.mask(sign_mask(Sign.STAR, size, size), x, y, ink, face)
    if stand is None:
        return
    capital = round(_JOKER_SMALL * box.height)
    rank = _rank(rank_text(stand), box.width // 2, capital)
    suit = round(1.1 * capital)
    gap = max(1, box.width // 20)
    x = box.x + (box.width - rank.image.width - gap - suit) // 2
    bottom = box.bottom - round(_SUIT_MARGIN * box.height)
    raster.mask(rank.image, x, bottom - capital + rank.y, ink, face)
    at = x + rank.image.width + gap, bottom - suit
    raster.mask(sign_mask(Sign(stand.suit), suit, suit), *at, ink, face)


def _triangle(size: int) -> Image.Image:
    """The coverage of a folded top left corner."""
    large = Image.new("L", (size * _SCALE, size * _SCALE))
    end = size * _SCALE
    ImageDraw.Draw(large).polygon([(0, 0), (end, 0), (0, end)], fill=255)
    return large.reduce(_SCALE)


def _pips(raster: Raster, box: Box, card: Card, ink: Tint, face: Tint, shares: _Shares) -> None:
    """A big rank above a big suit, if that has a share."""
    rank = _rank(rank_text(card), box.width, round(shares.capital * box.height))
    top = box.y + round(shares.top * box.height) + rank.y
    raster.mask(rank.image, box.x + (box.width - rank.image.width) // 2, top, ink, face)
    if not shares.suit:
        return
    widest = _SUIT_WIDTH if box.height < _NARROW * box.width else _NARROW_SUIT_WIDTH
    size = round(min(widest * box.width, shares.suit * box.height))
    bottom = box.bottom - round(_SUIT_MARGIN * box.height)
    x = box.x + (box.width - size) // 2
    raster.mask(sign_mask(Sign(card.suit), size, size), x, bottom - size, ink, face)


def _rank(text: str, width: int, capital: int) -> Mask:
    """A rank, squeezed if it is too wide; the origin is at the top of a capital."""
    mask = text_mask(text, round(capital / CAP_HEIGHT), Weight.EXTRABOLD)
    y = mask.y + round(capital / 2)
    widest = round(_RANK_WIDTH * width)
    image = mask.image if mask.image.width <= widest else _squeezed(mask.image, widest)
    return Mask(image, 0, y)


def _squeezed(mask: Image.Image, width: int) -> Image.Image:
    """The mask, narrowed with smooth edges."""
    size = (width * _SCALE, mask.height)
    extent = (0, 0, mask.width, mask.height)
    wide = mask.transform(size, Image.Transform.EXTENT, extent, Image.Resampling.BILINEAR)
    return wide.reduce((_SCALE, 1))


@lru_cache(maxsize=64)
def _back(back: Back, palette: Palette) -> Image.Image:
    """A card face down at the origin."""
    box = back.box
    raster = Raster.on((box.width, box.height), back.ground, palette)
    tints = (Tint.BACK_RIM, Tint.BACK, Tint.LATTICE)
    rim, field, lattice = (_tint(tint, back.dim) for tint in tints)
    radius = round(_RADIUS * box.width)
    _blank(raster, box, radius, back.ground, back.dim)
    inner = box.inset(round(_RIM * box.width))
    raster.panel(Panel(inner, field, rim, max(1, radius // 2)))
    raster.mask(_weave(inner.width, inner.height), inner.x, inner.y, lattice, field)
    if back.star:
        size = round(_STAR * box.width)
        at = box.middle - size // 2, box.centre - size // 2
        raster.mask(sign_mask(Sign.STAR, size, size), *at, rim, field)
    return raster.image


def _weave(width: int, height: int) -> Image.Image:
    """The coverage of a lattice of slanted lines inside a margin."""
    large = Image.new("L", (width * _SCALE, height * _SCALE))
    draw = ImageDraw.Draw(large)
    step = width * _SCALE // _LATTICE * 2
    for start in range(-large.height, large.width + large.height, step):
        stroke = step // 4
        draw.line([(start, 0), (start + large.height, large.height)], fill=255, width=stroke)
        draw.line([(start, large.height), (start + large.height, 0)], fill=255, width=stroke)
    reduced = large.reduce(_SCALE)
    margin = max(1, width // 24)
    framed = Image.new("L", reduced.size)
    area = (margin, margin, width - margin, height - margin)
    framed.paste(reduced.crop(area), (margin, margin))
    return framed


def emoji_images(deck: str) -> dict[str, bytes]:
    """A PNG file for each emoji that a deck needs, by name; raises ThemeError."""
    theme = Theme(deck=deck)
    return {name: _png(image) for name, image in _images(theme)}


def _images(theme: Theme) -> Iterator[tuple[str, Image.Image]]:
    colours = palette(theme)
    inner = Box(0, 0, _EMOJI_CARD.width - 2 * _EMOJI_RIM, _EMOJI_CARD.height - 2 * _EMOJI_RIM)
    for card in (*DECK, JOKERS[0]):
        yield card_emoji(card, theme.deck), _framed(_emoji_face(inner, card, colours), colours)
    yield BACK, _framed(_back(Back(inner, Tint.SECONDARY), colours), colours)
    for row in Row:
        yield slot_emoji(row), _slot(row.letter)


def _emoji_face(box: Box, card: Card, palette: Palette) -> Image.Image:
    """A card as wide as it is high, with a larger suit: it is seen at 22 pixels."""
    raster = Raster.on((box.width, box.height), Tint.SECONDARY, palette)
    at_origin = box._replace(x=0, y=0)
    if card.is_joker:
        raster.panel(Panel(at_origin, Tint.GOLD, Tint.SECONDARY, round(_RADIUS * box.width)))
        _joker(raster, at_origin, Tint.GOLD_INK, Tint.GOLD, None)
        return raster.image
    _blank(raster, at_origin, round(_RADIUS * box.width), Tint.SECONDARY, dim=False)
    _pips(raster, at_origin, card, SUIT_TINTS[card.suit], Tint.FACE, _EMOJI)
    return raster.image


def _framed(card: Image.Image, palette: Palette) -> Image.Image:
    """A card in its rim, with transparent corners."""
    card.putpalette(palette.flat)
    framed = Image.new("RGB", (_EMOJI_CARD.width, _EMOJI_CARD.height), _EMOJI_GREY)
    framed.paste(card.convert("RGB"), (_EMOJI_RIM, _EMOJI_RIM))
    framed.putalpha(rounded_mask(_EMOJI_CARD.width, _EMOJI_CARD.height, _EMOJI_RADIUS))
    return _centred(framed)


def _slot(letter: str) -> Image.Image:
    """A grey outline with a letter, for dark and light themes."""
    shape = rounded_mask(_EMOJI_CARD.width, _EMOJI_CARD.height, _EMOJI_RADIUS)
    width = 2 * _EMOJI_RIM
    hole = rounded_mask(
        _EMOJI_CARD.width - 2 * width, _EMOJI_CARD.height - 2 * width, _EMOJI_RADIUS - width
    )
    cut = Image.new("L", shape.size)
    cut.paste(hole, (width, width))
    alpha = ImageChops.subtract(shape, cut)
    mask = text_mask(letter, _EMOJI_LETTER, Weight.BOLD)
    x = (_EMOJI_CARD.width - mask.image.width) // 2
    alpha.paste(mask.image, (x, _EMOJI_CARD.height // 2 + mask.y))
    slot = Image.new("RGB", alpha.size, _EMOJI_GREY)
    slot.putalpha(alpha)
    return _centred(slot)


def _centred(image: Image.Image) -> Image.Image:
    square = Image.new("RGBA", (_EMOJI_SIZE, _EMOJI_SIZE))
    square.paste(image, (_EMOJI_CARD.x, _EMOJI_CARD.y))
    return square


def _png(image: Image.Image) -> bytes:
    buffer = BytesIO()
    # The only one of Pillow's built-in methods that keeps transparency.
    small = image.quantize(_EMOJI_COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    small.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()
