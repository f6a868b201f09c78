"""Handlers for the presses and commands of tournaments."""
