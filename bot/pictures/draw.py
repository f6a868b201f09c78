"""Every view as a PNG file.

Any number of threads may draw at once; a picture takes some milliseconds of work, so callers on
an event loop use a thread.
"""

from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO
from typing import Final

from PIL import Image

from bot.pictures.paint import image, png
from bot.pictures.points_chart import ledger_layout
from bot.pictures.private_picture import private_layout
from bot.pictures.result_picture import result_layout
from bot.pictures.table_picture import table_layout
from bot.pictures.theme import Theme
from bot.texts import Texts
from bot.values.scenes import LedgerScene, ResultScene, TableScene

_RESULTS_KEPT: Final = 32
"""Files of about 45 KB, which everybody at the table is shown at about the same time."""
_STEP: Final = 1200
_END: Final = 6000
"""Milliseconds for which a frame is shown, and the last one."""
_NO_KEY_FRAMES: Final = {"kmin": 999, "kmax": 1000}
"""No key frames, only what changes: a whole frame now and then would double the file."""


def table(scene: TableScene, theme: Theme, _: Texts) -> bytes:
    """The boards of a hand in play, and who is to act."""
    return png(table_layout(scene, _), theme.colours)


@lru_cache(maxsize=_RESULTS_KEPT)
def result(scene: ResultScene, theme: Theme, _: Texts) -> bytes:
    """The boards of a finished hand, and what each pair settled."""
    return png(result_layout(scene, _), theme.colours, small=True)


def private(scene: TableScene, theme: Theme, _: Texts) -> bytes:
    """The viewer's hand, board and cards still to come; NoViewerError for a public scene."""
    return png(private_layout(scene, theme, _), theme.colours)


def ledger(scene: LedgerScene, theme: Theme, _: Texts) -> bytes:
    """The running points of at most five players as lines."""
    return png(ledger_layout(scene, _), theme.colours, small=True)


def film(scenes: Sequence[TableScene], result: ResultScene, theme: Theme, _: Texts) -> bytes:
    """A hand as a lossless WebP animation that loops forever; takes about half a second."""
    frames = [image(table_layout(scene, _), theme.colours).convert("RGB") for scene in scenes]
    frames.append(image(result_layout(result, _), theme.colours).convert("RGB"))
    height = max(frame.height for frame in frames)
    first, *others = (_of_height(frame, height) for frame in frames)
    buffer = BytesIO()
    first.save(
        buffer,
        "WEBP",
        save_all=True,
        append_images=others,
        duration=[*[_STEP] * len(others), _END],
        loop=0,
        lossless=True,
        # Of a lossless file this is the effort of compression.
        quality=25,
        method=1,
        **_NO_KEY_FRAMES,
    )
    return buffer.getvalue()


def _of_height(frame: Image.Image, height: int) -> Image.Image:
    if frame.height == height:
        return frame
    canvas = Image.new("RGB", (frame.width, height), frame.getpixel((0, 0)))
    canvas.paste(frame)
    return canvas
