"""Rows of tournaments: one table or several, who takes part, how they start and end."""
