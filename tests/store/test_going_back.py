"""After a backup was put back nothing is dealt that anybody may have seen since it was made."""

import re
import sqlite3
from pathlib import Path
from typing import Final

import pytest

from bot.game import lobby
from bot.game.loading import loaded
from bot.game.play import add_seed, deal
from bot.game.tournaments import several_tables
from bot.game.tournaments.knockout import BREAK, origin_of
from bot.ledger.audit import every_server
from bot.store import backup, deal_sets, players, solo_deals
from bot.store.connection import connect
from bot.store.deal_sets import DAY, DealSet
from bot.store.restore import put_back, resume_after_restore
from bot.store.tournaments import duplicates, origins
from bot.surfaces.contents import proof_of
from bot.upkeep import bring_back
from bot.values.options import Destination, TableOptions
from ofc_engine.origin import secret_of
from tests.game.duplicate_matches import Match
from tests.game.knock_outs import KnockOut
from tests.game.league import League
from tests.store.rows import GUILD, add_players

NOW: Final = 2_000_000
_SECRETS: Final = (
    (
        "SELECT secret FROM deals d WHERE NOT EXISTS (SELECT 1 FROM hands h"
        " WHERE h.table_id = d.table_id AND h.number = d.number)"
    ),
    (
        "SELECT secret FROM shared_deals d WHERE NOT EXISTS (SELECT 1 FROM tables t JOIN hands h"
        " ON h.table_id = t.id AND h.number = d.hand"
        " WHERE t.tournament_id = d.tournament_id AND t.round = d.round)"
    ),
    "SELECT secret FROM matches WHERE seed IS NULL",
    "SELECT secret FROM fixed_deals WHERE joined IS NULL",
)


def to_come(db: sqlite3.Connection) -> set[bytes]:
    """All secrets of which nobody has been dealt a card, but those of matches in play."""
    rows = (row for query in _SECRETS for row in db.execute(query))
    latest = db.execute(
        "SELECT secret FROM origins o WHERE number ="
        " (SELECT max(number) FROM origins WHERE tournament_id = o.tournament_id)"
    )
    return {row[0] for row in (*rows, *latest)}


def seated(db: sqlite3.Connection) -> int:
    """A table at which two wait for their first hand."""
    host, other = (players.get(db, player) for player in add_players(db, 2))
    table_id = lobby.open_table(
        db,
        host,
        TableOptions(),
        Destination(GUILD, 77, "en-US"),
        secret=b"s" * 32,
        now=1,
    )
    lobby.join(db, loaded(db, table_id), other, 2)
    return table_id


def begun(db: sqlite3.Connection) -> KnockOut:
    """A knock-out between its first two hands, with one secret for all of them."""
    tournament = KnockOut(db, 6)
    origins.add(db, tournament.id, b"o" * 32, 1)
    tournament.make_threads()
    tournament.let_pass(0)
    for table in tournament.found.tables:
        tournament.give_up(table)
    return tournament


def test_no_secret_that_was_to_be_dealt_from_is_dealt_from(db: sqlite3.Connection):
    tournament = begun(db)
    before = to_come(db)
    assert len(before) == 3, "two tables' next, and that of the tournament"
    renewed = put_back(db, NOW)
    assert (renewed.tables, renewed.tournaments, renewed.in_play) == (2, 1, 0)
    assert not before & to_come(db)
    tournament.let_pass(BREAK)
    assert tournament.dealt == [2, 2]
    for table in tournament.found.tables:
        played = loaded(db, table.id).played
        assert played is not None
        assert played.row.secret not in before
        origin = origins.get(db, tournament.id)
        assert origin is not None
        assert played.row.secret == secret_of(origin.secret, table.row.room or 0, 2)
    assert [server.fault for server in every_server(db)] == [None]


def test_hands_from_before_still_come_from_what_they_came_from(db: sqlite3.Connection):
    tournament = begun(db)
    first = origins.get(db, tournament.id)
    assert first is not None
    put_back(db, NOW)
    tournament.let_pass(BREAK)
    for table in tournament.found.tables:
        tournament.give_up(loaded(db, table.id))
    several_tables.end_now(db, tournament.row, tournament.now)
    second = origins.get(db, tournament.id)
    assert second is not None
    for table in tournament.found.every:
        for number, origin in ((1, first), (2, second)):
            found = loaded(db, table.id, hand=number)
            assert found.played is not None
            proof = proof_of(found.played, origin_of(db, found))
            proof.verify()
            assert proof.origin is not None
            assert (proof.origin.commitment, proof.origin.secret) == (
                origin.commitment,
                origin.secret,
            )


