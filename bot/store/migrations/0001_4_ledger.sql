-- The ledger. The entries are the truth; bookings and results say what each entry came from, and
-- tallies, rivalries, streaks and runs are sums over them that are kept up to date, so that a
-- server with a million hands is answered as quickly as one with ten.

CREATE TABLE entries (
    id        INTEGER PRIMARY KEY,
    guild_id  INTEGER NOT NULL,
    hand_id   INTEGER NOT NULL REFERENCES hands,
    a         INTEGER NOT NULL REFERENCES players,
    b         INTEGER NOT NULL REFERENCES players,
    points    INTEGER NOT NULL,                -- what a wins from b
    reverses  INTEGER UNIQUE REFERENCES entries,
    reason    TEXT,
    booked_at INTEGER NOT NULL,
    CHECK (a < b),
    CHECK ((reverses IS NULL) = (reason IS NULL))
) STRICT;

-- Entries are found by their hands alone: one index does for that and for their being unique.
CREATE UNIQUE INDEX one_entry_per_pair_and_hand ON entries (hand_id, a, b, ifnull(reverses, 0));

CREATE TRIGGER entries_stay BEFORE UPDATE ON entries
BEGIN SELECT RAISE(ABORT, 'the ledger is never changed; book a reversing entry'); END;
CREATE TRIGGER entries_remain BEFORE DELETE ON entries
BEGIN SELECT RAISE(ABORT, 'nothing is ever deleted from the ledger'); END;
CREATE TRIGGER entries_are_not_replaced BEFORE INSERT ON entries
WHEN EXISTS (
    SELECT 1 FROM entries WHERE id = NEW.id
    UNION ALL SELECT 1 FROM entries WHERE reverses = NEW.reverses
    UNION ALL SELECT 1 FROM entries
        WHERE hand_id = NEW.hand_id AND a = NEW.a AND b = NEW.b
        AND ifnull(reverses, 0) = ifnull(NEW.reverses, 0)
)
BEGIN SELECT RAISE(ABORT, 'the ledger is never changed; book a reversing entry'); END;
CREATE TRIGGER entries_are_of_finished_hands BEFORE INSERT ON entries
WHEN (SELECT state FROM hands WHERE id = NEW.hand_id) <> 'finished'
BEGIN SELECT RAISE(ABORT, 'the hand is not finished'); END;
CREATE TRIGGER reversals_mirror_their_entries BEFORE INSERT ON entries
WHEN NEW.reverses IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM entries
    WHERE id = NEW.reverses AND reverses IS NULL AND guild_id = NEW.guild_id
    AND hand_id = NEW.hand_id AND a = NEW.a AND b = NEW.b AND points = -NEW.points
)
BEGIN SELECT RAISE(ABORT, 'a reversing entry takes back exactly what was booked'); END;

CREATE TRIGGER totals_run AFTER INSERT ON entries
BEGIN
    INSERT INTO totals (table_id, player_id, points)
    SELECT table_id, NEW.a, NEW.points FROM hands WHERE id = NEW.hand_id
    UNION ALL SELECT table_id, NEW.b, -NEW.points FROM hands WHERE id = NEW.hand_id
    ON CONFLICT DO UPDATE SET points = points + excluded.points;
END;

CREATE TABLE bookings (                        -- the hands of a server's ledger
    hand_id    INTEGER PRIMARY KEY REFERENCES hands,
    guild_id   INTEGER NOT NULL,
    number     INTEGER NOT NULL,               -- counted within the server from 1
    season     INTEGER NOT NULL,               -- the season's number, 0 outside of any
    channel_id INTEGER NOT NULL,
    variant    TEXT NOT NULL,
    booked_at  INTEGER NOT NULL,
    day        INTEGER NOT NULL CHECK (day > 0), -- of booked_at
    origin     TEXT NOT NULL CHECK (origin IN ('table', 'recorded')),
    is_void    INTEGER NOT NULL DEFAULT 0,
    UNIQUE (guild_id, number)
) STRICT;

