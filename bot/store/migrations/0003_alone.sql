-- Hands that somebody plays alone with a computer player, one after the other: each has a deal of its own.

CREATE TABLE kept AS SELECT * FROM fixed_deals;
DROP TABLE fixed_deals;
CREATE TABLE fixed_deals (                     -- the same cards for everybody who plays them
    id           INTEGER PRIMARY KEY,
    mode         TEXT NOT NULL CHECK (mode IN ('daily', 'weekly', 'challenge', 'alone')),
    secret       BLOB NOT NULL,
    commitment   BLOB NOT NULL,                -- the SHA-256 of the secret, which is published
    committed_at INTEGER NOT NULL,
    par          INTEGER                       -- what the master makes of it; NULL: not known yet
) STRICT;
INSERT INTO fixed_deals SELECT * FROM kept;
DROP TABLE kept;

CREATE TRIGGER fixed_deals_stay BEFORE UPDATE OF id, mode, secret, commitment, committed_at
ON fixed_deals
BEGIN SELECT RAISE(ABORT, 'a deal that was committed to is never changed'); END;
CREATE TRIGGER fixed_deals_remain BEFORE DELETE ON fixed_deals
BEGIN SELECT RAISE(ABORT, 'a deal that was committed to is never deleted'); END;
CREATE TRIGGER fixed_deals_are_not_replaced BEFORE INSERT ON fixed_deals
WHEN EXISTS (SELECT 1 FROM fixed_deals WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'a deal that was committed to is never changed'); END;

ALTER TABLE attempts ADD COLUMN variant TEXT NOT NULL DEFAULT 'pineapple';
ALTER TABLE attempts ADD COLUMN level TEXT NOT NULL DEFAULT 'steady'; -- the computer player's
ALTER TABLE attempts ADD COLUMN seat INTEGER NOT NULL DEFAULT 1;      -- their own, in acting order
ALTER TABLE attempts ADD COLUMN visits TEXT NOT NULL DEFAULT '0 0';   -- cards of Fantasyland, by seat
ALTER TABLE attempts ADD COLUMN number INTEGER NOT NULL DEFAULT 1;    -- of all hands they have played alone
ALTER TABLE attempts ADD COLUMN total INTEGER NOT NULL DEFAULT 0;     -- their points in those before it

CREATE INDEX unfinished_attempts ON attempts (player_id, began_at) WHERE points IS NULL;
