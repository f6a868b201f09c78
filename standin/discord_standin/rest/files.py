"""Files and pictures of emojis, as Discord's CDN serves them."""

from collections.abc import Mapping
from typing import Final

from aiohttp import web

from discord_standin.addresses import CDN
from discord_standin.model.world import World

_PICTURES: Final = frozenset({"image/png", "image/webp", "image/gif"})
_SAFE: Final[Mapping[str, str]] = {"X-Content-Type-Options": "nosniff"}
_DOWNLOADED: Final[Mapping[str, str]] = {
    **_SAFE,
    "Content-Disposition": "attachment",
    "Content-Security-Policy": "sandbox",
}
"""Makes a browser download other files: opened as a page they would belong to this site."""


class Files:
    """Serves the files of messages as they are now."""

    def __init__(self, world: World) -> None:
        self._world = world

    def add_to(self, app: web.Application) -> None:
        """Register the routes."""
        app.router.add_get(CDN + r"/attachments/{channel:\d+}/{number:\d+}/{name}", self._file)
        app.router.add_get(CDN + r"/emojis/{number:\d+}.{kind:\w+}", self._emoji)

    async def _file(self, request: web.Request) -> web.Response:
        attachment = self._world.files.get(int(request.match_info["number"]))
        if attachment is None:
            raise web.HTTPNotFound
        kind = attachment.content_type
        headers = _SAFE if kind in _PICTURES else _DOWNLOADED
        return web.Response(body=attachment.content, content_type=kind, headers=headers)

    async def _emoji(self, request: web.Request) -> web.Response:
        number = int(request.match_info["number"])
        if number not in self._world.emojis:
            raise web.HTTPNotFound
        kind = request.match_info["kind"]
        return web.Response(
            body=self._world.emojis.get(number).content,
            content_type=f"image/{kind}",
            headers=_SAFE,
        )
