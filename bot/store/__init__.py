"""What is kept: one SQLite file, one connection, one door for writes."""
