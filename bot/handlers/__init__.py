"""The desk answers people: every press and command, whoever brings it."""
