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

-- How many times in a row each player won (or, below 0, lost): so many runs of each length,
-- the running one included. With it a hand in the middle is taken out without a look at all.

CREATE TABLE runs (
    guild_id  INTEGER NOT NULL,
    player_id INTEGER NOT NULL REFERENCES players,
    length    INTEGER NOT NULL,
    count     INTEGER NOT NULL CHECK (count >= 0),
    PRIMARY KEY (guild_id, player_id, length)
) STRICT, WITHOUT ROWID;

CREATE INDEX runs_of_player ON runs (player_id);

INSERT INTO runs (guild_id, player_id, length, count)
SELECT guild_id, player_id, sign * length, COUNT(*)
FROM (
    SELECT guild_id, player_id, sign, COUNT(*) AS length
    FROM (
        SELECT guild_id, player_id, SIGN(points) AS sign,
            ROW_NUMBER() OVER (PARTITION BY guild_id, player_id ORDER BY number)
            - ROW_NUMBER() OVER (PARTITION BY guild_id, player_id, SIGN(points) ORDER BY number)
            AS island
        FROM results WHERE NOT is_void
    )
    WHERE sign <> 0 GROUP BY guild_id, player_id, sign, island
)
GROUP BY guild_id, player_id, sign, length;

-- The best and the worst hand of all days are found among those of each day.

CREATE INDEX tallies_of_days
    ON tallies (guild_id, player_id, season, channel_id, variant, day, best, worst);

-- The message with a hand's result, so that it can be marked once the hand is void.

CREATE TABLE postings (
    hand_id     INTEGER PRIMARY KEY REFERENCES hands,
    channel_id  INTEGER NOT NULL,
    message_id  INTEGER NOT NULL,
    has_picture INTEGER NOT NULL,              -- 0: the boards are told in words
    is_stale    INTEGER NOT NULL DEFAULT 0     -- 1: it is to be painted once more
) STRICT;

CREATE INDEX stale_postings ON postings (hand_id) WHERE is_stale;
