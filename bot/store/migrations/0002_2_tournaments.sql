-- Tournaments of several tables, and starts at a set time.

CREATE TABLE tournaments (                     -- of several tables
    id             INTEGER PRIMARY KEY,
    guild_id       INTEGER NOT NULL,
    channel_id     INTEGER NOT NULL,           -- of its announcement
    host_id        INTEGER NOT NULL REFERENCES players,
    locale         TEXT NOT NULL,              -- of the server
    format         TEXT NOT NULL,              -- how its rounds are made, see bot.game.formats
    options        TEXT NOT NULL,              -- of its tables, as JSON
    state          TEXT NOT NULL CHECK (state IN ('open', 'seating', 'playing', 'over')),
    is_won         INTEGER NOT NULL DEFAULT 0, -- 0 once it is over: people ended it
    round          INTEGER NOT NULL DEFAULT 0, -- the latest; in a knock-out that is a hand
    opened_at      INTEGER NOT NULL,
    ended_at       INTEGER,
    round_ends_at  INTEGER,                    -- what is open then is placed safely
    due_at         INTEGER,                    -- when it is looked at next
    paused_at      INTEGER,                    -- since when no round begins; NULL: it is not paused
    starts_at      INTEGER,                    -- by itself; NULL: when its host starts it
    is_put_off     INTEGER NOT NULL DEFAULT 0, -- 1: too few people were in at the time before
    version        TEXT NOT NULL DEFAULT '',   -- what the announcement should show
    painted        TEXT NOT NULL DEFAULT '',   -- what it does show
    message_id     INTEGER,
    posts          INTEGER NOT NULL DEFAULT 0  -- tells each post from the one before
) STRICT;

CREATE UNIQUE INDEX one_open_tournament_per_channel ON tournaments (channel_id)
    WHERE state <> 'over';
CREATE INDEX tournaments_by_time ON tournaments (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX tournaments_to_announce ON tournaments (id) WHERE version <> painted;
CREATE INDEX tournaments_of_guild ON tournaments (guild_id, id);

CREATE TABLE schedules (                       -- of tournaments that start at a set time
    id          INTEGER PRIMARY KEY,
    event       TEXT NOT NULL UNIQUE,          -- table.5 or several.3: a table, or a tournament
    guild_id    INTEGER NOT NULL,
    stage       TEXT NOT NULL DEFAULT 'waiting' -- up to which its people have been told
        CHECK (stage IN ('waiting', 'on', 'over')),
    is_reminded INTEGER NOT NULL DEFAULT 0,    -- 1: people were told that it starts soon
    due_at      INTEGER,                       -- when there is something to do next
    event_id    INTEGER,                       -- of the server's scheduled event; NULL: there is none
    shown       TEXT NOT NULL DEFAULT '',      -- what that shows
    is_gone     INTEGER NOT NULL DEFAULT 0     -- 1: people deleted it, or the bot may not change it
) STRICT;

CREATE INDEX schedules_by_time ON schedules (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE start_notices (                   -- what people are to be told of a start, until they were
    schedule_id INTEGER NOT NULL REFERENCES schedules,
    player_id   INTEGER NOT NULL REFERENCES players,
    kind        TEXT NOT NULL,                 -- see bot.store.schedules
    starts_at   INTEGER,
    added_at    INTEGER NOT NULL,
    called_with INTEGER REFERENCES players,    -- the first whom one message in the channel tells; NULL: none
    PRIMARY KEY (schedule_id, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX start_notices_of_player ON start_notices (player_id);

CREATE TABLE entrants (                        -- who takes part
    tournament_id INTEGER NOT NULL REFERENCES tournaments,
    player_id     INTEGER NOT NULL REFERENCES players,
    entered_at    INTEGER NOT NULL,
    out_round     INTEGER,                     -- in which they fell or left; NULL: they are in
    out_stack     INTEGER CHECK (out_stack >= 0), -- with which they began it
    PRIMARY KEY (tournament_id, player_id),
    CHECK ((out_round IS NULL) = (out_stack IS NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX entrants_by_player ON entrants (player_id);

CREATE TABLE rooms (                           -- the threads of its tables
    tournament_id INTEGER NOT NULL REFERENCES tournaments,
    number        INTEGER NOT NULL,            -- of the table, from 1
    message_id    INTEGER,                     -- in the tournament's channel; NULL: not posted yet
    thread_id     INTEGER,                     -- NULL: there is none yet
    PRIMARY KEY (tournament_id, number)
) STRICT, WITHOUT ROWID;
