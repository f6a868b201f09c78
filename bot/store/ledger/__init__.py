"""The ledger in the database: bookings, entries, sums, seasons and the seals over them."""
