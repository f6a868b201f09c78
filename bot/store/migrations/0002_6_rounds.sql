-- Deals that several people play, each on their own against the computer.

CREATE TABLE fixed_deals (                     -- the same cards for everybody who plays them
    id           INTEGER PRIMARY KEY,
    mode         TEXT NOT NULL CHECK (mode IN ('daily', 'weekly', 'challenge')),
    secret       BLOB NOT NULL,
    commitment   BLOB NOT NULL,                -- the SHA-256 of the secret, which is published
    committed_at INTEGER NOT NULL,
    par          INTEGER                       -- what the master makes of it; NULL: not known yet
) STRICT;

CREATE TRIGGER fixed_deals_stay BEFORE UPDATE OF id, mode, secret, commitment, committed_at
ON fixed_deals
BEGIN SELECT RAISE(ABORT, 'a deal that was committed to is never changed'); END;
CREATE TRIGGER fixed_deals_remain BEFORE DELETE ON fixed_deals
BEGIN SELECT RAISE(ABORT, 'a deal that was committed to is never deleted'); END;
CREATE TRIGGER fixed_deals_are_not_replaced BEFORE INSERT ON fixed_deals
WHEN EXISTS (SELECT 1 FROM fixed_deals WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'a deal that was committed to is never changed'); END;

CREATE TABLE attempts (                        -- how somebody plays such a deal
    player_id INTEGER NOT NULL REFERENCES players,
    deal_id   INTEGER NOT NULL REFERENCES fixed_deals,
    practice  INTEGER NOT NULL,                -- 1: for practice, which may be done again
    guild_id  INTEGER,                         -- where it was begun; NULL outside servers
    is_told   INTEGER NOT NULL,                -- 1: the server's summary tells of it
    began_at  INTEGER NOT NULL,
    log       TEXT NOT NULL DEFAULT '',        -- placements, one a line
    layout    TEXT NOT NULL DEFAULT '',        -- what is laid out, as in drafts
    armed     INTEGER NOT NULL DEFAULT 0,
    ended_at  INTEGER,
    points    INTEGER,                         -- once it is over
    costs     TEXT,                            -- what each decision gave away; NULL: not judged
    judge     INTEGER,                         -- the version of the judge
    PRIMARY KEY (player_id, deal_id, practice)
) STRICT, WITHOUT ROWID;

CREATE INDEX finished_attempts ON attempts (deal_id, guild_id, points)
    WHERE points IS NOT NULL AND practice = 0;
