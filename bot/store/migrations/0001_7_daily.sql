-- The daily deal.

CREATE TABLE daily_deals (                     -- of a day, the same for everybody
    day          INTEGER PRIMARY KEY,          -- a date, wherever it is that day
    secret       BLOB NOT NULL,
    commitment   BLOB NOT NULL,                -- the SHA-256 of the secret, which is published
    committed_at INTEGER NOT NULL,
    par          INTEGER                       -- what the master makes of it; NULL: not known yet
) STRICT;

CREATE TRIGGER daily_deals_stay BEFORE UPDATE OF day, secret, commitment, committed_at
ON daily_deals
BEGIN SELECT RAISE(ABORT, 'a deal that was committed to is never changed'); END;
CREATE TRIGGER daily_deals_remain BEFORE DELETE ON daily_deals
BEGIN SELECT RAISE(ABORT, 'a deal that was committed to is never deleted'); END;
CREATE TRIGGER daily_deals_are_not_replaced BEFORE INSERT ON daily_deals
WHEN EXISTS (SELECT 1 FROM daily_deals WHERE day = NEW.day)
BEGIN SELECT RAISE(ABORT, 'a deal that was committed to is never changed'); END;

CREATE TABLE daily_attempts (                  -- how somebody plays a day's deal
    player_id INTEGER NOT NULL REFERENCES players,
    day       INTEGER NOT NULL REFERENCES daily_deals,
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
    PRIMARY KEY (player_id, day, practice)
) STRICT, WITHOUT ROWID;

CREATE TABLE daily_summaries (                 -- the last day that was summed up in a server
    guild_id INTEGER PRIMARY KEY REFERENCES guilds,
    day      INTEGER NOT NULL
) STRICT;

CREATE INDEX daily_results ON daily_attempts (day, guild_id, points)
    WHERE points IS NOT NULL AND NOT practice;
