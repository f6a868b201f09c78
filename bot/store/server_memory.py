"""What a connection to a server knows of tables: triggers of the schema tell it what it changes."""

from collections.abc import Iterator
from typing import Final

from bot.store.cache import ABOUT_TABLES, OF_WHICH, Memory
from bot.store.postgres import ServerConnection

REMEMBERS: Final = "SET ofc.remembers = 'on'; LISTEN ofc_changes"
"""Has the triggers tell this connection of its own writes, and of others' that there are some."""


KNOWS: Final = "know_"
"""How the names of these triggers and their functions begin."""


def triggers() -> Iterator[str]:
    """SQL for triggers that tell this connection which tables and players change."""
    for name, of in {**ABOUT_TABLES, "players": "{row}.id"}.items():
        old, new = of.format(row="OLD"), of.format(row="NEW")
        update = OF_WHICH.get(name, {}).get("UPDATE", "UPDATE")
        # Whoever is new is at no table yet.
        events = f"{update} OR DELETE" if name == "players" else f"INSERT OR {update} OR DELETE"
        yield f"""
CREATE OR REPLACE FUNCTION {KNOWS}{name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF current_setting('ofc.remembers', true) IS DISTINCT FROM 'on' THEN
        PERFORM pg_notify('ofc_changes', ''); RETURN NULL;
    END IF;
    IF TG_OP <> 'INSERT' THEN RAISE NOTICE 'ofc {name} %', {old}; END IF;
    IF TG_OP <> 'DELETE' THEN RAISE NOTICE 'ofc {name} %', {new}; END IF;
    RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER {KNOWS}{name} AFTER {events} ON {name}
    FOR EACH ROW EXECUTE FUNCTION {KNOWS}{name}();"""


class ServerMemory(Memory):
    """The memory of a connection to a server: its triggers say what they have seen."""

    def __init__(self, db: ServerConnection) -> None:
        super().__init__()
        db.heard = self._hear
        db.others_wrote = self.forget_everything

    def _hear(self, said: str) -> None:
        words = said.split()
        if len(words) != 3 or words[0] != "ofc" or not words[2].isdecimal():
            return
        if words[1] == "players":
            self.player_changed(int(words[2]))
        else:
            self.table_changed(words[1], int(words[2]))
