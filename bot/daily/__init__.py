"""The daily deal: one hand a day, the same cards for everyone, against a computer player."""
