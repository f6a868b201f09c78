-- From 0.1.0 on: deals that are played more than once.

CREATE TABLE kept AS SELECT * FROM hands;
DROP TABLE hands;
CREATE TABLE hands (
    id         INTEGER PRIMARY KEY,
    table_id   INTEGER NOT NULL REFERENCES tables,
    number     INTEGER NOT NULL,               -- counted at the table from 1
    button     INTEGER NOT NULL,               -- a table seat
    seeds      TEXT NOT NULL DEFAULT '',       -- by seats, with : between; '' if nobody added one
    by_seat    INTEGER NOT NULL DEFAULT 0,     -- 1: each seat is dealt from a pile of its own
    dealt_as   INTEGER,                        -- the number of the hand whose deal it repeats
    counts     INTEGER NOT NULL DEFAULT 1,     -- in the server's ledger, not only in the totals
    state      TEXT NOT NULL CHECK (state IN ('playing', 'finished', 'void')),
    started_at INTEGER NOT NULL,
    ended_at   INTEGER,
    UNIQUE (table_id, number)
) STRICT;
INSERT INTO hands (
    id, table_id, number, button, seeds, counts, state, started_at, ended_at
)
SELECT
    id, table_id, number, button, seeds, counts, state, started_at, ended_at
FROM kept;
DROP TABLE kept;

CREATE UNIQUE INDEX one_hand_at_a_time ON hands (table_id) WHERE state = 'playing';

CREATE TRIGGER hands_stay BEFORE UPDATE OF id, table_id, number, button, seeds, by_seat, dealt_as, counts,
    started_at
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
