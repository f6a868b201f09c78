"""Browser windows on the sandbox, and what people do in them."""

import re
from collections import defaultdict
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import Browser, ConsoleMessage, Error, Locator, Page, Request, expect

from discord_standin.model.places import Channel

ATTACHMENTS = "/attachments/"
DESKTOP = {"width": 1360, "height": 860}
PHONE = {"width": 360, "height": 740}

OVERFLOWS = """() => {
    const wide = [document.documentElement, ...document.querySelectorAll(
        "#room, .scroller, .sections, .list, .channels, .events, .top, .composer, #toasts"
    )].filter((box) => box.scrollWidth > box.clientWidth);
    const out = [...document.querySelectorAll(".column, .beginning")].flatMap((box) =>
        [...box.querySelectorAll("*:not(pre *, .unseen)")].filter(
            (part) => part.getBoundingClientRect().right > box.getBoundingClientRect().right + 1
        )
    );
    return [...wide, ...out].map((part) => part.outerHTML.slice(0, 120));
}"""

BROKEN_PICTURES = """() => [...document.images]
    .filter((image) => image.complete && !image.naturalWidth)
    .map((image) => `broken picture: ${image.src}`)
"""

COUNT_CLICKS = """() => {
    globalThis.clicks = 0;
    addEventListener("click", (event) => (clicks += event.isTrusted), true);
}"""


async def shoot(page: Page, folder: Path | None, name: str, *, full_page: bool = False) -> None:
    """Take a picture in light and in dark, if there is a folder for it."""
    for scheme in ("light", "dark") if folder else ():
        await page.emulate_media(color_scheme=scheme)
        await page.screenshot(path=folder / f"{name}-{scheme}.png", full_page=full_page)


class Pages:
    """Pages in browsers of their own, as if new: to begin one costs more than most tests."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._left: dict[str, list[Page]] = defaultdict(list)

    @asynccontextmanager
    async def opened(
        self, watch: Mapping[Any, Callable[[Any], None]], **options: Any
    ) -> AsyncGenerator[Page]:
        """An empty page of a browser with these options, and what hears of its events."""
        left = self._left[repr(sorted(options.items()))]
        page = left.pop() if left else await self._begun(options)
        for event, hear in watch.items():
            page.on(event, hear)
        yield page
        for event, hear in watch.items():
            page.remove_listener(event, hear)
        if not page.is_closed():
            await page.evaluate("location.protocol === 'about:' || localStorage.clear()")
            await page.goto("about:blank")
            left.append(page)

    async def _begun(self, options: dict[str, Any]) -> Page:
        context = await self._browser.new_context(**options)
        context.set_default_timeout(60_000)
        return await context.new_page()


class Window:
    """One person's window."""

    def __init__(self, page: Page, folder: Path | None) -> None:
        self.page = page
        self._folder = folder

    @property
    def box(self) -> Locator:
        return self.page.locator("#text")

    @property
    def log(self) -> Locator:
        return self.page.get_by_role("log")

    @property
    def last(self) -> Locator:
        return self.log.locator("article").last

    @property
    def last_open(self) -> Locator:
        """The last message that not only this person sees."""
        return self.log.locator("article:not(.private)").last

    @property
    def suggestions(self) -> Locator:
        return self.page.get_by_role("listbox", name="Suggestions").get_by_role("option")

    def suggestion(self, words: str) -> Locator:
        return self.suggestions.filter(has_text=words)

    async def sends(self, text: str) -> None:
        await self.box.fill(text)
        await self.box.press("Enter")

    async def opens_table(self) -> None:
        await self.sends("/play")
        await expect(self.log.get_by_role("button", name="Join")).to_be_visible()

    async def counts_clicks(self) -> None:
        """Count the clicks and taps from now on."""
        await self.page.evaluate(COUNT_CLICKS)

    async def clicks(self) -> int:
        """How many there were."""
        return await self.page.evaluate("clicks")

    async def presses(self, label: str | re.Pattern[str]) -> None:
        await self.log.get_by_role("button", name=label).last.click()

    async def goes_to(self, name: str) -> None:
        """Go to a channel of the first server."""
        places = self.page.get_by_role("navigation")
        link = places.get_by_role("link", name=name)
        await places.get_by_role("button", name="Friends").click()
        # A click on a button that is just being replaced does nothing: then people click again.
        with suppress(AssertionError):
            await expect(link).to_be_visible(timeout=15_000)
        if not await link.is_visible():
            await places.get_by_role("button", name="Friends").click()
        await link.click()

    async def goes_to_messages(self) -> None:
        places = self.page.get_by_role("navigation")
        await places.get_by_role("button", name="Direct messages").click()

    async def opens_messages_on_a_phone(self, bot: str) -> None:
        """Go to the direct messages with the bot, behind the button for servers and channels."""
        await self.page.get_by_role("button", name="Servers and channels").click()
        await self.goes_to_messages()
        await self.page.get_by_role("link", name=bot).click()
        await expect(self.page.get_by_role("navigation")).to_be_hidden()

    async def scrolled(self) -> float:
        """By how many pixels the log is scrolled from its beginning."""
        return await self.page.locator(".scroller").evaluate("box => box.scrollTop")

    async def pulls(self, label: str, says: str | re.Pattern[str]) -> None:
        """Pull a lever behind the scenes and read what it did."""
        await self.page.evaluate("document.querySelector('#toasts').replaceChildren()")
        await self.page.locator("#levers").get_by_role("button", name=label, exact=True).click()
        await self.reads(says)

    async def reads(self, says: str | re.Pattern[str]) -> None:
        await expect(self.page.locator("#toasts").get_by_text(says).last).to_be_visible()

    async def shoots(self, name: str) -> None:
        await shoot(self.page, self._folder, name)

    async def overflows(self) -> list[str]:
        """What is wider than its place, as the beginnings of its HTML: the page or a message."""
        return await self.page.evaluate(OVERFLOWS)


