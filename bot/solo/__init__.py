"""Solo games: a deal that several people play, each on their own against the computer."""
