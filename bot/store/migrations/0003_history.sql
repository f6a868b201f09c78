-- What has happened stays as it was, in tournaments and in deals that people play alone, too.

ALTER TABLE hands ADD COLUMN seal BLOB;

CREATE TRIGGER hands_are_sealed_once BEFORE UPDATE OF seal ON hands
WHEN OLD.seal IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a hand that is over stays so'); END;
