"""Sit-and-gos of the release before, each a table alone, are brought along as they stood."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from bot.game import lobby, play
from bot.game.changes import changed
from bot.game.loading import loaded
from bot.game.table import Table
from bot.game.tournaments import several_tables, starts
from bot.game.tournaments.floors import standing_of, tournament_of
from bot.game.tournaments.past_tournaments import history
from bot.ledger.audit import first_wrong_event
from bot.store import players
from bot.store.connection import connect, connect_checked
from bot.store.tables import State
from bot.store.tournaments import at_tables, schedules, tournaments
from bot.store.tournaments.tournaments import Stage, TournamentRow
from bot.texts import texts_for
from bot.values.options import Destination, TableOptions
from ofc_engine.operations import DeclaredDead
from ofc_engine.rulesets import Ruleset
from tests.e2e.house import secret_of
from tests.store.older import kept_as
from tests.store.rows import GUILD, add_players, add_tournament

NOW: Final = 1_000_000
RULES: Final = Ruleset.of("standard", {"variant": "chinese"})
_AS_IT_WAS: Final = """
    UPDATE old.tables SET
        starts_at = (SELECT starts_at FROM main.tournaments e WHERE e.id = tournament_id),
        is_put_off = (SELECT is_put_off FROM main.tournaments e WHERE e.id = tournament_id),
        ended_by = CASE
            WHEN (SELECT is_won FROM main.tournaments e WHERE e.id = tournament_id) THEN 'stacks'
            WHEN state = 'closed' THEN 'few' ELSE '' END
        WHERE room = 0;
    INSERT INTO old.outs SELECT t.id, player_id, out_round, out_stack
        FROM main.entrants JOIN main.tables t USING (tournament_id)
        WHERE room = 0 AND out_round IS NOT NULL;
    INSERT INTO old.finishes SELECT 'table.' || t.id, player_id, f.guild_id, place, people, against
        FROM main.finishes f JOIN main.tables t USING (tournament_id) WHERE room = 0;
    INSERT INTO old.schedules SELECT s.tournament_id, coalesce(
            (SELECT 'table.' || id FROM main.tables t WHERE t.tournament_id = s.tournament_id),
            'several.' || s.tournament_id
        ), guild_id, stage, is_reminded, due_at, event_id, shown, is_gone FROM main.schedules s;
    INSERT INTO old.start_notices SELECT * FROM main.start_notices;
    DELETE FROM old.entrants WHERE tournament_id IN (
        SELECT id FROM main.tournaments WHERE format = 'sit-and-go'
    );
    DELETE FROM old.tournaments WHERE format = 'sit-and-go';
    UPDATE old.tables SET tournament_id = NULL, room = NULL WHERE room = 0;
