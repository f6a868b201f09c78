"""Challenges: two people play the same deal, each on their own against the computer."""
