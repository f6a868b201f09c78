-- Whether the people of a table that has slept for two weeks are asked to play on.
ALTER TABLE tables ADD COLUMN wakes INTEGER NOT NULL DEFAULT 1;
-- A table in a hand without a clock closes 30 days after the bot was last seen, unless somebody plays.
UPDATE tables SET closes_at = 2592000 + (SELECT CAST(value AS INTEGER) FROM facts WHERE name = 'seen')
WHERE state = 'playing' AND COALESCE(room, 0) = 0 AND round IS NULL
    AND id NOT IN (SELECT table_id FROM deadlines);
