"""The pages of the ledger, and its export."""
