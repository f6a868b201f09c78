"""The ways in which a table is played: a class for each."""
