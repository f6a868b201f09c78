"""How responses to interactions are sent: Discord is not asked to send back what it was sent."""

from typing import Any

import aiohttp
from discord.http import MultipartParameters, Route
from discord.webhook.async_ import AsyncWebhookAdapter, async_context


class ShortCallbacks(AsyncWebhookAdapter):
    """Sends responses as discord.py does, but without asking for the message they make.

    The bot has no use for it, and it is as long as what was sent: a tap costs less without.
    """

    async def create_interaction_response(
        self,
        interaction_id: int,
        token: str,
        *,
        session: aiohttp.ClientSession,
        proxy: str | None = None,
        proxy_auth: aiohttp.BasicAuth | None = None,
        params: MultipartParameters,
    ) -> Any:  # noqa: ANN401 - typed as the whole of what Discord could say
        """Give the first response to an interaction; raises HTTPException."""
        route = Route(
            "POST",
            "/interactions/{webhook_id}/{webhook_token}/callback",
            webhook_id=interaction_id,
            webhook_token=token,
        )
        await self.request(
            route,
            session,
            payload=None if params.files else params.payload,
            multipart=params.multipart if params.files else None,
            files=params.files,
            proxy=proxy,
            proxy_auth=proxy_auth,
        )
        return {"interaction": {"id": interaction_id}}


def use_short_callbacks() -> None:
    """Have discord.py send responses so, in this task and all that it starts from now on."""
    async_context.set(ShortCallbacks())
