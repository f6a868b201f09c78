-- What a fixed judge makes of finished hands: see bot.players.skill.

CREATE TABLE unjudged (                        -- finished hands that are still to be judged
    hand_id INTEGER PRIMARY KEY REFERENCES hands
) STRICT;

CREATE TRIGGER hands_are_to_be_judged AFTER UPDATE OF state ON hands WHEN NEW.state = 'finished'
BEGIN INSERT INTO unjudged (hand_id) VALUES (NEW.id); END;

CREATE TABLE judgements (                      -- of each seat of a hand
    hand_id   INTEGER NOT NULL REFERENCES hands,
    seat      INTEGER NOT NULL,                -- in acting order from 0
    player_id INTEGER NOT NULL REFERENCES players,
    judge     INTEGER NOT NULL,                -- the version of the judge
    given     INTEGER NOT NULL,                -- thousandths of a point given away
    luck      INTEGER,                         -- thousandths; NULL where a hand was declared dead
    worst     INTEGER,                         -- the street given away most on, from 1;
                                               -- 0 is Fantasyland, NULL is none
    PRIMARY KEY (hand_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX judgements_of_player ON judgements (player_id);

CREATE TABLE mistakes (                        -- decisions that gave something away
    hand_id INTEGER NOT NULL,
    seat    INTEGER NOT NULL,
    at      INTEGER NOT NULL,                  -- the number of the operation
    street  INTEGER NOT NULL,                  -- from 1; 0 is Fantasyland
    line    INTEGER NOT NULL CHECK (line BETWEEN 0 AND 2),  -- the row that differs most from best
    kind    TEXT NOT NULL,                     -- see bot.players.leaks.Leak
    cost    INTEGER NOT NULL,                  -- thousandths of a point
    PRIMARY KEY (hand_id, seat, at),
    FOREIGN KEY (hand_id, seat) REFERENCES judgements ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

INSERT INTO unjudged (hand_id) SELECT id FROM hands WHERE state = 'finished';
