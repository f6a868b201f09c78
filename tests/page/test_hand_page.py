"""The page that shows a hand from its link, as people use it, offline and from the disk."""

import re
from http import HTTPStatus
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from bot.settings import REPLAY_URL
from bot.texts import languages, texts_for
from bot.values.phrases import card_name
from engine.tests.cases import read
from ofc_engine.cards import DECK, JOKERS
from ofc_engine.links import PAGE
from tests.page.conftest import House
from tests.page.hand_page import Visit
from tests.page.windows import OVERFLOWS, Windows, shoot

pytestmark = pytest.mark.asyncio(loop_scope="session")

MOST_BYTES = 60_000
CASE = next(case for case in read("links") if case.get("fantasyland") == [0, 14, 0])


async def test_the_page_is_small():
    assert len(PAGE.read_bytes()) <= MOST_BYTES


async def test_a_hand_is_stepped_through_with_the_keyboard_alone(visit: Visit):
    await visit.opens(CASE["link"])
    await visit.hears("Step 0 of 11. Nobody has placed a card yet.")
    board = visit.page.get_by_role("region", name="Seat 1")
    await expect(board.get_by_role("listitem").first).to_contain_text("Front: empty")
    await visit.page.keyboard.press("Tab")
    for _ in range(2):
        await visit.page.keyboard.press("Tab")
    await expect(visit.page.get_by_role("button", name="Next step")).to_be_focused()
    await visit.page.keyboard.press("Enter")
    await visit.hears(
        "Step 1 of 11. Seat 1: Front 7 of spades; Middle ace of spades, ace of hearts"
    )
    await expect(board.get_by_role("listitem").first).to_contain_text("Front: 7 of spades, 2 open")
    await visit.page.keyboard.press("ArrowRight")
    await visit.hears("Step 2 of 11. Seat 3")
    await visit.page.keyboard.press("ArrowLeft")
    await visit.hears("Step 1 of 11")
    await visit.page.keyboard.press("End")
    await visit.hears("Seat 1 −8. Seat 2 +10. Seat 3 −2")
    await expect(visit.page.get_by_role("button", name="Next step")).to_be_focused()
    await expect(visit.page.get_by_role("button", name="Next step")).to_be_disabled()
    await expect(board).to_contain_text("Fantasyland next, 14 cards")
    points = visit.page.get_by_role("region", name="Points").get_by_role("listitem")
    await expect(points.first).to_have_text(
        "Seat 2 – Seat 1: Front +1, Middle +1, Back +1, scoop +3, royalties +2 = +8"
    )
    await visit.page.keyboard.press("Home")
    await visit.hears("Step 0 of 11")
    await expect(visit.page.get_by_role("region", name="Points")).to_be_hidden()


async def test_fantasyland_lies_face_down_until_the_others_are_done(visit: Visit):
    await visit.opens(CASE["link"])
    board = visit.page.get_by_role("region", name="Seat 2")
    for _ in range(10):
        await visit.page.keyboard.press("ArrowRight")
    await expect(board).to_contain_text("14 hidden cards")
    await expect(board).not_to_contain_text("of spades")
    await visit.page.keyboard.press("ArrowRight")
    await expect(board).to_contain_text("Front: ace of diamonds, ace of clubs, queen of spades")
    await expect(board).not_to_contain_text("hidden")


@pytest.mark.parametrize("link", ["", "1", f"{CASE['link']}x", f"2{CASE['link'][1:]}", "<b>%3Cb"])
async def test_a_link_that_is_none_says_so(visit: Visit, link: str):
    await visit.opens(link)
    says = {"": "no hand in this address", "2": "newer version"}.get(link[:1], "damaged")
    await expect(visit.page.get_by_role("alert")).to_contain_text(says)
    await expect(visit.page.locator("main")).to_be_hidden()


async def test_a_joker_is_told_as_what_it_counts_as(visit: Visit):
    case = next(case for case in read("links") if "jokers=2" in case.get("rules", ""))
    await visit.opens(case["link"])
    await visit.page.keyboard.press("ArrowRight")
    board = visit.page.get_by_role("region", name="Seat 1")
    await expect(board.get_by_role("listitem").first).to_contain_text("Front: joker as 9 of spades")
    await expect(board.get_by_role("listitem").last).to_contain_text("Back: joker, 4 open")
    await expect(board.locator(".card.x").first).to_have_text("★9♠")
    title = "Open Face Chinese: Turbo · Two jokers"
    await expect(visit.page.get_by_role("heading", level=1)).to_have_text(title)


