"""Screens and presses of settings: a person's, a table's, a server's."""