"""


class SitAndGo:
    """One in a channel of its own, with so many people."""

    def __init__(self, db: sqlite3.Connection, people: list[int], channel: int) -> None:
        self.db = db
        self.people = [players.get(db, each) for each in people]
        self.id = lobby.open_table(
            db,
            self.people[0],
            TableOptions(RULES, seats=4, stack=20, levels="usual", hints=True, books=False),
            Destination(GUILD, channel, "en-US"),
            secret=secret_of(channel),
            now=NOW,
        )
        for other in self.people[1:]:
            lobby.join(db, self.table, other, NOW)
        changed(db, self.id, NOW)

    @property
    def table(self) -> Table:
        return loaded(self.db, self.id)

    @property
    def row(self) -> TournamentRow:
        assert self.table.sit_and_go is not None
        return self.table.sit_and_go

    def plays(self) -> None:
        play.deal(self.db, self.table, secret_of(self.id), NOW + 5)
        changed(self.db, self.id, NOW + 5)
        while (running := self.table.running) is not None:
            dead = DeclaredDead(next(iter(running.hand.waiting_on)))
            play.carry_out(self.db, self.table, dead, NOW + 9)
        changed(self.db, self.id, NOW + 9)

    def leaves(self, number: int) -> None:
        lobby.leave(self.db, self.table, self.people[number], NOW + 10)
        changed(self.db, self.id, NOW + 10)

    def has_time(self, at: int) -> None:
        starts.plan(self.db, self.row, at, NOW, self.people[0])
        changed(self.db, self.id, NOW)

    def comes_to_its_time(self, at: int) -> None:
        for (schedule,) in self.db.execute("SELECT tournament_id FROM schedules").fetchall():
            starts.follow(self.db, schedule, at, lambda: secret_of(7))
            starts.settle(self.db, schedule, at)


def live(db: sqlite3.Connection) -> list[SitAndGo]:
    """One that was called off, one that was won, one in play, one in its lobby with a time."""
    people = add_players(db, 4)
    called_off = SitAndGo(db, people[:1], 71)
    called_off.has_time(NOW + 60)
    called_off.comes_to_its_time(NOW + 60)
    called_off.comes_to_its_time(NOW + 60 + 20 * 60)
    won, plays = SitAndGo(db, people[:3], 72), SitAndGo(db, people, 73)
    for each in (won, plays):
        each.plays()
        each.leaves(1)
        each.plays()
    won.leaves(0)
    waits = SitAndGo(db, people[1:3], 74)
    waits.has_time(NOW + 99_999)
    return [called_off, won, plays, waits]


def stands(db: sqlite3.Connection, each: SitAndGo) -> dict[str, Any]:
    """All that there is to be known of one."""
    table = loaded(db, each.id)
    row = table.sit_and_go
    assert row is not None
    found = tournament_of(db, row)
    return {
        "state": (table.state, row.state, row.is_won, row.round, row.ended_at, row.lacked_people),
        "time": (row.starts_at, row.is_put_off, schedules.get(db, row.id) is not None),
        "host": (row.host_id, row.channel_id, row.guild_id, row.locale, row.opened_at),
        "options": (row.options, table.options),
        "standing": standing_of(table),
        "tournament": found.standing(),
        "finishes": at_tables.finishes_of(db, row.id),
        "to be told": [(each.player_id, each.kind) for each in schedules.notices(db, row.id)],
        "announcement": tournaments.announced_in(db, row),
    }


def test_they_are_brought_along_as_they_stood(tmp_path: Path):
    now, old = tmp_path / "now.sqlite3", tmp_path / "old.sqlite3"
    with closing(connect(now)) as db:
        db.execute("BEGIN")
        found = live(db)
        add_tournament(db, found[0].people[0].id)
        expected = [stands(db, each) for each in found]
        past = history(db, GUILD, 9, texts_for("en-US"))
        db.execute("COMMIT")
    states = [each["state"] for each in expected]
    assert [each[:3] for each in states] == [
        (State.CLOSED, Stage.OVER, False),
        (State.CLOSED, Stage.OVER, True),
        (State.BETWEEN, Stage.PLAYING, False),
        (State.LOBBY, Stage.OPEN, False),
    ], "each is another"
    assert states[0][5], "too few had come"
    assert len(past) == 1
    kept_as(2, now, old, _AS_IT_WAS)
    connect_checked(old, tmp_path / "backups").close()
    with closing(connect(old)) as db:
        for each, as_it_was in zip(found, expected, strict=True):
            assert stands(db, each) == as_it_was
        assert [each.standing for each in history(db, GUILD, 9, texts_for("en-US"))] == [
            each.standing for each in past
        ]
        assert first_wrong_event(db, GUILD) is None
        kept = db.execute("SELECT options FROM tournaments WHERE format = 'sit-and-go'").fetchall()
        assert all(json.loads(options)["stack"] == 20 for (options,) in kept)
        waiting = "SELECT tournament_id FROM schedules WHERE stage = 'waiting'"
        ((waits,),) = db.execute(waiting).fetchall()
        schedule = schedules.get(db, waits)
        assert schedule is not None
        assert several_tables.find(db, waits).starts_at == NOW + 99_999
