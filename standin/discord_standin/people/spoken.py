"""Commands in a person's language, as Discord's app shows them."""

from typing import Final

import discord

from discord_standin.vocabulary import Json

LOCALES: Final = tuple(locale.value for locale in discord.Locale)
"""The languages that Discord's app speaks, such as `en-US`."""


def in_language(command: Json, locale: str) -> Json:
    """The command with its descriptions and the names of its choices in a language.

    The names of commands and options stay, as people type them.
    """
    spoken = _spoken(command, "description", locale)
    if "options" in command:
        spoken["options"] = [in_language(option, locale) for option in command["options"]]
    if "choices" in command:
        spoken["choices"] = [_spoken(choice, "name", locale) for choice in command["choices"]]
    return spoken


def named(command: Json, locale: str) -> str:
    """A command's name in a language: those in menus are read, not typed."""
    return _spoken(command, "name", locale)["name"]


def _spoken(thing: Json, key: str, locale: str) -> Json:
    translations: Json = thing.get(f"{key}_localizations") or {}
    return {**thing, key: translations.get(locale, thing.get(key))}
