-- What the ledger can be asked. The entries are the truth; bookings and results say what each
-- entry came from, and tallies, rivalries and streaks are sums over them that are kept up to
-- date, so that a server with a million hands is answered as quickly as one with ten.

CREATE TABLE seasons (
    id         INTEGER PRIMARY KEY,
    guild_id   INTEGER NOT NULL,
    number     INTEGER NOT NULL,               -- counted within the server from 1
    name       TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    ended_at   INTEGER,
    UNIQUE (guild_id, number)
) STRICT;

CREATE UNIQUE INDEX one_season_at_a_time ON seasons (guild_id) WHERE ended_at IS NULL;

CREATE TABLE finals (                          -- a finished season's table, as it was posted
    season_id INTEGER NOT NULL REFERENCES seasons,
    place     INTEGER NOT NULL,
    player_id INTEGER NOT NULL REFERENCES players,
    hands     INTEGER NOT NULL,
    points    INTEGER NOT NULL,
    best      INTEGER NOT NULL,
    worst     INTEGER NOT NULL,
    PRIMARY KEY (season_id, place)
) STRICT, WITHOUT ROWID;

CREATE INDEX finals_of_player ON finals (player_id);

CREATE TRIGGER finals_stay BEFORE UPDATE ON finals
BEGIN SELECT RAISE(ABORT, 'the table of a finished season is never changed'); END;
CREATE TRIGGER finals_remain BEFORE DELETE ON finals
BEGIN SELECT RAISE(ABORT, 'the table of a finished season is never deleted'); END;

CREATE TABLE bookings (                        -- the hands of a server's ledger
    hand_id    INTEGER PRIMARY KEY REFERENCES hands,
    guild_id   INTEGER NOT NULL,
    number     INTEGER NOT NULL,               -- counted within the server from 1
    season     INTEGER NOT NULL,               -- the season's number, 0 outside of any
    channel_id INTEGER NOT NULL,
    variant    TEXT NOT NULL,
    booked_at  INTEGER NOT NULL,
    day        INTEGER NOT NULL CHECK (day > 0), -- of booked_at, days since 1970 UTC
    origin     TEXT NOT NULL CHECK (origin IN ('table', 'recorded')),
    is_void    INTEGER NOT NULL DEFAULT 0,
    UNIQUE (guild_id, number)
) STRICT;

CREATE INDEX bookings_of_channel ON bookings (guild_id, channel_id, number);
CREATE INDEX bookings_of_season ON bookings (guild_id, season, number);
CREATE INDEX bookings_of_day ON bookings (guild_id, day, number);
CREATE INDEX bookings_of_variant ON bookings (guild_id, variant, number);

