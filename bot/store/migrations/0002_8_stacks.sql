-- Tables where everybody has a stack: tournaments of their own, or tables of a larger one.

CREATE TABLE outs (                            -- who is out of a tournament
    table_id  INTEGER NOT NULL REFERENCES tables,
    player_id INTEGER NOT NULL REFERENCES players,
    hand      INTEGER NOT NULL,                -- the number of the hand in which they fell or left
    stack     INTEGER NOT NULL CHECK (stack >= 0), -- with which they began it
    PRIMARY KEY (table_id, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX outs_of_player ON outs (player_id);
CREATE INDEX tables_with_stacks ON tables (guild_id, id) WHERE stack IS NOT NULL;

CREATE TABLE finishes (                        -- places in tournaments that were won by play
    event     TEXT NOT NULL,                   -- table.5 or several.3: a table, or a tournament
    player_id INTEGER NOT NULL REFERENCES players,
    guild_id  INTEGER NOT NULL,
    place     INTEGER NOT NULL CHECK (place > 0),
    people    INTEGER NOT NULL,                -- how many took part, computer players included
    against   INTEGER NOT NULL,                -- thousandths of a point won from the field
    PRIMARY KEY (event, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX finishes_of_player ON finishes (player_id, guild_id);

CREATE TABLE best_boards (                     -- of a tournament's table: the most royalties, or points
    table_id  INTEGER PRIMARY KEY REFERENCES tables,
    hand      INTEGER NOT NULL,                -- its number
    player_id INTEGER NOT NULL REFERENCES players,
    board     TEXT NOT NULL,                   -- front / middle / back
    front     INTEGER NOT NULL,                -- royalties by row
    middle    INTEGER NOT NULL,
    back      INTEGER NOT NULL,
    points    INTEGER NOT NULL                 -- won with it
) STRICT;

CREATE INDEX best_boards_of_player ON best_boards (player_id);

CREATE TABLE arrivals (                        -- who sat down at a table of a tournament when
    table_id  INTEGER NOT NULL REFERENCES tables,
    player_id INTEGER NOT NULL REFERENCES players,
    round     INTEGER NOT NULL,                -- before which they did
    came_from INTEGER REFERENCES tables,       -- NULL: they were drawn here, or came late
    brought   INTEGER NOT NULL,                -- their stack, less what they had won here before
    PRIMARY KEY (table_id, player_id, round)
) STRICT, WITHOUT ROWID;

CREATE INDEX arrivals_of_player ON arrivals (player_id);
CREATE INDEX departures ON arrivals (came_from) WHERE came_from IS NOT NULL;

CREATE TABLE time_banks (                      -- what is left of them, for a whole tournament
    tournament_id INTEGER NOT NULL REFERENCES tournaments,
    player_id     INTEGER NOT NULL REFERENCES players,
    table_id      INTEGER NOT NULL REFERENCES tables, -- where they were asked last
    decision      TEXT NOT NULL,               -- hand and street of that
    seconds       INTEGER NOT NULL CHECK (seconds >= 0), -- that were left then
    empties_at    INTEGER,                     -- unless they decide before; NULL: it does not run
    PRIMARY KEY (tournament_id, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX time_banks_of_player ON time_banks (player_id);
CREATE INDEX time_banks_at_table ON time_banks (table_id);
