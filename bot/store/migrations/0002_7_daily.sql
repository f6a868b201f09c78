-- The daily deal, and those of a week.

CREATE TABLE daily_deals (                     -- what is played when
    day     INTEGER NOT NULL,                  -- a date, wherever it is that day
    place   INTEGER NOT NULL,                  -- 0: the day's deal; from 1 on: of the week it begins
    deal_id INTEGER NOT NULL UNIQUE REFERENCES fixed_deals,
    PRIMARY KEY (day, place)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER daily_deals_stay BEFORE UPDATE ON daily_deals
BEGIN SELECT RAISE(ABORT, 'a deal that was committed to is never changed'); END;
CREATE TRIGGER daily_deals_remain BEFORE DELETE ON daily_deals
BEGIN SELECT RAISE(ABORT, 'a deal that was committed to is never deleted'); END;
CREATE TRIGGER daily_deals_are_not_replaced BEFORE INSERT ON daily_deals
WHEN EXISTS (SELECT 1 FROM daily_deals WHERE day = NEW.day AND place = NEW.place)
BEGIN SELECT RAISE(ABORT, 'a deal that was committed to is never changed'); END;

CREATE TABLE summaries (                       -- of a day in a server, until it has been posted
    id       INTEGER PRIMARY KEY,
    guild_id INTEGER NOT NULL REFERENCES guilds,
    day      INTEGER NOT NULL,
    locale   TEXT NOT NULL,                    -- the server's
    posts_at INTEGER NOT NULL,
    UNIQUE (guild_id, day)
) STRICT;

CREATE INDEX summaries_due ON summaries (posts_at);
