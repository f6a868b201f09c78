-- The messages that show all this, and what the bot remembers of itself.

CREATE TABLE surfaces (                        -- messages that show a table
    table_id        INTEGER NOT NULL REFERENCES tables,
    slot            TEXT NOT NULL,             -- see bot.store.surfaces.Slot
    player_id       INTEGER NOT NULL,          -- whose; 0 for the channel's
    key             TEXT NOT NULL,             -- another key is another message; '' is none
    version         TEXT NOT NULL,             -- another version is an edit
    painted_key     TEXT NOT NULL DEFAULT '',
    painted_version TEXT NOT NULL DEFAULT '',
    channel_id      INTEGER,
    message_id      INTEGER,
    posted_at       INTEGER,
    posts           INTEGER NOT NULL DEFAULT 0, -- tells each post from the one before
    PRIMARY KEY (table_id, slot, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX surfaces_to_paint ON surfaces (table_id)
    WHERE key <> painted_key OR version <> painted_version;

CREATE TABLE postings (                        -- the message with a hand's result
    hand_id     INTEGER PRIMARY KEY REFERENCES hands,
    channel_id  INTEGER NOT NULL,
    message_id  INTEGER NOT NULL,
    is_stale    INTEGER NOT NULL DEFAULT 0     -- 1: it is to be painted once more
) STRICT;

CREATE INDEX stale_postings ON postings (hand_id) WHERE is_stale;

CREATE TABLE notices (                         -- what everybody is to be told and has not been yet
    id         INTEGER PRIMARY KEY,
    guild_id   INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER,                        -- the message that is to say so; NULL: a new one
    locale     TEXT NOT NULL,                  -- of the channel
    kind       TEXT NOT NULL CHECK (kind IN ('proposal', 'vote', 'season')),
    about      INTEGER NOT NULL                -- the id of a proposal or vote, or a season's number
) STRICT;

CREATE TABLE facts (                           -- what the bot remembers of itself
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
