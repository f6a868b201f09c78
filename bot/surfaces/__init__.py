"""The messages of tables: brought up to what they should show."""
