-- Leaderboards: a message in a server that is renewed each Monday.

CREATE TABLE leaderboards (                    -- of the servers that have one, or are rid of it soon
    guild_id   INTEGER PRIMARY KEY REFERENCES guilds,
    channel_id INTEGER,                        -- where its message is; NULL: there is none
    message_id INTEGER,
    posts      INTEGER NOT NULL DEFAULT 0,     -- messages that were posted so far
    due_at     INTEGER NOT NULL                -- when it is renewed next
) STRICT;

CREATE INDEX leaderboards_due ON leaderboards (due_at);
