-- What everybody's entries at a table come to: it is shown with every board, and a table may last
-- for thousands of hands.

CREATE TABLE totals (
    table_id  INTEGER NOT NULL REFERENCES tables,
    player_id INTEGER NOT NULL REFERENCES players,
    points    INTEGER NOT NULL,
    PRIMARY KEY (table_id, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX totals_of_player ON totals (player_id);

CREATE TRIGGER totals_run AFTER INSERT ON entries
BEGIN
    INSERT INTO totals (table_id, player_id, points)
    SELECT table_id, NEW.a, NEW.points FROM hands WHERE id = NEW.hand_id
    UNION ALL SELECT table_id, NEW.b, -NEW.points FROM hands WHERE id = NEW.hand_id
    ON CONFLICT DO UPDATE SET points = points + excluded.points;
END;

INSERT INTO totals (table_id, player_id, points)
SELECT table_id, player_id, SUM(points) FROM (
    SELECT hand_id, a AS player_id, points FROM entries
    UNION ALL SELECT hand_id, b, -points FROM entries
) JOIN hands ON hands.id = hand_id GROUP BY table_id, player_id;
