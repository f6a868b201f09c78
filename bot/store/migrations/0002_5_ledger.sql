-- From 0.1.0 on: sums for ratings, by position and of judgements, and achievements. All of them follow
-- from the hands that are there; what has no judgement yet is judged after the start.

DROP INDEX one_entry_per_pair_and_hand;
CREATE UNIQUE INDEX one_entry_per_pair_and_hand ON entries (hand_id, a, b, coalesce(reverses, 0));

DROP TRIGGER entries_are_not_replaced;
CREATE TRIGGER entries_are_not_replaced BEFORE INSERT ON entries
WHEN EXISTS (
    SELECT 1 FROM entries WHERE id = NEW.id
    UNION ALL SELECT 1 FROM entries WHERE reverses = NEW.reverses
    UNION ALL SELECT 1 FROM entries
        WHERE hand_id = NEW.hand_id AND a = NEW.a AND b = NEW.b
        AND coalesce(reverses, 0) = coalesce(NEW.reverses, 0)
)
BEGIN SELECT RAISE(ABORT, 'the ledger is never changed; book a reversing entry'); END;
DROP TRIGGER totals_run;
CREATE TRIGGER totals_run AFTER INSERT ON entries
BEGIN
    INSERT INTO totals (table_id, player_id, points)
    SELECT table_id, NEW.a, NEW.points FROM hands WHERE id = NEW.hand_id
    UNION ALL SELECT table_id, NEW.b, -NEW.points FROM hands WHERE id = NEW.hand_id
    ON CONFLICT (table_id, player_id) DO UPDATE SET points = totals.points + excluded.points;
END;
DROP TRIGGER bookings_stay_void;
CREATE TRIGGER bookings_stay_void BEFORE UPDATE OF is_void ON bookings
WHEN OLD.is_void <> 0 OR NEW.is_void = 0
BEGIN SELECT RAISE(ABORT, 'a void hand stays void'); END;

DROP INDEX results_by_points;
DROP INDEX results_by_royalties;
CREATE INDEX results_by_points ON results (guild_id, points, number) WHERE is_void = 0;
CREATE INDEX results_by_royalties ON results (guild_id, royalties, number) WHERE is_void = 0;

DROP TABLE tallies;
CREATE TABLE tallies (                         -- sums of results, void hands left out
    guild_id   INTEGER NOT NULL,
    day        INTEGER NOT NULL,               -- 0 sums over all days
    player_id  INTEGER NOT NULL REFERENCES players,
    season     INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    variant    TEXT NOT NULL,
    hands      INTEGER NOT NULL,
    points     INTEGER NOT NULL,
    squares    INTEGER NOT NULL,               -- of the points of each hand
    best       INTEGER NOT NULL,
    worst      INTEGER NOT NULL,
    fouls      INTEGER NOT NULL,
    visits     INTEGER NOT NULL,               -- hands played in Fantasyland
    stays      INTEGER NOT NULL,               -- those of them that earned the next
    scoops     INTEGER NOT NULL,
    front      INTEGER NOT NULL,
    middle     INTEGER NOT NULL,
    back       INTEGER NOT NULL,
    judged     INTEGER NOT NULL,               -- hands of which there is a judgement
    given      INTEGER NOT NULL,               -- thousandths of a point given away in them
    luck       INTEGER NOT NULL,               -- and of luck
    first_hands  INTEGER NOT NULL,             -- hands in which they acted first
    first_points INTEGER NOT NULL,
    last_hands   INTEGER NOT NULL,             -- and last
    last_points  INTEGER NOT NULL,
    net          INTEGER NOT NULL,             -- for the rating, see bot.store.ledger.evidence
    judged_net   INTEGER NOT NULL,
    lucky_net    INTEGER NOT NULL,
    given_each    INTEGER NOT NULL,
    given_squares INTEGER NOT NULL,
    PRIMARY KEY (guild_id, day, player_id, season, channel_id, variant)
) STRICT, WITHOUT ROWID;
INSERT INTO tallies
SELECT guild_id, day * grain, player_id, season, channel_id, variant,
    COUNT(*), SUM(points), SUM(points * points), MAX(points), MIN(points), SUM(is_foul),
    SUM(fantasyland > 0), SUM(fantasyland > 0 AND earned > 0),
    SUM(scoops), SUM(front), SUM(middle), SUM(back), 0, 0, 0,
    SUM(seat = 0), SUM(CASE WHEN seat = 0 THEN points ELSE 0 END),
    SUM(seat = players - 1), SUM(CASE WHEN seat = players - 1 THEN points ELSE 0 END),
    SUM(CAST(ROUND(points * 12000.0 / (players * stake)) AS INTEGER)), 0, 0, 0, 0
FROM (
    SELECT r.*, b.day, b.season, b.channel_id, b.variant, t.stake,
        COUNT(*) OVER (PARTITION BY r.hand_id) AS players
    FROM results r JOIN bookings b USING (hand_id)
        JOIN hands h ON h.id = r.hand_id JOIN tables t ON t.id = h.table_id
    WHERE b.is_void = 0
), (SELECT 0 AS grain UNION ALL SELECT 1)
GROUP BY guild_id, day * grain, player_id, season, channel_id, variant;

