"""What the bot must be allowed to do in a channel, by the names people see in Discord."""

from typing import Final

import discord

from bot.ofc.errors import OfcError
from bot.texts import marked

_NEEDED: Final = {
    "view_channel": marked("View Channel"),
    "send_messages": marked("Send Messages"),
    "attach_files": marked("Attach Files"),
    "read_message_history": marked("Read Message History"),
}
IN_THREADS: Final = {
    **_NEEDED,
    "send_messages_in_threads": marked("Send Messages in Threads"),
}
"""All that it must be allowed, by discord.py's names."""

INVITE: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    attach_files=True,
    read_message_history=True,
)
"""What the invite link asks for."""


class PermissionsMissingError(OfcError):
    """The bot may not do in this channel what a table needs."""


def verify_permissions(interaction: discord.Interaction) -> None:
    """Raise PermissionsMissingError naming what the bot lacks where the interaction happened."""
    is_thread = isinstance(interaction.channel, discord.Thread)
    needed = IN_THREADS if is_thread else _NEEDED
    if is_thread:
        needed = {name: text for name, text in needed.items() if name != "send_messages"}
    granted = interaction.app_permissions
    missing = [text for name, text in needed.items() if not getattr(granted, name)]
    if missing:
        raise PermissionsMissingError(
            "I cannot play here. Please allow me in this channel: {permissions}.",
            permissions=", ".join(missing),
        )