CREATE INDEX bookings_of_channel ON bookings (guild_id, channel_id, number);
CREATE INDEX bookings_of_season ON bookings (guild_id, season, number);
CREATE INDEX bookings_of_day ON bookings (guild_id, day, number);
CREATE INDEX bookings_of_variant ON bookings (guild_id, variant, number);

CREATE TRIGGER bookings_stay
BEFORE UPDATE OF hand_id, guild_id, number, season, channel_id, variant, booked_at, day, origin
ON bookings
BEGIN SELECT RAISE(ABORT, 'a booking is never changed'); END;
CREATE TRIGGER bookings_stay_void BEFORE UPDATE OF is_void ON bookings
WHEN OLD.is_void OR NOT NEW.is_void
BEGIN SELECT RAISE(ABORT, 'a void hand stays void'); END;
CREATE TRIGGER bookings_remain BEFORE DELETE ON bookings
BEGIN SELECT RAISE(ABORT, 'nothing is ever deleted from the ledger'); END;
CREATE TRIGGER bookings_are_not_replaced BEFORE INSERT ON bookings
WHEN EXISTS (
    SELECT 1 FROM bookings WHERE hand_id = NEW.hand_id
    UNION ALL SELECT 1 FROM bookings WHERE guild_id = NEW.guild_id AND number = NEW.number
)
BEGIN SELECT RAISE(ABORT, 'a booking is never changed'); END;

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
CREATE INDEX results_by_points ON results (guild_id, points, number) WHERE NOT is_void;
CREATE INDEX results_by_royalties ON results (guild_id, royalties, number) WHERE NOT is_void;
CREATE INDEX results_of_anybody ON results (player_id);

CREATE TRIGGER results_stay
BEFORE UPDATE OF hand_id, seat, player_id, guild_id, number, board, fate, fantasyland, earned,
    is_foul, scoops, front, middle, back, royalties, points ON results
BEGIN SELECT RAISE(ABORT, 'a result is never changed'); END;
CREATE TRIGGER results_remain BEFORE DELETE ON results
BEGIN SELECT RAISE(ABORT, 'nothing is ever deleted from the ledger'); END;
CREATE TRIGGER results_are_not_replaced BEFORE INSERT ON results
WHEN EXISTS (SELECT 1 FROM results WHERE hand_id = NEW.hand_id AND seat = NEW.seat)
BEGIN SELECT RAISE(ABORT, 'a result is never changed'); END;

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
-- The best and the worst hand of all days are found among those of each day.
CREATE INDEX tallies_of_days
    ON tallies (guild_id, player_id, season, channel_id, variant, day, best, worst);

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

CREATE TABLE runs (                            -- how many streaks of each length, running ones too
    guild_id  INTEGER NOT NULL,
    player_id INTEGER NOT NULL REFERENCES players,
    length    INTEGER NOT NULL,                -- hands won, or below 0 lost
    count     INTEGER NOT NULL CHECK (count >= 0),
    PRIMARY KEY (guild_id, player_id, length)
) STRICT, WITHOUT ROWID;

CREATE INDEX runs_of_player ON runs (player_id);

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

CREATE TABLE seals (                           -- of the ledger: each over one thing and all before
    guild_id INTEGER NOT NULL,
    number   INTEGER NOT NULL,                 -- counted within the server from 1
    kind     TEXT NOT NULL CHECK (kind IN ('hand', 'void', 'season')),
    about    INTEGER NOT NULL,                 -- the number of the hand or season in the server
    seal     BLOB NOT NULL,                    -- SHA-256, see bot.store.seals
    PRIMARY KEY (guild_id, number)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER seals_stay BEFORE UPDATE ON seals
BEGIN SELECT RAISE(ABORT, 'a seal is never changed'); END;
CREATE TRIGGER seals_remain BEFORE DELETE ON seals
BEGIN SELECT RAISE(ABORT, 'a seal is never deleted'); END;
CREATE TRIGGER seals_follow_each_other BEFORE INSERT ON seals
WHEN NEW.number <> (
    SELECT 1 + COALESCE(MAX(number), 0) FROM seals WHERE guild_id = NEW.guild_id
)
BEGIN SELECT RAISE(ABORT, 'seals follow one another'); END;
