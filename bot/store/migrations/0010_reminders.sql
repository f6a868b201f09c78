-- Where somebody is called when it is his turn, when he is not to be notified, and what he has
-- been told of a decision.

ALTER TABLE players ADD COLUMN calls TEXT NOT NULL DEFAULT 'dm'
    CHECK (calls IN ('dm', 'channel', 'none'));
ALTER TABLE players ADD COLUMN quiet_from INTEGER;  -- the hour at which quiet hours begin,
ALTER TABLE players ADD COLUMN quiet_to INTEGER;    -- and end; NULL without
ALTER TABLE players ADD COLUMN time_zone TEXT;      -- IANA name, NULL if unknown

ALTER TABLE tables ADD COLUMN time_calls INTEGER NOT NULL DEFAULT 1;

CREATE TABLE reminders (
    table_id  INTEGER NOT NULL REFERENCES tables,
    player_id INTEGER NOT NULL REFERENCES players,
    decision  TEXT NOT NULL,                   -- hand and street
    since     INTEGER NOT NULL,
    told      TEXT NOT NULL,                   -- see bot.store.reminders.Told
    told_at   INTEGER NOT NULL,
    next_at   INTEGER,                         -- when he is told next, NULL: never
    caller_id INTEGER REFERENCES players,      -- who has called time
    PRIMARY KEY (table_id, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX reminders_by_time ON reminders (next_at) WHERE next_at IS NOT NULL;
