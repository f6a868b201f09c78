"""The database is deleted or replaced under the running bot."""

import shutil

import pytest

from tests.e2e.house import CANNOT_SAVE, Group, House


@pytest.mark.in_a_file("a server's database is not deleted under its connections")
@pytest.mark.parametrize("how", ["deleted", "replaced"])
async def test_nothing_is_confirmed_that_would_be_lost_with_the_file(
    house: House, group: Group, how: str
):
    assert house.bot is not None
    health = house.bot.health
    assert await health.fault() is None
    before = house.table(group.channel).played
    kept = house.path.with_name("kept")
    house.path.rename(kept)
    if how == "replaced":
        shutil.copy(kept, house.path)
    bob = group.people[1]
    for entry in ("fmmbb", "fmmbb!"):
        reply = await bob.types(group.channel, f"/ofc place cards:{entry}")
        assert CANNOT_SAVE in reply.text
    assert f"the database {house.path} was deleted or replaced" in str(await health.fault())
    kept.replace(house.path)
    assert await health.fault() is None, "it is the same file again"
    assert house.table(group.channel).played == before
    await group.finish()
