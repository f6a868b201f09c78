CREATE TABLE loss_limits (                     -- what players want to lose at a table at most,
    table_id  INTEGER NOT NULL REFERENCES tables, -- whatever they do with their seats
    player_id INTEGER NOT NULL REFERENCES players,
    points    INTEGER NOT NULL CHECK (points > 0),
    PRIMARY KEY (table_id, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX loss_limits_of_player ON loss_limits (player_id);

INSERT INTO loss_limits (table_id, player_id, points)
SELECT table_id, player_id, loss_limit FROM seats WHERE loss_limit IS NOT NULL;
ALTER TABLE seats DROP COLUMN loss_limit;
