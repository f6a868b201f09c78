-- What has happened stays as it was, in tournaments and in deals that people play alone, too.

ALTER TABLE hands ADD COLUMN seal BLOB;

CREATE TRIGGER hands_are_sealed_once BEFORE UPDATE OF seal ON hands
WHEN OLD.seal IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a hand that is over stays so'); END;

CREATE TRIGGER plays_are_not_replaced BEFORE INSERT ON plays
WHEN EXISTS (SELECT 1 FROM plays WHERE hand_id = NEW.hand_id AND seat = NEW.seat)
BEGIN SELECT RAISE(ABORT, 'what a hand counted is never changed'); END;

CREATE TRIGGER visits_stay BEFORE UPDATE ON visits
BEGIN SELECT RAISE(ABORT, 'what a hand counted is never changed'); END;
CREATE TRIGGER visits_remain BEFORE DELETE ON visits
BEGIN SELECT RAISE(ABORT, 'what a hand counted is never deleted'); END;
CREATE TRIGGER visits_are_not_replaced BEFORE INSERT ON visits
WHEN EXISTS (SELECT 1 FROM visits WHERE hand_id = NEW.hand_id AND seat = NEW.seat)
BEGIN SELECT RAISE(ABORT, 'what a hand counted is never changed'); END;

CREATE TRIGGER finishes_stay BEFORE UPDATE ON finishes
BEGIN SELECT RAISE(ABORT, 'a place is never changed'); END;
CREATE TRIGGER finishes_remain BEFORE DELETE ON finishes
BEGIN SELECT RAISE(ABORT, 'a place is never deleted'); END;
CREATE TRIGGER finishes_are_not_replaced BEFORE INSERT ON finishes
WHEN EXISTS (SELECT 1 FROM finishes WHERE tournament_id = NEW.tournament_id AND player_id = NEW.player_id)
BEGIN SELECT RAISE(ABORT, 'a place is never changed'); END;

-- What joining adds may be added anew until the deals come from it; whoever leaves before takes it along.
ALTER TABLE entry_seeds ADD COLUMN added_at INTEGER NOT NULL DEFAULT 0;
UPDATE entry_seeds SET added_at = coalesce((
    SELECT entered_at FROM entrants e
    WHERE e.tournament_id = entry_seeds.tournament_id AND e.player_id = entry_seeds.player_id
), -1);
DELETE FROM entry_seeds WHERE added_at < 0;
CREATE TRIGGER entry_seeds_stay BEFORE UPDATE ON entry_seeds
WHEN EXISTS (
    SELECT 1 FROM origins WHERE tournament_id = OLD.tournament_id AND joined IS NOT NULL
    UNION ALL
    SELECT 1 FROM duplicates WHERE tournament_id = OLD.tournament_id AND seed IS NOT NULL
)
BEGIN SELECT RAISE(ABORT, 'a seed is never changed'); END;
CREATE TRIGGER entry_seeds_remain BEFORE DELETE ON entry_seeds
WHEN EXISTS (
    SELECT 1 FROM origins WHERE tournament_id = OLD.tournament_id AND joined IS NOT NULL
    UNION ALL
    SELECT 1 FROM duplicates WHERE tournament_id = OLD.tournament_id AND seed IS NOT NULL
)
BEGIN SELECT RAISE(ABORT, 'a seed is never deleted'); END;
CREATE TRIGGER entry_seeds_come_before_the_start BEFORE INSERT ON entry_seeds
WHEN EXISTS (
    SELECT 1 FROM origins WHERE tournament_id = NEW.tournament_id AND joined IS NOT NULL
    UNION ALL
    SELECT 1 FROM duplicates WHERE tournament_id = NEW.tournament_id AND seed IS NOT NULL
)
BEGIN SELECT RAISE(ABORT, 'a seed is never added later'); END;

-- Forgetting who somebody is deletes what they have played alone, and practice may be begun anew.
CREATE TRIGGER attempts_stay BEFORE UPDATE OF player_id, deal_id, practice, guild_id, is_told,
    began_at, variant, level, seat, visits, number, total, log, ended_at, points
ON attempts
WHEN OLD.points IS NOT NULL OR NEW.player_id <> OLD.player_id OR NEW.deal_id <> OLD.deal_id
    OR NEW.practice <> OLD.practice OR NEW.began_at <> OLD.began_at
BEGIN SELECT RAISE(ABORT, 'what was played is never changed'); END;
CREATE TRIGGER attempts_are_not_replaced BEFORE INSERT ON attempts
WHEN EXISTS (
    SELECT 1 FROM attempts
    WHERE player_id = NEW.player_id AND deal_id = NEW.deal_id AND practice = NEW.practice
)
BEGIN SELECT RAISE(ABORT, 'what was played is never changed'); END;
