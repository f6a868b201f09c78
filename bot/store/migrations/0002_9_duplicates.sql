-- Duplicate tournaments: every group of a round is dealt the same cards at the same seats.

CREATE TABLE duplicates (                      -- what such a tournament has besides
    tournament_id INTEGER PRIMARY KEY REFERENCES tournaments,
    rounds        INTEGER NOT NULL CHECK (rounds > 0),
    hands         INTEGER NOT NULL CHECK (hands > 0), -- in each round
    seconds       INTEGER NOT NULL CHECK (seconds > 0), -- for each round
    seed          TEXT                         -- of all its deals; NULL before the start
) STRICT;

CREATE TABLE shared_deals (                    -- kept before anybody joins
    tournament_id INTEGER NOT NULL REFERENCES tournaments,
    round         INTEGER NOT NULL,
    hand          INTEGER NOT NULL,
    secret        BLOB NOT NULL,
    commitment    BLOB NOT NULL,               -- the SHA-256 of the secret, which is published
    PRIMARY KEY (tournament_id, round, hand)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER shared_deals_stay BEFORE UPDATE ON shared_deals
BEGIN SELECT RAISE(ABORT, 'a deal that was committed to is never changed'); END;
CREATE TRIGGER shared_deals_remain BEFORE DELETE ON shared_deals
BEGIN SELECT RAISE(ABORT, 'a deal that was committed to is never deleted'); END;
CREATE TRIGGER shared_deals_are_not_replaced BEFORE INSERT ON shared_deals
WHEN EXISTS (
    SELECT 1 FROM shared_deals
    WHERE tournament_id = NEW.tournament_id AND round = NEW.round AND hand = NEW.hand
)
BEGIN SELECT RAISE(ABORT, 'a deal that was committed to is never changed'); END;

CREATE TABLE entry_seeds (                     -- what people add to all its deals by joining
    tournament_id INTEGER NOT NULL REFERENCES tournaments,
    player_id     INTEGER NOT NULL REFERENCES players,
    seed          TEXT NOT NULL,
    PRIMARY KEY (tournament_id, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX entry_seeds_of_player ON entry_seeds (player_id);

CREATE TABLE missed_rounds (                   -- in which somebody placed nothing themselves
    tournament_id INTEGER NOT NULL REFERENCES tournaments,
    player_id     INTEGER NOT NULL REFERENCES players,
    round         INTEGER NOT NULL,
    counts        INTEGER NOT NULL DEFAULT 1,  -- 0: they have come back since
    PRIMARY KEY (tournament_id, player_id, round)
) STRICT, WITHOUT ROWID;

CREATE INDEX missed_rounds_of_player ON missed_rounds (player_id);
