"""An incoming request, and the routes it can be for."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from discord_standin.checks.form import Form
from discord_standin.faults import INVALID_JSON, MISSING_ACCESS, MISSING_PERMISSIONS, DiscordError
from discord_standin.model.attachments import Upload
from discord_standin.model.permissions import permissions_in
from discord_standin.model.places import Channel
from discord_standin.model.world import World
from discord_standin.rest.limits import OldEdits
from discord_standin.vocabulary import Json, Permission

Body: TypeAlias = Json | list[Json] | None
Answer: TypeAlias = Body


@dataclass(frozen=True)
class Call:
    """A request: what the path names, the query, the JSON body and the files sent along."""

    world: World
    old_edits: OldEdits
    params: Mapping[str, str]
    query: Mapping[str, str]
    body: Body = None
    uploads: Mapping[int, Upload] = field(default_factory=dict[int, Upload])

    @property
    def fields(self) -> Json:
        """The body, if it is an object; raises DiscordError."""
        if not isinstance(self.body, dict):
            raise DiscordError(INVALID_JSON)
        return self.body

    @property
    def items(self) -> list[Json]:
        """The body, if it is a list; raises DiscordError."""
        if not isinstance(self.body, list):
            raise DiscordError(INVALID_JSON)
        return self.body

    def number(self, name: str) -> int:
        """An id from the path; raises DiscordError if it is none."""
        value = self.params[name]
        if not value.isdecimal():
            form = Form()
            form.wrong((name,), "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')
            form.verify()
        return int(value)

    def channel(self, *needed: Permission) -> Channel:
        """The path's channel, in which the bot has these permissions; raises DiscordError."""
        channel = self.world.channel(self.number("channel_id"))
        granted = permissions_in(channel, self.world.bot)
        if Permission.VIEW_CHANNEL not in granted:
            raise DiscordError(MISSING_ACCESS)
        for permission in needed:
            if permission not in granted:
                raise DiscordError(
                    MISSING_PERMISSIONS, detail=f"{permission.name} in {channel.name}"
                )
        return channel


@dataclass(frozen=True)
class Route:
    """The handler of a method on a path; `status` is that of a success with a body."""

    method: str
    path: str
    handle: Callable[[Call], Answer]
    needs_token: bool = True
    status: int = 200

    def __str__(self) -> str:
        return f"{self.method} {self.path}"
