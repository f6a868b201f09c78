-- From 0.1.0 on: tables of tournaments and matches, hands that are dealt by themselves, and queues.

CREATE TABLE kept AS SELECT * FROM tables;
DROP TABLE tables;
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
    next_hand        INTEGER CHECK (next_hand > 0), -- at the latest after so many seconds
    deals_at         INTEGER,                  -- when the next hand is dealt by itself
    closes_at        INTEGER,                  -- by itself; NULL while a hand is played
    length           TEXT NOT NULL DEFAULT '', -- as bot.ofc.length writes it; '' is endless
    ends_at          INTEGER,                  -- no hand is dealt from then on
    stops            INTEGER NOT NULL DEFAULT 0, -- 1: it closes after the running hand
    loss_limit       INTEGER CHECK (loss_limit > 0),
    ended_by         TEXT NOT NULL DEFAULT ''  -- '': people
        CHECK (ended_by IN ('', 'hands', 'orbits', 'time', 'limit', 'stacks', 'few')),
    stack            INTEGER CHECK (stack > 0), -- of everybody at the start; NULL: no tournament
    starts_at        INTEGER,                  -- of a sit-and-go, by itself; NULL: once it is full
    is_put_off       INTEGER NOT NULL DEFAULT 0, -- 1: too few people were in at the time before
    levels           TEXT NOT NULL DEFAULT 'none', -- how stakes rise, see bot.ofc.stacks
    duplicate        INTEGER CHECK (duplicate > 0), -- deals of a duplicate match; NULL: it is none
    books            INTEGER NOT NULL DEFAULT 1, -- 0: no hand counts in the server's ledger
    bank             INTEGER CHECK (bank > 0), -- seconds for a whole tournament; NULL: none
    rematch_of       INTEGER REFERENCES tables,
    told_role_id     INTEGER,                  -- the role told of its opening; NULL: nobody was
    tournament_id    INTEGER REFERENCES tournaments, -- of several tables; NULL: it is none of one's
    room             INTEGER,                  -- the number of the table there
    first_hand       INTEGER NOT NULL DEFAULT 1, -- the number of its first: that of the tournament's
    play_until       INTEGER,                  -- when its hand is played to its end by itself
    round            INTEGER,                  -- of a duplicate tournament; it is shown to its players alone
    shared_seed      TEXT,                     -- of its deals, by seat, as at all tables of its round
    CHECK ((tournament_id IS NULL) = (room IS NULL)),
    CHECK ((round IS NULL) = (shared_seed IS NULL))
) STRICT;
INSERT INTO tables (
    id, guild_id, channel_id, host_id, locale, rules, seats, stake, state, button, opened_at,
    closed_at, skin, deck, hints, counts_computers, clock, time_calls, closes_at, length,
    ends_at, stops, loss_limit, ended_by, rematch_of
)
SELECT
    id, guild_id, channel_id, host_id, locale, rules, seats, stake, state, button, opened_at,
    closed_at, skin, deck, hints, counts_computers, clock, time_calls, closes_at, length,
    ends_at, stops, loss_limit, ended_by, rematch_of
FROM kept;
DROP TABLE kept;

CREATE UNIQUE INDEX one_open_table_per_channel ON tables (channel_id)
    WHERE state <> 'closed' AND round IS NULL;
CREATE INDEX tables_to_close ON tables (closes_at) WHERE closes_at IS NOT NULL;
CREATE INDEX tables_by_end ON tables (ends_at) WHERE ends_at IS NOT NULL AND state = 'between';
CREATE INDEX tables_to_deal ON tables (deals_at) WHERE deals_at IS NOT NULL;
CREATE INDEX tables_of_tournament ON tables (tournament_id) WHERE tournament_id IS NOT NULL;
CREATE INDEX rematches ON tables (rematch_of) WHERE rematch_of IS NOT NULL;

CREATE TABLE kept AS SELECT * FROM seats;
DROP TABLE seats;
CREATE TABLE seats (
    table_id    INTEGER NOT NULL REFERENCES tables,
    seat        INTEGER NOT NULL,
    player_id   INTEGER NOT NULL REFERENCES players,
    fantasyland INTEGER NOT NULL DEFAULT 0,    -- cards earned for the next hand
    wants_stop  INTEGER NOT NULL DEFAULT 0,
    ready       INTEGER NOT NULL DEFAULT 0,    -- 1: for the next hand
    presence    TEXT NOT NULL DEFAULT 'here'   -- see bot.values.scenes.Presence
        CHECK (presence IN ('here', 'away', 'out', 'leaving')),
    run_outs    INTEGER NOT NULL DEFAULT 0,    -- how often in a row their time ran out
    waited_since INTEGER,                      -- since when they waited for the seat; NULL: not
    loss_limit  INTEGER CHECK (loss_limit > 0), -- of their own; NULL: none
    PRIMARY KEY (table_id, seat),
    UNIQUE (table_id, player_id)
) STRICT, WITHOUT ROWID;
INSERT INTO seats (
    table_id, seat, player_id, fantasyland, wants_stop, presence, run_outs
)
SELECT
    table_id, seat, player_id, fantasyland, wants_stop, presence, run_outs
FROM kept;
DROP TABLE kept;

CREATE INDEX seats_of_player ON seats (player_id);

CREATE TABLE waiters (                         -- for a seat at a full table, in this order
    id        INTEGER PRIMARY KEY,
    table_id  INTEGER NOT NULL REFERENCES tables,
    player_id INTEGER NOT NULL REFERENCES players,
    since     INTEGER NOT NULL,
    UNIQUE (table_id, player_id)
) STRICT;

CREATE INDEX waiters_by_player ON waiters (player_id);
