"""From scene to PNG: the format, the colours, the cache, and many threads at once."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from itertools import product

import pytest
from PIL import Image

from bot.pictures import draw
from bot.pictures.card_tiles import emoji_images, face_sprite
from bot.pictures.layout import Box, CardStyle, Face
from bot.pictures.paint import image, png
from bot.pictures.shapes import Sign, outlines
from bot.pictures.table_picture import table_layout
from bot.pictures.theme import (
    DECKS,
    SKINS,
    Theme,
    ThemeError,
    Tint,
    blend,
    ink_pairs,
    palette,
    tint_colours,
)
from bot.texts import ENGLISH
from bot.values.phrases import BACK
from bot.values.scenes import TableScene
from ofc_engine.cards import Card
from ofc_engine.notation import parse_position
from ofc_engine.views import view_for
from tools.gallery import samples

LOOKS = [Theme(skin, deck) for skin, deck in product(SKINS, DECKS)]
every_look = pytest.mark.parametrize("look", LOOKS, ids=lambda look: f"{look.skin}-{look.deck}")
TABLE = samples.tables()["4 seats"]


def opened(data: bytes) -> Image.Image:
    image = Image.open(BytesIO(data))
    image.load()
    return image


def colours(data: bytes) -> set[object]:
    image = opened(data).convert("RGB")
    return {colour for _count, colour in image.getcolors(image.width * image.height) or ()}


@every_look
def test_pictures_are_png_files_with_a_palette(look: Theme):
    picture = opened(draw.table(TABLE, look, ENGLISH))
    assert (picture.format, picture.mode, picture.size) == ("PNG", "P", (1100, 938))


@every_look
def test_no_colour_goes_missing(look: Theme):
    rgb = tint_colours(look)
    seen = colours(draw.table(TABLE, look, ENGLISH))
    wanted = (Tint.FOUL, Tint.FANTASY, Tint.ACT, Tint.GOLD, Tint.TEXT, Tint.PLUS, Tint.MINUS)
    for tint in (*wanted, Tint.SPADE, Tint.HEART, Tint.DIAMOND, Tint.CLUB, Tint.BACK):
        assert rgb[tint] in seen, tint


@every_look
def test_a_picture_has_no_colour_beside_its_palette(look: Theme):
    assert colours(draw.table(TABLE, look, ENGLISH)) <= set(palette(look).colours)


@pytest.mark.parametrize("scene", samples.tables().values(), ids=samples.tables())
def test_a_file_has_every_pixel_that_was_painted(scene: TableScene):
    layout = table_layout(scene, ENGLISH)
    file = opened(png(layout, Theme())).convert("RGB")
    painted = image(layout, Theme()).convert("RGB")
    assert (file.size, file.tobytes()) == (painted.size, painted.tobytes())


@every_look
def test_a_palette_fits_a_png_and_every_edge_is_smooth_in_it(look: Theme):
    own, rgb = palette(look), tint_colours(look)
    assert len(own.colours) <= 256
    for ink, ground in ink_pairs():
        ramp = own.ramp(ink, ground)
        assert own.colours[ramp[0]] == rgb[ground]
        assert own.colours[ramp[255]] == rgb[ink]
        half = blend(rgb[ground], rgb[ink], 0.4)
        assert max(abs(a - b) for a, b in zip(own.colours[ramp[102]], half, strict=True)) <= 16


def test_open_boards_look_the_same_whatever_cards_are_hidden():
    hand = parse_position("standard ; Qh / TdTc / 8c8d + 2h3h4h ; - / 7d6d / AcAd5s")
    other = parse_position("standard ; Qh / TdTc / 8c8d + 9h9s9d ; - / 7d6d / AcAd5s")
    scenes = [replace(TABLE, view=view_for(h, None), order=(0, 1)) for h in (hand, other)]
    first, second = (draw.table(scene, Theme(), ENGLISH) for scene in scenes)
    assert first == second
    assert draw.table(scenes[0], Theme("day"), ENGLISH) != first
    assert draw.table(scenes[0], Theme(live_grid=False), ENGLISH) == first


def test_many_threads_draw_what_one_draws():
    work = [
        (draw.private, scene, look) for scene in samples.privates().values() for look in LOOKS[:2]
    ]

    def drawn(job: int) -> bytes:
        view, scene, look = work[job % len(work)]
        return view(scene, look, ENGLISH)

    alone = [drawn(job) for job in range(len(work))]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(drawn, range(2 * len(work)))) == 2 * alone


def test_there_are_two_skins_and_two_decks():
    for wrong in (lambda: Theme("dusk"), lambda: Theme(deck="three")):
        with pytest.raises(ThemeError, match="Choose one of"):
            wrong()


def test_emoji_are_small_squares_with_transparent_corners():
    images = {name: data for deck in DECKS for name, data in emoji_images(deck).items()}
    assert len(images) == 2 * 52 + 1 + 1 + 3
    assert {"ace_spades", "ten_hearts_4c", BACK, "slot_front", "slot_back"} <= set(images)
    for name, data in images.items():
        image = opened(data)
        assert image.size == (128, 128)
        assert len(data) <= 1700, name
        corner = image.convert("RGBA").getchannel("A").getpixel((0, 0))
        assert isinstance(corner, int)
        assert corner < 4
        assert name.replace("_", "").isalnum()
        assert 2 <= len(name) <= 32


def test_emoji_fill_their_square_with_a_large_suit():
    image = opened(emoji_images("two")["ace_spades"]).convert("RGBA")
    assert image.getchannel("A").getbbox() == (0, 0, 128, 128)
    black = (
        image.convert("L")
        .point([255 * (value < 60) for value in range(256)])
        .crop((8, 60, 120, 124))
    )
    left, top, right, bottom = black.getbbox() or (0, 0, 0, 0)
    assert min(right - left, bottom - top) >= 0.4 * 128


def test_a_card_out_of_play_is_struck_through():
    box, card = Box(0, 0, 80, 97), Card.parse("7d")
    for look in LOOKS:
        colours = palette(look)
        struck = colours.index(Tint.STRIKE)
        counts: dict[CardStyle, int] = {}
        for style in (CardStyle.PLAIN, CardStyle.DIM):
            sprite = face_sprite(Face(box, card, Tint.CELL, style), colours)
            counts[style] = sprite.tile.histogram()[struck]
        assert counts[CardStyle.PLAIN] == 0
        assert counts[CardStyle.DIM] > 100


def test_every_emoji_card_is_different():
    for deck in DECKS:
        assert len(set(emoji_images(deck).values())) == 57


@pytest.mark.parametrize("sign", Sign)
def test_a_sign_keeps_to_its_box(sign: Sign):
    for x, y in (point for outline in outlines(sign) for point in outline):
        assert -0.001 <= x <= 1.001
        assert -0.001 <= y <= 1.001
