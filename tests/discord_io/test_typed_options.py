"""What people type as an option of a command, before anything else reads it."""

from types import SimpleNamespace
from typing import Any, Final, cast

import discord
import pytest

from bot.discord_io.typed_options import CommandTree, UnseenError

TEXT, NUMBER, SUBCOMMAND = 3, 4, 1
UNSEEN: Final = "\u202e\u2066"
COMMAND: Final = discord.InteractionType.application_command
TYPING: Final = discord.InteractionType.autocomplete


async def cleaned(kind: discord.InteractionType, *options: dict[str, Any]) -> list[Any]:
    """The values of these options of a subcommand once they were looked at."""
    command = {"name": "new", "type": SUBCOMMAND, "options": list(options)}
    data = {"name": "ofc", "options": [command]}
    interaction = SimpleNamespace(type=kind, data=data)
    tree: Any = SimpleNamespace()
    assert await CommandTree.interaction_check(tree, cast("discord.Interaction", interaction))
    return [option["value"] for option in options]


def option(value: object, kind: int = TEXT) -> dict[str, Any]:
    return {"name": "about", "type": kind, "value": value}


async def test_what_nobody_sees_is_taken_out_of_texts_alone():
    assert await cleaned(COMMAND, option(f"a{UNSEEN}b"), option(7, NUMBER)) == ["ab", 7]


async def test_a_text_of_which_nothing_is_left_is_refused_once_it_is_sent():
    assert await cleaned(TYPING, option(UNSEEN)) == [""]
    assert await cleaned(COMMAND, option("")) == [""], "nothing was typed"
    with pytest.raises(UnseenError):
        await cleaned(COMMAND, option(UNSEEN))


async def test_a_command_without_options_is_let_through():
    interaction = SimpleNamespace(type=COMMAND, data=None)
    tree: Any = SimpleNamespace()
    assert await CommandTree.interaction_check(tree, cast("discord.Interaction", interaction))
