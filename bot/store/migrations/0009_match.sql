-- How long a match lasts, what may be lost in it, and what two players agreed to play for.

ALTER TABLE tables ADD COLUMN length TEXT NOT NULL DEFAULT '';  -- as bot.ofc.length writes it; '' is endless
ALTER TABLE tables ADD COLUMN ends_at INTEGER;     -- no hand is dealt from then on
ALTER TABLE tables ADD COLUMN loss_limit INTEGER CHECK (loss_limit > 0);
ALTER TABLE tables ADD COLUMN ended_by TEXT NOT NULL DEFAULT ''
    CHECK (ended_by IN ('', 'hands', 'orbits', 'time', 'limit'));
ALTER TABLE tables ADD COLUMN rematch_of INTEGER REFERENCES tables;

CREATE INDEX tables_by_end ON tables (ends_at) WHERE ends_at IS NOT NULL AND state = 'between';
CREATE INDEX rematches ON tables (rematch_of) WHERE rematch_of IS NOT NULL;

-- What a player could lose in a hand when it was dealt; NULL without a limit.
ALTER TABLE lineups ADD COLUMN can_lose INTEGER CHECK (can_lose >= 0);

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

-- Two players can be asked about a stake as well.
CREATE TABLE proposals_now (                   -- what happens once everybody concerned agrees
    id         INTEGER PRIMARY KEY,
    guild_id   INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    kind       TEXT NOT NULL CHECK (kind IN ('void', 'record', 'stake')),
    hand_id    INTEGER REFERENCES bookings,    -- the hand to be made void
    body       TEXT NOT NULL,                  -- the reason, the boards to be booked, or the stake
    player_id  INTEGER NOT NULL REFERENCES players,
    made_at    INTEGER NOT NULL,
    state      TEXT NOT NULL CHECK (state IN ('open', 'done', 'declined'))
) STRICT;
INSERT INTO proposals_now
    SELECT id, guild_id, channel_id, kind, hand_id, body, player_id, made_at, state FROM proposals;
DROP TABLE proposals;
ALTER TABLE proposals_now RENAME TO proposals;
CREATE INDEX proposals_of_player ON proposals (player_id);
