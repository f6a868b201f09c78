-- Deals, hands, and what is due in them.

CREATE TABLE deals (                           -- what a hand's deck comes from, kept before it
    table_id     INTEGER NOT NULL REFERENCES tables,
    number       INTEGER NOT NULL,             -- of the hand
    secret       BLOB NOT NULL,
    commitment   BLOB NOT NULL,                -- the SHA-256 of the secret, which is published
    committed_at INTEGER NOT NULL,
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER deals_stay BEFORE UPDATE ON deals
BEGIN SELECT RAISE(ABORT, 'a deal that was committed to is never changed'); END;
CREATE TRIGGER deals_remain BEFORE DELETE ON deals
BEGIN SELECT RAISE(ABORT, 'a deal that was committed to is never deleted'); END;
CREATE TRIGGER deals_are_not_replaced BEFORE INSERT ON deals
WHEN EXISTS (SELECT 1 FROM deals WHERE table_id = NEW.table_id AND number = NEW.number)
BEGIN SELECT RAISE(ABORT, 'a deal that was committed to is never changed'); END;

CREATE TABLE seeds (                           -- what players add to the deal of a hand to come
    table_id  INTEGER NOT NULL,
    number    INTEGER NOT NULL,
    player_id INTEGER NOT NULL REFERENCES players,
    is_typed  INTEGER NOT NULL,                -- 0: an id of Discord's, until something is typed
    seed      TEXT NOT NULL,
    added_at  INTEGER NOT NULL,
    PRIMARY KEY (table_id, number, player_id, is_typed),
    FOREIGN KEY (table_id, number) REFERENCES deals
) STRICT, WITHOUT ROWID;

CREATE INDEX seeds_of_player ON seeds (player_id);

CREATE TRIGGER seeds_stay BEFORE UPDATE ON seeds
BEGIN SELECT RAISE(ABORT, 'a seed is never changed'); END;
CREATE TRIGGER seeds_remain BEFORE DELETE ON seeds
BEGIN SELECT RAISE(ABORT, 'a seed is never deleted'); END;
CREATE TRIGGER seeds_are_not_replaced BEFORE INSERT ON seeds
WHEN EXISTS (
    SELECT 1 FROM seeds
    WHERE table_id = NEW.table_id AND number = NEW.number AND player_id = NEW.player_id
    AND is_typed = NEW.is_typed
)
BEGIN SELECT RAISE(ABORT, 'a seed is never changed'); END;
CREATE TRIGGER seeds_come_before_the_hand BEFORE INSERT ON seeds
WHEN EXISTS (SELECT 1 FROM hands WHERE table_id = NEW.table_id AND number = NEW.number)
BEGIN SELECT RAISE(ABORT, 'the hand has been dealt'); END;

CREATE TABLE hands (
    id         INTEGER PRIMARY KEY,
    table_id   INTEGER NOT NULL REFERENCES tables,
    number     INTEGER NOT NULL,               -- counted at the table from 1
    button     INTEGER NOT NULL,               -- a table seat
    seeds      TEXT NOT NULL DEFAULT '',       -- by seats, with : between; '' if nobody added one
    counts     INTEGER NOT NULL DEFAULT 1,     -- in the server's ledger, not only in the totals
    state      TEXT NOT NULL CHECK (state IN ('playing', 'finished', 'void')),
    started_at INTEGER NOT NULL,
    ended_at   INTEGER,
    UNIQUE (table_id, number)
) STRICT;

CREATE UNIQUE INDEX one_hand_at_a_time ON hands (table_id) WHERE state = 'playing';

CREATE TRIGGER hands_stay BEFORE UPDATE OF id, table_id, number, button, seeds, counts, started_at
ON hands
BEGIN SELECT RAISE(ABORT, 'a hand that was dealt is never changed'); END;
CREATE TRIGGER hands_end_once BEFORE UPDATE OF state, ended_at ON hands
WHEN OLD.state <> 'playing'
BEGIN SELECT RAISE(ABORT, 'a hand that is over stays so'); END;
CREATE TRIGGER hands_remain BEFORE DELETE ON hands
BEGIN SELECT RAISE(ABORT, 'hands are never deleted'); END;
CREATE TRIGGER hands_are_not_replaced BEFORE INSERT ON hands
WHEN EXISTS (
    SELECT 1 FROM hands WHERE id = NEW.id
    UNION ALL SELECT 1 FROM hands WHERE table_id = NEW.table_id AND number = NEW.number
    UNION ALL SELECT 1 FROM hands
        WHERE table_id = NEW.table_id AND state = 'playing' AND NEW.state = 'playing'
)
BEGIN SELECT RAISE(ABORT, 'there is such a hand already'); END;

CREATE TABLE lineups (                         -- who was at the table when a hand was dealt
    hand_id     INTEGER NOT NULL REFERENCES hands,
    table_seat  INTEGER NOT NULL,
    player_id   INTEGER NOT NULL REFERENCES players,
    seat        INTEGER,                       -- in acting order from 0; NULL sits out
    fantasyland INTEGER NOT NULL,              -- cards of the visit, 0 if none
    can_lose    INTEGER CHECK (can_lose >= 0), -- NULL without a limit
    PRIMARY KEY (hand_id, table_seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX lineups_of_player ON lineups (player_id);

CREATE TRIGGER lineups_stay BEFORE UPDATE ON lineups
BEGIN SELECT RAISE(ABORT, 'who plays a hand is never changed'); END;
CREATE TRIGGER lineups_remain BEFORE DELETE ON lineups
BEGIN SELECT RAISE(ABORT, 'who plays a hand is never deleted'); END;
CREATE TRIGGER lineups_are_not_replaced BEFORE INSERT ON lineups
WHEN EXISTS (
    SELECT 1 FROM lineups WHERE hand_id = NEW.hand_id AND table_seat = NEW.table_seat
)
BEGIN SELECT RAISE(ABORT, 'who plays a hand is never changed'); END;

CREATE TABLE operations (                      -- a hand is folded from them
    hand_id   INTEGER NOT NULL REFERENCES hands,
    number    INTEGER NOT NULL,                -- from 0
    operation TEXT NOT NULL,                   -- as bot.ofc.operations writes it
    at        INTEGER NOT NULL,
    on_behalf INTEGER NOT NULL DEFAULT 0,      -- 1: decided for its player, who was away or late
    PRIMARY KEY (hand_id, number)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER operations_stay BEFORE UPDATE ON operations
BEGIN SELECT RAISE(ABORT, 'operations are never changed'); END;
CREATE TRIGGER operations_remain BEFORE DELETE ON operations
BEGIN SELECT RAISE(ABORT, 'operations are never deleted'); END;
CREATE TRIGGER operations_follow_each_other BEFORE INSERT ON operations
WHEN NEW.number <> (
    SELECT 1 + COALESCE(MAX(number), -1) FROM operations WHERE hand_id = NEW.hand_id
)
BEGIN SELECT RAISE(ABORT, 'operations follow one another'); END;
CREATE TRIGGER operations_end_with_the_hand BEFORE INSERT ON operations
WHEN (SELECT state FROM hands WHERE id = NEW.hand_id) <> 'playing'
BEGIN SELECT RAISE(ABORT, 'the hand is over'); END;

CREATE TABLE drafts (                          -- what a player has laid out but not confirmed
    hand_id  INTEGER NOT NULL REFERENCES hands,
    seat     INTEGER NOT NULL,
    street   INTEGER NOT NULL,
    layouts  TEXT NOT NULL,                    -- the latest last, for stepping back
    brush    TEXT NOT NULL,
    armed    INTEGER NOT NULL,
    places_at INTEGER,                         -- by itself; NULL: only when it is confirmed
    PRIMARY KEY (hand_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX drafts_by_time ON drafts (places_at) WHERE places_at IS NOT NULL;

CREATE TABLE deadlines (                       -- until when somebody has to decide
    table_id  INTEGER NOT NULL REFERENCES tables,
    player_id INTEGER NOT NULL REFERENCES players,
    decision  TEXT NOT NULL,                   -- hand and street, so that each has its own time
    due_at    INTEGER NOT NULL,
    PRIMARY KEY (table_id, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX deadlines_by_time ON deadlines (due_at);

CREATE TABLE reminders (                       -- what somebody has been told of a decision
    table_id  INTEGER NOT NULL REFERENCES tables,
    player_id INTEGER NOT NULL REFERENCES players,
    decision  TEXT NOT NULL,                   -- hand and street
    since     INTEGER NOT NULL,
    told      TEXT NOT NULL,                   -- see bot.scenes.Told
    told_at   INTEGER NOT NULL,
    next_at   INTEGER,                         -- when they are told next, NULL: never
    caller_id INTEGER REFERENCES players,      -- who has called time
    PRIMARY KEY (table_id, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX reminders_by_time ON reminders (next_at) WHERE next_at IS NOT NULL;
