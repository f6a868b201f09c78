"""A stand-in for Discord on this machine: REST, gateway and people, for the real client.

The stand-in knows what Discord knows about a bot: guilds, channels, members, messages, commands
and interactions. The bot under test speaks to it over real HTTP and a real WebSocket; people act
through `Person`. What Discord would refuse is refused with Discord's own error, and what a bot
should never have sent is written down in `World.violations`.
"""