async def test_r13_1_the_rules_of_a_game_with_a_low_are_its_own(visit: Visit):
    await visit.opens("135SaArh91ZNfDrIYpRRy3ysTNNJ5wRZusJGSOfR3RnOK")
    rules = visit.page.locator("#rules")
    await expect(rules).to_contain_text("Middle 1 for a 9-low to 8, Back 2 to 25")
    await expect(rules).to_contain_text("Fantasyland of 14 or 15 cards")
    await expect(rules).to_contain_text("only trips in the Front or quads in the Back")
    await expect(rules).not_to_contain_text("full house")


async def test_another_hand_in_the_address_is_shown_at_once(visit: Visit):
    await visit.opens("1")
    await visit.page.evaluate(f"location.hash = '{CASE['link']}'")
    await visit.hears("Step 0 of 11")
    await expect(visit.page.get_by_role("alert")).to_be_hidden()


LOCALES = {"de-DE": "Platz 1", "it": "Posto 1", "cs-CZ": "Místo 1", "fr-FR": "Seat 1"}


@pytest.mark.parametrize(
    ("visit", "name"),
    [({"locale": code}, name) for code, name in LOCALES.items()],
    indirect=["visit"],
)
async def test_the_page_speaks_the_language_of_the_browser(visit: Visit, name: str):
    await visit.opens(CASE["link"])
    await expect(visit.page.get_by_role("heading", name=name)).to_be_visible()


async def test_language_and_deck_are_chosen_and_remembered(visit: Visit):
    await visit.opens(CASE["link"])
    colour = "getComputedStyle(document.documentElement).getPropertyValue('--c')"
    black = await visit.page.evaluate(colour)
    await visit.page.get_by_role("checkbox", name="Four-colour deck").check()
    await visit.page.get_by_role("combobox", name="Language").select_option("Italiano")
    await expect(visit.page.get_by_role("heading", name="Posto 1")).to_be_visible()
    await expect(visit.page.locator("html")).to_have_attribute("lang", "it")
    assert await visit.page.evaluate(colour) != black
    # What a page keeps reaches the browser, and so its other pages, a moment later.
    other = await visit.page.context.new_page()
    await other.goto(visit.page.url)
    await other.wait_for_function("localStorage['ofc-language'] === 'it'")
    await other.close()
    await visit.page.reload()
    await expect(visit.page.get_by_role("heading", name="Posto 1")).to_be_visible()
    await expect(visit.page.get_by_role("checkbox")).to_be_checked()


@pytest.mark.parametrize(
    ("visit", "width"),
    [({"viewport": {"width": width, "height": 900}}, width) for width in (1280, 390, 320)],
    indirect=["visit"],
)
async def test_a_hand_fits_every_screen(visit: Visit, width: int, screenshots: Path | None):
    for number, case in enumerate(case for case in read("links") if "operations" in case):
        await visit.opens(case["link"])
        await visit.hears("Step 0")
        for key in ("ArrowRight", "End"):
            await visit.page.keyboard.press(key)
            assert await visit.page.evaluate(OVERFLOWS) == []
        await shoot(visit.page, screenshots, f"hand-page-{width}-{number}", full_page=True)


async def test_the_sandbox_serves_the_page(house: House, windows: Windows):
    ann = await windows.open("ann", house.channel("pages"))
    address = house.playground.bot.environment[REPLAY_URL]
    await ann.page.goto(f"{address}#{CASE['link']}")
    await expect(ann.page.get_by_role("status")).to_contain_text("Step 0 of 11")
    missing = await ann.page.request.get(f"{house.url}pages/other.html")
    assert missing.status == HTTPStatus.NOT_FOUND


# --- words --------------------------------------------------------------------------------------


async def test_the_page_says_all_it_says_in_every_language(hand_page: Page):
    assert sorted(await hand_page.evaluate("LANGUAGES")) == sorted(languages())
    code = PAGE.read_text(encoding="utf-8")
    words = await hand_page.evaluate("WORDS")
    assert {*re.findall(r'\bsay\("([^"]+)"', code)} <= words.keys()


async def test_a_card_is_called_as_the_bot_calls_it(hand_page: Page):
    for language in await hand_page.evaluate("LANGUAGES"):
        await hand_page.evaluate("(code) => (language = code)", language)
        said = await hand_page.evaluate("[...DECK, 'X1', 'X2'].map((card) => cardName(card))")
        assert said == [card_name(card, texts_for(language)) for card in DECK + JOKERS]
