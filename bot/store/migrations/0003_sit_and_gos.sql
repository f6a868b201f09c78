-- A sit-and-go is a tournament as the others are: its one table is that of the channel.

DROP INDEX one_open_tournament_per_channel;
CREATE UNIQUE INDEX one_open_tournament_per_channel ON tournaments (channel_id)
    WHERE state <> 'over' AND format <> 'sit-and-go'; -- of which the channel's table is one

-- What an import brought was opened at no time: it has hands, and no places.
INSERT INTO tournaments (
    guild_id, channel_id, host_id, locale, format, options, state, is_won, round, opened_at,
    ended_at, starts_at, is_put_off, message
)
SELECT
    guild_id, channel_id, host_id, locale, 'sit-and-go',
    '{"rules": "' || rules || '", "seats": ' || (seats || '')
        || ', "stake": ' || (stake || '')
        || ', "clock": ' || coalesce((clock || ''), 'null')
        || ', "length": "' || length || '", "loss_limit": ' || coalesce((loss_limit || ''), 'null')
        || ', "skin": "' || skin || '", "deck": "' || deck
        || '", "hints": ' || CASE WHEN hints = 1 THEN 'true' ELSE 'false' END
        || ', "counts_computers": ' || CASE WHEN counts_computers = 1 THEN 'true' ELSE 'false' END
        || ', "time_calls": ' || CASE WHEN time_calls = 1 THEN 'true' ELSE 'false' END
        || ', "next_hand": ' || coalesce((next_hand || ''), 'null')
        || ', "stack": ' || (stack || '') || ', "levels": "' || levels
        || '", "books": ' || CASE WHEN books = 1 THEN 'true' ELSE 'false' END || '}',
    CASE state WHEN 'lobby' THEN 'open' WHEN 'closed' THEN 'over' ELSE 'playing' END,
    CASE WHEN ended_by = 'stacks' THEN 1 ELSE 0 END,
    coalesce((SELECT max(number) FROM hands WHERE table_id = tables.id), 0), opened_at,
    closed_at, starts_at, is_put_off, (id || '')
FROM tables WHERE stack IS NOT NULL AND tournament_id IS NULL AND opened_at > 0 ORDER BY id;

UPDATE tables SET room = 0, tournament_id = (
    SELECT id FROM tournaments WHERE format = 'sit-and-go' AND message = (tables.id || '')
) WHERE stack IS NOT NULL AND tournament_id IS NULL AND opened_at > 0;

-- The mode of a table says what ends its match, so that no list of reasons is in the schema.
ALTER TABLE tables ADD COLUMN reason TEXT NOT NULL DEFAULT ''; -- why its match ended; '': people
UPDATE tables SET reason = ended_by WHERE ended_by NOT IN ('stacks', 'few');
ALTER TABLE tables DROP COLUMN ended_by;
ALTER TABLE tables RENAME COLUMN reason TO ended_by;

-- What was about a table or a tournament is about a tournament.
CREATE TABLE kept AS SELECT finishes.*, CASE WHEN event LIKE 'several.%' THEN
    CAST(substr(event, 9) AS INTEGER)
ELSE (
    SELECT id FROM tournaments WHERE format = 'sit-and-go' AND message = substr(event, 7)
) END AS tournament_id FROM finishes;
DROP TABLE finishes;
CREATE TABLE finishes (                        -- places in tournaments that were won by play
    tournament_id INTEGER NOT NULL REFERENCES tournaments,
    player_id     INTEGER NOT NULL REFERENCES players,
    guild_id      INTEGER NOT NULL,
    place         INTEGER NOT NULL CHECK (place > 0),
    people        INTEGER NOT NULL,            -- how many took part, computer players included
    against       INTEGER NOT NULL,            -- thousandths of a point won from the field
    PRIMARY KEY (tournament_id, player_id)
) STRICT, WITHOUT ROWID;
INSERT INTO finishes (tournament_id, player_id, guild_id, place, people, against)
SELECT tournament_id, player_id, guild_id, place, people, against FROM kept;
DROP TABLE kept;
CREATE INDEX finishes_of_player ON finishes (player_id, guild_id);

