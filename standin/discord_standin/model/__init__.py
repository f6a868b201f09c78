"""What there is: guilds, channels, people, messages, commands and interactions."""
