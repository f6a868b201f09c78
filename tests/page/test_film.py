"""The moving picture of the README: a hand on a phone, from the deal to its result.

OFC_SCREENSHOTS=docs pytest -m exhaustive tests/page/test_film.py writes docs/hand.webp.
"""

import re
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from playwright.async_api import expect

from tests.page.windows import Window

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.exhaustive]

SIZE = {"width": 390, "height": 844}
STREETS = 5
LOADED = "() => [...document.images].every((image) => image.complete && image.naturalWidth)"


class Film:
    """Frames of a window, each with the milliseconds for which it is shown."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self.frames: list[Image.Image] = []
        self.lasts: list[int] = []

    async def takes(self, milliseconds: int) -> None:
        """Take the window once the pictures in it are drawn."""
        await self._window.page.wait_for_function(LOADED)
        shot = await self._window.page.screenshot(animations="disabled")
        self.frames.append(Image.open(BytesIO(shot)).convert("RGB"))
        self.lasts.append(milliseconds)

    def writes(self, path: Path) -> None:
        """Write the frames, which begin again after the last."""
        first, *others = self.frames
        first.save(path, save_all=True, append_images=others, duration=self.lasts, loop=0)


async def test_a_hand_on_a_phone(house, windows, screenshots, tmp_path):
    channel = house.channel("film")
    ann = await windows.open("ann", channel, phone=True, viewport=SIZE)
    await ann.opens_messages_on_a_phone("OFC")
    film = Film(ann)
    await ann.sends("/play")
    hint = ann.last.get_by_role("button", name="Hint")
    confirm = ann.last.get_by_role("button", name=re.compile("^✓"))
    await expect(hint).to_be_visible()
    await hint.scroll_into_view_if_needed()
    await film.takes(2500)
    for row, card in ((0, 0), (1, 3), (1, 4)):
        button = ann.last.locator(".row").nth(row).get_by_role("button").nth(card)
        await button.click()
        await expect(button).to_have_attribute("aria-pressed", "true")
        await film.takes(1200)
    for street in range(2, STREETS + 1):
        await confirm.click()
        await expect(ann.last).to_contain_text(f"street {street} of")
        await hint.click()
        await ann.last.get_by_role("button", name="Place this").first.click()
        await expect(confirm).to_be_visible()
        await confirm.scroll_into_view_if_needed()
        await film.takes(1500)
    await confirm.click()
    following = ann.last.get_by_role("button", name="Next hand")
    await expect(following).to_be_visible()
    await following.scroll_into_view_if_needed()
    await film.takes(5000)
    film.writes((screenshots or tmp_path) / "hand.webp")
