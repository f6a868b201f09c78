-- A void hand may count again: its entries are reversed once more, and every other time it is void.

DROP TRIGGER reversals_mirror_their_entries;
CREATE TRIGGER reversals_mirror_their_entries BEFORE INSERT ON entries
WHEN NEW.reverses IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM entries
    WHERE id = NEW.reverses AND guild_id = NEW.guild_id
    AND hand_id = NEW.hand_id AND a = NEW.a AND b = NEW.b AND points = -NEW.points
)
BEGIN SELECT RAISE(ABORT, 'a reversing entry takes back exactly what was booked'); END;

DROP TRIGGER bookings_stay_void;
CREATE TRIGGER bookings_are_void_by_entries BEFORE UPDATE OF is_void ON bookings
WHEN NEW.is_void <> (
    SELECT COUNT(reverses) / NULLIF(COUNT(*) - COUNT(reverses), 0) % 2 FROM entries
    WHERE hand_id = NEW.hand_id
)
BEGIN SELECT RAISE(ABORT, 'a hand is void or not as its entries say'); END;

-- Of the many seals of a ledger few are of anything but hands.
CREATE INDEX seals_but_of_hands ON seals (guild_id, kind, about) WHERE kind <> 'hand';

CREATE TABLE kept AS SELECT * FROM proposals;
DROP TABLE proposals;
CREATE TABLE proposals (                       -- what happens once everybody concerned agrees
    id         INTEGER PRIMARY KEY,
    guild_id   INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    kind       TEXT NOT NULL CHECK (kind IN ('void', 'count', 'record', 'stake', 'cards')),
    hand_id    INTEGER REFERENCES bookings,    -- the hand to be made void, or to count again
    body       TEXT NOT NULL,                  -- see bot.store.proposals
    player_id  INTEGER NOT NULL REFERENCES players,
    made_at    INTEGER NOT NULL,
    state      TEXT NOT NULL CHECK (state IN ('open', 'done', 'declined')),
    outcome    TEXT NOT NULL DEFAULT ''        -- what came of it, see bot.handlers.agreements
) STRICT;
INSERT INTO proposals SELECT * FROM kept;
DROP TABLE kept;

CREATE INDEX proposals_of_player ON proposals (player_id);
