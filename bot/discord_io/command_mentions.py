"""Turns commands that a text names into mentions that can be tapped: `</ofc join:123>`.

Sentences write `/ofc join`. What can be tapped depends on the ids that Discord has given the
commands, and on where the text is read, so it is decided here, on the way to Discord, for all texts
alike.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Final, TypeAlias

import discord
from discord import AppCommandOptionType, AppCommandType

from bot.screens.components import MOST_TEXT, Component

Payload: TypeAlias = dict[str, Any]

_TEXT: Final = 10
_CODE: Final = re.compile(r"(```.*?```|`[^`]*`)", re.DOTALL)
"""Where Discord shows everything as it is written."""
_PARENTS: Final = (
    AppCommandOptionType.subcommand.value,
    AppCommandOptionType.subcommand_group.value,
)


class Context(IntEnum):
    """Where commands are offered, as Discord numbers it."""

    GUILD = 0
    BOT_DM = 1
    ELSEWHERE = 2
    """Where only the person has the application: in messages between people, in other servers."""


def context_of(interaction: discord.Interaction) -> Context:
    """Where somebody is who uses the bot."""
    if interaction.guild_id is not None:
        return Context.GUILD if interaction.is_guild_integration() else Context.ELSEWHERE
    return Context.ELSEWHERE if interaction.context.private_channel else Context.BOT_DM


@dataclass(frozen=True)
class NamedCommands:
    """A top-level command: its description, and the full names of its subcommands or its own."""

    description: str
    names: tuple[str, ...]
    contexts: frozenset[int]

    @property
    def top(self) -> str:
        """The name of the top-level command."""
        return self.names[0].partition(" ")[0]


class CommandMentions:
    """The commands, from the payloads as Discord takes them, and the ids it gave, by name.

    Until the ids are known nothing can be tapped.
    """

    def __init__(self, commands: Iterable[Payload] = (), ids: Mapping[str, int] = {}) -> None:
        typed = [each for each in commands if each["type"] == AppCommandType.chat_input.value]
        self.commands: Sequence[NamedCommands] = tuple(map(_named, typed))
        self._ids = ids
        self._names = {
            context: _pattern(
                name
                for command in self.commands
                if context in command.contexts and command.top in ids
                for name in command.names
            )
            for context in Context
        }

    def tappable(
        self, components: Sequence[Component], context: Callable[[], Context]
    ) -> Sequence[Component]:
        """Components with mentions of the commands that their texts name and the context offers.

        They stay as they are if they would become longer than Discord allows.
        """
        # Most name none, and finding out where a channel is takes a look at every server.
        names = self._names[context()] if _names_any(components) else None
        if names is None:
            return components
        made = [self._part(component, names) for component in components]
        return made if _length(made) <= MOST_TEXT else components

    def _part(self, part: Component, names: re.Pattern[str]) -> Component:
        if part["type"] == _TEXT:
            return {**part, "content": self._text(part["content"], names)}
        if "components" in part:
            within = [self._part(each, names) for each in part["components"]]
            return {**part, "components": within}
        return part

    def _text(self, text: str, names: re.Pattern[str]) -> str:
        parts = _CODE.split(text)
        parts[::2] = [names.sub(self._mention, prose) for prose in parts[::2]]
        return "".join(parts)

    def _mention(self, named: re.Match[str]) -> str:
        name = named[1]
        return f"</{name}:{self._ids[name.partition(' ')[0]]}>"


def _named(command: Payload) -> NamedCommands:
    contexts = command.get("contexts")
    everywhere = frozenset({Context.GUILD, Context.BOT_DM})
    return NamedCommands(
        command["description"],
        tuple(_full_names(command, "")),
        everywhere if contexts is None else frozenset(contexts),
    )


def _full_names(part: Payload, before: str) -> Iterator[str]:
    name = before + part["name"]
    within = [each for each in part.get("options", ()) if each["type"] in _PARENTS]
    if not within:
        yield name
    for each in within:
        yield from _full_names(each, f"{name} ")


def _pattern(names: Iterable[str]) -> re.Pattern[str] | None:
    """A pattern of these names, None for none; it finds the longer of two that begin alike."""
    ordered = sorted(names, key=len, reverse=True)
    if not ordered:
        return None
    return re.compile(rf"(?<![\w/<])/({'|'.join(map(re.escape, ordered))})(?![\w-])")


def _names_any(components: Iterable[Component]) -> bool:
    return any(
        "/" in part["content"] if part["type"] == _TEXT else _names_any(part.get("components", ()))
        for part in components
    )


def _length(components: Iterable[Component]) -> int:
    return sum(
        len(part["content"]) if part["type"] == _TEXT else _length(part.get("components", ()))
        for part in components
    )


class KnowsCommands:
    """A client that knows its commands."""

    command_mentions: CommandMentions = CommandMentions()


def tappable_by(
    client: discord.Client, components: Sequence[Component], context: Callable[[], Context]
) -> Sequence[Component]:
    """Components as a client sends them, with the commands that it knows."""
    if not isinstance(client, KnowsCommands):
        return components
    return client.command_mentions.tappable(components, context)
