-- Whether the people of a table that has slept for two weeks are asked to play on.
ALTER TABLE tables ADD COLUMN wakes INTEGER NOT NULL DEFAULT 1;
