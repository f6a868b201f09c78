"""The bot on a PostgreSQL server, as one process or as several: for a bot that must not be down.

Whoever keeps everything in a file imports nothing of this. `bot.store.engines` reaches for it when
the address of the database is a server's, and nobody else does.

What it promises
    Everything is as in a file, on PostgreSQL 14 or later: what is confirmed is kept, all of a
    transaction or nothing of it, and its errors are those of `sqlite3`. The schema is that of the
    files in `migrations`, put into other words. A connection that was lost is made anew, and what
    was left undone meanwhile is gone on with. Several processes serve a part of the shards each:
    any of them serves any press, at any table; what nobody asks for is done by one of them alone,
    and by another within 25 seconds if that one dies.

Its rows
    `schema_version` has the number of the schema; `leases` says which process looks after which
    shards, and until when.

Its seams, by which everything else meets it
    - the address of a server, and `OFC_SHARDS` (`bot.settings`);
    - `Backend`, the database as the door to it needs it, whose connection is an `OtherEngine` where
      engines have words of their own (`bot.store.engines`, `bot.store.engine`);
    - `ours_of_guild`, the condition of every query for what is to be done by itself
      (`bot.store.engine`);
    - `Others`, which hears of other processes, tells them, and stands by while the server is away;
    - `Turns`, which shares Discord's limits with them (both in `bot.store.engines`).

Where what is: `server` is the backend; `server_connection` and `dialect` are its connection;
`server_schema` brings the schema up to date; `server_memory` is what stays known of tables;
`others` stands beside, with `leases`.
"""
