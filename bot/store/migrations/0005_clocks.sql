-- Seconds for each decision, NULL without a clock; and until when who has to decide.

ALTER TABLE tables ADD COLUMN clock INTEGER CHECK (clock > 0);

CREATE TABLE deadlines (
    table_id  INTEGER NOT NULL REFERENCES tables,
    player_id INTEGER NOT NULL REFERENCES players,
    decision  TEXT NOT NULL,                   -- hand and street, so that each has its own time
    due_at    INTEGER NOT NULL,
    PRIMARY KEY (table_id, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX deadlines_by_time ON deadlines (due_at);
