"""Hands that somebody plays alone with a computer player, which count in their own record only."""
