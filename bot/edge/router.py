"""Every press and every submitted form, told by its custom_id alone."""

from collections.abc import Mapping
from typing import Any, Final

import discord

from bot.desk import decisions, learning, ledger, presses
from bot.desk.visitors import Answer
from bot.edge.reception import Reception
from bot.edge.visitors import visitor_of
from bot.screens import queries
from bot.screens.decisions import Decision
from bot.screens.ids import Press
from bot.screens.lesson_ids import LessonPress
from bot.screens.queries import Deed, Query
from bot.screens.replies import says
from bot.texts import texts_for

_ROUTED: Final = (discord.InteractionType.component, discord.InteractionType.modal_submit)


async def route(reception: Reception, interaction: discord.Interaction) -> None:
    """Serve a component or form interaction; others are none of the router's business."""
    if interaction.type not in _ROUTED:
        return
    data: Mapping[str, Any] = dict(interaction.data or {})
    custom_id = data.get("custom_id", "")
    asked = queries.parse(custom_id)
    if asked is not None:
        await _ask_ledger(reception, interaction, *asked)
        return
    decision = Decision.parse(custom_id)
    if decision is not None:
        desk, visitor = reception.desk, visitor_of(interaction)
        await reception.serve(interaction, decisions.decide(desk, visitor, decision))
        return
    lesson = LessonPress.parse(custom_id)
    if lesson is not None:
        desk, visitor = reception.desk, visitor_of(interaction)
        await reception.serve(interaction, learning.press(desk, visitor, lesson))
        return
    pressed = Press.parse(custom_id)
    if pressed is None:
        await reception.serve(interaction, _unknown(interaction))
        return
    visitor = visitor_of(interaction)
    answer = presses.press(reception.desk, visitor, pressed, _entry(data))
    await reception.serve(interaction, answer)


async def _ask_ledger(
    reception: Reception, interaction: discord.Interaction, deed: Deed, query: Query
) -> None:
    message = interaction.message
    is_own = message is not None and message.flags.ephemeral
    visitor = visitor_of(interaction)
    answer = ledger.press(reception.desk, visitor, deed, query, is_own=is_own)
    await reception.serve(interaction, reception.desk.answered(visitor, answer))


async def _unknown(interaction: discord.Interaction) -> Answer:
    _ = texts_for(interaction.locale.value)
    return Answer(says(_("This button is from another version of the bot. Use /ofc board.")))


def _entry(data: Mapping[str, Any]) -> str:
    """What was chosen from a menu (several with commas), or typed into the one line of a form."""
    if "values" in data:
        return ",".join(map(str, data["values"]))
    for label in data.get("components", ()):
        entry = label.get("component", {})
        if "value" in entry:
            return str(entry["value"])
    return ""
