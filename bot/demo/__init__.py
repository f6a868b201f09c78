"""A scripted game on the stand-in: what a group sees, from the first command to the ledger."""