CREATE TABLE kept AS SELECT schedules.*, CASE WHEN event LIKE 'several.%' THEN
    CAST(substr(event, 9) AS INTEGER)
ELSE (
    SELECT tournaments.id FROM tournaments WHERE format = 'sit-and-go' AND message = substr(event, 7)
) END AS tournament_id FROM schedules;
CREATE TABLE kept_notices AS SELECT start_notices.*, tournament_id
FROM start_notices JOIN kept ON kept.id = schedule_id;
DROP TABLE start_notices;
DROP TABLE schedules;
CREATE TABLE schedules (                       -- of tournaments that start at a set time
    tournament_id INTEGER PRIMARY KEY REFERENCES tournaments,
    guild_id      INTEGER NOT NULL,
    stage         TEXT NOT NULL DEFAULT 'waiting' -- up to which its people have been told
        CHECK (stage IN ('waiting', 'on', 'over')),
    is_reminded   INTEGER NOT NULL DEFAULT 0,  -- 1: people were told that it starts soon
    due_at        INTEGER,                     -- when there is something to do next
    event_id      INTEGER,                     -- of the server's scheduled event; NULL: there is none
    shown         TEXT NOT NULL DEFAULT '',    -- what that shows
    is_gone       INTEGER NOT NULL DEFAULT 0   -- 1: people deleted it, or the bot may not change it
) STRICT;
INSERT INTO schedules (
    tournament_id, guild_id, stage, is_reminded, due_at, event_id, shown, is_gone
)
SELECT tournament_id, guild_id, stage, is_reminded, due_at, event_id, shown, is_gone FROM kept;
DROP TABLE kept;
CREATE INDEX schedules_by_time ON schedules (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE start_notices (                   -- what people are to be told of a start, until they were
    tournament_id INTEGER NOT NULL REFERENCES schedules,
    player_id     INTEGER NOT NULL REFERENCES players,
    kind          TEXT NOT NULL,               -- see bot.store.tournaments.schedules
    starts_at     INTEGER,
    added_at      INTEGER NOT NULL,
    called_with   INTEGER REFERENCES players,  -- the first whom one message in the channel tells; NULL: none
    PRIMARY KEY (tournament_id, player_id)
) STRICT, WITHOUT ROWID;
INSERT INTO start_notices (tournament_id, player_id, kind, starts_at, added_at, called_with)
SELECT tournament_id, player_id, kind, starts_at, added_at, called_with FROM kept_notices;
DROP TABLE kept_notices;
CREATE INDEX start_notices_of_player ON start_notices (player_id);

UPDATE tournaments SET message = NULL WHERE format = 'sit-and-go';

INSERT INTO entrants (tournament_id, player_id, entered_at)
SELECT tournament_id, player_id, opened_at FROM seats JOIN tables ON tables.id = table_id
WHERE room = 0 AND EXISTS (SELECT 1 FROM hands WHERE hands.table_id = tables.id)
UNION
SELECT tournament_id, player_id, opened_at FROM outs JOIN tables ON tables.id = table_id WHERE room = 0;
UPDATE entrants SET out_round = (
    SELECT hand FROM outs JOIN tables ON tables.id = table_id
    WHERE room = 0 AND tables.tournament_id = entrants.tournament_id AND outs.player_id = entrants.player_id
), out_stack = (
    SELECT outs.stack FROM outs JOIN tables ON tables.id = table_id
    WHERE room = 0 AND tables.tournament_id = entrants.tournament_id AND outs.player_id = entrants.player_id
) WHERE tournament_id IN (SELECT id FROM tournaments WHERE format = 'sit-and-go');

DROP TABLE outs;                               -- they are with the entrants
ALTER TABLE tables DROP COLUMN starts_at;      -- these are with the tournament
ALTER TABLE tables DROP COLUMN is_put_off;
