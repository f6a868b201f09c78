"""What is logged names table and hand, and never a card or the token."""

import re
from pathlib import Path
from types import MappingProxyType

import pytest

from tests.e2e.child import KillableHouse
from tests.e2e.house import Group
from tests.e2e.secrecy import cards_in


class TalkativeHouse(KillableHouse):
    """Logs all there is to log, into a file."""

    settings = MappingProxyType({"OFC_LOG_LEVEL": "DEBUG"})

    async def start(self) -> None:
        with self.log_file.open("wb") as self.log_to:
            await super().start()

    async def stop(self) -> None:
        self.process.terminate()
        await self.process.wait()

    async def close(self) -> None:
        if self.process.returncode is None:
            await self.stop()

    @property
    def log_file(self) -> Path:
        return self.folder / "log"


pytestmark = pytest.mark.house(kind=TalkativeHouse)


async def test_at_its_most_talkative_the_log_gives_nothing_away(gather, house: TalkativeHouse):
    group: Group = gather(2)
    await group.sit_down(variant="turbo")
    bob = group.people[1]
    bob.close_dms()
    await group.does(group.people[0], "Start")
    await house.settle()
    bob.open_dms()
    await bob.types(group.channel, "/ofc place cards:fmmbb")
    await bob.press(bob.pings()[-1], "My cards")
    await group.finish()
    played = house.table(group.channel).played
    assert played is not None
    await house.stop()

    log = house.log_file.read_text(encoding="utf-8")
    assert "table 1 hand 1: playing, was lobby" in log
    assert "table 1 hand 1: between, was playing" in log
    assert "table 1 hand 1: changed by player" in log
    # What numbers are between, such as times and addresses in memory, is no card.
    talk = re.sub(r"0x[0-9a-f]+|\b[0-9a-f]{12,}\b", "", log)
    assert cards_in(talk) == set()
    for secret in (house.discord.token, played.row.secret.hex(), repr(played.row.secret)):
        assert secret not in log
