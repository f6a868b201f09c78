"""Storage: one SQLite file, one connection, one door for writes."""
