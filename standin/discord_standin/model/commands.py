"""The application's commands, global and of guilds."""

from collections.abc import Iterable

from discord_standin.faults import ENTRY_POINT_LEFT_OUT, DiscordError
from discord_standin.model.permissions import permissions_in, permissions_in_guild
from discord_standin.model.places import Channel, User
from discord_standin.snowflakes import Snowflakes
from discord_standin.vocabulary import CommandType, Json, Permission

_IN_GUILD, _IN_DM, _IN_GROUP = 0, 1, 2
_FOR_GUILD, _FOR_USER = 0, 1
_LAUNCH = {
    "type": int(CommandType.ENTRY_POINT),
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
            "type": int(CommandType.CHAT_INPUT),
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

    def visible_to(
        self, user: User, channel: Channel, kind: CommandType = CommandType.CHAT_INPUT
    ) -> list[Json]:
        """The commands of a kind that a user is offered in a channel; a guild's own come first.

        Some are there because the application is in the guild, or for direct messages in any, and
        some because the user has installed it for themselves.
        """
        guild = channel.guild
        is_here = channel.has_bot if guild is None else self._application_id in guild.members
        there = {_FOR_GUILD: is_here, _FOR_USER: user.has_app}
        where = _IN_GUILD if guild else _IN_DM if channel.has_bot else _IN_GROUP
        # The guild's come later here, so they take the place of the global ones of the same name.
        found = {
            command["name"]: command
            for scope in ((None,) if guild is None else (None, guild.id))
            for command in self.of(scope)
            if command["type"] == kind
            and where in _contexts(command)
            and any(there[each] for each in _installed_for(command))
        }
        if guild is None:
            return list(found.values())
        if Permission.USE_APPLICATION_COMMANDS not in permissions_in(channel, user):
            return []
        granted = permissions_in_guild(guild, guild.members[user.id])
        return [command for command in found.values() if _needed(command) in granted]


def _has_entry_point(commands: Iterable[Json]) -> bool:
    return any(command.get("type") == CommandType.ENTRY_POINT for command in commands)


def _key(command: Json) -> str:
    return f"{int(command.get('type') or CommandType.CHAT_INPUT)} {command['name']}"


def _contexts(command: Json) -> list[int]:
    if (contexts := command.get("contexts")) is not None:
        return contexts
    return [_IN_GUILD] if command.get("dm_permission") is False else [_IN_GUILD, _IN_DM]


def _installed_for(command: Json) -> list[int]:
    return command.get("integration_types") or [_FOR_GUILD]


def _needed(command: Json) -> Permission:
    needed = command["default_member_permissions"]
    if needed is None:
        return Permission(0)
    return Permission(int(needed)) or Permission.ADMINISTRATOR
