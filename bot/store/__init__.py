"""Storage: SQLite or PostgreSQL behind one door for writes.

Most modules here keep rows, and are named for what these rows are: `tables`, `hands`, `seats`,
`tournaments` and so on. Each holds the SQL of its tables, and the records that it reads them
into; `ledger` does so for bookings and all that is summed up from them. The columns of a table
are in `migrations`.

The others are the engine. `database` is the door, with `writing` for its transactions; `engine`,
`engines` and `backend` say what it needs of an engine, which is a `file` with its `connection`
and `lock`, or a `server` with `postgres`, `dialect`, `server_schema` and `server_memory`. `schema`
and `catalog` know the tables there are, `upsert` makes SQL that both take. `cache` and `shared`
are what stays known of tables; `sharing`, `watch` and `care` divide the work among processes.
`backup`, `restore` and `moving` copy a whole database.
"""
