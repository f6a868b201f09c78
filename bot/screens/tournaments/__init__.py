"""Screens of tournaments: announcements, standings, ends, their starts."""
