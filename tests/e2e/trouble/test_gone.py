"""The database is deleted or replaced under the running bot."""

import shutil

import pytest

from tests.e2e.house import House


@pytest.mark.in_a_file("a server's database is not deleted under its connections")
@pytest.mark.parametrize("how", ["deleted", "replaced"])
async def test_a_bot_whose_database_is_gone_is_unwell_and_says_so_once(
    house: House, how: str, caplog: pytest.LogCaptureFixture
):
    assert house.bot is not None
    assert await house.bot.health.is_well()
    kept = house.path.with_name("kept")
    house.path.rename(kept)
    if how == "replaced":
        shutil.copy(kept, house.path)
    for _ in range(2):
        assert not await house.bot.health.is_well()
    assert caplog.text.count(f"the database {house.path} was deleted or replaced") == 1
    kept.replace(house.path)
    assert await house.bot.health.is_well(), "it is the same file again"
