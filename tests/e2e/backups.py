"""A bot whose database is put back to a backup."""

from bot.store.engines import sole_connection
from bot.store.restore import put_back
from tests.e2e.house import House


async def gone_back(house: House) -> None:
    """Do what is done where a backup of now is put in the place of the database."""
    await house.stop()
    with sole_connection(house.address, house.folder) as db:
        db.execute("BEGIN")
        put_back(db, int(house.discord.clock.now()))
        db.execute("COMMIT")
    await house.start()
    await house.catch_up()
