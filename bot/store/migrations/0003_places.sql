-- Tables and tournaments of a server or a channel, found among those of years.

DROP INDEX tables_with_stacks;
CREATE INDEX tables_of_guild ON tables (guild_id);
CREATE INDEX tables_by_closing ON tables (closed_at, guild_id);
CREATE INDEX tournaments_of_channel ON tournaments (channel_id);
CREATE INDEX rooms_by_thread ON rooms (thread_id) WHERE thread_id IS NOT NULL;
