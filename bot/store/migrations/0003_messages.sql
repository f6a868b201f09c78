-- Messages that are kept up to date and are no surfaces, in place of a table for each kind.

CREATE TABLE messages (
    id         INTEGER PRIMARY KEY,
    kind       TEXT NOT NULL,                  -- see bot.store.messages
    guild_id   INTEGER NOT NULL,
    about      INTEGER NOT NULL,               -- which, by its kind
    player_id  INTEGER NOT NULL DEFAULT 0,     -- whose; 0: everybody's
    channel_id INTEGER,                        -- where it stands or is to; NULL: where its contents say
    message_id INTEGER,                        -- NULL: not posted yet
    locale     TEXT NOT NULL DEFAULT '',       -- of the channel; '': the server's settings tell it
    posts      INTEGER NOT NULL DEFAULT 0,     -- messages that were posted so far
    shown      TEXT NOT NULL DEFAULT '',       -- the digest of what it shows
    changes    INTEGER NOT NULL DEFAULT 0,     -- how often that may have changed since it was painted
    due_at     INTEGER,                        -- when it is looked at next
    UNIQUE (about, kind, guild_id, player_id)
) STRICT;

CREATE INDEX messages_due ON messages (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX messages_to_show ON messages (id) WHERE changes <> 0;

INSERT INTO messages (kind, guild_id, about, channel_id, message_id, posts, due_at)
SELECT 'leaderboard', guild_id, 0, channel_id, message_id, posts, due_at FROM leaderboards;
DROP TABLE leaderboards;

INSERT INTO messages (kind, guild_id, about, locale, due_at)
SELECT 'summary', guild_id, day, locale, posts_at FROM summaries;
DROP TABLE summaries;

INSERT INTO messages (kind, guild_id, about, channel_id, message_id, locale, changes)
SELECT kind, guild_id, about, channel_id, message_id, locale, 1 FROM notices WHERE id IN (
    SELECT MAX(id) FROM notices GROUP BY kind, guild_id, about
);
DROP TABLE notices;

INSERT INTO messages (kind, guild_id, about, player_id, channel_id, message_id, changes)
SELECT 'hand', guild_id, hand_id, postings.player_id, postings.channel_id, message_id, is_stale
FROM postings JOIN hands ON hands.id = hand_id JOIN tables ON tables.id = table_id;
DROP INDEX stale_postings;
DROP TABLE postings;

-- One that is open is called once its call is posted; of one that is over both are to be told.
INSERT INTO messages (kind, guild_id, about, channel_id, message_id, locale, posts, changes)
SELECT 'call', guild_id, id, channel_id, message_id, locale,
    CASE WHEN message_id IS NULL THEN 0 ELSE 1 END,
    CASE WHEN state = 'open' AND message_id IS NOT NULL THEN 0 ELSE 1 END
FROM challenges WHERE due_at IS NOT NULL;
INSERT INTO messages (kind, guild_id, about, locale, changes)
SELECT 'result', guild_id, id, locale, 1 FROM challenges
WHERE due_at IS NOT NULL AND state <> 'open';
UPDATE challenges SET due_at = CASE state WHEN 'open' THEN ends_at END;
ALTER TABLE challenges DROP COLUMN message_id;

-- All that goes on are looked at: their threads may be as they should not be.
INSERT INTO messages (kind, guild_id, about, channel_id, message_id, posts, shown, changes)
SELECT 'announcement', guild_id, id, channel_id, message_id, posts, painted,
    CASE WHEN state = 'over' AND version = painted THEN 0 ELSE 1 END
FROM tournaments WHERE version <> '';
DROP INDEX tournaments_to_announce;
ALTER TABLE tournaments DROP COLUMN version;
ALTER TABLE tournaments DROP COLUMN painted;
ALTER TABLE tournaments DROP COLUMN message_id;
ALTER TABLE tournaments DROP COLUMN posts;
