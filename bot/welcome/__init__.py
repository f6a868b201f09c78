"""Help, and what the bot says to a server that it has just joined."""
