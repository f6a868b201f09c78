-- Everything the bot keeps. Times are Unix seconds, days are counted from 1970 in UTC. Everything
-- about a person hangs on players.id, so that forgetting someone is one row.
--
-- What has happened is only ever added to: deals, seeds, hands, operations, bookings, entries, the
-- tables of finished seasons and the seals over them. Triggers see to that, also against REPLACE,
-- which deletes a row without firing the triggers on DELETE. Sums (tallies, rivalries, streaks,
-- runs, totals) can be computed again from the rest; `python -m bot verify` does.

-- First: people and servers.

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
    quiet_from    INTEGER,                     -- the full hours at which quiet hours begin
    quiet_to      INTEGER,                     -- and end; NULL without
    time_zone     TEXT                         -- IANA name, NULL if unknown
) STRICT;

CREATE INDEX computers ON players (level) WHERE level IS NOT NULL;

CREATE TABLE learners (                        -- where somebody is in the tutorial
    player_id INTEGER PRIMARY KEY REFERENCES players,
    lesson    INTEGER NOT NULL,                -- see bot.lessons.problems.Lesson
    seed      INTEGER NOT NULL,                -- of the problem before them
    layout    TEXT NOT NULL DEFAULT '',        -- what they have laid out, as in drafts
    brush     TEXT NOT NULL DEFAULT 'f',
    armed     INTEGER NOT NULL DEFAULT 0,
    solved    INTEGER NOT NULL DEFAULT 0       -- a bit for each lesson answered right
) STRICT;

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
    announces INTEGER NOT NULL DEFAULT 1       -- whether records are told with their hand
) STRICT;

CREATE TABLE guild_channels (                  -- where tables may be opened; none is everywhere
    guild_id   INTEGER NOT NULL REFERENCES guilds,
    channel_id INTEGER NOT NULL,
    PRIMARY KEY (guild_id, channel_id)
) STRICT, WITHOUT ROWID;
