"""A message with everything that the page can draw, posted as the bot itself would."""

import json
from typing import Any

import aiohttp

from discord_standin.addresses import API
from discord_standin.model.places import Channel
from discord_standin.standin import StandIn

V2 = 1 << 15


async def ask(
    standin: StandIn, method: str, path: str, body: Any, files: dict[str, bytes] | None = None
) -> Any:
    """One request to the stand-in's REST API with the bot's token; the answer's JSON."""
    sent: dict[str, Any] = {"json": body}
    if files:
        form = aiohttp.FormData({"payload_json": json.dumps(body)})
        for number, (name, content) in enumerate(files.items()):
            form.add_field(f"files[{number}]", content, filename=name, content_type="image/png")
        sent = {"data": form}
    headers = {"Authorization": f"Bot {standin.token}"}
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.request(method, f"{standin.url}{API}{path}", **sent) as response,
    ):
        assert response.status < 300, await response.text()
        return await response.json() if response.status != 204 else None


async def post(
    standin: StandIn, where: Channel, *components: Any, files: dict[str, bytes] | None = None
) -> Any:
    """Post a message of components."""
    body = {"flags": V2, "components": list(components)}
    return await ask(standin, "POST", f"/channels/{where.id}/messages", body, files)


def text(content: str) -> dict[str, Any]:
    return {"type": 10, "content": content}


def row(*components: Any) -> dict[str, Any]:
    return {"type": 1, "components": list(components)}


def button(label: str, style: int = 2, **more: Any) -> dict[str, Any]:
    return {"type": 2, "style": style, "label": label, "custom_id": f"show:{label}", **more}


def picture(name: str, alt: str, **more: Any) -> dict[str, Any]:
    return {"media": {"url": f"attachment://{name}"}, "description": alt, **more}


MARKDOWN = """\
# Heading
## Smaller
-# small words
**bold** *slanted* __under__ ~~gone~~ `code` ||hidden||
- first
- second
  - inner
1. one
2. two
> quoted
[a link](https://example.org/a_b) and snake_case_name
```
fixed  width **not bold**
```"""
