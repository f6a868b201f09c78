-- What a person's own picture counts for him, and where he is in the tutorial.

ALTER TABLE players ADD COLUMN aid TEXT NOT NULL DEFAULT 'outs'
    CHECK (aid IN ('outs', 'live', 'none'));

CREATE TABLE learners (                        -- where somebody is in the tutorial
    player_id INTEGER PRIMARY KEY REFERENCES players,
    lesson    INTEGER NOT NULL,                -- see bot.lessons.problems.Lesson
    seed      INTEGER NOT NULL,                -- of the problem he has before him
    layout    TEXT NOT NULL DEFAULT '',        -- what he has laid out, as in drafts
    brush     TEXT NOT NULL DEFAULT 'f',
    armed     INTEGER NOT NULL DEFAULT 0,
    solved    INTEGER NOT NULL DEFAULT 0       -- a bit for each lesson answered right
) STRICT;
