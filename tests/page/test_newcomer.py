"""A newcomer's way: a whole hand, by clicking alone, against a friend or against company."""

import re
from contextlib import suppress

import pytest
from playwright.async_api import Error, Locator, expect

from tests.page.windows import Window

pytestmark = pytest.mark.asyncio(loop_scope="session")

FINAL = re.compile(r"^(✓|⚠|All \d to)")
CARD = re.compile(r" (clubs|diamonds|hearts|spades)$")


def messages(window: Window, table: str) -> Locator:
    """What the bot tells of the table in that channel."""
    return window.log.locator("article").filter(has_text=f"#{table}.")


def form_of(window: Window, table: str) -> Locator:
    """The newest message in which cards can be placed at that table."""
    typed = window.page.get_by_role("button", name="⌨")
    return messages(window, table).filter(has=typed).last


async def tap(window: Window, table: str) -> bool:
    """Tap once on the way to a green button, or a red one if need be; returns whether one could.

    The next street may stand in the same message before anybody has seen that the last one ended.
    """
    form = form_of(window, table)
    if not await form.count():
        return False
    form = window.page.locator(f"#{await form.get_attribute('id')}")
    final = form.locator("button.button:enabled").filter(has_text=FINAL)
    card = form.get_by_role("button", name=CARD).and_(window.page.locator(".secondary:enabled"))
    for lifted in await form.locator("button.success[aria-label]").all():
        name = await lifted.get_attribute("aria-label")
        card = card.and_(window.page.locator(f":not([aria-label='{name}'])"))
    version = await form.get_attribute("data-version") or ""
    chosen = final.first if await final.count() else card.last
    # A click on a button that is just being replaced does nothing: then people click again, if it
    # is still there.
    with suppress(AssertionError, Error):
        await chosen.click(timeout=15_000)
        await expect(form).not_to_have_attribute("data-version", version, timeout=15_000)
    return True


async def until_over(table: str, *windows: Window) -> None:
    """Play in these windows, each at its direct messages, until the table's hand is over."""
    over = messages(windows[0], table).get_by_text("(total ")
    while not await over.count():
        if not any([await tap(window, table) for window in windows]):
            await windows[0].page.wait_for_timeout(25)


async def test_two_people_play_a_pineapple_hand_by_clicking_alone(house, windows):
    channel = house.channel("for-two")
    ann, bob = await windows.open("ann", channel), await windows.open("bob", channel)
    await ann.page.get_by_role("button", name="/play").click()
    await ann.page.get_by_role("button", name="Send").click()
    await bob.presses("Join")
    await expect(ann.last_open).to_contain_text("Bob")
    await ann.presses("Start")
    await expect(bob.last).to_contain_text("to act")
    await bob.shoots("table")
    for window in (ann, bob):
        await window.goes_to_messages()
    await expect(form_of(bob, "for-two")).to_be_visible()
    await bob.shoots("cards")
    await until_over("for-two", ann, bob)
    for window in (ann, bob):
        await window.goes_to("for-two")
        await expect(window.log.get_by_role("button", name="Ready")).to_be_visible()
    await ann.shoots("result")
    assert house.standin.violations == []


async def test_the_first_five_cards_are_six_clicks_away(house, windows):
    mia = await windows.open("mia", house.channel("six-clicks"))
    await mia.counts_clicks()
    await mia.page.get_by_role("button", name="/play").click()
    await mia.page.get_by_role("button", name="Send").click()
    await expect(mia.log.get_by_role("button", name="Join")).to_be_visible()
    await mia.pulls("Fill the table", "2 more sat down.")
    await mia.presses("Start")
    await mia.goes_to_messages()
    form = form_of(mia, "six-clicks")
    await expect(form.locator(".row").first.get_by_role("button", name=CARD)).to_have_count(5)
    assert await mia.clicks() <= 6


async def test_on_a_phone_they_are_four_taps_away_in_the_channel(house, windows):
    mia = await windows.open("mia", house.channel("four-taps"), phone=True)
    await mia.counts_clicks()
    await mia.page.get_by_role("button", name="/play").tap()
    await mia.page.get_by_role("button", name="Send").tap()
    await mia.log.get_by_role("button", name="Play a computer").tap()
    await expect(mia.log).to_contain_text("@Mia to act")
    await mia.log.get_by_role("button", name="My cards").tap()
    form = form_of(mia, "four-taps")
    await expect(form).to_contain_text("Only you can see this")
    await expect(form.locator(".row").first.get_by_role("button", name=CARD)).to_have_count(5)
    assert await mia.clicks() <= 4


async def test_every_command_that_a_channel_suggests_is_answered(house, windows):
    ann = await windows.open("ann", house.channel("suggested"))
    chips = ann.page.locator(".chip")
    await expect(chips).to_have_text(["/play", "/learn", "/ofc rules", "/ledger show"])
    for number in range(await chips.count()):
        await chips.nth(number).click()
        await ann.page.get_by_role("button", name="Send").click()
        command = await chips.nth(number).inner_text()
        await expect(ann.log.get_by_text(f"Ann used {command}").first).to_be_visible()
        await expect(ann.page.get_by_role("alert")).to_have_count(0)


async def test_one_person_alone_plays_a_hand_with_company(house, windows):
    channel = house.channel("alone")
    mia = await windows.open("mia", channel)
    await mia.page.get_by_role("button", name="/play").click()
    await mia.page.get_by_role("button", name="Send").click()
    await expect(mia.log.get_by_role("button", name="Join")).to_be_visible()
    await mia.pulls("Fill the table", "2 more sat down.")
    await mia.pulls("Fill the table", "Every seat is taken.")
    await mia.presses("Start")
    await mia.goes_to_messages()
    await until_over("alone", mia)
    await mia.goes_to("alone")
    await expect(mia.log.get_by_role("button", name="Ready")).to_be_visible()
    assert house.standin.violations == []
