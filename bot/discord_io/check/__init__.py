"""Tries on the real Discord what only it can tell; the bot itself needs nothing of this."""
