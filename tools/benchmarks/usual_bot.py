"""A straightforward first version of the bot: persistent discord.py views, drafts in SQLite.

`clicks` starts it, to compare a press with. Each press reads who plays and what they
have laid out, keeps what they lay out now, and answers with a view of buttons made for it. What
the views show is read from the JSON file named by its first argument, components by custom_id,
so that people see what our bot shows them; the database is the second argument.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any

import aiosqlite
import discord
from discord.ext import commands

from bot.discord_io.screen_layout import KeptAttachment
from bot.discord_io.visitors import visitor_of
from bot.settings import DISCORD_URL
from discord_standin.redirect import redirected

_SCHEMA = """
PRAGMA journal_mode = WAL;
CREATE TABLE players (user_id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE drafts (user_id INTEGER PRIMARY KEY, laid_out TEXT NOT NULL);
"""


class Answers:
    """What is shown after each press, and the drafts of the people who press."""

    def __init__(self, shown: dict[str, list[dict[str, Any]]], db: aiosqlite.Connection) -> None:
        self.shown = shown
        self.db = db

    async def lay_out(self, user: discord.User | discord.Member, press: str) -> None:
        """Keep what somebody has laid out with a press."""
        await self.db.execute(
            "INSERT INTO players VALUES (?, ?) ON CONFLICT DO UPDATE SET name = excluded.name",
            (user.id, user.display_name),
        )
        async with self.db.execute(
            "SELECT laid_out FROM drafts WHERE user_id = ?", (user.id,)
        ) as rows:
            before = await rows.fetchone()
        laid_out = [] if before is None else json.loads(before[0])
        await self.db.execute(
            "INSERT OR REPLACE INTO drafts VALUES (?, ?)",
            (user.id, json.dumps([*laid_out[-4:], press])),
        )
        await self.db.commit()


class CardButton(discord.ui.Button["CardsView"]):
    """A button that lays out a card."""

    def __init__(self, answers: Answers, component: dict[str, Any]) -> None:
        emoji = component.get("emoji")
        super().__init__(
            style=discord.ButtonStyle(component["style"]),
            label=component.get("label"),
            emoji=None if emoji is None else discord.PartialEmoji.from_dict(emoji),
            custom_id=component["custom_id"],
            disabled=component.get("disabled", False),
        )
        self.answers = answers

    async def callback(self, interaction: discord.Interaction) -> None:
        """Keep the draft and show it."""
        assert self.custom_id is not None
        await self.answers.lay_out(interaction.user, self.custom_id)
        view = CardsView(self.answers, self.answers.shown[self.custom_id])
        kept = visitor_of(interaction).picture
        listed = [] if kept is None else [KeptAttachment(kept)]
        await interaction.response.edit_message(view=view, attachments=listed)


class CardsView(discord.ui.LayoutView):
    """Somebody's cards and the buttons that lay them out."""

    def __init__(self, answers: Answers, components: list[dict[str, Any]]) -> None:
        super().__init__(timeout=None)
        for component in components:
            self.add_item(_item(answers, component))


def _item(answers: Answers, component: dict[str, Any]) -> discord.ui.Item[Any]:
    """A component of a message as discord.py's item; only those that cards are shown with."""
    children = [_item(answers, child) for child in component.get("components", ())]
    item: discord.ui.Item[Any]
    match discord.ComponentType(component["type"]):
        case discord.ComponentType.action_row:
            item = discord.ui.ActionRow(*children)
        case discord.ComponentType.container:
            item = discord.ui.Container(*children, accent_colour=component.get("accent_color"))
        case discord.ComponentType.text_display:
            item = discord.ui.TextDisplay(component["content"])
        case discord.ComponentType.separator:
            item = discord.ui.Separator(visible=component.get("divider", True))
        case discord.ComponentType.media_gallery:
            items = [
                discord.MediaGalleryItem(each["media"]["url"], description=each.get("description"))
                for each in component["items"]
            ]
            item = discord.ui.MediaGallery(*items)
        case discord.ComponentType.button:
            item = CardButton(answers, component)
        case other:
            raise ValueError(f"no cards are shown with {other}")
    return item


class UsualBot(commands.AutoShardedBot):
    """Registers a view for each press at its start."""

    def __init__(self, shown: dict[str, list[dict[str, Any]]], path: str) -> None:
        super().__init__(
            commands.when_mentioned, intents=discord.Intents(guilds=True), help_command=None
        )
        self._shown = shown
        self._path = path

    async def setup_hook(self) -> None:
        """Open the database and register the views."""
        db = await aiosqlite.connect(self._path)
        await db.executescript(_SCHEMA)
        answers = Answers(self._shown, db)
        for components in self._shown.values():
            self.add_view(CardsView(answers, components))


def main() -> None:
    shown: dict[str, list[dict[str, Any]]] = json.loads(Path(sys.argv[1]).read_text())
    with redirected(os.environ[DISCORD_URL]):
        UsualBot(shown, sys.argv[2]).run(os.environ["DISCORD_TOKEN"], log_level=30)


if __name__ == "__main__":
    main()
