"""A backup made in mid-hand is restored, and the game goes on from there."""

from pathlib import Path

import pytest

from bot.store import backup
from bot.store.ledger import tallies
from bot.store.restore import restore
from tests.e2e.house import Group, House

pytestmark = pytest.mark.in_a_file("a server is backed up with pg_dump")


async def test_a_game_goes_on_from_a_backup_made_in_mid_hand(gather, house: House, tmp_path: Path):
    group: Group = gather(2)
    await group.sit_down(variant="turbo")
    await group.deal()
    for person in group.people:
        await group.act(person)
    saved = house.table(group.channel).played
    assert saved is not None
    backup.back_up(house.path, tmp_path / "copy.sqlite3")
    await group.play_out()

    await house.stop()
    restore(tmp_path / "copy.sqlite3", house.path, 0)
    await house.start()
    await house.catch_up()
    restored = house.table(group.channel).played
    assert restored is not None
    assert restored.log == saved.log
    await group.finish()
    await group.play_hand()
    with house.read() as db:
        assert [line.hands for line in tallies.standing(db, group.guild.id)] == [2, 2]
        assert db.execute("SELECT count(*) FROM entries").fetchone()[0] == 2
    assert "Hand 2" in group.result().text


async def test_a_backup_made_in_the_lobby_brings_the_lobby_back(
    gather, house: House, tmp_path: Path
):
    group: Group = gather(2)
    await group.sit_down(variant="turbo")
    backup.back_up(house.path, tmp_path / "copy.sqlite3")
    await group.play_hand()
    await house.stop()
    restore(tmp_path / "copy.sqlite3", house.path, 0)
    await house.start()
    await house.catch_up()
    await group.does(group.people[0], "Start")
    await house.settle()
    await group.finish()
    with house.read() as db:
        assert [line.hands for line in tallies.standing(db, group.guild.id)] == [1, 1]
