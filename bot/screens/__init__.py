"""Screens that people see and press: scenes and texts as Discord's components."""
