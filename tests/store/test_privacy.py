"""Whoever is forgotten is nowhere any more, and whoever asks gets all that is kept about them."""

import re
import sqlite3
from contextlib import closing
from dataclasses import fields, replace
from pathlib import Path

import pytest

from bot.store import drafts, hands, players, privacy, schema, seats, tables
from bot.store.connection import connect
from bot.store.drafts import DraftKey, DraftKind
from bot.store.hands import LineupRow
from bot.store.ledger import journal, tallies
from bot.store.tournaments import tournaments
from bot.values.ledger_records import DAY, LedgerError
from bot.values.options import TableOptions
from bot.values.preferences import Preferences
from tests.ledger.played import played_ledger
from tests.screens.positions import PINEAPPLE, draft
from tests.store.rows import GUILD, add_players, add_tournament, everything_about, joined
from tests.store.zebulon import DM, MESSAGE, USER, ZEB, ZONE, fill

ERASED = {
    "players": {
        "user_id",
        "name",
        "handle",
        "locale",
        "dm_channel_id",
        "dm_closed",
        "forget_asked_at",
        "dm_refusals",
        "dm_again_at",
        *(field.name for field in fields(Preferences)),
    },
    "surfaces": {"channel_id", "message_id", "posted_at", "posts"},
    "messages": {"channel_id", "message_id"},
}
"""The columns that could identify somebody; forgetting empties them or deletes their rows."""

IMPERSONAL = {
    "achievements": "guild_id kind hand_id number",
    "attempts": "deal_id practice guild_id is_told began_at log ended_at points costs judge"
    " variant level seat visits number total",
    "arrivals": "table_id round came_from brought",
    "ballots": "vote_id agrees",
    "best_boards": "table_id hand board front middle back points",
    "bookings": "hand_id guild_id number season channel_id variant booked_at day is_void",
    "challenges": "id deal_id guild_id channel_id locale ends_at due_at",
    "consents": "proposal_id place agreed_at",
    "daily_deals": "day place deal_id",
    "deadlines": "table_id decision due_at",
    "deals": "table_id number secret commitment committed_at message anew",
    "drafts": "about stage guild_id layouts brush armed places_at",
    "entrants": "tournament_id entered_at out_round out_stack drawn_to",
    "entries": "id guild_id hand_id points reverses reason booked_at",
    "facts": "name value",
    "finishes": "tournament_id guild_id place people against",
    "feats": "hand_id kind value guild_id number",
    "finals": "season_id place hands points best worst",
    "fixed_deals": "id secret commitment committed_at message joined anew seen par",
    "former_finals": "season_id place hands points best worst",
    "former_players": "hand_id",
    "guild_channels": "guild_id channel_id",
    "guilds": "id locale rules clock skin deck role_id announces setup told_role_id tells_skill"
    " daily_channel_id time_zone leaderboard_channel_id pace",
    "duplicates": "tournament_id rounds hands seconds seed",
    "entry_seeds": "tournament_id seed added_at",
    "hands": "seal id table_id number button seeds message joined by_seat dealt_as counts seen"
    " started_at ended_at",
    "missed_rounds": "tournament_id round counts",
    "shared_deals": "tournament_id round hand secret commitment anew seed",
    "loss_limits": "table_id points",
    "matches": "table_id secret commitment seed anew seen",
    "plays": "hand_id seat points",
    "covers": "hand_id",
    "visits": "hand_id seat points",
    "invitations": "table_id until",
    "judgements": "hand_id seat judge given luck worst",
    "exercises": "page seed cost judge ended_at",
    "learners": "lesson seed solved",
    "lineups": "hand_id table_seat seat fantasyland can_lose",
    "origins": "tournament_id number secret commitment joined fixed_at",
    "operations": "hand_id number operation at on_behalf",
    "mistakes": "hand_id seat at street line kind cost parts",
    "messages": "id kind guild_id about locale posts shown changes due_at",
    "players": "id level tag",
    "proposals": "id guild_id channel_id hand_id body made_at outcome",
    "reminders": "table_id decision since told told_at next_at",
    "results": "hand_id seat guild_id number board fate fantasyland earned is_foul scoops front"
    " middle back royalties points is_void",
    "rivalries": "guild_id day season channel_id variant hands points won lost weight"
    " judged_weight lucky_weight",
    "rooms": "tournament_id number message_id thread_id message is_archived",
    "schedules": "tournament_id guild_id is_reminded due_at event_id shown is_gone",
    "seals": "guild_id number about seal",
    "seasons": "id guild_id number name started_at ended_at",
    "seats": "table_id seat fantasyland wants_stop ready run_outs waited_since",
    "seeds": "table_id number is_typed seed added_at",
    "stakes": "table_id from_hand stake",
    "start_notices": "tournament_id kind starts_at added_at",
    "streaks": "guild_id run won lost",
    "surfaces": "table_id slot key version painted_key painted_version",
    "tables": "id guild_id channel_id locale button opened_at closed_at skin deck closes_at ends_at"
    " ended_by deals_at rematch_of stops told_role_id levels tournament_id room play_until round"
    " shared_seed first_hand failures",
    "tallies": "guild_id day season channel_id variant hands points squares best worst fouls"
    " visits stays scoops front middle back judged given luck first_hands first_points last_hands"
    " last_points net judged_net lucky_net given_each given_squares",
    "time_banks": "tournament_id table_id decision seconds empties_at",
    "threads": "table_id thread_id proposal_id from_hand",
    "totals": "table_id points",
    "tournaments": "id guild_id channel_id locale format options is_won round opened_at ended_at"
    " round_ends_at due_at paused_at starts_at is_put_off empty_until waits_since failures message"
    " no_threads threads_at",
    "unjudged": "hand_id",
    "waiters": "id table_id since",
    "votes": "id table_id made_at",
}
"""Columns that say nothing about who somebody is; `locale` of tables and guilds is the
server's. Not named are those whose condition lists all their values, as that of a flag does, and
the options of a table that are no text."""
_LISTED = re.compile(r"CHECK\s*\(\s*(\w+) IN \(")


