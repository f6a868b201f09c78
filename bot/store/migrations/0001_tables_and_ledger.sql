-- Times are Unix seconds. Everything about a person hangs on players.id, so that forgetting
-- someone is one row.

CREATE TABLE players (
    id            INTEGER PRIMARY KEY,
    user_id       INTEGER UNIQUE,              -- Discord's id
    name          TEXT NOT NULL,               -- display name when last seen
    handle        TEXT NOT NULL,               -- @name when last seen
    locale        TEXT NOT NULL,
    dm_channel_id INTEGER,
    dm_closed     INTEGER NOT NULL DEFAULT 0   -- 1: Discord refused our last message
) STRICT;

CREATE TABLE tables (
    id         INTEGER PRIMARY KEY,
    guild_id   INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    host_id    INTEGER NOT NULL REFERENCES players,
    locale     TEXT NOT NULL,                  -- of the server
    rules      TEXT NOT NULL,                  -- every option in full
    seats      INTEGER NOT NULL,               -- how many people may sit down
    stake      INTEGER NOT NULL CHECK (stake >= 1),
    state      TEXT NOT NULL CHECK (state IN ('lobby', 'playing', 'between', 'closed')),
    button     INTEGER,                        -- the seat that had it in the latest hand
    opened_at  INTEGER NOT NULL,
    closed_at  INTEGER
) STRICT;

CREATE UNIQUE INDEX one_open_table_per_channel ON tables (channel_id) WHERE state <> 'closed';

CREATE TABLE seats (
    table_id    INTEGER NOT NULL REFERENCES tables,
    seat        INTEGER NOT NULL,
    player_id   INTEGER NOT NULL REFERENCES players,
    fantasyland INTEGER NOT NULL DEFAULT 0,    -- cards earned for the next hand
    wants_stop  INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, seat),
    UNIQUE (table_id, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_of_player ON seats (player_id);

CREATE TABLE hands (
    id         INTEGER PRIMARY KEY,
    table_id   INTEGER NOT NULL REFERENCES tables,
    number     INTEGER NOT NULL,
    button     INTEGER NOT NULL,
    secret     BLOB NOT NULL,                  -- its SHA-256 is published at the deal
    state      TEXT NOT NULL CHECK (state IN ('playing', 'finished', 'void')),
    started_at INTEGER NOT NULL,
    ended_at   INTEGER,
    UNIQUE (table_id, number)
) STRICT;

CREATE UNIQUE INDEX one_hand_at_a_time ON hands (table_id) WHERE state = 'playing';

CREATE TABLE lineups (
    hand_id     INTEGER NOT NULL REFERENCES hands,
    table_seat  INTEGER NOT NULL,
    player_id   INTEGER NOT NULL REFERENCES players,
    seat        INTEGER,                       -- in acting order from 0; NULL sits out
    fantasyland INTEGER NOT NULL,
    PRIMARY KEY (hand_id, table_seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX lineups_of_player ON lineups (player_id);

CREATE TABLE operations (
    hand_id   INTEGER NOT NULL REFERENCES hands,
    number    INTEGER NOT NULL,
    operation TEXT NOT NULL,
    at        INTEGER NOT NULL,
    PRIMARY KEY (hand_id, number)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER operations_stay BEFORE UPDATE ON operations
BEGIN SELECT RAISE(ABORT, 'operations are never changed'); END;
CREATE TRIGGER operations_remain BEFORE DELETE ON operations
BEGIN SELECT RAISE(ABORT, 'operations are never deleted'); END;

CREATE TABLE drafts (                          -- what a player has laid out but not confirmed
    hand_id INTEGER NOT NULL REFERENCES hands,
    seat    INTEGER NOT NULL,
    street  INTEGER NOT NULL,
    layouts TEXT NOT NULL,                     -- the latest last, for stepping back
    brush   TEXT NOT NULL,
    armed   INTEGER NOT NULL,
    PRIMARY KEY (hand_id, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE entries (                         -- the ledger
    id        INTEGER PRIMARY KEY,
    guild_id  INTEGER NOT NULL,
    hand_id   INTEGER NOT NULL REFERENCES hands,
    a         INTEGER NOT NULL REFERENCES players,
    b         INTEGER NOT NULL REFERENCES players,
    points    INTEGER NOT NULL,                -- what a wins from b
    reverses  INTEGER UNIQUE REFERENCES entries,
    reason    TEXT,
    booked_at INTEGER NOT NULL,
    CHECK (a < b),
    CHECK ((reverses IS NULL) = (reason IS NULL))
) STRICT;

CREATE UNIQUE INDEX one_entry_per_pair_and_hand ON entries (hand_id, a, b) WHERE reverses IS NULL;
CREATE INDEX entries_of_hand ON entries (hand_id);
CREATE INDEX entries_of_guild ON entries (guild_id, hand_id);

CREATE TRIGGER entries_stay BEFORE UPDATE ON entries
BEGIN SELECT RAISE(ABORT, 'the ledger is never changed; book a reversing entry'); END;
CREATE TRIGGER entries_remain BEFORE DELETE ON entries
BEGIN SELECT RAISE(ABORT, 'nothing is ever deleted from the ledger'); END;

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
    PRIMARY KEY (table_id, slot, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX surfaces_to_paint ON surfaces (table_id)
    WHERE key <> painted_key OR version <> painted_version;

CREATE TABLE facts (                           -- what the bot remembers of itself
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
