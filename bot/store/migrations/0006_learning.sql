-- What a person's own picture counts for him, and where he is in the tutorial.

ALTER TABLE players ADD COLUMN aid TEXT NOT NULL DEFAULT 'outs'
    CHECK (aid IN ('outs', 'live', 'none'));

CREATE TABLE learners (
    player_id INTEGER PRIMARY KEY REFERENCES players,
    lesson    INTEGER NOT NULL,                -- the one he saw last, from 0
    solved    INTEGER NOT NULL                 -- a bit for each lesson answered right
) STRICT;
