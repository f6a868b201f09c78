"""How the weights in `bot/players/weights` were made; the bot does not need it to run."""
