"""PNG files from images of palette indices.

Pillow writes them too, but hands each line to zlib-ng by itself, which takes twice as long.
"""

from struct import pack
from typing import Any, Final, cast
from zlib import crc32

from PIL import Image
from zlib_ng import zlib_ng

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_HEADER: Final = (8, 3, 0, 0, 0)
"""Eight bits a pixel, a palette, deflate, filters by line, no interlacing."""
_UNFILTERED: Final = b"\0"
_QUICK: Final = 2
_SMALL: Final = 5
"""Levels of zlib-ng: a quarter smaller for twice the work; beyond it little but the work grows."""


class PngFile:
    """A file in the making, whose `image` of mode L is painted with indices into a palette.

    At first each pixel is the index `ground`.
    """

    def __init__(self, size: tuple[int, int], ground: int) -> None:
        width, height = size
        # The image's own memory: in a file each line begins with its filter, for which every line
        # here has a byte more at its end, where that of the next one belongs.
        stride = width + len(_UNFILTERED)
        self._lines = bytearray((ground,)) * (stride * height)
        self._lines[width::stride] = _UNFILTERED * height
        self.image = Image.frombuffer("L", size, self._lines, "raw", "L", stride, 1)
        self.image.readonly = 0

    def packed(self, palette: bytes, *, small: bool) -> bytes:
        """The file; `palette` has red, green and blue of each colour in turn."""
        # Its own types say less than those of zlib, which it stands in for.
        packer = cast("Any", zlib_ng).compressobj(_SMALL if small else _QUICK)
        lines = (_UNFILTERED, memoryview(self._lines)[: -len(_UNFILTERED)])
        data = b"".join((*map(packer.compress, lines), packer.flush()))
        chunks = (
            (b"IHDR", pack(">2I5B", *self.image.size, *_HEADER)),
            (b"PLTE", palette),
            (b"IDAT", data),
            (b"IEND", b""),
        )
        return b"".join((_SIGNATURE, *(_chunk(kind, data) for kind, data in chunks)))


def _chunk(kind: bytes, data: bytes) -> bytes:
    checksum = crc32(data, crc32(kind))
    return b"".join((pack(">I", len(data)), kind, data, pack(">I", checksum)))
