"""Screens of the ledger: its pages, and the queries that its buttons ask for."""
