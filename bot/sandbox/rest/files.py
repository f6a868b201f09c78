"""Files and pictures of emojis, as Discord's CDN serves them."""

from aiohttp import web

from bot.sandbox.addresses import CDN
from bot.sandbox.model.world import World


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
        return web.Response(body=attachment.content, content_type=attachment.content_type)

    async def _emoji(self, request: web.Request) -> web.Response:
        number = int(request.match_info["number"])
        if number not in self._world.emojis:
            raise web.HTTPNotFound
        kind = request.match_info["kind"]
        return web.Response(
            body=self._world.emojis.get(number).content, content_type=f"image/{kind}"
        )
