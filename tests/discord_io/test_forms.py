"""What is sent with files, read back as Discord reads it."""

from collections.abc import Mapping
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import HTTP
from io import BytesIO
from typing import Any

import pytest

from bot.discord_io.forms import in_one_piece

_HAND = b"\x89PNG\r\n--\r\n\x00"


def form(*values: tuple[str, bytes]) -> list[Mapping[str, Any]]:
    """A form as discord.py makes it."""
    return [
        {"name": "payload_json", "value": '{"content": "für dich"}'},
        *(
            {
                "name": f"files[{number}]",
                "value": BytesIO(data),
                "filename": name,
                "content_type": "application/octet-stream",
            }
            for number, (name, data) in enumerate(values)
        ),
    ]


async def read(fields: list[Mapping[str, Any]]) -> list[EmailMessage]:
    payload = in_one_piece(fields)
    head = f"Content-Type: {payload.content_type}\r\n\r\n".encode()
    body = await payload.as_bytes()
    assert payload.size == len(body)
    message = message_from_bytes(head + body, _class=EmailMessage, policy=HTTP)
    return [part for part in message.iter_parts() if isinstance(part, EmailMessage)]


@pytest.mark.parametrize("data", [_HAND, _HAND * 100_000, b""], ids=["small", "large", "empty"])
async def test_fields_and_files_arrive_as_they_are(data: bytes) -> None:
    words, one, other = await read(form(("a.png", data), ('b "c".zip', b"2")))
    assert bytes(words.get_payload(decode=True)).decode() == '{"content": "für dich"}'
    names = [part.get_param("name", header="content-disposition") for part in (words, one, other)]
    assert names == ["payload_json", "files[0]", "files[1]"]
    assert one.get_payload(decode=True) == data
    assert (one.get_filename(), other.get_filename()) == ("a.png", 'b "c".zip')
