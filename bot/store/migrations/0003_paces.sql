-- A server whose new tables have a pace, and not only a clock.

ALTER TABLE guilds ADD COLUMN pace TEXT NOT NULL DEFAULT ''; -- its name; empty: those of before have their clock
INSERT INTO guilds (id) SELECT DISTINCT guild_id FROM tables WHERE guild_id NOT IN (SELECT id FROM guilds);
