"""What Discord is strict about, as checks of what the bot sends."""
