"""Sends messages with card emoji that Discord does not know again, with the cards' names.

Somebody may have deleted them, and Discord itself forgets new ones now and then.
"""

import json
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, Final, TypeAlias, cast

import discord
from discord.http import HTTPClient, Route
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.discord_io.rate_limits import RequestLimiter
from bot.pictures.theme import DECKS
from bot.values.phrases import BACK, card_emoji, slot_emoji
from ofc_engine.board import Row
from ofc_engine.cards import DECK, JOKERS

# Discord names an unknown emoji only as an invalid form body.
_INVALID: Final = 50035
_MARKUP: Final = re.compile(r"<:(\w+):\d+>")
_PAYLOAD: Final = "payload_json"
_NAMES: Final = {
    **{card_emoji(card, deck): str(card) for deck in DECKS for card in DECK},
    card_emoji(JOKERS[0], DECKS[0]): "X",
    BACK: "??",
    **dict.fromkeys(map(slot_emoji, Row), "--"),
}
"""The name of an emoji -> what it stands for."""

_Fields: TypeAlias = Iterable[Mapping[str, Any]]
"""The fields of a form."""


class KnownEmojiHttp(HTTPClient):
    """Makes requests, and again with the names of cards if Discord does not know their emoji."""

    emoji_unknown: Callable[[], None] = staticmethod(lambda: None)
    """Called when Discord does not know them."""
    limiter: RequestLimiter
    """The queue to wait in before each request."""

    async def request(
        self,
        route: Route,
        *,
        form: _Fields | None = None,
        **options: Any,  # noqa: ANN401 - as discord.py has it
    ) -> Any:  # noqa: ANN401
        """Make a request; raises HTTPException."""
        request = super().request
        await self.limiter.acquire(is_new=route.method == "POST")

        async def send(body: Any, form: Any) -> Any:  # noqa: ANN401 - as discord.py has it
            if body is not None:
                options["json"] = body
            return await request(route, form=form, **options)

        return await _known_or_by_name(send, options.get("json"), form, self.emoji_unknown)


class _KnownEmojiWebhooks(AsyncWebhookAdapter):
    """Answers interactions likewise."""

    def __init__(self, emoji_unknown: Callable[[], None]) -> None:
        super().__init__()
        self._emoji_unknown = emoji_unknown

    async def request(
        self,
        route: Route,
        session: Any,  # noqa: ANN401 - as discord.py has it
        *,
        payload: Any = None,  # noqa: ANN401
        multipart: Any = None,  # noqa: ANN401
        **options: Any,  # noqa: ANN401
    ) -> Any:  # noqa: ANN401
        """Make a request; raises HTTPException."""
        request = super().request

        async def send(payload: Any, multipart: Any) -> Any:  # noqa: ANN401 - as above
            return await request(route, session, payload=payload, multipart=multipart, **options)

        return await _known_or_by_name(send, payload, multipart, self._emoji_unknown)


def answer_by_known_emoji(emoji_unknown: Callable[[], None]) -> None:
    """Make discord.py answer interactions so, in this task and all that it starts from now on."""
    async_context.set(_KnownEmojiWebhooks(emoji_unknown))


async def _known_or_by_name(
    send: Callable[[Any, _Fields | None], Awaitable[Any]],
    body: Any,  # noqa: ANN401 - any JSON
    form: _Fields | None,
    emoji_unknown: Callable[[], None],
) -> Any:  # noqa: ANN401 - whatever Discord answers
    """Send a body and a form, and again with names if Discord does not know an emoji in it.

    `emoji_unknown` is called in between. Raises what `send` does.
    """
    try:
        return await send(body, form)
    except discord.HTTPException as error:
        if not _is_about_emoji(error):
            raise
    emoji_unknown()
    return await send(_by_name(body), form and _form_by_name(form))


def _is_about_emoji(error: discord.HTTPException) -> bool:
    """True if Discord has refused a message because it does not know an emoji in it."""
    return error.code == _INVALID and "invalid emoji" in error.text.lower()


def _by_name(body: Any) -> Any:  # noqa: ANN401 - any JSON
    """The body of a request without card emoji."""
    if isinstance(body, str):
        return _MARKUP.sub(lambda found: _NAMES.get(found[1], found[0]), body)
    if isinstance(body, list):
        return list(map(_by_name, cast("list[Any]", body)))
    if isinstance(body, dict):
        return _part_by_name(cast("dict[str, Any]", body))
    return body


def _part_by_name(part: dict[str, Any]) -> dict[str, Any]:
    emoji: dict[str, Any] = part.get("emoji") or {}
    name = _NAMES.get(emoji.get("name", ""))
    if name is not None:
        part = {"label": name, **{key: value for key, value in part.items() if key != "emoji"}}
    return {key: _by_name(value) for key, value in part.items()}


def _form_by_name(form: _Fields) -> list[dict[str, Any]]:
    """The fields of a form without card emoji, its files to be read from the start."""
    fields = [dict(field) for field in form]
    for field in fields:
        if field["name"] == _PAYLOAD:
            field["value"] = json.dumps(_by_name(json.loads(field["value"])))
        else:
            field["value"].seek(0)
    return fields
