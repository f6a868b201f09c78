-- What somebody's answers in exercises gave away.
CREATE TABLE exercises (
    player_id INTEGER NOT NULL REFERENCES players,
    page      INTEGER NOT NULL,                -- of the tutorial: which kind of mistake it is about
    seed      INTEGER NOT NULL,                -- from which it was dealt
    cost      INTEGER NOT NULL,                -- in thousandths of a point
    judge     INTEGER NOT NULL,                -- the version of the judge
    ended_at  INTEGER NOT NULL,
    PRIMARY KEY (player_id, page, seed)
) STRICT, WITHOUT ROWID;
