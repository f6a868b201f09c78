"""Plain values that the database, screens and pictures share."""
