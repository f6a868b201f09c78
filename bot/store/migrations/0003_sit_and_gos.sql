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
UPDATE tables SET ended_by = '' WHERE ended_by IN ('stacks', 'few');

UPDATE finishes SET event = CASE WHEN event LIKE 'several.%' THEN substr(event, 9) ELSE (
    SELECT (id || '') FROM tournaments WHERE format = 'sit-and-go' AND message = substr(event, 7)
) END;
UPDATE schedules SET event = CASE WHEN event LIKE 'several.%' THEN substr(event, 9) ELSE (
    SELECT (id || '') FROM tournaments WHERE format = 'sit-and-go' AND message = substr(event, 7)
) END;
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