def test_what_happens_to_every_column_is_decided(db: sqlite3.Connection, tmp_path: Path):
    """A new column is erased, holds our own id of somebody, or says nothing about a person.

    Whoever adds one decides: see `ERASED` and `IMPERSONAL` above.
    """
    with closing(connect(tmp_path / "as_sqlite.sqlite3")) as as_sqlite:
        made = as_sqlite.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'")
        listed = {name: set(_LISTED.findall(sql)) for name, sql in made}
    own_ids = privacy.personal_columns(db)
    decided = {
        table: ERASED.get(table, set())
        | set(own_ids.get(table, ()))
        | set(IMPERSONAL.get(table, "").split())
        | listed[table]
        for table in schema.columns(db)
    }
    decided["tables"] |= {each.name for each in fields(TableOptions) if each.type is not str}
    assert decided == {table: set(names) for table, names in schema.columns(db).items()}


def found_in(db: sqlite3.Connection) -> set[str]:
    """Where anything that tells who Zebulon is still stands."""
    told = {str(secret) for secret in (USER, DM, MESSAGE, ZEB.name, ZEB.handle, ZEB.locale, ZONE)}
    return {
        f"{table}.{name}"
        for table in schema.columns(db)
        for row in db.execute(f"SELECT * FROM {table}")
        for name, value in dict(row).items()
        if any(secret in str(value) for secret in told)
    }


def test_whoever_is_forgotten_is_in_no_table_any_more(db: sqlite3.Connection):
    zeb = fill(db)
    assert found_in(db) >= {
        "players.user_id",
        "players.name",
        "players.time_zone",
        "surfaces.message_id",
    }
    tables.close(db, 1, now=2)
    privacy.forget(db, zeb)
    assert found_in(db) == set()
    assert players.find(db, USER) is None
    if schema.is_file(db):  # a server refuses at once what refers to nothing
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []


def test_forgetting_changes_nobodys_points(db: sqlite3.Connection):
    zeb = fill(db)
    before = tallies.standing(db, GUILD)
    tables.close(db, 1, now=2)
    privacy.forget(db, zeb)
    after = tallies.standing(db, GUILD)
    assert [line.points for line in after] == [line.points for line in before]
    assert sum(line.points for line in after) == 0
    assert {line.name for line in after} == {"P0", "P1", f"Player {zeb}"}


def test_whoever_comes_back_begins_anew(db: sqlite3.Connection):
    zeb = fill(db)
    tables.close(db, 1, now=2)
    privacy.forget(db, zeb)
    assert players.remember(db, ZEB).id != zeb


