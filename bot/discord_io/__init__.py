"""The only room, besides the cogs and the client, that knows discord.py."""
