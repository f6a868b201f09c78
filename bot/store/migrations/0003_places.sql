-- Tables and tournaments of a server or a channel, found among those of years.

DROP INDEX tables_with_stacks;
CREATE INDEX tables_of_guild ON tables (guild_id, closed_at);
CREATE INDEX tournaments_of_channel ON tournaments (channel_id);
CREATE INDEX rooms_by_thread ON rooms (thread_id) WHERE thread_id IS NOT NULL;