CREATE INDEX tallies_of_player ON tallies (player_id, guild_id, day, points);
-- The best and the worst hand of all days are found among those of each day.
CREATE INDEX tallies_of_days
    ON tallies (guild_id, player_id, season, channel_id, variant, day, best, worst);

DROP TABLE rivalries;
CREATE TABLE rivalries (                       -- sums of entries, void hands left out
    guild_id   INTEGER NOT NULL,
    day        INTEGER NOT NULL,               -- 0 sums over all days
    a          INTEGER NOT NULL REFERENCES players,
    b          INTEGER NOT NULL REFERENCES players,
    season     INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    variant    TEXT NOT NULL,
    hands      INTEGER NOT NULL,
    points     INTEGER NOT NULL,               -- what a won from b
    won        INTEGER NOT NULL,               -- hands in which a won points from b
    lost       INTEGER NOT NULL,
    weight        INTEGER NOT NULL,            -- for the rating, see bot.store.ledger.evidence
    judged_weight INTEGER NOT NULL,
    lucky_weight  INTEGER NOT NULL,
    PRIMARY KEY (guild_id, day, a, b, season, channel_id, variant),
    CHECK (a < b)
) STRICT, WITHOUT ROWID;
INSERT INTO rivalries
SELECT guild_id, day * grain, a, b, season, channel_id, variant,
    COUNT(*), SUM(points), SUM(points > 0), SUM(points < 0), SUM(12 / players), 0, 0
FROM (
    SELECT e.*, b.day, b.season, b.channel_id, b.variant,
        (SELECT COUNT(*) FROM results r WHERE r.hand_id = e.hand_id) AS players
    FROM entries e JOIN bookings b USING (hand_id)
    WHERE e.reverses IS NULL AND b.is_void = 0
), (SELECT 0 AS grain UNION ALL SELECT 1)
GROUP BY guild_id, day * grain, a, b, season, channel_id, variant;

-- The sums are in the indexes as well, so that a year of days is read from them alone.
CREATE INDEX rivalries_of_a ON rivalries (a, guild_id, day, hands, points, won, lost);
CREATE INDEX rivalries_of_b ON rivalries (b, guild_id, day, hands, points, won, lost);

CREATE TABLE achievements (                    -- with which hand somebody first reached what
    guild_id  INTEGER NOT NULL,                -- this and the number are the booking's
    player_id INTEGER NOT NULL REFERENCES players,
    kind      TEXT NOT NULL,                   -- see bot.values.ledger.FeatKind
    hand_id   INTEGER NOT NULL REFERENCES bookings,
    number    INTEGER NOT NULL,
    PRIMARY KEY (guild_id, player_id, kind)
) STRICT, WITHOUT ROWID;

INSERT INTO achievements
WITH counted AS (
    SELECT *, substr(board, instr(board, '/') + 1) AS two_rows FROM results WHERE is_void = 0
), lines AS (
    SELECT guild_id, player_id, hand_id, number, substr(two_rows, 1, instr(two_rows, '/')) AS line
    FROM counted WHERE is_foul = 0 AND fate = 'playing'
    UNION ALL
    SELECT guild_id, player_id, hand_id, number, substr(two_rows, instr(two_rows, '/'))
    FROM counted WHERE is_foul = 0 AND fate = 'playing'
), suits (suit) AS (VALUES ('c'), ('d'), ('h'), ('s')),
reached AS (
    SELECT guild_id, player_id, 'fantasyland' AS kind, hand_id, number FROM counted WHERE earned > 0
    UNION ALL SELECT guild_id, player_id, 'stay', hand_id, number FROM counted
    WHERE earned > 0 AND fantasyland > 0
    UNION ALL SELECT guild_id, player_id, 'sweep', hand_id, number FROM counted WHERE scoops >= 2
    UNION ALL SELECT guild_id, player_id, 'royal', hand_id, number FROM lines JOIN suits
    ON instr(line, 'A' || suit) AND instr(line, 'K' || suit) AND instr(line, 'Q' || suit)
        AND instr(line, 'J' || suit) AND instr(line, 'T' || suit)
    UNION ALL SELECT guild_id, player_id, 'clean', hand_id, number FROM (
        SELECT guild_id, player_id, hand_id, number, COUNT(*) OVER ten AS hands,
            SUM(is_foul) OVER ten AS fouls
        FROM counted WINDOW ten AS (
            PARTITION BY guild_id, player_id ORDER BY number ROWS 9 PRECEDING
        )
    ) WHERE hands = 10 AND fouls = 0
)
-- Beside MIN the other columns are those of the first hand.
SELECT guild_id, player_id, kind, hand_id, MIN(number) FROM reached
GROUP BY guild_id, player_id, kind;

CREATE INDEX achievements_of_hand ON achievements (hand_id);
CREATE INDEX achievements_of_player ON achievements (player_id);
