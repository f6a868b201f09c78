"""Solo games: a deal that somebody plays on their own against the computer."""
