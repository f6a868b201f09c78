-- A table keeps seats for whom was challenged or invited to it, and may be for them alone.

CREATE TABLE invitations (
    table_id  INTEGER NOT NULL REFERENCES tables,
    player_id INTEGER NOT NULL REFERENCES players,
    until     INTEGER NOT NULL,                -- as long as the seat is kept (Unix seconds)
    PRIMARY KEY (table_id, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX invitations_due ON invitations (until);
CREATE INDEX invitations_of_player ON invitations (player_id);

ALTER TABLE tables ADD COLUMN invited_only INTEGER NOT NULL DEFAULT 0; -- 1: nobody else may sit down
