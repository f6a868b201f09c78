-- Who is at his seat, what was decided for somebody, votes, and when a table closes by itself.

ALTER TABLE seats ADD COLUMN presence TEXT NOT NULL DEFAULT 'here'
    CHECK (presence IN ('here', 'away', 'out', 'leaving'));  -- see bot.scenes.Presence
ALTER TABLE seats ADD COLUMN run_outs INTEGER NOT NULL DEFAULT 0;  -- of his clock, in a row

-- 1: decided for its player, whose time had run out or who was away.
ALTER TABLE operations ADD COLUMN on_behalf INTEGER NOT NULL DEFAULT 0;

-- NULL while a hand is played. Tables that are open now get their whole time from now on.
ALTER TABLE tables ADD COLUMN closes_at INTEGER;
UPDATE tables SET closes_at = CAST(strftime('%s', 'now') AS INTEGER)
    + CASE state WHEN 'lobby' THEN 86400 ELSE 2592000 END
    WHERE state IN ('lobby', 'between');
CREATE INDEX tables_to_close ON tables (closes_at) WHERE closes_at IS NOT NULL;

CREATE TABLE votes (                           -- on taking somebody's seat away
    id        INTEGER PRIMARY KEY,
    table_id  INTEGER NOT NULL REFERENCES tables,
    player_id INTEGER NOT NULL REFERENCES players,  -- whose seat
    made_at   INTEGER NOT NULL,
    state     TEXT NOT NULL CHECK (state IN ('open', 'done', 'declined'))
) STRICT;

CREATE UNIQUE INDEX one_open_vote_on_a_seat ON votes (table_id, player_id) WHERE state = 'open';
CREATE INDEX votes_of_player ON votes (player_id);

CREATE TABLE ballots (
    vote_id   INTEGER NOT NULL REFERENCES votes,
    player_id INTEGER NOT NULL REFERENCES players,
    agrees    INTEGER NOT NULL,
    PRIMARY KEY (vote_id, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX ballots_of_player ON ballots (player_id);
