-- Tournaments: tables where everybody has a stack.

CREATE TABLE outs (                            -- who is out of a tournament
    table_id  INTEGER NOT NULL REFERENCES tables,
    player_id INTEGER NOT NULL REFERENCES players,
    hand      INTEGER NOT NULL,                -- the number of the hand in which they fell or left
    stack     INTEGER NOT NULL CHECK (stack >= 0), -- with which they began it
    PRIMARY KEY (table_id, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX outs_of_player ON outs (player_id);
CREATE INDEX tournaments ON tables (guild_id, id) WHERE stack IS NOT NULL;
