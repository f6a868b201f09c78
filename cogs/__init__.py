"""Slash commands: decorators and one call each."""
