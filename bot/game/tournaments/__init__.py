"""Tournaments at work: one table or several, their formats, their starts, their ends."""
