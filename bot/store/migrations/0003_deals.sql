-- What is added to a deal after its secret was fixed, beside the seeds.

ALTER TABLE deals ADD COLUMN message TEXT;     -- the id of the one that shows it; NULL: none does

DROP TRIGGER deals_stay;
CREATE TRIGGER deals_stay BEFORE UPDATE ON deals
WHEN NEW.table_id <> OLD.table_id OR NEW.number <> OLD.number OR NEW.secret <> OLD.secret
    OR NEW.commitment <> OLD.commitment OR NEW.committed_at <> OLD.committed_at
    OR EXISTS (SELECT 1 FROM hands WHERE table_id = OLD.table_id AND number = OLD.number)
BEGIN SELECT RAISE(ABORT, 'a deal that was committed to is never changed'); END;

ALTER TABLE hands ADD COLUMN message TEXT;     -- of its deal, '-' is none; NULL: from before that counted
ALTER TABLE hands ADD COLUMN joined TEXT NOT NULL DEFAULT '-'; -- what joining added; '-' is nothing

DROP TRIGGER hands_stay;
CREATE TRIGGER hands_stay BEFORE UPDATE OF id, table_id, number, button, seeds, message, joined, by_seat,
    dealt_as, counts, started_at
ON hands
BEGIN SELECT RAISE(ABORT, 'a hand that was dealt is never changed'); END;

CREATE TABLE origins (                         -- what all deals of a knock-out come from, kept at its opening
    tournament_id INTEGER PRIMARY KEY REFERENCES tournaments,
    secret        BLOB NOT NULL,
    commitment    BLOB NOT NULL,               -- its SHA-256, which is published
    joined        TEXT                         -- what joining added to them all; NULL before the start
) STRICT;

CREATE TRIGGER origins_stay BEFORE UPDATE ON origins
WHEN OLD.joined IS NOT NULL OR NEW.secret <> OLD.secret OR NEW.commitment <> OLD.commitment
    OR NEW.tournament_id <> OLD.tournament_id
BEGIN SELECT RAISE(ABORT, 'what was committed to is never changed'); END;
CREATE TRIGGER origins_remain BEFORE DELETE ON origins
BEGIN SELECT RAISE(ABORT, 'what was committed to is never deleted'); END;
CREATE TRIGGER origins_are_not_replaced BEFORE INSERT ON origins
WHEN EXISTS (SELECT 1 FROM origins WHERE tournament_id = NEW.tournament_id)
BEGIN SELECT RAISE(ABORT, 'what was committed to is never changed'); END;

ALTER TABLE tournaments ADD COLUMN message TEXT; -- what the announcement's number adds to its deals
ALTER TABLE rooms ADD COLUMN message TEXT;     -- what that of the table's message adds to its first deal

-- What is added to a deal that several play, each on their own.
ALTER TABLE fixed_deals ADD COLUMN message TEXT; -- by the number of the one that shows it; NULL: none does
ALTER TABLE fixed_deals ADD COLUMN joined TEXT; -- by whoever began it first; '-' is nothing, NULL: nobody has
UPDATE fixed_deals SET joined = '' WHERE id IN (SELECT deal_id FROM attempts); -- from before that counted

CREATE TRIGGER fixed_deals_begin_once BEFORE UPDATE OF message, joined ON fixed_deals
WHEN OLD.joined IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a deal that was begun is never changed'); END;
