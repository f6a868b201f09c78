-- What somebody has laid out, in one place: at a table, of a deal of their own, in a lesson.

CREATE TABLE kept AS SELECT * FROM drafts;
DROP TABLE drafts;
CREATE TABLE drafts (                          -- what a player has laid out but not confirmed
    kind      TEXT NOT NULL CHECK (kind IN ('hand', 'deal', 'practice', 'lesson')),
    about     INTEGER NOT NULL,                -- the id of the hand or deal, the number of the lesson
    player_id INTEGER NOT NULL REFERENCES players,
    stage     INTEGER NOT NULL,                -- the street; in a lesson the seed of its problem
    guild_id  INTEGER NOT NULL DEFAULT 0,      -- where they lay it out; 0 outside servers, or at a table
    layouts   TEXT NOT NULL,                   -- the latest last, for stepping back
    brush     TEXT NOT NULL,
    armed     INTEGER NOT NULL,
    places_at INTEGER,                         -- by itself; NULL: only when it is confirmed
    PRIMARY KEY (kind, about, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX drafts_by_time ON drafts (places_at) WHERE places_at IS NOT NULL;

INSERT INTO drafts (kind, about, player_id, stage, layouts, brush, armed, places_at)
SELECT 'hand', hand_id, player_id, street, layouts, brush, armed, places_at
FROM kept JOIN lineups USING (hand_id, seat);
DROP TABLE kept;

-- The computer acts first, so that there is a line of its own before each of theirs.
INSERT INTO drafts (kind, about, player_id, stage, layouts, brush, armed)
SELECT CASE practice WHEN 0 THEN 'deal' ELSE 'practice' END, deal_id, player_id,
    (length(log) - length(replace(log, '
', ''))) / 2, layout, 'f', armed
FROM attempts WHERE layout <> '' AND points IS NULL;
ALTER TABLE attempts DROP COLUMN layout;
ALTER TABLE attempts DROP COLUMN armed;

INSERT INTO drafts (kind, about, player_id, stage, layouts, brush, armed)
SELECT 'lesson', lesson, player_id, seed, layout, brush, armed FROM learners WHERE layout <> '';
ALTER TABLE learners DROP COLUMN layout;
ALTER TABLE learners DROP COLUMN brush;
ALTER TABLE learners DROP COLUMN armed;
