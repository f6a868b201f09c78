-- Of the many seals of a ledger few are of anything but hands.
CREATE INDEX seals_but_of_hands ON seals (guild_id, kind, about) WHERE kind <> 'hand';
