"""The message box: slash commands are completed, sent, refused; forms are filled in."""

import re

import pytest
from playwright.async_api import expect

from discord_standin.model.places import Overwrite
from discord_standin.vocabulary import Permission

pytestmark = pytest.mark.asyncio(loop_scope="session")

REFUSED = {
    "/nothing": "is not a command here",
    "/play variant:dealer": "turbo, chinese, deuce, not dealer",
    "/play turbo": "/play takes who:",
    "/play duplicate:99": "duplicate must be at most 20",
    "/play duplicate:many": "duplicate does not take 'many'",
    "/ofc place": "needs cards",
}


async def test_a_command_is_put_together_with_the_keyboard_alone(house, windows):
    channel = house.channel("keyboard")
    ann = await windows.open("ann", channel)
    await ann.box.press_sequentially("/")
    await expect(ann.suggestions.first).to_contain_text("/daily")
    await ann.box.press_sequentially("pla")
    await expect(ann.suggestions).to_contain_text(["/my place", "/ofc place", "/play"])
    await ann.box.press("ArrowDown")
    await ann.box.press("ArrowDown")
    await ann.box.press("Enter")
    await expect(ann.box).to_have_value("/play ")
    await expect(ann.suggestion("How the cards are dealt")).to_be_visible()
    await ann.box.press_sequentially("va")
    await ann.box.press("Tab")
    await expect(ann.suggestions).to_contain_text(["Classic", "Pineapple", "Turbo", "Chinese"])
    await ann.box.press("ArrowDown")
    await ann.box.press("ArrowDown")
    await ann.shoots("completion")
    await ann.box.press("Enter")
    await expect(ann.box).to_have_value("/play variant:turbo ")
    await ann.box.press("Enter")
    await expect(ann.last_open).to_contain_text("Open Face Chinese: Turbo")
    await expect(ann.log).to_contain_text("Ann used /play")


async def test_the_bot_completes_what_is_being_typed(house, windows):
    ann = await windows.open("ann", house.channel("autocomplete"))
    await ann.box.press_sequentially("/score rules:german equal")
    await ann.suggestion("equal_rows=foul").click()
    await expect(ann.box).to_have_value("/score rules:german equal_rows=foul")


@pytest.mark.parametrize(
    ("group", "how"), [("ledger", "Enter"), ("ofc", "Send"), ("tournament", "Enter")]
)
async def test_a_group_of_commands_is_a_menu_and_no_error(house, windows, group, how):
    ann = await windows.open("ann", house.channel("groups"))
    await ann.box.press_sequentially(f"/{group}")
    if how == "Enter":
        await ann.box.press(how)
    else:
        await ann.page.get_by_role("button", name=how).click()
    await expect(ann.box).to_have_value(f"/{group} ")
    await expect(ann.page.locator(".usage")).to_have_text(f"/{group} Choose one of these commands.")
    names = [
        offer.name for offer in house.playground.people["ann"].commands(house.channel("groups"))
    ]
    inner = sorted(name for name in names if name.startswith(f"{group} "))
    await expect(ann.suggestions).to_have_count(len(inner))
    await expect(ann.page.get_by_role("alert")).to_have_count(0)
    await ann.shoots("group")
    await ann.box.press("Enter")
    await expect(ann.box).to_have_value(re.compile(f"^/{inner[0]} ?$"))


async def test_a_choice_is_typed_in_any_case(house, windows):
    ann = await windows.open("ann", house.channel("cases"))
    await ann.sends("/play variant:TurBo")
    await expect(ann.last_open).to_contain_text("Open Face Chinese: Turbo")


async def test_what_is_typed_without_a_name_is_the_first_option_required(house, windows):
    ann = await windows.open("ann", house.channel("bare"))
    await ann.box.press_sequentially("/ofc place bbmmf")
    await ann.box.press("Enter")
    await expect(ann.last).to_contain_text("There's no table in this channel.")
    await expect(ann.log).to_contain_text("Ann used /ofc place")
    await expect(ann.box).to_have_value("")


async def test_a_command_that_discord_would_not_send_is_refused(house, windows):
    ann = await windows.open("ann", house.channel("refused"))
    for typed, refusal in REFUSED.items():
        await ann.box.fill(typed)
        await ann.box.press("Escape")
        await ann.page.get_by_role("button", name="Send").click()
        await expect(ann.page.get_by_role("alert").filter(has_text=refusal)).to_be_visible()
        await expect(ann.box).to_have_value(typed)
        await expect(ann.suggestions).to_have_count(0)  # Nothing covers the refusal.


async def test_a_form_keeps_what_was_typed_until_it_fits(house, windows):
    channel = house.channel("form")
    zoe, people = await windows.open("zoe", channel), house.playground.people
    await people["zoe"].command(channel, "play", duplicate=3)
    await expect(zoe.log.get_by_role("button", name="Join")).to_be_visible()
    await zoe.pulls("Fill the table", "1 more sat down.")
    await zoe.presses("Start")
    await zoe.goes_to_messages()
    await zoe.presses("⌨")
    form = zoe.page.get_by_role("dialog")
    field = form.get_by_role("textbox")
    await expect(field).to_be_focused()
    await field.fill("")
    await form.get_by_role("button", name="Submit").click()
    await expect(form.get_by_role("alert")).to_contain_text("must be filled in")
    await zoe.shoots("form")
    await field.fill("bbbbb")
    await field.press("Enter")
    await expect(form).to_have_count(0)


async def test_where_one_may_not_write_the_box_is_closed(house, windows):
    channel = house.channel("silent")
    house.world.overwrite(
        channel, house.guild.everyone, Overwrite(deny=Permission.SEND_MESSAGES, is_for_role=True)
    )
    bob = await windows.open("bob", channel)
    await expect(bob.box).to_be_disabled()
    await expect(bob.box).to_have_attribute("placeholder", "You may not write in #silent")