CREATE TABLE results (                         -- what a booked hand came to for each player
    hand_id     INTEGER NOT NULL REFERENCES bookings,
    seat        INTEGER NOT NULL,              -- in acting order from 0
    player_id   INTEGER NOT NULL REFERENCES players,
    guild_id    INTEGER NOT NULL,              -- this and the number are the booking's,
    number      INTEGER NOT NULL,              -- here for the indexes
    board       TEXT NOT NULL,                 -- front / middle / back
    fate        TEXT NOT NULL,                 -- see bot.ofc.seat.Fate
    fantasyland INTEGER NOT NULL,              -- cards of the visit, 0 if none
    earned      INTEGER NOT NULL,              -- cards earned for the next hand
    is_foul     INTEGER NOT NULL,
    scoops      INTEGER NOT NULL,              -- how many opponents lost all three rows
    front       INTEGER NOT NULL,              -- royalties by row
    middle      INTEGER NOT NULL,
    back        INTEGER NOT NULL,
    royalties   INTEGER NOT NULL,
    points      INTEGER NOT NULL,
    is_void     INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (hand_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX results_of_player ON results (guild_id, player_id, number, points, is_void);
CREATE INDEX results_by_player_and_points ON results (guild_id, player_id, points);
CREATE INDEX results_by_points ON results (guild_id, points, number) WHERE NOT is_void;
CREATE INDEX results_by_royalties ON results (guild_id, royalties, number) WHERE NOT is_void;
CREATE INDEX results_of_anybody ON results (player_id);

CREATE TABLE tallies (                         -- sums of results, void hands left out
    guild_id   INTEGER NOT NULL,
    day        INTEGER NOT NULL,               -- 0 sums over all days
    player_id  INTEGER NOT NULL REFERENCES players,
    season     INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    variant    TEXT NOT NULL,
    hands      INTEGER NOT NULL,
    points     INTEGER NOT NULL,
    squares    INTEGER NOT NULL,               -- of the points of each hand
    best       INTEGER NOT NULL,
    worst      INTEGER NOT NULL,
    fouls      INTEGER NOT NULL,
    visits     INTEGER NOT NULL,               -- hands played in Fantasyland
    stays      INTEGER NOT NULL,               -- those of them that earned the next
    scoops     INTEGER NOT NULL,
    front      INTEGER NOT NULL,
    middle     INTEGER NOT NULL,
    back       INTEGER NOT NULL,
    PRIMARY KEY (guild_id, day, player_id, season, channel_id, variant)
) STRICT, WITHOUT ROWID;

CREATE INDEX tallies_of_player ON tallies (player_id, guild_id, day, points);

CREATE TABLE rivalries (                       -- sums of entries, void hands left out
    guild_id   INTEGER NOT NULL,
    day        INTEGER NOT NULL,               -- 0 sums over all days
    a          INTEGER NOT NULL REFERENCES players,
    b          INTEGER NOT NULL REFERENCES players,
    season     INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    variant    TEXT NOT NULL,
    hands      INTEGER NOT NULL,
    points     INTEGER NOT NULL,               -- what a won from b
    won        INTEGER NOT NULL,               -- hands in which a won points from b
    lost       INTEGER NOT NULL,
    PRIMARY KEY (guild_id, day, a, b, season, channel_id, variant),
    CHECK (a < b)
) STRICT, WITHOUT ROWID;

-- The sums are in the indexes as well, so that a year of days is read from them alone.
CREATE INDEX rivalries_of_a ON rivalries (a, guild_id, day, hands, points, won, lost);
CREATE INDEX rivalries_of_b ON rivalries (b, guild_id, day, hands, points, won, lost);

CREATE TABLE streaks (                         -- hands won or lost one after the other
    guild_id  INTEGER NOT NULL,
    player_id INTEGER NOT NULL REFERENCES players,
    run       INTEGER NOT NULL,                -- running now: won if positive, lost if negative
    won       INTEGER NOT NULL,                -- the longest
    lost      INTEGER NOT NULL,
    PRIMARY KEY (guild_id, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX streaks_of_player ON streaks (player_id);
CREATE INDEX streaks_by_length ON streaks (guild_id, won);

CREATE TABLE feats (                           -- records and milestones, when they happened
    hand_id   INTEGER NOT NULL REFERENCES bookings,
    kind      TEXT NOT NULL,                   -- see bot.ledger.Kind
    player_id INTEGER NOT NULL REFERENCES players,
    value     INTEGER NOT NULL,
    guild_id  INTEGER NOT NULL,                -- this and the number are the booking's,
    number    INTEGER NOT NULL,                -- here for the index
    PRIMARY KEY (hand_id, kind, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX feats_of_guild ON feats (guild_id, number);

CREATE INDEX feats_of_player ON feats (player_id);

CREATE TABLE proposals (                       -- what happens once everybody concerned agrees
    id         INTEGER PRIMARY KEY,
    guild_id   INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    kind       TEXT NOT NULL CHECK (kind IN ('void', 'record')),
    hand_id    INTEGER REFERENCES bookings,    -- the hand to be made void
    body       TEXT NOT NULL,                  -- the reason, or the boards to be booked
    player_id  INTEGER NOT NULL REFERENCES players,
    made_at    INTEGER NOT NULL,
    state      TEXT NOT NULL CHECK (state IN ('open', 'done', 'declined'))
) STRICT;

CREATE INDEX proposals_of_player ON proposals (player_id);

CREATE TABLE consents (                        -- who has to agree to a proposal, and has
    proposal_id INTEGER NOT NULL REFERENCES proposals,
    place       INTEGER NOT NULL,              -- in the order of the boards
    player_id   INTEGER NOT NULL REFERENCES players,
    agreed_at   INTEGER,
    PRIMARY KEY (proposal_id, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX consents_of_player ON consents (player_id);
