"""A stand-in in place of Discord, where the settings ask for one."""

from collections.abc import Generator
from contextlib import contextmanager

from bot.settings import DISCORD_URL, SettingsError


@contextmanager
def at_discord(url: str) -> Generator[None]:
    """Let the client take the stand-in at `url` for Discord; an empty one is Discord itself.

    Raises SettingsError if the stand-in is not on this machine, or its package not installed.
    """
    if not url:
        yield
        return
    try:
        from discord_standin.redirect import (  # noqa: PLC0415 - on Discord the bot goes without
            RedirectError,
            redirected,
        )
    except ModuleNotFoundError:
        raise SettingsError(
            "{variable} is for trying things out and needs the package discord-standin, which is "
            "not installed here. Take the variable away to connect to Discord.",
            variable=DISCORD_URL,
        ) from None
    try:
        with redirected(url):
            yield
    except RedirectError as error:
        raise SettingsError("{variable}: {error}", variable=DISCORD_URL, error=error) from None
