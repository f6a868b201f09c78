"""The page on a phone of 360 px, and by the keyboard."""

import re

import pytest
from playwright.async_api import Locator, expect

from tests.page.showcase import button, post, row, text

NARROW = ("/my settings", "/ofc rules", "/ledger show", "/privacy", "/learn")
WORD = "Donaudampfschifffahrtsgesellschaft" * 3
LONG = (
    text(f"# {WORD}\n{WORD} `{WORD}`\n- {WORD}\n```\n{WORD}\n```"),
    {"type": 17, "components": [text(WORD), row(button(WORD[:80]), button("Off", disabled=True))]},
    row({"type": 3, "custom_id": "long", "options": [{"label": WORD[:100], "value": "x"}]}),
    row({"type": 5, "custom_id": "people", "min_values": 0, "max_values": 2}),
)
CARD = re.compile(r" (clubs|diamonds|hearts|spades)$")

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_hand_fits_a_phone(house, windows):
    channel = house.channel("phone")
    mia = await windows.open("mia", channel, phone=True)
    assert await mia.overflows() == []
    await mia.opens_table()
    await mia.page.get_by_role("button", name="Behind the scenes", exact=True).click()
    await mia.pulls("Fill the table", "2 more sat down.")
    await mia.shoots("phone-levers")
    assert await mia.overflows() == []
    await mia.page.get_by_role("button", name="Close behind the scenes").click()
    await mia.presses("Start")
    await expect(mia.last).to_contain_text("to act")
    await mia.shoots("phone-table")
    assert await mia.overflows() == []
    await mia.page.get_by_role("button", name="Servers and channels").click()
    await mia.shoots("phone-places")
    await mia.goes_to_messages()
    await mia.page.get_by_role("link", name="OFC").click()
    await expect(mia.page.get_by_role("navigation")).to_be_hidden()
    typed = mia.page.get_by_role("button", name="⌨")
    form = mia.log.locator("article").filter(has_text=f"#{channel.name}").filter(has=typed)
    await expect(form).to_be_in_viewport()
    await mia.shoots("phone-cards")
    assert await mia.overflows() == []
    cards = form.locator(".row").first.get_by_role("button", name=CARD)
    # All at one moment: the page may still scroll to where they are.
    tops = set(await cards.evaluate_all("all => all.map(each => each.getBoundingClientRect().top)"))
    assert len(tops) == 1, "five cards stand side by side"


async def test_the_theme_is_chosen_and_remembered(house, windows):
    ann = await windows.open("ann", house.channel("theme"))
    back = "getComputedStyle(document.documentElement).backgroundColor"
    dark = await ann.page.evaluate(back)
    await ann.page.get_by_role("button", name="Change between dark and light").click()
    light = await ann.page.evaluate(back)
    assert light != dark
    await ann.page.reload()
    assert await ann.page.evaluate(back) == light


async def test_a_button_keeps_the_focus_when_its_message_changes(house, windows):
    channel = house.channel("focus")
    zoe = await windows.open("zoe", channel)
    await zoe.opens_table()
    await zoe.pulls("Fill the table", "2 more sat down.")
    await zoe.log.get_by_role("button", name="Start").press("Enter")
    await zoe.goes_to_messages()
    typed = zoe.page.get_by_role("button", name="⌨")
    form = zoe.log.locator("article").filter(has_text="#focus").filter(has=typed)
    first = form.locator(".row").first.get_by_role("button").first
    label = await first.get_attribute("aria-label") or ""
    assert CARD.search(label)
    await expect(first).to_have_attribute("aria-pressed", "false")
    await first.press("Enter")
    pressed = form.get_by_role("button", name=label, exact=True).first
    await expect(pressed).to_have_class(re.compile("success"))
    await expect(pressed).to_have_attribute("aria-pressed", "true")
    await expect(pressed).to_be_focused()
    # The line of the board that has changed is read out.
    await expect(zoe.page.locator("#spoken")).to_contain_text(f"{label}, slot front")


@pytest.mark.parametrize("width", [390, 320])
async def test_menus_and_long_texts_fit_a_narrow_phone(house, windows, width):
    channel = house.channel(f"narrow-{width}")
    size = {"width": width, "height": 720}
    ann = await windows.open("ann", channel, phone=True, viewport=size)
    for number, command in enumerate(NARROW, 1):
        await ann.sends(command)
        await expect(ann.log.locator("article")).to_have_count(number)
        await expect(ann.last).not_to_contain_text("thinking")
        await ann.shoots(f"narrow-{width}-{command[1:].replace(' ', '-')}")
    await expect(ann.log.get_by_role("combobox").first).to_be_attached()
    await post(house.standin, channel, *LONG)
    await expect(ann.last).to_contain_text("Off")
    await ann.shoots(f"narrow-{width}-long")
    assert await ann.overflows() == []


async def top_of(form: Locator) -> float:
    """Where the first row of buttons is in the window, in pixels."""
    box = await form.locator(".row").first.bounding_box()
    assert box is not None
    return box["y"]


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desktop"])
async def test_the_log_stays_where_it_is_when_a_card_is_tapped(house, windows, phone):
    channel = house.channel(f"still-{phone}")
    ann = await windows.open("ann", channel, phone=phone, viewport={"width": 390, "height": 500})
    await ann.sends("/play variant:pineapple")
    await ann.presses("Play a computer")
    await ann.opens_messages_on_a_phone("OFC")
    form = ann.log.locator("article").filter(has_text=f"#{channel.name}")
    form = form.filter(has=ann.page.get_by_role("button", name="⌨"))
    card = form.locator(".row").first.get_by_role("button", name=CARD).first
    await card.scroll_into_view_if_needed()
    assert await ann.scrolled() > 0
    top = await top_of(form)
    version = await form.get_attribute("data-version") or ""
    await card.click()
    await expect(form).not_to_have_attribute("data-version", version)
    # A line more of text may shift it; a picture that comes and goes would by hundreds of pixels.
    assert await top_of(form) == pytest.approx(top, abs=100)


async def test_everything_is_reached_with_the_tab_key(house, windows):
    ann = await windows.open("ann", house.channel("tab"))
    await ann.page.keyboard.press("Tab")
    await expect(ann.page.get_by_role("link", name="Skip to the message box")).to_be_focused()
    await ann.page.keyboard.press("Enter")
    await ann.page.keyboard.press("Tab")
    wanted = {"Send", "Fill the table", "Kill and restart", "Be Bob", "Direct messages"}
    reached: set[str] = set()
    for _step in range(300):  # twice round, or more: what is just drawn anew is passed over
        if wanted <= reached:
            break
        name = "document.activeElement.ariaLabel || document.activeElement.textContent"
        reached.add((await ann.page.evaluate(name)).split(",")[0])
        await ann.page.keyboard.press("Tab")
    assert wanted <= reached
    unnamed = await ann.page.evaluate(
        "[...document.querySelectorAll('button, a, input, select, textarea')].filter("
        "(one) => !(one.ariaLabel || one.textContent.trim() || one.closest('label'))).length"
    )
    assert unnamed == 0
