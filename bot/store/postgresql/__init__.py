"""The bot on a PostgreSQL server, as one process or as several: for a bot that must not be down.

Everything is as in a file, on PostgreSQL 14 or later: what is confirmed is kept, all of a
transaction or nothing of it, and its errors are those of `sqlite3`. The schema is that of the files
in `migrations`, put into other words. A connection that was lost is made anew, and what was left
undone meanwhile is gone on with. Several processes serve a part of the shards each: any of them
serves any press, at any table; what nobody asks for is done by one of them alone, and by another
within 25 seconds if that one dies.

`server` is the backend, with what stays known of tables; `server_connection` is its connection;
`server_schema` brings the schema up to date; `others` is what is beside. By which seams all else
meets this is told in `docs/architecture.md`.
"""
