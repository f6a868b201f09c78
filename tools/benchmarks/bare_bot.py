"""A bare bot on discord.py that answers each press from memory; `clicks` starts it.

It stores nothing and checks nothing: the least that a press costs with discord.py. The answers,
components by custom_id, are read from the JSON file named by its first argument. With `--views`
they are discord.py's own views, built once at the start, instead of ready JSON.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any

import discord
from discord.components import _component_factory  # pyright: ignore[reportPrivateUsage]
from discord.ext import commands
from discord.ui.view import _component_to_item  # pyright: ignore[reportPrivateUsage]

from bot.discord_io.screen_layout import KeptAttachment, Layout
from bot.discord_io.visitors import visitor_of
from bot.settings import DISCORD_URL
from discord_standin.redirect import redirected


class BareBot(commands.AutoShardedBot):
    """Answers presses with the views given by custom_id."""

    def __init__(self, views: dict[str, discord.ui.LayoutView]) -> None:
        super().__init__(
            commands.when_mentioned,
            intents=discord.Intents(guilds=True),
            help_command=None,
        )
        self.views = views

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        custom_id: str = (interaction.data or {}).get("custom_id", "")
        kept = visitor_of(interaction).picture
        listed = [] if kept is None else [KeptAttachment(kept)]
        await interaction.response.edit_message(view=self.views[custom_id], attachments=listed)


def ready(components: list[dict[str, Any]]) -> discord.ui.LayoutView:
    return Layout(components)


def built(components: list[dict[str, Any]]) -> discord.ui.LayoutView:
    view = discord.ui.LayoutView(timeout=None)
    for component in components:
        made = _component_factory(component)
        assert made is not None
        view.add_item(_component_to_item(made))
    return view


def main() -> None:
    path, *options = sys.argv[1:]
    make = built if "--views" in options else ready
    answers: dict[str, list[dict[str, Any]]] = json.loads(Path(path).read_text())
    bot = BareBot({custom_id: make(components) for custom_id, components in answers.items()})
    with redirected(os.environ[DISCORD_URL]):
        bot.run(os.environ["DISCORD_TOKEN"], log_level=30)


if __name__ == "__main__":
    main()
