-- Two people who play the same deal, each on their own.

CREATE TABLE challenges (
    id         INTEGER PRIMARY KEY,
    deal_id    INTEGER NOT NULL UNIQUE REFERENCES fixed_deals,
    guild_id   INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,               -- where it is told of
    message_id INTEGER,                        -- that calls the other; NULL: not posted yet
    locale     TEXT NOT NULL,
    player_id  INTEGER NOT NULL REFERENCES players, -- who challenges
    rival_id   INTEGER NOT NULL REFERENCES players, -- who is challenged
    ends_at    INTEGER NOT NULL,
    state      TEXT NOT NULL DEFAULT 'open'
               CHECK (state IN ('open', 'played', 'declined', 'recalled', 'late', 'gone')),
    due_at     INTEGER                         -- when something is to be told or it ends
) STRICT;

CREATE INDEX challenges_due ON challenges (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX challenges_open ON challenges (guild_id) WHERE state = 'open';
