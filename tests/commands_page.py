"""`docs/commands.md`: every command as Discord lists it.

`python -m tests.commands_page` writes it.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, TypeAlias

from discord import app_commands
from discord.ext.commands import Cog, GroupCog

from tests.catalogue import NONE, cogs

PAGE: Final = Path(__file__).parents[1] / "docs" / "commands.md"
HEAD: Final = """# Commands

Everything that can be typed, as Discord lists it: `<needed>`, `[optional]`. Most things need no
command: what can be done next stands on a button below the message that it is about. Hold
somebody's name, or click it with the right button, then *Apps*: there you can challenge them, and
see how you have played against them.

*This page is written by `python -m tests.commands_page`, from the commands themselves.*
"""
Found: TypeAlias = "app_commands.Command[Any, ..., Any]"
_MOST_CHOICES: Final = 8


def slash_commands(cog: type[Cog]) -> Iterator[tuple[str, Found]]:
    """The commands of a cog, each with its whole name, such as `/ofc join`."""
    group = f"{cog.__cog_group_name__} " if issubclass(cog, GroupCog) else ""
    for top in cog.__cog_app_commands__:
        inner = top.walk_commands() if isinstance(top, app_commands.Group) else [top]
        for command in inner:
            assert isinstance(command, app_commands.Command)
            yield f"/{group}{command.qualified_name}", command


def page() -> str:
    """The whole page."""
    parts = [HEAD]
    for cog in cogs():
        found = sorted(slash_commands(cog), key=lambda each: each[0])
        if not found:
            continue
        parts.append(f"## {_heading(cog, [name for name, _ in found])}\n")
        parts += [_told(name, command) for name, command in found]
    return "\n".join(parts)


def _heading(cog: type[Cog], names: list[str]) -> str:
    if issubclass(cog, GroupCog):
        return f"`/{cog.__cog_group_name__}`: {cog.__cog_group_description__}"
    return ", ".join(f"`{name}`" for name in names)


def _told(name: str, command: Found) -> str:
    usage = " ".join([name, *(_usage(each) for each in command.parameters)])
    lines = [f"**`{usage}`** {command.description}.", *map(_option, command.parameters)]
    return "\n".join(line for line in lines if line) + "\n"


def _usage(option: app_commands.Parameter) -> str:
    return f"<{option.display_name}>" if option.required else f"[{option.display_name}]"


def _option(option: app_commands.Parameter) -> str:
    """A line on an option; empty if it says nothing beyond its name."""
    said = [] if str(option.description) == NONE else [str(option.description)]
    if 0 < len(option.choices) <= _MOST_CHOICES:
        said.append(", ".join(f"*{choice.name}*" for choice in option.choices))
    return f"- `{option.display_name}`: {'; '.join(said)}" if said else ""


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
