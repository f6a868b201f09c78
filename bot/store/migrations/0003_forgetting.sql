-- People who are to be forgotten as soon as no hand needs them any more.

ALTER TABLE players ADD COLUMN forget_asked_at INTEGER; -- NULL: they have not asked

CREATE INDEX players_to_forget ON players (id) WHERE forget_asked_at IS NOT NULL;
