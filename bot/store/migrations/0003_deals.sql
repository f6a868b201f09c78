-- What is added to a deal after its secret was fixed, beside the seeds.

ALTER TABLE deals ADD COLUMN message TEXT;     -- the id of the one that shows it; NULL: none does
ALTER TABLE deals ADD COLUMN anew INTEGER;     -- when it was fixed anew, after a backup was put back; NULL: never

DROP TRIGGER deals_stay;
CREATE TRIGGER deals_stay BEFORE UPDATE ON deals
WHEN NEW.table_id <> OLD.table_id OR NEW.number <> OLD.number
    OR EXISTS (SELECT 1 FROM hands WHERE table_id = OLD.table_id AND number = OLD.number)
    OR ((NEW.secret <> OLD.secret OR NEW.commitment <> OLD.commitment OR NEW.committed_at <> OLD.committed_at)
        AND coalesce(NEW.anew, -1) <= coalesce(OLD.anew, -1))
BEGIN SELECT RAISE(ABORT, 'a deal that was committed to is never changed'); END;

-- Those of a deal that was fixed anew after them go.
DROP TRIGGER seeds_remain;
CREATE TRIGGER seeds_remain BEFORE DELETE ON seeds
WHEN NOT EXISTS (
    SELECT 1 FROM deals WHERE table_id = OLD.table_id AND number = OLD.number AND anew >= OLD.added_at
)
BEGIN SELECT RAISE(ABORT, 'a seed is never deleted'); END;

ALTER TABLE hands ADD COLUMN message TEXT;     -- of its deal, '-' is none; NULL: from before that counted
ALTER TABLE hands ADD COLUMN joined TEXT NOT NULL DEFAULT '-'; -- what joining added; '-' is nothing
ALTER TABLE hands ADD COLUMN seen INTEGER NOT NULL DEFAULT 0; -- 1: a backup was put back while it was played

DROP TRIGGER hands_stay;
CREATE TRIGGER hands_stay BEFORE UPDATE OF id, table_id, number, button, seeds, message, joined, by_seat,
    dealt_as, counts, started_at
ON hands
BEGIN SELECT RAISE(ABORT, 'a hand that was dealt is never changed'); END;

CREATE TABLE origins (                         -- what all deals of a knock-out come from, kept at its opening
    tournament_id INTEGER NOT NULL REFERENCES tournaments,
    number        INTEGER NOT NULL,            -- another after each backup that was put back; the last counts
    secret        BLOB NOT NULL,
    commitment    BLOB NOT NULL,               -- its SHA-256, which is published
    joined        TEXT,                        -- what joining added to them all; NULL before the start
    fixed_at      INTEGER NOT NULL,
    PRIMARY KEY (tournament_id, number)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER origins_stay BEFORE UPDATE ON origins
WHEN OLD.joined IS NOT NULL OR NEW.secret <> OLD.secret OR NEW.commitment <> OLD.commitment
    OR NEW.tournament_id <> OLD.tournament_id OR NEW.number <> OLD.number OR NEW.fixed_at <> OLD.fixed_at
BEGIN SELECT RAISE(ABORT, 'what was committed to is never changed'); END;
CREATE TRIGGER origins_remain BEFORE DELETE ON origins
BEGIN SELECT RAISE(ABORT, 'what was committed to is never deleted'); END;
CREATE TRIGGER origins_are_not_replaced BEFORE INSERT ON origins
WHEN EXISTS (
    SELECT 1 FROM origins WHERE tournament_id = NEW.tournament_id AND number = NEW.number
)
BEGIN SELECT RAISE(ABORT, 'what was committed to is never changed'); END;

ALTER TABLE tournaments ADD COLUMN message TEXT; -- what the announcement's number adds to its deals
ALTER TABLE rooms ADD COLUMN message TEXT;     -- what that of the table's message adds to its first deal

-- What is added to a deal that several play, each on their own.
ALTER TABLE fixed_deals ADD COLUMN message TEXT; -- by the number of the one that shows it; NULL: none does
ALTER TABLE fixed_deals ADD COLUMN joined TEXT; -- by whoever began it first; '-' is nothing, NULL: nobody has
UPDATE fixed_deals SET joined = '' WHERE id IN (SELECT deal_id FROM attempts); -- from before that counted

ALTER TABLE fixed_deals ADD COLUMN anew INTEGER; -- when it was fixed anew; NULL: never
ALTER TABLE fixed_deals ADD COLUMN seen INTEGER NOT NULL DEFAULT 0; -- 1: a backup was put back once it was begun

CREATE TRIGGER fixed_deals_begin_once BEFORE UPDATE OF message, joined ON fixed_deals
WHEN OLD.joined IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a deal that was begun is never changed'); END;

DROP TRIGGER fixed_deals_stay;
CREATE TRIGGER fixed_deals_stay BEFORE UPDATE OF id, mode, secret, commitment, committed_at, anew
ON fixed_deals
WHEN NEW.id <> OLD.id OR NEW.mode <> OLD.mode OR OLD.joined IS NOT NULL
    OR coalesce(NEW.anew, -1) <= coalesce(OLD.anew, -1)
BEGIN SELECT RAISE(ABORT, 'a deal that was committed to is never changed'); END;

-- Deals of events that are fixed anew once a backup was put back.
ALTER TABLE shared_deals ADD COLUMN anew INTEGER; -- when it was; NULL: never
ALTER TABLE shared_deals ADD COLUMN seed TEXT; -- of its own, '-' is none; NULL: that of the tournament

DROP TRIGGER shared_deals_stay;
CREATE TRIGGER shared_deals_stay BEFORE UPDATE ON shared_deals
WHEN NEW.tournament_id <> OLD.tournament_id OR NEW.round <> OLD.round OR NEW.hand <> OLD.hand
    OR coalesce(NEW.anew, -1) <= coalesce(OLD.anew, -1)
BEGIN SELECT RAISE(ABORT, 'a deal that was committed to is never changed'); END;

ALTER TABLE matches ADD COLUMN anew INTEGER;   -- when all its deals were; NULL: never
ALTER TABLE matches ADD COLUMN seen INTEGER NOT NULL DEFAULT 0; -- 1: a backup was put back while it was played

DROP TRIGGER matches_stay;
CREATE TRIGGER matches_stay BEFORE UPDATE OF table_id, secret, commitment, seed, anew ON matches
WHEN OLD.seed IS NOT NULL OR NEW.table_id <> OLD.table_id
    OR ((NEW.secret <> OLD.secret OR NEW.commitment <> OLD.commitment)
        AND coalesce(NEW.anew, -1) <= coalesce(OLD.anew, -1))
BEGIN SELECT RAISE(ABORT, 'what was committed to is never changed'); END;
