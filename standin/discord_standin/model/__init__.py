"""The model: guilds, channels, people, messages, commands and interactions."""
