-- From 0.1.0 on: what people and servers may choose has become more.
--
-- A table is made anew where a column is not its last one or a condition has changed: its rows are
-- kept aside meanwhile, and its indexes and triggers, which go with it, are made again.

CREATE TABLE kept AS SELECT * FROM players;
DROP TABLE players;
CREATE TABLE players (                         -- people, and computer players without a user_id
    id            INTEGER PRIMARY KEY,
    tag           TEXT NOT NULL DEFAULT (lower(hex(randomblob(8)))), -- outlives being forgotten
    user_id       INTEGER UNIQUE,              -- Discord's id; NULL once forgotten
    name          TEXT NOT NULL,               -- display name when last seen
    handle        TEXT NOT NULL,               -- @name when last seen
    locale        TEXT NOT NULL,
    level         TEXT,                        -- see bot.players.levels; NULL is a person
    dm_channel_id INTEGER,
    dm_closed     INTEGER NOT NULL DEFAULT 0,  -- 1: Discord refused our last message
    skin          TEXT,                        -- how their own pictures look; NULL is as the table
    deck          TEXT,
    confirm       TEXT NOT NULL DEFAULT 'ask'  -- auto: what is laid out is placed after a moment
        CHECK (confirm IN ('ask', 'auto')),
    aid           TEXT NOT NULL DEFAULT 'outs' -- what their own pictures count for them
        CHECK (aid IN ('outs', 'live', 'none')),
    calls         TEXT NOT NULL DEFAULT 'dm'   -- where they are told that it is their turn
        CHECK (calls IN ('dm', 'channel', 'none')),
    read_aloud    INTEGER NOT NULL DEFAULT 0,  -- 1: their own messages say everything in words
    quiet_from    INTEGER,                     -- the full hours at which quiet hours begin
    quiet_to      INTEGER,                     -- and end; NULL without
    time_zone     TEXT                         -- IANA name, NULL if unknown
) STRICT;
INSERT INTO players (
    id, tag, user_id, name, handle, locale, level, dm_channel_id, dm_closed, skin, deck,
    confirm, aid, calls, quiet_from, quiet_to, time_zone
)
SELECT
    id, tag, user_id, name, handle, locale, level, dm_channel_id, dm_closed, skin, deck,
    confirm, aid, calls, quiet_from, quiet_to, time_zone
FROM kept;
DROP TABLE kept;

CREATE INDEX computers ON players (level) WHERE level IS NOT NULL;

CREATE TABLE kept AS SELECT * FROM guilds;
DROP TABLE guilds;
CREATE TABLE guilds (                          -- what a server has decided; none is as a new row
    id        INTEGER PRIMARY KEY,             -- Discord's id
    locale    TEXT,                            -- NULL is what Discord says
    rules     TEXT NOT NULL DEFAULT 'standard', -- a preset, and changes to it
    clock     INTEGER CHECK (clock > 0),       -- seconds for each decision, NULL without a clock
    skin      TEXT NOT NULL DEFAULT 'night',
    deck      TEXT NOT NULL DEFAULT 'two',
    openers   TEXT NOT NULL DEFAULT 'everybody' -- who may open tables
        CHECK (openers IN ('everybody', 'managers', 'role')),
    role_id   INTEGER,                         -- the role, also while it is not asked for
    announces INTEGER NOT NULL DEFAULT 1,      -- whether records are told with their hand
    tells_skill INTEGER NOT NULL DEFAULT 1,    -- whether points given away are told with the hand
    setup     INTEGER NOT NULL DEFAULT 0,      -- step of the guided setup; 0: it was never offered
    told_role_id INTEGER,                      -- the role told of new tables; NULL: nobody is
    daily_channel_id INTEGER,                  -- where the daily deal is summed up; NULL: nowhere
    time_zone TEXT,                            -- IANA name, by which its day ends; NULL is UTC
    leaderboard_channel_id INTEGER             -- where its leaderboard is; NULL: it has none
) STRICT;
INSERT INTO guilds (
    id, locale, rules, clock, skin, deck, openers, role_id, announces
)
SELECT
    id, locale, rules, clock, skin, deck, openers, role_id, announces
FROM kept;
DROP TABLE kept;
