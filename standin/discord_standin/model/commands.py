"""The application's commands, global and of guilds."""

from collections.abc import Iterable

from discord_standin.faults import ENTRY_POINT_LEFT_OUT, DiscordError
from discord_standin.model.permissions import permissions_in, permissions_in_guild
from discord_standin.model.places import Channel, User
from discord_standin.snowflakes import Snowflakes
from discord_standin.vocabulary import Json, Permission

_IN_GUILD, _IN_DM = 0, 1
_CHAT_INPUT, _ENTRY_POINT = 1, 4
_LAUNCH = {
    "type": _ENTRY_POINT,
    "name": "launch",
    "name_localizations": {"de": "starten"},
    "description": "",
    "handler": 2,
    "integration_types": [0, 1],
    "contexts": [0, 1, 2],
}
"""The Entry Point command that Discord makes: it launches the application's Activity itself."""


class CommandBook:
    """Registered commands by scope: a guild's id, or None for those everywhere."""

    def __init__(self, ids: Snowflakes, application_id: int) -> None:
        self._ids = ids
        self._application_id = application_id
        self._scopes: dict[int | None, dict[str, Json]] = {}

    def of(self, scope: int | None) -> list[Json]:
        """The commands of a scope as Discord lists them."""
        return list(self._scopes.get(scope, {}).values())

    def replace(self, scope: int | None, commands: Iterable[Json]) -> list[Json]:
        """Register these and no others; a command keeps its id by its name.

        Raises DiscordError if an Entry Point command is not among them.
        """
        before = self._scopes.get(scope, {})
        commands = list(commands)
        if _has_entry_point(before.values()) and not _has_entry_point(commands):
            raise DiscordError(ENTRY_POINT_LEFT_OUT)
        after = [self._registered(scope, command, before) for command in commands]
        self._scopes[scope] = {_key(command): command for command in after}
        return after

    def enable_activities(self) -> None:
        """Make the Entry Point command, as Discord does when the owner enables Activities."""
        launch = self._registered(None, _LAUNCH, {})
        self._scopes.setdefault(None, {})[_key(launch)] = launch

    def _registered(self, scope: int | None, command: Json, before: dict[str, Json]) -> Json:
        known = before.get(_key(command))
        full = {
            "type": _CHAT_INPUT,
            "description": "",
            "default_member_permissions": None,
            "nsfw": False,
            **{key: value for key, value in command.items() if value is not None},
            "id": known["id"] if known else str(self._ids.next()),
            "application_id": str(self._application_id),
            "version": str(self._ids.next()),
        }
        if (needed := full["default_member_permissions"]) is not None:
            full["default_member_permissions"] = str(needed)
        return full if scope is None else {**full, "guild_id": str(scope)}

    def visible_to(self, user: User, channel: Channel) -> list[Json]:
        """The chat commands that a user is offered in a channel; a guild's own come first."""
        if channel.guild is None:
            return [c for c in self.of(None) if _IN_DM in _contexts(c)]
        is_installed = self._application_id in channel.guild.members
        may_use = Permission.USE_APPLICATION_COMMANDS in permissions_in(channel, user)
        if not (is_installed and may_use):
            return []
        granted = permissions_in_guild(channel.guild, channel.guild.members[user.id])
        own = {command["name"]: command for command in self.of(channel.guild.id)}
        common = {c["name"]: c for c in self.of(None) if _IN_GUILD in _contexts(c)}
        return [
            command
            for command in {**common, **own}.values()
            if command["type"] == _CHAT_INPUT and _needed(command) in granted
        ]


def _has_entry_point(commands: Iterable[Json]) -> bool:
    return any(command.get("type") == _ENTRY_POINT for command in commands)


def _key(command: Json) -> str:
    return f"{command.get('type') or _CHAT_INPUT} {command['name']}"


def _contexts(command: Json) -> list[int]:
    if (contexts := command.get("contexts")) is not None:
        return contexts
    return [_IN_GUILD] if command.get("dm_permission") is False else [_IN_GUILD, _IN_DM]


def _needed(command: Json) -> Permission:
    needed = command["default_member_permissions"]
    if needed is None:
        return Permission(0)
    return Permission(int(needed)) or Permission.ADMINISTRATOR
