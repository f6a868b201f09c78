-- Whether the people of a table that has slept for two weeks are asked to play on.
ALTER TABLE tables ADD COLUMN wakes INTEGER NOT NULL DEFAULT 1;
ALTER TABLE tables ADD COLUMN is_lost INTEGER NOT NULL DEFAULT 0 CHECK (is_lost IN (0, 1)); -- 1: its channel is gone
-- A table in a hand without a clock closes 30 days after the bot was last seen, unless somebody plays.
UPDATE tables SET closes_at = 2592000 + (SELECT CAST(value AS INTEGER) FROM facts WHERE name = 'seen')
WHERE state = 'playing' AND COALESCE(room, 0) = 0 AND round IS NULL
    AND id NOT IN (SELECT table_id FROM deadlines);
-- Its people have been reminded already: two days before that they are again.
UPDATE reminders SET next_at = (SELECT closes_at FROM tables WHERE id = table_id) - 172800
WHERE next_at IS NULL
    AND table_id IN (SELECT id FROM tables WHERE state = 'playing' AND closes_at IS NOT NULL);
