"""Which part of the bot is a process's: the setting, and its servers."""

import asyncio
from pathlib import Path

import pytest

from bot.discord_io.rate_limits import MOST_REQUESTS, RequestLimiter
from bot.settings import Settings, SettingsError, Shards

TOKEN = "a.b.c"
URL = "postgresql:///ofc"


def load(shards: str, database: str = URL) -> Settings:
    return Settings.load({"DISCORD_TOKEN": TOKEN, "OFC_DATABASE": database, "OFC_SHARDS": shards})


@pytest.mark.parametrize(
    ("value", "ids"),
    [("0-15/64", range(16)), ("48-63/64", range(48, 64)), ("3/4", [3]), ("0-0/1", [0])],
)
def test_shards_are_named_by_the_first_the_last_and_how_many_there_are(value: str, ids: list[int]):
    found = load(value).shards
    assert found is not None
    assert found.ids == tuple(ids)


def test_without_a_word_discord_says_how_many_there_are():
    assert load("").shards is None


@pytest.mark.parametrize(
    "value", ["16", "0-16/16", "2-1/4", "0-3", "-1/4", "a/b", "0-0/0", "0-3/4/4"]
)
def test_what_names_no_shards_is_refused(value: str):
    with pytest.raises(SettingsError, match="such as 0-15/64"):
        load(value)


def test_a_file_is_for_one_process_alone(tmp_path: Path):
    file = str(tmp_path / "ofc.sqlite3")
    with pytest.raises(SettingsError, match="OFC_SHARDS=0-3/4, or put the database on"):
        load("0-1/4", file)
    assert load("0-3/4", file).shards == Shards(0, 3, 4)


def test_every_server_is_one_processs():
    """As Discord has it: by the id of the server, without its last 22 bits."""
    halves = (Shards(0, 7, 16), Shards(8, 15, 16))
    for number in range(40):
        guild_id = (number << 22) + 4_000_000
        assert [each.have(guild_id) for each in halves] == [number % 16 < 8, number % 16 >= 8]


# --- requests ---------------------------------------------------------------------------------


class Moments:
    """An event loop's time, which passes only where somebody sleeps."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr(asyncio.get_running_loop(), "time", lambda: self.now)
        monkeypatch.setattr("bot.discord_io.rate_limits.asyncio.sleep", self.sleep)

    async def sleep(self, seconds: float) -> None:
        self.now += max(0.0, seconds)


@pytest.mark.parametrize("shares", [(0.5, 0.5), (0.25, 0.75), (1 / 64, 63 / 64), (1.0, 0.0)])
async def test_all_processes_together_make_no_more_requests_than_discord_takes(
    shares: tuple[float, ...], monkeypatch: pytest.MonkeyPatch
):
    went: list[float] = []
    for share in shares:
        moments = Moments(monkeypatch)
        limiter = RequestLimiter(share=lambda share=share: share)
        while moments.now < 1010:
            await limiter.acquire()
            went.append(moments.now)
    went = sorted(at for at in went if at < 1010)
    assert len(went) > 8 * MOST_REQUESTS
    most = max(sum(at <= other < at + 1 for other in went) for at in went)
    assert most <= MOST_REQUESTS + (1 if 0.0 in shares else 0)
