"""Files that were sent."""

import mimetypes
import re
import struct
from dataclasses import dataclass
from typing import Final

_PNG: Final = b"\x89PNG\r\n\x1a\n"
_WEBP: Final = re.compile(rb"RIFF.{4}WEBPVP8X.{4}(.).{3}(.{3})(.{3})", re.DOTALL)
"""The head of an extended WebP: its flags, and width and height minus one."""
_ANIMATION: Final = 0b10
_KEPT: Final = re.compile(r"[^A-Za-z0-9._-]")
SCHEME: Final = "attachment://"


@dataclass(frozen=True, repr=False)
class Upload:
    """A file in a request."""

    file_name: str
    content: bytes


@dataclass(frozen=True, repr=False)
class Attachment:
    """A file of a message, at `url` for people who may see the message."""

    id: int
    file_name: str
    content: bytes
    url: str
    description: str | None = None

    @property
    def content_type(self) -> str:
        """Its MIME type, by its content or else by its name."""
        if self._webp:
            return "image/webp"
        return mimetypes.guess_type(self.file_name)[0] or "application/octet-stream"

    @property
    def dimensions(self) -> tuple[int, int] | None:
        """Width and height in pixels of a PNG or an extended WebP."""
        if head := self._webp:
            return int.from_bytes(head[2], "little") + 1, int.from_bytes(head[3], "little") + 1
        if self.content[:8] != _PNG or len(self.content) < 24:
            return None
        width, height = struct.unpack(">II", self.content[16:24])
        return width, height

    @property
    def is_animated(self) -> bool:
        """True if it is a WebP that moves."""
        return bool(self._webp and self._webp[1][0] & _ANIMATION)

    @property
    def _webp(self) -> re.Match[bytes] | None:
        return _WEBP.match(self.content)


def stored_name(file_name: str) -> str:
    """What Discord makes of a file name: only ASCII letters, digits, dot, dash, underscore."""
    return _KEPT.sub("", file_name.replace(" ", "_")) or "unknown"
