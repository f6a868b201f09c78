"""The bot on a stand-in for Discord: with a web page to play in, and as a scripted game."""
