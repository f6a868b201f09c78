-- Two accounts of one person can be joined; seals stay over what was when they were made.

CREATE TABLE former_players (                  -- as whom somebody played a hand, before that
    hand_id   INTEGER NOT NULL REFERENCES hands,
    player_id INTEGER NOT NULL REFERENCES players, -- whose hand it is now
    former_id INTEGER NOT NULL REFERENCES players, -- whose it was when it was dealt
    PRIMARY KEY (hand_id, player_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX former_players_by_player ON former_players (player_id);
CREATE INDEX former_players_by_former ON former_players (former_id);

CREATE TABLE former_finals (                   -- a season's table as it was posted, before that
    season_id INTEGER NOT NULL REFERENCES seasons,
    place     INTEGER NOT NULL,
    player_id INTEGER NOT NULL REFERENCES players,
    hands     INTEGER NOT NULL,
    points    INTEGER NOT NULL,
    best      INTEGER NOT NULL,
    worst     INTEGER NOT NULL,
    PRIMARY KEY (season_id, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX former_finals_of_player ON former_finals (player_id);
