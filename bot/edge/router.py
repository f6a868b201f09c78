"""Every press and every submitted form, told by its custom_id alone."""

from collections.abc import Mapping
from typing import Any, Final

import discord

from bot.edge.reception import Reception
from bot.edge.visitors import visitor_of
from bot.handlers.serving import press

_ROUTED: Final = (discord.InteractionType.component, discord.InteractionType.modal_submit)


async def route(reception: Reception, interaction: discord.Interaction) -> None:
    """Serve a component or form interaction; others are none of the router's business."""
    if interaction.type not in _ROUTED:
        return
    data: Mapping[str, Any] = dict(interaction.data or {})
    visitor = visitor_of(interaction, entry=_entry(data))
    answer = press(reception.services, visitor, data.get("custom_id", ""))
    await reception.serve(interaction, answer)


def _entry(data: Mapping[str, Any]) -> str:
    """What was chosen from a menu (several with commas), or typed into the one line of a form."""
    if "values" in data:
        return ",".join(map(str, data["values"]))
    for label in data.get("components", ()):
        entry = label.get("component", {})
        if "value" in entry:
            return str(entry["value"])
    return ""
