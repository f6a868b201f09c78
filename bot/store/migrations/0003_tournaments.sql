-- Tournaments that cannot go on, or wait for anybody to come back.

ALTER TABLE tournaments ADD COLUMN empty_until INTEGER; -- when it ends if nobody is there; NULL: somebody is
ALTER TABLE tournaments ADD COLUMN waits_since INTEGER; -- since when it waits, if it does; NULL: not known yet
ALTER TABLE tournaments ADD COLUMN failures INTEGER NOT NULL DEFAULT 0; -- looks in a row that went wrong
ALTER TABLE tournaments ADD COLUMN is_lost INTEGER NOT NULL DEFAULT 0 CHECK (is_lost IN (0, 1)); -- 1: its channel is gone
-- What waits for its host is looked at once, and then when it ends by itself.
UPDATE tournaments SET due_at = opened_at WHERE state <> 'over' AND due_at IS NULL AND format <> 'sit-and-go';
ALTER TABLE tables ADD COLUMN failures INTEGER NOT NULL DEFAULT 0; -- so many things due went wrong in a row

CREATE TABLE visits (                          -- Fantasyland earned in the last hand of a duplicate
    hand_id INTEGER NOT NULL REFERENCES hands, -- round, which is not played
    seat    INTEGER NOT NULL,                  -- in acting order from 0
    points  INTEGER NOT NULL,                  -- that it is ahead by those of all seats
    PRIMARY KEY (hand_id, seat)
) STRICT, WITHOUT ROWID;
