"""The store's SQL, which is SQLite's, in PostgreSQL's words: statements, and what makes the schema.

Both engines understand nearly all of it. What they do not is put into other words here, by patterns
and not by a parser: what is written in `bot/store` is what has to be understood.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from bot.store.engine import Values

Keys = Mapping[str, tuple[Sequence[str], Sequence[str]]]
"""Table -> the columns of its primary key, and all of its columns."""

_PIECES: Final = re.compile(r"'[^']*'|--[^\n]*|\?\d*|(?<![:\w]):[a-z_]+")
"""Texts and comments, in which nothing stands for a value, and what stands for one."""
_LATE: Final = re.compile(r"\s*INSERT OR (REPLACE|IGNORE) INTO (\w+)(?:\s*\(([^)]*)\))?", re.ASCII)
_UPSERT: Final = re.compile(r"INSERT INTO (\w+)\b(.*)\bON CONFLICT DO UPDATE\b", re.DOTALL)
_WORDS: Final = (
    (re.compile(r"^\s*BEGIN IMMEDIATE\b"), "BEGIN"),
    # How SQLite is to walk; PostgreSQL keeps figures about its tables and finds out itself.
    (re.compile(r"\bINDEXED BY \w+"), ""),
    (re.compile(r"\bCROSS JOIN(?=\s+\w+(\s+\w+)?\s+(ON|USING)\b)"), "JOIN"),
    (re.compile(r"\bAS INTEGER\)"), "AS BIGINT)"),
    # Truth values are numbers here, as they are in a file.
    (re.compile(r"\bNOT ((?:[a-z]\w*\.)?[a-z]\w*)\b(?! *[(.])"), r"\1 = 0"),
    (re.compile(r"\b(AND|WHERE) ((?:[a-z]\w*\.)?is_[a-z]+)\b(?! *[=<(])"), r"\1 \2 <> 0"),
)


class Statement(NamedTuple):
    """A statement with `$1` and so on for values; `names` are theirs if they have some."""

    text: str
    names: tuple[str, ...]

    def ordered(self, values: Values) -> Sequence[Any]:
        """The values in the order of their numbers."""
        return [values[name] for name in self.names] if isinstance(values, Mapping) else values


class Translator:
    """Translates statements about tables with these keys; what was translated stays known."""

    def __init__(self, keys: Keys) -> None:
        self._keys = keys
        self.translated = lru_cache(maxsize=1024)(self._translated)

    def _translated(self, sql: str) -> Statement:
        """A statement of SQLite's as PostgreSQL takes it."""
        for pattern, word in _WORDS:
            sql = pattern.sub(word, sql)
        sql = _UPSERT.sub(self._aimed, sql)
        late = _LATE.match(sql)
        if late is not None:
            sql = f"INSERT INTO {sql[late.start(2) :]} ON CONFLICT {self._outcome(*late.groups())}"
        return _numbered(sql)

    def _aimed(self, upsert: re.Match[str]) -> str:
        table, between = upsert.groups()
        return f"INSERT INTO {table}{between}ON CONFLICT ({self._key(table)}) DO UPDATE"

    def _key(self, table: str) -> str:
        return ", ".join(self._keys[table][0])

    def _outcome(self, kind: str, table: str, named: str | None) -> str:
        """What becomes of a row that is there: REPLACE leaves nothing of it."""
        if kind == "IGNORE":
            return "DO NOTHING"
        key, every = self._keys[table]
        given = every if named is None else [each.strip() for each in named.split(",")]
        new = (
            f"{each} = excluded.{each}" if each in given else f"{each} = DEFAULT"
            for each in every
            if each not in key
        )
        return f"({self._key(table)}) DO UPDATE SET {', '.join(new)}"


def _numbered(sql: str) -> Statement:
    """With `$1` and so on in place of `?`, `?1` and `:name`."""
    names: list[str] = []
    last = 0

    def number(piece: re.Match[str]) -> str:
        nonlocal last
        mark = piece[0]
        if mark[0] in "'-":
            return mark
        if mark[0] == ":":
            if mark[1:] not in names:
                names.append(mark[1:])
            return f"${names.index(mark[1:]) + 1}"
        at = int(mark[1:] or last + 1)
        last = max(last, at)
        return f"${at}"

    return Statement(_PIECES.sub(number, sql), tuple(names))


# --- the schema ------------------------------------------------------------------------------

