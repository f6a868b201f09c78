"""A reception, and people who ask it for things: what Discord is told is noted."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, cast

import discord

from bot.discord_io.discord_gateway import DiscordGateway
from bot.discord_io.reception import Limits, Reception
from bot.discord_io.requests import Patience
from bot.handlers.request import Answer, Request
from bot.handlers.serving import HandlerCall
from bot.screens.replies import Reply
from tests.desk.desk import Desk
from tests.discord_io.client import Calls, Client


@dataclass
class Asking:
    """What Discord tells of a command or a press, and how it is answered."""

    calls: Calls
    desk: Desk
    message: Any = None
    type: discord.InteractionType = discord.InteractionType.application_command
    deferred: bool = False
    id: int = 1
    data: Any = None

    @property
    def interaction(self) -> discord.Interaction:
        calls = self.calls
        response = SimpleNamespace(is_done=lambda: self.deferred, type=None)
        for name in ("send_message", "edit_message", "send_modal", "autocomplete"):
            setattr(response, name, calls.method(name))

        async def defer(**named: Any) -> None:
            self.deferred = True
            response.type = discord.InteractionResponseType.deferred_channel_message
            calls.note("defer", named)

        response.defer = defer
        everything = discord.Permissions.all()
        made = SimpleNamespace(
            id=self.id,
            client=None,
            type=self.type,
            data=self.data,
            message=self.message,
            response=response,
            followup=SimpleNamespace(send=calls.method("follow up")),
            edit_original_response=calls.method("edit original"),
            created_at=datetime.fromtimestamp(self.desk.time.now, UTC),
            channel=object.__new__(discord.TextChannel),
            app_permissions=everything,
            permissions=everything,
            is_guild_integration=lambda: True,
            guild=None,
            guild_id=9,
            channel_id=70,
            locale=SimpleNamespace(value="en-US"),
            guild_locale=None,
            user=SimpleNamespace(id=5, global_name="Ann", name="ann"),
        )
        return cast("discord.Interaction", made)


def message(number: int, *, is_private: bool) -> Any:
    flags = SimpleNamespace(ephemeral=is_private)
    return SimpleNamespace(id=number, flags=flags, components=[])


def answers(reply: Reply, **more: Any) -> HandlerCall:
    """A handler that gives this."""

    def serve(_at: Request) -> Answer:
        return Answer(reply, **more)

    return HandlerCall(serve, (), {}, is_change=False)


@dataclass
class Front:
    """A reception, and what Discord was told."""

    desk: Desk
    calls: Calls = field(default_factory=Calls)
    limits: Limits = Limits()
    numbers: int = 0
    reception: Reception = field(init=False)

    def __post_init__(self) -> None:
        client = cast("discord.Client", Client())
        gateway = DiscordGateway(client, cast("Any", None), clock=self.desk.time.clock)
        patience = Patience(pauses=(0.0, 0.0))
        self.reception = Reception(self.desk.services, gateway, self.limits, patience)

    async def asks(self, asked: HandlerCall, **about: Any) -> list[str]:
        """The names of what Discord was told when somebody asks for something."""
        before = len(self.calls.made)
        self.numbers += 1
        asking = Asking(self.calls, self.desk, id=self.numbers, **about)
        await self.reception.serve(asking.interaction, asked)
        await self.desk.settle()
        return self.calls.names[before:]

    @property
    def said(self) -> str:
        """The words of the latest answer."""
        return self.all_said[-1]

    @property
    def all_said(self) -> list[str]:
        """The words of all answers."""
        views = [call[-1]["view"] for call in self.calls.made if "view" in call[-1]]
        return [str(each.to_components()) for each in views]
