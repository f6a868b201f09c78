"""Whole hands as each person and the channel sees them, kept as texts that read as a story."""
