"""Forms, as which clients send files: `multipart/form-data`."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

_NAMES: Final = re.compile(r'\b(name|filename)="((?:[^"\\]|\\.)*)"')
_ESCAPED: Final = re.compile(r"\\(.)")


@dataclass(frozen=True)
class Part:
    """A field of a form; without a `file_name` it is no file."""

    name: str
    file_name: str | None
    content: bytes


def parts_of(content_type: str, body: bytes) -> Iterator[Part]:
    """The fields of a form with that header and body.

    They are at hand as a whole: aiohttp, which reads them as a stream, takes far longer.
    """
    boundary = content_type.rpartition("boundary=")[2].strip('"')
    for part in body.split(b"--" + boundary.encode())[1:-1]:
        head, _, content = part.partition(b"\r\n\r\n")
        names = {key: _ESCAPED.sub(r"\1", value) for key, value in _NAMES.findall(head.decode())}
        yield Part(names["name"], names.get("filename"), content.removesuffix(b"\r\n"))
