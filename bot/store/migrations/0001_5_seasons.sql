-- Seasons, and what people decide together.

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
CREATE TRIGGER finals_are_not_replaced BEFORE INSERT ON finals
WHEN EXISTS (SELECT 1 FROM finals WHERE season_id = NEW.season_id AND place = NEW.place)
BEGIN SELECT RAISE(ABORT, 'the table of a finished season is never changed'); END;

CREATE TABLE proposals (                       -- what happens once everybody concerned agrees
    id         INTEGER PRIMARY KEY,
    guild_id   INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    kind       TEXT NOT NULL CHECK (kind IN ('void', 'record', 'stake')),
    hand_id    INTEGER REFERENCES bookings,    -- the hand to be made void
    body       TEXT NOT NULL,                  -- the reason, the boards to be booked, or the stake
    player_id  INTEGER NOT NULL REFERENCES players,
    made_at    INTEGER NOT NULL,
    state      TEXT NOT NULL CHECK (state IN ('open', 'done', 'declined')),
    outcome    TEXT NOT NULL DEFAULT ''        -- what came of it, see bot.tables.agreements
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

CREATE TABLE votes (                           -- on taking somebody's seat away
    id        INTEGER PRIMARY KEY,
    table_id  INTEGER NOT NULL REFERENCES tables,
    player_id INTEGER NOT NULL REFERENCES players,  -- whose seat
    made_at   INTEGER NOT NULL,
    state     TEXT NOT NULL CHECK (state IN ('open', 'done', 'declined'))
) STRICT;

CREATE UNIQUE INDEX one_open_vote_on_a_seat ON votes (table_id, player_id) WHERE state = 'open';
CREATE INDEX votes_of_player ON votes (player_id);

CREATE TABLE ballots (
    vote_id   INTEGER NOT NULL REFERENCES votes,
    player_id INTEGER NOT NULL REFERENCES players,
    agrees    INTEGER NOT NULL,
    PRIMARY KEY (vote_id, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX ballots_of_player ON ballots (player_id);
