"""Checks of what the bot sends, as strict as Discord's."""
