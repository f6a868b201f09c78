"""PNG files from images of palette indices.

Pillow writes them too, but hands each line to zlib-ng by itself, which takes twice as long.
"""

from collections.abc import Iterator
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
_BAND: Final = 56
"""Lines packed at once: so few that their memory is at hand, not asked of the system anew."""


class _Packer(Protocol):
    """What zlib-ng gives, whose own types name one that is not there."""

    def compress(self, data: bytes | memoryview, /) -> bytes: ...
    def flush(self) -> bytes: ...


def png_file(image: Image.Image, palette: bytes, level: int) -> bytes:
    """The file of an image of mode L, whose values are indices into `palette`.

    `palette` has red, green and blue of each colour in turn; `level` is how hard zlib-ng tries.
    """
    lines = b"".join(_packed(image, level))
    chunks = (
        (b"IHDR", pack(">2I5B", *image.size, *_HEADER)),
        (b"PLTE", palette),
        (b"IDAT", lines),
        (b"IEND", b""),
    )
    return b"".join((_SIGNATURE, *(_chunk(kind, data) for kind, data in chunks)))


def _packed(image: Image.Image, level: int) -> Iterator[bytes]:
    width, height = image.size
    packer = _packer(level)
    # Each line of a file begins with its filter. Pillow adds a 0 to the end of each line, which
    # is the filter of the next one.
    yield packer.compress(_UNFILTERED)
    for top in range(0, height, _BAND):
        bottom = min(top + _BAND, height)
        band = image.crop((0, top, width, bottom))
        lines = band.tobytes("raw", "L", width + len(_UNFILTERED))
        yield packer.compress(memoryview(lines)[:-1] if bottom == height else lines)
    yield packer.flush()


def _packer(level: int) -> _Packer:
    return zlib_ng.compressobj(level)  # pyright: ignore[reportUnknownMemberType]


def _chunk(kind: bytes, data: bytes) -> bytes:
    return b"".join((pack(">I", len(data)), kind, data, pack(">I", crc32(kind + data))))