class Windows:
    """Opens windows and notes whatever goes wrong in them."""

    def __init__(self, pages: Pages, url: str, folder: Path | None) -> None:
        self.troubles: list[str] = []
        self._pages = pages
        self._url = url
        self._folder = folder
        self._open = AsyncExitStack()
        self._watch = {
            "pageerror": self._error,
            "console": self._console,
            "request": self._request,
        }

    async def open(
        self, key: str, channel: Channel | None = None, *, phone: bool = False, **options: Any
    ) -> Window:
        """A window of the person with a name in the address, in a browser of its own."""
        usual = {
            "viewport": PHONE if phone else DESKTOP,
            "has_touch": phone,
            "color_scheme": "dark",
            "reduced_motion": "reduce",
        }
        page = await self._open.enter_async_context(
            self._pages.opened(self._watch, **(usual | options))
        )
        self._open.push_async_callback(self._look_over, page)
        place = f"#{channel.id}" if channel else ""
        await page.goto(f"{self._url}as/{key}{place}")
        await expect(page.locator(".beginning")).to_be_attached()
        return Window(page, self._folder)

    async def _look_over(self, page: Page) -> None:
        if not page.is_closed():
            self.troubles += await page.evaluate(BROKEN_PICTURES)

    def _error(self, error: Error) -> None:
        self.troubles.append(str(error))

    def _console(self, words: ConsoleMessage) -> None:
        # A picture may be replaced while a browser asks for it, but none may stay broken.
        is_replaced = "404" in words.text and ATTACHMENTS in words.location["url"]
        if words.type in ("error", "warning") and not is_replaced:
            self.troubles.append(words.text)

    def _request(self, request: Request) -> None:
        if urlsplit(request.url).hostname not in ("127.0.0.1", None):
            self.troubles.append(f"asked for {request.url}")

    async def close(self) -> None:
        await self._open.aclose()
