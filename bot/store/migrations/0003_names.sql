-- Who else has somebody's name.
CREATE INDEX players_by_name ON players (name);
