"""Ledgers as a whole: export, import and audit."""
