"""The commands in every language: Discord shows them before the bot is asked anything."""

from typing import Final

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Location

from bot.texts import texts_for

# People type the names of commands and options, and read them in each other's messages.
_NAMES: Final = frozenset({Location.command_name, Location.group_name, Location.parameter_name})


class CatalogueTranslator(app_commands.Translator):
    """Descriptions and the names of choices from the one catalogue; other names stay."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """The text in that language, None where it is the English one."""
        if context.location in _NAMES:
            return None
        text = texts_for(locale.value)(string.message)
        return None if text == string.message else text
