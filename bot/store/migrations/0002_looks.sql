-- How pictures look, and how a placement is confirmed. For a player NULL means: as the table.

ALTER TABLE players ADD COLUMN skin TEXT;
ALTER TABLE players ADD COLUMN deck TEXT;
ALTER TABLE players ADD COLUMN confirm TEXT NOT NULL DEFAULT 'ask'
    CHECK (confirm IN ('ask', 'auto'));

ALTER TABLE tables ADD COLUMN skin TEXT NOT NULL DEFAULT 'night';
ALTER TABLE tables ADD COLUMN deck TEXT NOT NULL DEFAULT 'two';