def test_what_was_added_before_does_not_count(db: sqlite3.Connection):
    table_id = seated(db)
    table = loaded(db, table_id)
    add_seed(db, table, table.people[1], "tiger7", 5)
    put_back(db, NOW)
    after = loaded(db, table_id).next_deal
    assert after is not None
    assert (after.seeds, after.message, after.anew) == ({}, None, NOW)
    add_seed(db, loaded(db, table_id), table.people[1], "lion8", NOW + 1)
    with pytest.raises(sqlite3.IntegrityError, match="never deleted"):
        db.execute("DELETE FROM seeds")
    deal(db, loaded(db, table_id), bytes(32), NOW + 2)
    with pytest.raises(sqlite3.IntegrityError, match="never changed"):
        db.execute("UPDATE deals SET secret = commitment, anew = ? WHERE number = 1", (NOW + 9,))


def test_a_running_hand_goes_on_with_its_cards_and_says_so(db: sqlite3.Connection):
    table_id = seated(db)
    deal(db, loaded(db, table_id), bytes(32), 5)
    before = loaded(db, table_id).running
    assert before is not None
    assert put_back(db, NOW).in_play == 1
    after = loaded(db, table_id).running
    assert after is not None
    assert (after.log, after.row.secret) == (before.log, before.row.secret)
    assert after.row.seen


def test_the_rounds_to_come_of_a_duplicate_tournament_are_dealt_from_other_secrets(
    db: sqlite3.Connection,
):
    league = League(db, 6, rounds=2, hands=2)
    league.start()
    early, late = league.tables
    slow = late.seats[0].player_id
    league.play(slow)
    committed = duplicates.commitments(db, league.id)
    put_back(db, NOW)
    after = duplicates.commitments(db, league.id)
    changed = {place for place in after if after[place] != committed[place]}
    assert changed == {(2, 1), (2, 2)}, "of the first round one group has been dealt all"
    league.play()
    assert league.cards_dealt(early, 2) == league.cards_dealt(late, 2)
    league.play()
    for table in league.tables:
        played = loaded(db, table.id, hand=1).played
        assert played is not None
        assert (played.row.commitment, played.row.seeds) == (after[2, 1], ("-",))
        proof_of(played).verify()
    assert [server.fault for server in every_server(db)] == [None]


def test_a_match_that_has_not_begun_is_another_and_one_that_has_says_so(db: sqlite3.Connection):
    match = Match(db)
    waiting = match.table.match
    assert waiting is not None
    assert put_back(db, NOW).tables == 1
    anew = match.table.match
    assert anew is not None
    assert anew.commitment != waiting.commitment
    match.now = NOW + 1
    match.play(2)
    assert put_back(db, NOW + 100).in_play == 1
    playing = match.table.match
    assert playing is not None
    assert playing.seen
    assert playing.commitment == anew.commitment
    match.now = NOW + 200
    match.play(4)
    assert [server.fault for server in every_server(db)] == [None]


def test_the_deal_of_a_day_is_another_unless_somebody_has_begun_it(db: sqlite3.Connection):
    day = DealSet(DAY, 20_000)
    (today,) = deal_sets.commit_to(db, day, lambda: b"a" * 32, NOW - 100)
    (tomorrow,) = deal_sets.commit_to(db, day.after, lambda: b"b" * 32, NOW - 100)
    begun_today = solo_deals.first_begun(db, today.id, "1442", NOW - 50)
    renewed = put_back(db, NOW)
    assert (renewed.alone, renewed.in_play) == (1, 1)
    (after,) = deal_sets.deals(db, day)
    assert after is not None
    assert (after.secret, after.joined, after.seen) == (today.secret, begun_today.joined, True)
    (other,) = deal_sets.deals(db, day.after)
    assert other is not None
    assert other.secret != tomorrow.secret
    assert (other.anew, other.seen) == (NOW, False)
    with pytest.raises(sqlite3.IntegrityError, match="never changed"):
        db.execute("UPDATE fixed_deals SET secret = commitment, anew = 9999999 WHERE joined <> ''")


def test_going_back_twice_or_with_a_clock_set_back_fixes_all_anew(db: sqlite3.Connection):
    begun(db)
    seen = to_come(db)
    for now in (NOW, NOW, 5):
        put_back(db, now)
        found = to_come(db)
        assert not seen & found
        seen |= found


def test_a_copy_that_is_put_in_place_by_hand_is_noticed(tmp_path: Path):
    path, copy = tmp_path / "ofc.sqlite3", tmp_path / "copy.sqlite3"
    with connect(path) as db:
        seated(db)
    backup.back_up(path, copy, NOW)
    for file, is_copy in ((path, False), (copy, True)):
        db = connect(file)
        before = to_come(db)
        assert (resume_after_restore(db, NOW) is not None) is is_copy
        assert (to_come(db) == before) is not is_copy
        assert resume_after_restore(db, NOW) is None, "once is enough"
        db.close()
    restored = bring_back(copy, tmp_path / "other.sqlite3", tmp_path, NOW)
    assert re.search("tables: 1, tournaments: 0", str(restored.renewed))
