"""All that happens in a world, line by line, and its digest."""

import gzip
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image

from discord_standin.model.feed import Change
from discord_standin.model.interactions import Interaction
from discord_standin.model.messages import Message, Version
from discord_standin.traffic import Exchange

_PNG: Final = b"\x89PNG"


class Transcript:
    """Collects lines with their times by `clock`, and writes them to a file if there is one."""

    def __init__(self, clock: Callable[[], float], file: Path | None) -> None:
        self._clock = clock
        self._began_at = clock()
        self._digest = sha256()
        self._file = None if file is None else file.open("w", encoding="utf-8")
        self.lines = 0

    @property
    def digest(self) -> str:
        """A digest over all lines."""
        return self._digest.hexdigest()[:16]

    def note(self, line: str) -> None:
        """Add a line."""
        passed = self._clock() - self._began_at
        whole = f"{passed:12.3f} {line}\n"
        self.lines += 1
        self._digest.update(whole.encode())
        if self._file is not None:
            self._file.write(whole)

    def note_change(self, change: Change) -> None:
        """Add a change on Discord."""
        match change.subject:
            case Message() as message:
                self.note(f"{change.event} {message.id} in {message.channel}: {_of(message.now)}")
            case Interaction() as interaction:
                self.note(f"{change.event} {interaction!r}")
            case other:
                self.note(f"{change.event} {other!r}")

    def note_request(self, exchange: Exchange) -> None:
        """Add a request of the bot to Discord."""
        self.note(f"{exchange} {_digest_of(exchange.sent)}")

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()


def _of(version: Version) -> str:
    """The text of a version, and the digest of all of it."""
    files = [(a.file_name, a.description, _file(a.content)) for a in version.attachments]
    everything = (version.content, version.embeds, version.components, files, version.flags)
    words = version.content or " ".join(version.texts)
    return f"{_digest_of(everything)} {words!r}"


def _digest_of(value: object) -> str:
    return sha256(repr(value).encode()).hexdigest()[:8]


@lru_cache(maxsize=64)
def _file(content: bytes) -> bytes:
    """The digest of a file's contents."""
    return sha256(_unpacked(content)).digest()


def _unpacked(content: bytes) -> bytes:
    """A file's contents uncompressed, since compressors differ from machine to machine."""
    if content.startswith(b"\x1f\x8b"):
        return gzip.decompress(content)
    if not content.startswith(_PNG):
        return content
    with Image.open(BytesIO(content)) as image:
        return image.tobytes() + bytes(image.getpalette() or ())
