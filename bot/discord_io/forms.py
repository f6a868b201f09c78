"""What is sent with files, as one piece of memory that goes to the socket at once.

aiohttp writes each part of a form by itself, in several pieces: a picture takes longer to be sent
than to be packed.
"""

import secrets
from collections.abc import Iterable, Mapping
from io import BytesIO
from typing import Any, Final

from aiohttp import ClientSession
from aiohttp.payload import BytesIOPayload, BytesPayload, Payload

_LARGE: Final = 1_000_000
"""Bytes from which a form is sent bit by bit: others wait for a moment."""


def in_one_piece(form: Iterable[Mapping[str, Any]]) -> Payload:
    """The fields of a form as discord.py names them, ready to be sent, and once more if need be.

    Their values are strings, or files that are read from where they are.
    """
    boundary = secrets.token_hex(16)
    pieces: list[bytes] = []
    for field in form:
        value = field["value"]
        head = f"--{boundary}\r\n{_head(field)}\r\n\r\n"
        pieces += (head.encode(), value.encode() if isinstance(value, str) else value.read())
        pieces.append(b"\r\n")
    body = b"".join((*pieces, f"--{boundary}--\r\n".encode()))
    kind = f"multipart/form-data; boundary={boundary}"
    if len(body) < _LARGE:
        return BytesPayload(body, content_type=kind)
    return BytesIOPayload(BytesIO(body), content_type=kind)


def _head(field: Mapping[str, Any]) -> str:
    """The lines above a field's value."""
    line = f'Content-Disposition: form-data; name="{field["name"]}"'
    if "filename" not in field:
        return line
    name = field["filename"].replace("\\", "\\\\").replace('"', '\\"')
    return f'{line}; filename="{name}"\r\nContent-Type: {field["content_type"]}'


class Carrier:
    """Makes requests of a session, all with the same body."""

    def __init__(self, session: ClientSession, body: Payload) -> None:
        self._session = session
        self._body = body

    def request(self, method: str, url: str, **options: Any) -> Any:  # noqa: ANN401 - as aiohttp has it
        """Make a request, whatever other data it is to have."""
        options["data"] = self._body
        return self._session.request(method, url, **options)
