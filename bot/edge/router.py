"""What every press and every submitted form asks, told by its custom_id alone."""

from collections.abc import Mapping
from typing import Any, Final

import discord

from bot.handlers.registry import Asked
from bot.handlers.serving import asked_by

_ROUTED: Final = (discord.InteractionType.component, discord.InteractionType.modal_submit)


def asked_in(interaction: discord.Interaction) -> tuple[Asked, str] | None:
    """What a component or form asks, and what was chosen or typed; None for all others."""
    if interaction.type not in _ROUTED:
        return None
    data: Mapping[str, Any] = dict(interaction.data or {})
    return asked_by(data.get("custom_id", "")), _entry(data)


def _entry(data: Mapping[str, Any]) -> str:
    """What was chosen from a menu (several with commas), or typed into the one line of a form."""
    if "values" in data:
        return ",".join(map(str, data["values"]))
    for label in data.get("components", ()):
        entry = label.get("component", {})
        if "value" in entry:
            return str(entry["value"])
    return ""
