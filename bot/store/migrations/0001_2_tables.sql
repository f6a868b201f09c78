-- Tables, and who sits there.

CREATE TABLE tables (
    id               INTEGER PRIMARY KEY,
    guild_id         INTEGER NOT NULL,
    channel_id       INTEGER NOT NULL,
    host_id          INTEGER NOT NULL REFERENCES players,
    locale           TEXT NOT NULL,            -- of the server
    rules            TEXT NOT NULL,            -- every option in full
    seats            INTEGER NOT NULL,         -- how many people may sit down
    stake            INTEGER NOT NULL CHECK (stake >= 1),
    state            TEXT NOT NULL CHECK (state IN ('lobby', 'playing', 'between', 'closed')),
    button           INTEGER,                  -- the seat that had it in the latest hand
    opened_at        INTEGER NOT NULL,
    closed_at        INTEGER,
    skin             TEXT NOT NULL DEFAULT 'night',
    deck             TEXT NOT NULL DEFAULT 'two',
    hints            INTEGER NOT NULL DEFAULT 0, -- 1: anybody may ask for one
    counts_computers INTEGER NOT NULL DEFAULT 0, -- 1: hands with computers count in the ledger
    clock            INTEGER CHECK (clock > 0), -- seconds for each decision, NULL without a clock
    time_calls       INTEGER NOT NULL DEFAULT 1,
    closes_at        INTEGER,                  -- by itself; NULL while a hand is played
    length           TEXT NOT NULL DEFAULT '', -- as bot.ofc.length writes it; '' is endless
    ends_at          INTEGER,                  -- no hand is dealt from then on
    stops            INTEGER NOT NULL DEFAULT 0, -- 1: it closes after the running hand
    loss_limit       INTEGER CHECK (loss_limit > 0),
    ended_by         TEXT NOT NULL DEFAULT ''  -- '': people
        CHECK (ended_by IN ('', 'hands', 'orbits', 'time', 'limit')),
    rematch_of       INTEGER REFERENCES tables
) STRICT;

CREATE UNIQUE INDEX one_open_table_per_channel ON tables (channel_id) WHERE state <> 'closed';
CREATE INDEX tables_to_close ON tables (closes_at) WHERE closes_at IS NOT NULL;
CREATE INDEX tables_by_end ON tables (ends_at) WHERE ends_at IS NOT NULL AND state = 'between';
CREATE INDEX rematches ON tables (rematch_of) WHERE rematch_of IS NOT NULL;

CREATE TABLE seats (
    table_id    INTEGER NOT NULL REFERENCES tables,
    seat        INTEGER NOT NULL,
    player_id   INTEGER NOT NULL REFERENCES players,
    fantasyland INTEGER NOT NULL DEFAULT 0,    -- cards earned for the next hand
    wants_stop  INTEGER NOT NULL DEFAULT 0,
    presence    TEXT NOT NULL DEFAULT 'here'   -- see bot.scenes.Presence
        CHECK (presence IN ('here', 'away', 'out', 'leaving')),
    run_outs    INTEGER NOT NULL DEFAULT 0,    -- how often in a row their time ran out
    PRIMARY KEY (table_id, seat),
    UNIQUE (table_id, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_of_player ON seats (player_id);

CREATE TABLE stakes (                          -- what two players agreed to multiply points by
    table_id  INTEGER NOT NULL REFERENCES tables,
    a         INTEGER NOT NULL REFERENCES players,
    b         INTEGER NOT NULL REFERENCES players,
    from_hand INTEGER NOT NULL,                -- it holds from that hand of the table on
    stake     INTEGER NOT NULL CHECK (stake >= 1),
    PRIMARY KEY (table_id, a, b, from_hand),
    CHECK (a < b)
) STRICT, WITHOUT ROWID;

CREATE INDEX stakes_of_a ON stakes (a);
CREATE INDEX stakes_of_b ON stakes (b);

CREATE TABLE totals (                          -- sums of a table's entries, shown with every board
    table_id  INTEGER NOT NULL REFERENCES tables,
    player_id INTEGER NOT NULL REFERENCES players,
    points    INTEGER NOT NULL,
    PRIMARY KEY (table_id, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX totals_of_player ON totals (player_id);
