-- Duplicate matches (R14.6): every deal is played from every seat.

CREATE TABLE matches (                         -- kept when the table is opened
    table_id   INTEGER PRIMARY KEY REFERENCES tables,
    secret     BLOB NOT NULL,                  -- all deals and their order come from it
    commitment BLOB NOT NULL,                  -- its SHA-256, which is published
    seed       TEXT                            -- of all deals; NULL before the first
) STRICT;

CREATE TRIGGER matches_stay BEFORE UPDATE ON matches
WHEN OLD.seed IS NOT NULL OR NEW.secret <> OLD.secret OR NEW.commitment <> OLD.commitment
    OR NEW.table_id <> OLD.table_id
BEGIN SELECT RAISE(ABORT, 'what was committed to is never changed'); END;
CREATE TRIGGER matches_remain BEFORE DELETE ON matches
BEGIN SELECT RAISE(ABORT, 'what was committed to is never deleted'); END;
CREATE TRIGGER matches_are_not_replaced BEFORE INSERT ON matches
WHEN EXISTS (SELECT 1 FROM matches WHERE table_id = NEW.table_id)
BEGIN SELECT RAISE(ABORT, 'what was committed to is never changed'); END;

CREATE TABLE plays (                           -- what a finished hand counts in its match
    hand_id INTEGER NOT NULL REFERENCES hands,
    seat    INTEGER NOT NULL,                  -- in acting order from 0
    points  INTEGER NOT NULL,                  -- with those for Fantasyland
    PRIMARY KEY (hand_id, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE covers (                          -- finished hands whose deals are to be played again
    hand_id INTEGER PRIMARY KEY REFERENCES hands
) STRICT;

CREATE TRIGGER plays_stay BEFORE UPDATE ON plays
BEGIN SELECT RAISE(ABORT, 'what a hand counted is never changed'); END;
CREATE TRIGGER plays_remain BEFORE DELETE ON plays
BEGIN SELECT RAISE(ABORT, 'what a hand counted is never deleted'); END;
