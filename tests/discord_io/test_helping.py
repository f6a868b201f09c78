"""Servers that are greeted when the bot is connected: those that have added it meanwhile."""

from types import SimpleNamespace
from typing import Any, cast

from bot.discord_io.helping import Helping


def test_a_server_that_is_not_reached_just_now_is_not_greeted():
    """discord.py lists it, and knows no member of it, not even the bot."""
    services: Any = SimpleNamespace(clock=lambda: 0.0)
    Helping(services).greet_those_joined_unheard(iter([cast("Any", SimpleNamespace(me=None))]))
