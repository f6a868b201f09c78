-- Entries are found by their hands alone: one index does for that and for their being unique.
-- Nothing looks for a player's results by their points any more.

DROP INDEX entries_of_guild;
DROP INDEX entries_of_hand;
DROP INDEX one_entry_per_pair_and_hand;
CREATE UNIQUE INDEX one_entry_per_pair_and_hand ON entries (hand_id, a, b, ifnull(reverses, 0));
DROP INDEX results_by_player_and_points;
