-- What a server has decided for itself; a server without a row is as a new row would be.

CREATE TABLE guilds (
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
