-- Where a hand is corrected, streaks are counted from all hands.

DROP TABLE runs;
