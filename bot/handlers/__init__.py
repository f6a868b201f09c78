"""Handlers: one function for each press and command, and what they run in."""
