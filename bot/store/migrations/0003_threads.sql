-- Threads of tournaments that Discord does not give, and those that are not needed any more.

ALTER TABLE tournaments ADD COLUMN no_threads TEXT NOT NULL DEFAULT ''; -- why it gets none, see bot.values.standings
ALTER TABLE tournaments ADD COLUMN threads_at INTEGER; -- when that is tried again
ALTER TABLE entrants ADD COLUMN drawn_to INTEGER; -- the number of the first table, until it has its thread
ALTER TABLE rooms ADD COLUMN is_archived INTEGER NOT NULL DEFAULT 0;

-- Discord archives a thread itself after some days.
UPDATE rooms SET is_archived = 1
WHERE tournament_id IN (SELECT id FROM tournaments WHERE state = 'over');
CREATE INDEX rooms_to_archive ON rooms (tournament_id) WHERE is_archived = 0;
