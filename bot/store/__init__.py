"""Storage: SQLite behind one door for writes, or another engine that a folder is for.

Most modules here keep rows, and are named for what these rows are: `tables`, `hands`, `seats`,
`tournaments` and so on. Each holds the SQL of its tables, and the records that it reads them
into; `ledger` does so for bookings and all that is summed up from them. The columns of a table
are in `migrations`.

The others are the engine. `database` is the door, with its transactions; `engine` and `backend`
say what it needs of an engine, which `engines` chooses: a file with its `connection` and `lock`, or
what is in `postgresql`. `schema` knows the tables there are. `cache` is what stays known of tables.
`backup`, `restore` and `moving` copy a whole database.
"""
