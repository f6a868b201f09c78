"""PNG files from images of palette indices.

Pillow writes them too, but hands each line to zlib-ng by itself, which takes twice as long.
"""

from collections.abc import Callable
from functools import partial
from struct import pack
from typing import Any, Final, Protocol, TypeAlias, cast

from isal import isal_zlib
from PIL import Image
from zlib_ng import zlib_ng

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_HEADER: Final = (8, 3, 0, 0, 0)
"""Eight bits a pixel, a palette, deflate, filters by line, no interlacing."""
_UNFILTERED: Final = b"\0"
_ZLIB: Final = b"\x78\x01"
"""What zlib's format begins with: deflate with the largest window."""


class _Packer(Protocol):
    """What packs, whose own types are not those of what there is."""

    def compress(self, data: bytes | memoryview, /) -> bytes: ...
    def flush(self) -> bytes: ...


Packing: TypeAlias = Callable[[], _Packer]
"""How hard to try to make a file small."""

_NO_FRAME: Final = -15
"""The largest window, and no checksum: isal makes it in four times as long as zlib-ng."""
HASTY: Final = cast("Packing", partial(cast("Any", isal_zlib).compressobj, 1, wbits=_NO_FRAME))
"""The least work, for a file that is an eighth larger than with QUICK."""
QUICK: Final = cast("Packing", partial(cast("Any", zlib_ng).compressobj, 2, wbits=_NO_FRAME))
"""Twice the work of HASTY."""
SMALL: Final = cast("Packing", partial(cast("Any", zlib_ng).compressobj, 5, wbits=_NO_FRAME))
"""A quarter smaller than with QUICK, for twice the work; beyond it little but the work grows."""


_Checksum: TypeAlias = Callable[[bytes | memoryview, int], int]
"""That of some data, whose beginning had one already."""
_ADLER: Final = cast("_Checksum", cast("Any", zlib_ng).adler32)
_CRC: Final = cast("_Checksum", cast("Any", zlib_ng).crc32)


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

    def packed(self, palette: bytes, packing: Packing) -> bytes:
        """The file; `palette` has red, green and blue of each colour in turn."""
        packer = packing()
        lines = (_UNFILTERED, memoryview(self._lines)[: -len(_UNFILTERED)])
        checksum = pack(">I", _ADLER(lines[1], _ADLER(lines[0], 1)))
        data = b"".join((_ZLIB, *map(packer.compress, lines), packer.flush(), checksum))
        chunks = (
            (b"IHDR", pack(">2I5B", *self.image.size, *_HEADER)),
            (b"PLTE", palette),
            (b"IDAT", data),
            (b"IEND", b""),
        )
        return b"".join((_SIGNATURE, *(_chunk(kind, data) for kind, data in chunks)))


def _chunk(kind: bytes, data: bytes) -> bytes:
    checksum = _CRC(data, _CRC(kind, 0))
    return b"".join((pack(">I", len(data)), kind, data, pack(">I", checksum)))
