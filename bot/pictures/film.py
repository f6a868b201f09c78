"""A hand as one animated picture: a frame for each placement, the result at the end."""

from collections.abc import Sequence
from io import BytesIO
from typing import Final

from PIL import Image

from bot.pictures.look import Look
from bot.pictures.paint import image
from bot.pictures.result import result_layout
from bot.pictures.table import table_layout
from bot.scenes import ResultScene, TableScene
from bot.texts import Texts

_STEP: Final = 1200
_END: Final = 6000
"""Milliseconds for which a frame stands."""
_NO_KEY_FRAMES: Final = {"kmin": 999, "kmax": 1000}
"""Only what changes is stored: a whole frame now and then would double the file."""


def film(scenes: Sequence[TableScene], result: ResultScene, look: Look, _: Texts) -> bytes:
    """A WebP file without loss that runs for ever; takes about half a second of work."""
    frames = [image(table_layout(scene, _), look.colours).convert("RGB") for scene in scenes]
    frames.append(image(result_layout(result, _), look.colours).convert("RGB"))
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
