-- How often Discord has refused the bot's direct messages to somebody, and when it tries again.

ALTER TABLE players ADD COLUMN dm_refusals INTEGER NOT NULL DEFAULT 0; -- in a row
ALTER TABLE players ADD COLUMN dm_again_at INTEGER; -- NULL: with the next message there is

CREATE INDEX written_to_again ON players (dm_again_at) WHERE dm_again_at IS NOT NULL;
