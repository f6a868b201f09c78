"""`python -m tools.gallery FOLDER`: every picture in every skin and deck, to be looked at."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Final, NamedTuple

from PIL import Image

from bot.pictures import alt, draw, plain_text
from bot.pictures.card_tiles import emoji_images
from bot.pictures.fonts import Weight, text_mask
from bot.pictures.profile import profile_picture
from bot.pictures.rating_ladder import rating_alt, rating_picture, rating_text
from bot.pictures.rows import rows_picture
from bot.pictures.standing import standing_picture
from bot.pictures.theme import DECKS, SKINS, Theme, Tint, tint_colours
from bot.texts import ENGLISH
from ofc_engine.cli.console import refuse
from tools.gallery import ledgers, profiles, samples, tournaments

_THUMB: Final = 300
_GAP: Final = 20
_CAPTION: Final = 34
_COLUMNS: Final = 8
_DARK: Final = "#313338"
_LIGHT: Final = "#ffffff"
"""Behind the thumbnails: the backgrounds on which skins are mostly seen."""


class _PictureFile(NamedTuple):
    """A picture with the name of its file."""

    name: str
    skin: str
    data: bytes


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the pictures, their words, the emoji, and one sheet with all pictures."""
    command = argparse.ArgumentParser(
        prog="python -m tools.gallery", description="Draw every view."
    )
    command.add_argument("folder", type=Path, help="where to write; made if it is not there")
    folder: Path = command.parse_args(arguments).folder
    try:
        (folder / "emoji").mkdir(parents=True, exist_ok=True)
        written = _write(folder)
    except OSError as error:
        return refuse(f"{folder} cannot be written: {error.strerror}.")
    print(f"{written} pictures in {folder}; look at contact-sheet.png first.")
    return 0


def _write(folder: Path) -> int:
    pictures = list(_pictures())
    for picture in pictures:
        (folder / f"{picture.name}.png").write_bytes(picture.data)
    for deck in DECKS:
        for name, data in emoji_images(deck).items():
            (folder / "emoji" / f"{name}.png").write_bytes(data)
    (folder / "words.txt").write_text("\n\n".join(_words()), encoding="utf-8")
    _contact_sheet(pictures).save(folder / "contact-sheet.png")
    return len(pictures)


def _pictures() -> Iterator[_PictureFile]:
    for skin, deck in product(SKINS, DECKS):
        look = Theme(skin, deck)
        for name, data in _drawn(look):
            yield _PictureFile(
                f"{name}, {skin}, {deck}".replace(", ", "-").replace(" ", "_"), skin, data
            )


def _drawn(look: Theme) -> Iterator[tuple[str, bytes]]:
    """Every picture in one look, with what it shows."""
    for name, scene in samples.tables().items():
        yield f"table, {name}", draw.table(scene, look, ENGLISH)
    for name, scene in samples.results().items():
        yield f"result, {name}", draw.result(scene, look, ENGLISH)
    for name, scene in samples.privates().items():
        yield f"private, {name}", draw.private(scene, look, ENGLISH)
    uncounted = Theme(look.skin, look.deck, live_grid=False)
    for name in ("1 card", "3 cards", "3 opponents", "over"):
        scene = samples.privates()[name]
        yield f"private without live cards, {name}", draw.private(scene, uncounted, ENGLISH)
    for name, rows in samples.rows().items():
        yield f"rows, {name}", rows_picture(rows, look)
    yield from _over_many_hands(look)


def _over_many_hands(look: Theme) -> Iterator[tuple[str, bytes]]:
    """The pictures of servers and tournaments."""
    for name, scene in ledgers.ledgers().items():
        yield f"ledger, {name}", draw.ledger(scene, look, ENGLISH)
    for name, scene in ledgers.ratings().items():
        yield f"rating, {name}", rating_picture(scene, look, ENGLISH)
    for name, scene in profiles.profiles().items():
        yield f"profile, {name}", profile_picture(scene, look, ENGLISH)
    for name, scene in tournaments.standings().items():
        yield f"standing, {name}", standing_picture(scene, look, ENGLISH)
    for name, scene in tournaments.courses().items():
        yield f"course, {name}", draw.ledger(scene, look, ENGLISH)


def _words() -> Iterator[str]:
    """The alt text and the plain text of every scene."""
    for name, scene in samples.tables().items():
        yield _texts(f"table, {name}", alt.table(scene, ENGLISH), plain_text.table(scene, ENGLISH))
    for name, scene in samples.results().items():
        yield _texts(
            f"result, {name}", alt.result(scene, ENGLISH), plain_text.result(scene, ENGLISH)
        )
    for name, scene in samples.privates().items():
        yield _texts(f"private, {name}", alt.private(scene, Theme(), ENGLISH))
    for name, scene in ledgers.ledgers().items():
        yield _texts(
            f"ledger, {name}", alt.ledger(scene, ENGLISH), plain_text.ledger(scene, ENGLISH)
        )
    for name, scene in ledgers.ratings().items():
        yield _texts(f"rating, {name}", rating_alt(scene, ENGLISH), rating_text(scene, ENGLISH))


def _texts(name: str, *texts: str) -> str:
    return "\n\n".join([f"=== {name}", *texts])


def _contact_sheet(pictures: Sequence[_PictureFile]) -> Image.Image:
    """All pictures as wide as a phone shows them, in lines, under their names."""
    lines = [pictures[at : at + _COLUMNS] for at in range(0, len(pictures), _COLUMNS)]
    drawn = [_line(line) for line in lines]
    sheet = Image.new("RGB", (drawn[0].width, sum(line.height for line in drawn)), "#808080")
    y = 0
    for line in drawn:
        sheet.paste(line, (0, y))
        y += line.height
    return sheet


def _line(pictures: Sequence[_PictureFile]) -> Image.Image:
    thumbs = [_thumb(picture) for picture in pictures]
    height = max(thumb.height for thumb in thumbs)
    line = Image.new("RGB", (_COLUMNS * (_THUMB + _GAP), height), "#808080")
    for column, thumb in enumerate(thumbs):
        line.paste(thumb, (column * (_THUMB + _GAP), 0))
    return line


def _behind(skin: str) -> str:
    colours = tint_colours(Theme(skin))
    return _LIGHT if sum(colours[Tint.BACKGROUND]) > sum(colours[Tint.TEXT]) else _DARK


def _thumb(picture: _PictureFile) -> Image.Image:
    image = Image.open(BytesIO(picture.data)).convert("RGB")
    image.thumbnail((_THUMB, image.height), reducing_gap=2)
    size = (_THUMB + _GAP, image.height + _GAP + _CAPTION)
    thumb = Image.new("RGB", size, _behind(picture.skin))
    caption = text_mask(picture.name[:44], 15, Weight.SEMIBOLD)
    thumb.paste("#808080", (_GAP // 2 + caption.x, _CAPTION // 2 + caption.y), caption.image)
    thumb.paste(image, (_GAP // 2, _CAPTION))
    return thumb


if __name__ == "__main__":
    sys.exit(main())
