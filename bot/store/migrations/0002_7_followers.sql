-- Where spectators follow a table.

CREATE TABLE threads (
    table_id    INTEGER PRIMARY KEY REFERENCES tables,
    thread_id   INTEGER,                       -- Discord's; NULL: there is none
    proposal_id INTEGER REFERENCES proposals,  -- by which all cards are shown; NULL: open ones only
    from_hand   INTEGER,                       -- the table's first hand of which they are
    CHECK ((proposal_id IS NULL) = (from_hand IS NULL))
) STRICT;