def test_nobody_is_forgotten_while_they_have_a_seat_or_a_hand(db: sqlite3.Connection):
    zeb = fill(db)
    with pytest.raises(LedgerError, match="You're still playing"):
        privacy.forget(db, zeb)
    hands.add(db, 1, number=2, button=1, lineup=[LineupRow(1, zeb, 0, 0)], now=DAY)
    seats.stand_up(db, 1, zeb)
    with pytest.raises(LedgerError, match="You're still playing"):
        privacy.forget(db, zeb)


def test_nobody_is_forgotten_while_they_are_in_a_tournament(db: sqlite3.Connection):
    (ann,) = add_players(db, 1)
    tournament = add_tournament(db, ann)
    with pytest.raises(LedgerError, match="You're still playing"):
        privacy.forget(db, ann)
    tournaments.withdraw(db, tournament, ann)
    privacy.forget(db, ann)


def test_the_export_has_every_row_that_names_them_and_only_their_own_cards(db: sqlite3.Connection):
    zeb = fill(db)
    lineup = [LineupRow(1, zeb, 0, 0), LineupRow(2, 1, 1, 0)]
    hand = hands.add(db, 1, number=2, button=1, lineup=lineup, now=DAY)
    for number, operation in enumerate(["deal 0 AsKs", "deal 1 2c3c", "place 0 As / - / Ks"]):
        db.execute("INSERT INTO operations VALUES (?, ?, ?, 1, 0)", (hand, number, operation))
    for player, layout in ((zeb, "fb"), (1, "mm")):
        key = DraftKey(DraftKind.HAND, hand, player, 0)
        drafts.keep(db, key, replace(draft(PINEAPPLE), layout=layout))
    kept = everything_about(db, zeb)
    assert [row["user_id"] for row in kept["players"]] == [USER]
    for table, names in privacy.personal_columns(db).items():
        where = " OR ".join(f"{name} = {zeb}" for name in names)
        rows = db.execute(f"SELECT COUNT(*) FROM {table} WHERE {where}").fetchone()[0]
        assert len(kept[table]) == rows, table
    assert [row["operation"] for row in kept["operations"]] == [
        "deal 0 AsKs",
        "place 0 As / - / Ks",
    ]
    assert [row["layouts"] for row in kept["drafts"]] == ["fb"]
    assert "deal 1" not in str(kept)
    assert "secret" not in str(kept)
    assert journal.totals(db, 1, up_to=9)[zeb] == 4


def naive(db: sqlite3.Connection, player_id: int) -> dict[str, list[tuple[object, ...]]]:
    """All rows that name somebody, and those of their seats, table by table in whatever order."""
    found = {
        table: f"SELECT * FROM {table} WHERE {' OR '.join(f'{name} = ?1' for name in names)}"
        for table, names in privacy.personal_columns(db).items()
    }
    found |= {
        table: f"SELECT {table}.* FROM {table} JOIN lineups USING (hand_id)"
        f" WHERE player_id = ?1 AND lineups.seat = {table}.seat"
        for table in ("mistakes", "plays", "visits")
    }
    return {
        table: sorted(map(tuple, db.execute(query, (player_id,))), key=repr)
        for table, query in found.items()
    }


def test_what_is_read_little_by_little_is_what_is_read_at_once(db: sqlite3.Connection):
    played_ledger(db, 3, 130)
    for (player_id,) in db.execute("SELECT id FROM players").fetchall():
        reads = privacy.portions(db, player_id)
        parts = [read(db) for read in reads]
        hands_of = [{row["hand_id"] for row in part.get("lineups", ())} for part in parts]
        assert max(map(len, hands_of)) <= 50, "then it is somebody else's turn"
        kept = joined(parts)
        wanted = naive(db, player_id)
        assert kept.keys() == {"players", "operations", *wanted}
        for table, rows in wanted.items():
            assert sorted((tuple(row.values()) for row in kept[table]), key=repr) == rows, table
        seats = {row["hand_id"]: row["seat"] for row in kept["lineups"]}
        own = [
            row
            for hand_id, seat in seats.items()
            for row in db.execute("SELECT * FROM operations WHERE hand_id = ?", (hand_id,))
            if row["operation"].split()[1] == str(seat)
        ]
        assert len(kept["operations"]) == len(own)
