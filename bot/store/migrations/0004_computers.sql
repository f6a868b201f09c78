-- Computer players are rows of players without a Discord id; the same few play at all tables.

ALTER TABLE players ADD COLUMN level TEXT;     -- see bot.players.levels; NULL is a person
CREATE INDEX computers ON players (level) WHERE level IS NOT NULL;

ALTER TABLE tables ADD COLUMN hints INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN counts_computers INTEGER NOT NULL DEFAULT 0;

-- Whether a hand counts in the server's ledger; its entries are there for the table's totals.
ALTER TABLE hands ADD COLUMN counts INTEGER NOT NULL DEFAULT 1;
