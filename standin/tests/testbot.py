"""A small bot that does everything a bot can do here, on the real client."""

import asyncio
import io
import re
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import discord
from discord import app_commands, ui
from discord.ext import commands

from discord_standin.redirect import loopback_connector, redirected
from discord_standin.standin import StandIn
from discord_standin.vocabulary import MessageFlag

V2 = int(MessageFlag.COMPONENTS_V2)
PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x04\x00\x00\x00\x03\x08\x02\x00\x00\x00"


class Press(ui.DynamicItem[ui.Button[Any]], template=r"t:(?P<verb>\w+):(?P<count>\d+)"):
    """A button that knows by itself what to do."""

    def __init__(self, verb: str, count: int, label: str = "") -> None:
        super().__init__(ui.Button(label=label or verb, custom_id=f"t:{verb}:{count}"))
        self.verb, self.count = verb, count

    @classmethod
    async def from_custom_id(cls, _interaction, _item, match: re.Match[str]):
        return cls(match["verb"], int(match["count"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        await getattr(interaction.client, f"on_{self.verb}")(interaction, self.count)


class Screen(ui.LayoutView):
    """A text, a picture if there is one, and buttons."""

    def __init__(self, text: str, *verbs: str, count: int = 0, picture: str = "") -> None:
        super().__init__(timeout=None)
        self.add_item(ui.TextDisplay(text))
        if picture:
            item = discord.MediaGalleryItem(f"attachment://{picture}", description=f"alt {count}")
            self.add_item(ui.MediaGallery(item))
        if verbs:
            self.add_item(ui.ActionRow(*(Press(verb, count) for verb in verbs)))


class Question(ui.Modal, title="A question"):
    answer = ui.Label(text="Your answer", component=ui.TextInput(max_length=20))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        assert isinstance(self.answer.component, ui.TextInput)
        await interaction.response.send_message(f"you said {self.answer.component.value}")


class Menus(ui.LayoutView):
    """A menu of words, a menu of members, a link and a button that is greyed out."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        words = [
            discord.SelectOption(label="Front", value="f"),
            discord.SelectOption(label="Back", value="b", description="The last row"),
        ]
        self.rows: ui.Select[Any] = ui.Select(placeholder="A row", options=words, max_values=2)
        self.rows.callback = self._chosen
        self.rivals: ui.UserSelect[Any] = ui.UserSelect(placeholder="A rival")
        self.rivals.callback = self._chosen
        self.add_item(ui.ActionRow(self.rows))
        self.add_item(ui.ActionRow(self.rivals))
        link = ui.Button[Any](label="Rules", url="https://example.org/rules")
        self.add_item(ui.ActionRow(link, ui.Button(label="Fold", custom_id="fold", disabled=True)))

    async def _chosen(self, interaction: discord.Interaction) -> None:
        values = [str(value) for value in [*self.rows.values, *self.rivals.values]]
        await interaction.response.send_message(" ".join(values))


class Wishes(ui.Modal, title="Your wishes"):
    intro = ui.TextDisplay("Choose well.")
    row = ui.Label(
        text="Row",
        component=ui.Select(
            options=[discord.SelectOption(label=w, default=w == "Front") for w in ("Front", "Back")]
        ),
    )
    loud = ui.Label(text="Loud", component=ui.Checkbox())
    card = ui.TextInput(label="Card", default="As", required=False)

    async def on_submit(self, interaction: discord.Interaction) -> None:
        assert isinstance(self.row.component, ui.Select)
        assert isinstance(self.loud.component, ui.Checkbox)
        told = [self.row.component.values[0], self.loud.component.value, self.card.value]
        await interaction.response.send_message(" ".join(map(str, told)))


def picture(name: str = "board.png") -> discord.File:
    return discord.File(io.BytesIO(PNG), name)


class TestBot(commands.AutoShardedBot):
    """Its commands are made in `setup_hook`; `ready_at` counts how often it became ready."""

    __test__ = False

    def __init__(self, **options: Any) -> None:
        super().__init__(
            "!",
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            connector=loopback_connector(),
            guild_ready_timeout=0.05,
            help_command=None,
            **options,
        )
        self.heard: list[str] = []
        self.handlers: dict[str, Callable[[discord.Interaction], Awaitable[None]]] = {}

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Identify at once."""

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Press)
        for command in _commands():
            self.tree.add_command(command)
        await self.tree.sync()

    async def on_socket_event_type(self, name: str) -> None:
        self.heard.append(name)

    # --- what the buttons do ----------------------------------------------------------------

    async def on_more(self, interaction: discord.Interaction, count: int) -> None:
        screen = Screen(f"count {count + 1}", "more", "quiet", count=count + 1)
        await interaction.response.edit_message(view=screen)

    async def on_paint(self, interaction: discord.Interaction, count: int) -> None:
        name = f"board-{count + 1}.png"
        screen = Screen(f"painted {count + 1}", "paint", count=count + 1, picture=name)
        await interaction.response.edit_message(view=screen, attachments=[picture(name)])

    async def on_quiet(self, interaction: discord.Interaction, _count: int) -> None:
        await interaction.response.send_message("only for you", ephemeral=True)

    async def on_ask(self, interaction: discord.Interaction, _count: int) -> None:
        await interaction.response.send_modal(Question())

    async def on_later(self, interaction: discord.Interaction, count: int) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(view=Screen("later", "more", count=count))

    async def on_silent(self, _interaction: discord.Interaction, _count: int) -> None:
        """Answer nothing."""

    async def on_whisper(self, interaction: discord.Interaction, _count: int) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        try:
            await interaction.user.send(view=Screen("your cards", "more"))
        except discord.HTTPException as error:
            await interaction.followup.send(f"no DM: {error.code}", ephemeral=True)
        else:
            await interaction.followup.send("sent", ephemeral=True)


def _commands() -> list[Any]:
    """Made anew for every bot: a command belongs to one tree."""

    @app_commands.command(description="Show a screen")
    async def show(interaction: discord.Interaction, verbs: str = "more quiet") -> None:
        await interaction.response.send_message(view=Screen("count 0", *verbs.split()))

    @app_commands.command(description="Show a picture")
    async def paint(interaction: discord.Interaction) -> None:
        screen = Screen("painted 0", "paint", picture="board-0.png")
        await interaction.response.send_message(view=screen, file=picture("board-0.png"))

    @app_commands.command(description="Think first")
    async def think(interaction: discord.Interaction, private: bool = False) -> None:
        await interaction.response.defer(ephemeral=private)
        await interaction.followup.send("thought of it")
        await interaction.followup.send("and more", ephemeral=True)

    @app_commands.command(description="Ask")
    async def ask(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Question())

    @app_commands.command(description="Choose")
    async def choose(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(view=Menus())

    @app_commands.command(description="Wish")
    async def wish(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Wishes())

    @app_commands.command(description="Say nothing")
    async def silent(interaction: discord.Interaction) -> None:
        """Never answers."""

    @app_commands.command(description="For those who manage")
    @app_commands.default_permissions(manage_guild=True)
    async def manage(interaction: discord.Interaction) -> None:
        mine = interaction.permissions.manage_guild
        may_send = interaction.app_permissions.send_messages
        await interaction.response.send_message(f"{mine} {may_send}", ephemeral=True)

    return [show, paint, think, ask, choose, wish, silent, manage, _game(), *_elsewhere()]


def _elsewhere() -> list[Any]:
    @app_commands.command(description="Wherever I am")
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def anywhere(interaction: discord.Interaction) -> None:
        by = [interaction.is_guild_integration(), interaction.is_user_integration()]
        files = interaction.app_permissions.attach_files
        await interaction.response.send_message(f"{by} {files}", ephemeral=True)

    @app_commands.context_menu(name="Greet")
    @app_commands.guild_only()
    async def greet(interaction: discord.Interaction, user: discord.Member) -> None:
        await interaction.response.send_message(f"Hello {user.display_name}!")

    return [anywhere, greet]


def _game() -> app_commands.Group:
    game = app_commands.Group(name="game", description="Games", guild_only=True)

    @game.command(description="Begin")
    @app_commands.choices(kind=[app_commands.Choice(name="Pineapple", value="p")])
    async def new(
        interaction: discord.Interaction,
        kind: app_commands.Choice[str],
        rules: str = "standard",
        seats: app_commands.Range[int, 2, 5] = 3,
        ranked: bool = False,
        rival: discord.Member | None = None,
        where: discord.TextChannel | None = None,
    ) -> None:
        told = [kind.value, rules, str(seats), str(ranked), str(rival), str(where)]
        told += [str(interaction.locale), str(interaction.guild_locale)]
        await interaction.response.send_message(" ".join(told))

    @new.autocomplete("rules")
    async def suggest(_interaction: discord.Interaction, current: str):
        names = ["german", "standard", "progressive"]
        return [
            app_commands.Choice(name=n.title(), value=n) for n in names if n.startswith(current)
        ]

    return game


@asynccontextmanager
async def running(discord_: StandIn, **options: Any) -> AsyncGenerator[TestBot]:
    """A bot that is connected to a stand-in."""
    with redirected(discord_.url):
        async with TestBot(**options) as bot:
            await bot.login(discord_.token)
            connection = asyncio.create_task(bot.connect())
            ready = asyncio.create_task(bot.wait_until_ready())
            try:
                await asyncio.wait({connection, ready}, return_when=asyncio.FIRST_COMPLETED)
                if connection.done():
                    connection.result()
                yield bot
            finally:
                ready.cancel()
                await bot.close()
                with suppress(asyncio.CancelledError):
                    await connection
