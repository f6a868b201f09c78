"""The sandbox as `ofc-bot sandbox` opens it, and a real browser in front of it.

One sandbox, with the bot in its own process, serves all tests of a run; each test has a channel
of its own. Screenshots are taken if there is a folder for them in `OFC_SCREENSHOTS`.
"""

import os
import shutil
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Error, Page, async_playwright, expect

from discord_standin.model.places import Channel, Guild
from discord_standin.page.playground import Playground
from ofc_engine.links import PAGE
from sandbox.page import sandbox
from tests.page.hand_page import HELPERS, Visit, watch
from tests.page.windows import Pages, Windows

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
UNUSED = (
    # Pages of its own below the address line, which cost a new window more than most tests.
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "SpareRendererForSitePerProcess"),
    # This list takes the place of Playwright's, of which a page may notice these.
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "HttpsUpgrades", "PaintHolding"),
    "ThirdPartyStoragePartitioning",
)
"""What Chromium does in vain."""
FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    f"--disable-features={','.join(UNUSED)}",
]
PATIENCE = 60.0
"""Seconds for what takes a moment on a machine with nothing else to do."""
expect.set_options(timeout=1000 * PATIENCE)


class House:
    """The sandbox under test: its playground, its address, and a fresh channel for each test."""

    def __init__(self, playground: Playground, url: str, folder: Path) -> None:
        self.database = folder / "ofc.sqlite3"
        self.playground = playground
        self.standin = playground.standin
        self.world = playground.standin.world
        self.url = url

    @property
    def guild(self) -> Guild:
        return next(iter(self.world.guilds.values()))

    def channel(self, name: str) -> Channel:
        """A channel of that name in the first server, made if there is none."""
        known = (c for c in self.guild.channels.values() if c.name == name)
        return next(known, None) or self.standin.add_channel(self.guild, name)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[House]:
    folder = tmp_path_factory.mktemp("sandbox")
    async with sandbox(folder, delay=0.0) as (playground, url):
        # The bot is a process of its own here, whose time does not stand still.
        playground.standin.world.desk.answer_within = PATIENCE
        yield House(playground, url, folder)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncGenerator[Browser]:
    if CHROMIUM is None:
        pytest.skip("needs Chromium (Debian: apt-get install chromium)")
    async with async_playwright() as playwright:
        try:
            browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        except Error as error:
            pytest.skip(f"Chromium does not start: {error}")
        yield browser
        await browser.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def pages(browser: Browser) -> Pages:
    return Pages(browser)


@pytest.fixture(scope="session")
def screenshots() -> Path | None:
    folder = os.environ.get("OFC_SCREENSHOTS")
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
    return Path(folder) if folder else None


@pytest_asyncio.fixture(loop_scope="session")
async def windows(house: House, pages: Pages, screenshots: Path | None) -> AsyncGenerator[Windows]:
    """Opens windows; at the end none may have had an error, or have asked for anything outside."""
    opened = Windows(pages, house.url, screenshots)
    yield opened
    await opened.close()
    if not house.playground.bot.is_running:
        await house.standin.until(lambda: not house.standin.is_connected)
        await house.playground.bot.start()
        await house.standin.connected()
    assert opened.troubles == []


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def opened_hand_page(browser: Browser) -> AsyncGenerator[Page]:
    """The page without a hand, opened from the disk once for all tests."""
    context = await browser.new_context(locale="en-US")
    opened = await context.new_page()
    await opened.goto(PAGE.as_uri())
    await opened.evaluate(HELPERS)
    yield opened
    await context.close()


@pytest_asyncio.fixture(loop_scope="session")
async def hand_page(opened_hand_page: Page) -> Page:
    """The page without a hand, for a person who reads English, whatever a test before has read."""
    await opened_hand_page.evaluate("language = 'en'")
    return opened_hand_page


@pytest_asyncio.fixture(loop_scope="session")
async def visit(pages: Pages, request: pytest.FixtureRequest) -> AsyncGenerator[Visit]:
    options = {"locale": "en-US", "offline": True, **getattr(request, "param", {})}
    troubles: list[str] = []
    async with pages.opened(watch(troubles), **options) as page:
        yield Visit(page)
    assert troubles == []
