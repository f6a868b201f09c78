"""The leaderboard of a server: one message that is renewed each Monday."""
