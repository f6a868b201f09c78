-- From 0.1.0 on: results in direct messages, and all cards for those who follow a table.

CREATE TABLE kept AS SELECT * FROM proposals;
DROP TABLE proposals;
CREATE TABLE proposals (                       -- what happens once everybody concerned agrees
    id         INTEGER PRIMARY KEY,
    guild_id   INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    kind       TEXT NOT NULL CHECK (kind IN ('void', 'record', 'stake', 'cards')),
    hand_id    INTEGER REFERENCES bookings,    -- the hand to be made void
    body       TEXT NOT NULL,                  -- see bot.store.proposals
    player_id  INTEGER NOT NULL REFERENCES players,
    made_at    INTEGER NOT NULL,
    state      TEXT NOT NULL CHECK (state IN ('open', 'done', 'declined')),
    outcome    TEXT NOT NULL DEFAULT ''        -- what came of it, see bot.game.agreements
) STRICT;
INSERT INTO proposals (
    id, guild_id, channel_id, kind, hand_id, body, player_id, made_at, state, outcome
)
SELECT
    id, guild_id, channel_id, kind, hand_id, body, player_id, made_at, state, outcome
FROM kept;
DROP TABLE kept;

CREATE INDEX proposals_of_player ON proposals (player_id);

DROP INDEX surfaces_to_paint;
-- The messages of open tables have buttons of 0.1.0: all of them are painted again.
UPDATE surfaces SET painted_version = 'of schema 1'
WHERE key <> '' AND table_id IN (SELECT id FROM tables WHERE state <> 'closed');

CREATE TABLE kept AS SELECT * FROM postings;
DROP TABLE postings;
CREATE TABLE postings (                        -- the messages with a hand's result
    hand_id     INTEGER NOT NULL REFERENCES hands,
    player_id   INTEGER NOT NULL,              -- whose; 0 for the channel's
    channel_id  INTEGER NOT NULL,
    message_id  INTEGER NOT NULL,
    is_stale    INTEGER NOT NULL DEFAULT 0,    -- 1: it is to be painted once more
    PRIMARY KEY (hand_id, player_id)
) STRICT, WITHOUT ROWID;
INSERT INTO postings (
    hand_id, channel_id, message_id, is_stale, player_id
)
SELECT
    hand_id, channel_id, message_id, is_stale, 0
FROM kept;
DROP TABLE kept;

CREATE INDEX stale_postings ON postings (hand_id) WHERE is_stale <> 0;
