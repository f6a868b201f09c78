"""The only package, besides the cogs and the client, that knows discord.py."""
