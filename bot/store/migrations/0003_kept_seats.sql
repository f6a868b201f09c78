-- A table to which somebody was challenged keeps a seat for them.

ALTER TABLE tables ADD COLUMN kept_for INTEGER REFERENCES players; -- whose the free seat is; NULL: anybody's
ALTER TABLE tables ADD COLUMN kept_until INTEGER; -- until when (Unix seconds), NULL with it

CREATE INDEX tables_that_keep_a_seat ON tables (kept_until) WHERE kept_until IS NOT NULL;
CREATE INDEX tables_by_kept_for ON tables (kept_for) WHERE kept_for IS NOT NULL;
