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
