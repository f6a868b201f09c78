"""What is sent with card emoji that Discord does not know: once more, with the cards' names.

Somebody may have deleted them, and Discord itself forgets new ones now and then.
"""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, cast

import discord

from bot.ofc.board import Row
from bot.ofc.cards import DECK
from bot.pictures.theme import DECKS
from bot.values.phrases import BACK, card_emoji, slot_emoji

_INVALID: Final = 50035
_MARKUP: Final = re.compile(r"<:(\w+):\d+>")
_PAYLOAD: Final = "payload_json"
_NAMES: Final = {
    **{card_emoji(card, deck): str(card) for deck in DECKS for card in DECK},
    BACK: "??",
    **dict.fromkeys(map(slot_emoji, Row), "--"),
}
"""The name of an emoji -> what it stands for."""


def is_about_emoji(error: discord.HTTPException) -> bool:
    """Whether Discord has refused a message because it does not know an emoji in it."""
    return error.code == _INVALID and "invalid emoji" in error.text.lower()


def by_name(body: Any) -> Any:  # noqa: ANN401 - any JSON
    """A body of a request as it is without card emoji."""
    if isinstance(body, str):
        return _MARKUP.sub(lambda found: _NAMES.get(found[1], found[0]), body)
    if isinstance(body, list):
        return list(map(by_name, cast("list[Any]", body)))
    if isinstance(body, dict):
        return _part_by_name(cast("dict[str, Any]", body))
    return body


def _part_by_name(part: dict[str, Any]) -> dict[str, Any]:
    emoji: dict[str, Any] = part.get("emoji") or {}
    name = _NAMES.get(emoji.get("name", ""))
    if name is not None:
        part = {"label": name, **{key: value for key, value in part.items() if key != "emoji"}}
    return {key: by_name(value) for key, value in part.items()}


def form_by_name(form: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The fields of a form as they are without card emoji, its files to be read once more."""
    fields = [dict(field) for field in form]
    for field in fields:
        if field["name"] == _PAYLOAD:
            field["value"] = json.dumps(by_name(json.loads(field["value"])))
        else:
            field["value"].seek(0)
    return fields
