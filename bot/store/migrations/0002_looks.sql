-- How pictures look, and how a placement is confirmed. For a player NULL means: as the table.

ALTER TABLE players ADD COLUMN skin TEXT;
ALTER TABLE players ADD COLUMN deck TEXT;
ALTER TABLE players ADD COLUMN confirm TEXT NOT NULL DEFAULT 'ask'
    CHECK (confirm IN ('ask', 'auto'));

ALTER TABLE tables ADD COLUMN skin TEXT NOT NULL DEFAULT 'night';
ALTER TABLE tables ADD COLUMN deck TEXT NOT NULL DEFAULT 'two';

-- How often a surface has been posted, so that each post can be told from the one before.
ALTER TABLE surfaces ADD COLUMN posts INTEGER NOT NULL DEFAULT 0;
