"""Ledgers as a whole: exported, imported, looked through, gone back to."""
