"""PNG files from images of palette indices.

Pillow writes them too, but hands each line to zlib-ng by itself, which takes twice as long.
"""

from struct import pack
from typing import Final, Protocol
from zlib import crc32

from PIL import Image
from zlib_ng import zlib_ng

QUICK: Final = 2
"""The least work that does not make a file much larger than it has to be."""
SMALL: Final = 6
"""A third smaller, for three times the work; beyond it only the work grows."""

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_HEADER: Final = (8, 3, 0, 0, 0)
"""Eight bits a pixel, a palette, deflate, filters by line, no interlacing."""
_UNFILTERED: Final = b"\0"


class _Packer(Protocol):
    """What zlib-ng gives, whose own types name one that is not there."""

    def compress(self, data: bytes | memoryview, /) -> bytes: ...
    def flush(self) -> bytes: ...


class PngFile:
    """A file in the making, whose `image` of mode L is painted with indices into a palette."""

    def __init__(self, size: tuple[int, int]) -> None:
        width, height = size
        # The image's own memory: in a file each line begins with its filter, for which every line
        # here has a byte more at its end, where that of the next one belongs.
        stride = width + len(_UNFILTERED)
        self._lines = bytearray(stride * height)
        self.image = Image.frombuffer("L", size, self._lines, "raw", "L", stride, 1)
        self.image.readonly = 0

    def packed(self, palette: bytes, level: int) -> bytes:
        """The file; `palette` has red, green and blue of each colour in turn.

        `level` is how hard zlib-ng tries.
        """
        packer = _packer(level)
        lines = (_UNFILTERED, memoryview(self._lines)[: -len(_UNFILTERED)])
        data = b"".join((*map(packer.compress, lines), packer.flush()))
        chunks = (
            (b"IHDR", pack(">2I5B", *self.image.size, *_HEADER)),
            (b"PLTE", palette),
            (b"IDAT", data),
            (b"IEND", b""),
        )
        return b"".join((_SIGNATURE, *(_chunk(kind, data) for kind, data in chunks)))


def _packer(level: int) -> _Packer:
    return zlib_ng.compressobj(level)  # pyright: ignore[reportUnknownMemberType]


def _chunk(kind: bytes, data: bytes) -> bytes:
    return b"".join((pack(">I", len(data)), kind, data, pack(">I", crc32(kind + data))))
