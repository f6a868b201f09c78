"""Storage: an SQLite file with a single writer, or a PostgreSQL server.

Most modules here keep rows, and are named for what these rows are: `tables`, `hands`, `seats`,
`tournaments` and so on. Each holds the SQL of its tables, and the records that it reads them
into; `ledger` does so for bookings and all that is summed up from them. The columns of a table
are in `migrations`.

The others are the machinery below. `database` runs transactions; `engine` is what all know of an
engine's connections, `engines` what each engine has to do, and which it is: a file with its
`connection` and `lock`, or what is in `postgresql`. `schema` brings a database up to date. `cache`
keeps tables in memory while they stay the same. `backup`, `restore` and `moving` copy a whole
database.
"""
