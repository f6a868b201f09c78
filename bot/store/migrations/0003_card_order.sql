-- Whether somebody sees the cards of a Fantasyland by suit, not by rank.
ALTER TABLE players ADD COLUMN by_suit INTEGER NOT NULL DEFAULT 0;