PRELUDE: Final = """
CREATE FUNCTION max(anycompatible, anycompatible) RETURNS anycompatible
    LANGUAGE sql IMMUTABLE AS 'SELECT greatest($1, $2)';
CREATE FUNCTION min(anycompatible, anycompatible) RETURNS anycompatible
    LANGUAGE sql IMMUTABLE AS 'SELECT least($1, $2)';
CREATE FUNCTION iif(boolean, anycompatible, anycompatible) RETURNS anycompatible
    LANGUAGE sql IMMUTABLE AS 'SELECT CASE WHEN $1 THEN $2 ELSE $3 END';
CREATE FUNCTION count_truth(bigint, boolean) RETURNS bigint
    LANGUAGE sql IMMUTABLE AS 'SELECT $1 + CASE WHEN $2 THEN 1 ELSE 0 END';
CREATE AGGREGATE sum(boolean) (SFUNC = count_truth, STYPE = bigint, INITCOND = '0');
CREATE TABLE schema_version (version BIGINT NOT NULL);
CREATE TABLE leases (
    shard  BIGINT PRIMARY KEY,
    shards BIGINT NOT NULL,
    holder BIGINT NOT NULL,
    until  TIMESTAMPTZ NOT NULL
);
"""
"""What SQLite has of itself: the greater and the lesser of two, choices, sums of truths, and a
place for the number of the schema. Leases are for several processes, which SQLite does not have."""
_COMMENTS: Final = re.compile(r"('[^']*')|--[^\n]*")
_TYPES: Final = (
    (r"\bid(\s+)INTEGER PRIMARY KEY", r"id\1BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY"),
    (r"\bINTEGER\b", "BIGINT"),
    # By code points, as SQLite orders, whatever the language of the server.
    (r"(?<!\bAS )\bTEXT\b", 'TEXT COLLATE "C"'),
    (r"\bBLOB\b", "BYTEA"),
    (r"\) STRICT(, WITHOUT ROWID)?;", ");"),
    (r"lower\(hex\(randomblob\(8\)\)\)", "right(replace(gen_random_uuid()::text, '-', ''), 16)"),
)
_TRIGGER: Final = re.compile(
    r"CREATE TRIGGER (?P<name>\w+)\s+(?P<event>(?:BEFORE|AFTER) [^;]*?)\s+ON (?P<table>\w+)"
    r"(?:\s+WHEN (?P<when>[^;]*?))?\s+BEGIN(?P<body>.*?;)\s*END;",
    re.DOTALL,
)
_TABLE: Final = re.compile(r"CREATE TABLE (?P<name>\w+) .*?\n\);", re.DOTALL)
_REFERENCE: Final = re.compile(
    r"^    (?P<column>\w+)\b[^,\n]*?(?P<word>\bREFERENCES (?P<to>\w+))", re.MULTILINE
)
_RAISE: Final = re.compile(r"SELECT RAISE\(ABORT, ('[^']*')\);")


def schema(script: str) -> str:
    """A migration of SQLite's as PostgreSQL takes it."""
    script = _COMMENTS.sub(lambda piece: piece[1] or "", script)
    for pattern, word in _TYPES:
        script = re.sub(pattern, word, script)
    return _TRIGGER.sub(_trigger, _in_order(script))


def _in_order(script: str) -> str:
    """With references to tables that are made only later added at the end."""
    made = list(_TABLE.finditer(script))
    names = [table["name"] for table in made]
    late: list[str] = []

    def kept(table: re.Match[str]) -> str:
        name = table["name"]
        later = names[names.index(name) + 1 :]

        def column(found: re.Match[str]) -> str:
            if found["to"] not in later:
                return found[0]
            late.append(
                f"ALTER TABLE {name} ADD FOREIGN KEY ({found['column']}) REFERENCES {found['to']};"
            )
            return found[0][: found.start("word") - found.start()]

        return _REFERENCE.sub(column, table[0])

    return "\n".join([_TABLE.sub(kept, script), *late])


def _trigger(found: re.Match[str]) -> str:
    """A trigger with a function of its name: PostgreSQL's have their statements there."""
    name, event, table = found["name"], found["event"], found["table"]
    body = _RAISE.sub(r"RAISE integrity_constraint_violation USING MESSAGE = \1;", found["body"])
    if found["when"] is not None:
        body = f"IF {found['when']} THEN {body} END IF;"
    row = "OLD" if "DELETE" in event else "NEW"
    return f"""
CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN {body} RETURN {row}; END $$;
CREATE TRIGGER {name} {event} ON {table} FOR EACH ROW EXECUTE FUNCTION {name}();"""
