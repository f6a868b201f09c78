"""What messages look like: text, components, edits, and what only one person sees."""

import re

import pytest
from playwright.async_api import expect

from bot.pictures.card_tiles import emoji_images
from discord_standin.vocabulary import Permission
from tests.page.showcase import MARKDOWN, ask, button, picture, post, row, text

pytestmark = pytest.mark.asyncio(loop_scope="session")


def png() -> bytes:
    """Some picture."""
    return next(iter(emoji_images("two").values()))


async def test_markdown_is_drawn_as_discord_does(house, windows):
    channel = house.channel("markdown")
    ann = await windows.open("ann", channel)
    await post(house.standin, channel, text(MARKDOWN))
    shown = ann.last
    await expect(shown.locator("h4")).to_have_text("Heading")
    await expect(shown.locator("h5")).to_have_text("Smaller")
    await expect(shown.locator(".small").first).to_have_text("small words")
    for tag, words in {"strong": "bold", "em": "slanted", "u": "under", "s": "gone"}.items():
        await expect(shown.locator(tag)).to_have_text(words)
    await expect(shown.locator("p > code")).to_have_text("code")
    await expect(shown.locator("ul > li")).to_have_text(
        [re.compile("first"), re.compile("second"), "inner"]
    )
    await expect(shown.locator("ol > li")).to_have_text(["one", "two"])
    await expect(shown.locator("blockquote")).to_have_text("quoted")
    await expect(shown.locator("a")).to_have_attribute("href", "https://example.org/a_b")
    await expect(shown).to_contain_text("snake_case_name")
    await expect(shown.locator("pre code")).to_have_text("fixed  width **not bold**")


async def test_a_spoiler_is_hidden_until_it_is_pressed(house, windows):
    channel = house.channel("spoilers")
    ann = await windows.open("ann", channel)
    await post(house.standin, channel, text("It was ||the butler||."))
    await expect(ann.last.get_by_text("the butler")).to_be_hidden()
    await ann.last.get_by_role("button", name="Spoiler").press("Enter")
    await expect(ann.last.get_by_text("the butler")).to_be_visible()


async def test_mentions_and_times_are_told_in_words_and_stay_right(house, windows):
    channel, world = house.channel("mentions"), house.world
    bob = house.playground.people["bob"]
    ann = await windows.open("ann", channel)
    now = int(world.clock.now())
    words = f"{bob.mention} <#{channel.id}> <@1> <t:{now + 7190}:R> <t:{now + 50}:R> <t:0:D>"
    await post(house.standin, channel, text(words))
    for said in ("@Bob", "#mentions", "@unknown", "in 2 hours", "January 1, 1970"):
        await expect(ann.last).to_contain_text(said)
    await expect(ann.last).to_contain_text(re.compile(r"\d+ seconds"))
    await ann.pulls("+ 1 hour", "The clock was moved on by 1 hour.")
    await expect(ann.last).to_contain_text("in 1 hour")


async def test_a_time_breaks_at_any_of_its_words_within_a_phone(house, windows):
    channel = house.channel("times")
    mia = await windows.open("mia", channel, phone=True)
    lines = "\n".join(f"{'a' * before} <t:0:F>" for before in range(32))
    await post(house.standin, channel, text(lines))
    await expect(mia.last).to_contain_text("January 1, 1970")
    assert await mia.overflows() == []


async def test_the_time_beside_a_message_leaves_its_text_alone(house, windows):
    channel = house.channel("times")
    ann = await windows.open("ann", channel)
    for words in ("first", "second"):
        await post(house.standin, channel, text(words))
    await expect(ann.last).to_contain_text("second")
    await ann.last.hover()
    time = ann.last.locator(".margin time")
    await expect(time).to_be_visible()
    await expect(time).to_have_text(re.compile(r"^\d{1,2}:\d\d$"))
    box, words = await time.bounding_box(), await ann.last.locator(".text").bounding_box()
    assert box["x"] + box["width"] < words["x"]


async def test_every_component_is_drawn(house, windows):
    channel = house.channel("components")
    ann = await windows.open("ann", channel, color_scheme="light")
    await post(
        house.standin,
        channel,
        {
            "type": 17,
            "accent_color": 0x6FE3A1,
            "components": [
                {
                    "type": 9,
                    "components": [text("### A section"), text("with something beside it")],
                    "accessory": {"type": 11, **picture("a.png", "the accessory")},
                },
                {"type": 14, "divider": True, "spacing": 2},
                {
                    "type": 12,
                    "items": [
                        picture("b.png", "a picture"),
                        picture("c.png", "a secret", spoiler=True),
                    ],
                },
                row(
                    *(
                        button(label, style)
                        for style, label in enumerate(("Blue", "Grey", "Green", "Red"), 1)
                    )
                ),
                row(
                    button("Off", disabled=True),
                    {"type": 2, "style": 5, "label": "Away", "url": "https://example.org/"},
                    {"type": 2, "style": 2, "custom_id": "show:emoji", "emoji": {"name": "🂡"}},
                ),
            ],
        },
        row(
            {
                "type": 3,
                "custom_id": "show:menu",
                "placeholder": "Pick one",
                "options": [
                    {"label": "Yes", "value": "y", "description": "of course"},
                    {"label": "No", "value": "n"},
                ],
            }
        ),
        row({"type": 5, "custom_id": "show:people", "placeholder": "Pick somebody"}),
        files={name: png() for name in ("a.png", "b.png", "c.png")},
    )
    shown = ann.last
    await expect(shown.get_by_role("separator")).to_be_visible()
    for alt in ("the accessory", "a picture"):
        await expect(shown.get_by_alt_text(alt)).to_have_js_property("complete", True)
        assert await shown.get_by_alt_text(alt).evaluate("image => image.naturalWidth") > 0
    for label, style in {
        "Blue": "primary",
        "Grey": "secondary",
        "Green": "success",
        "Red": "danger",
    }.items():
        coloured = shown.get_by_role("button", name=label)
        await expect(coloured).to_have_class(re.compile(style))
        # Who does not see the colour hears it; grey is the one that says nothing.
        colour = "" if label == "Grey" else label.lower()
        assert (await coloured.get_attribute("aria-description") or "") == colour
    await expect(shown.get_by_role("button", name="Off")).to_be_disabled()
    await expect(shown.get_by_role("link", name="Away")).to_have_attribute(
        "rel", "noopener noreferrer"
    )
    await expect(shown.get_by_label("Pick one").locator("option")).to_have_text(
        ["Pick one", "Yes – of course", "No"]
    )
    await expect(shown.get_by_label("Pick somebody")).to_contain_text("Zoë")
    await ann.shoots("components-light")
    await shown.get_by_role("button", name="Enlarge the picture: a picture").click()
    await expect(ann.page.get_by_role("dialog").get_by_alt_text("a picture")).to_be_visible()
    await ann.page.keyboard.press("Escape")
    await shown.get_by_role("button", name="ALT").first.click()
    await expect(shown.locator(".alt-text").filter(has_text="a picture")).to_be_visible()


async def test_what_is_chosen_from_menus_reaches_the_bot(house, windows):
    channel, bob = house.channel("menus"), house.playground.people["bob"]
    ann = await windows.open("ann", channel)
    options = [{"label": word, "value": word[0]} for word in ("Yes", "No", "Maybe")]
    menu = {"type": 3, "custom_id": "show:some", "placeholder": "Pick", "options": options}
    people = {"type": 5, "custom_id": "show:people", "placeholder": "Pick somebody"}
    await post(house.standin, channel, row({**menu, "max_values": 2}), row(people))
    shown = ann.log.locator("article").first
    before = len(house.world.desk.all)
    await expect(shown.get_by_text("Pick", exact=True)).to_be_visible()
    await shown.get_by_label("Pick", exact=True).select_option(["Yes", "Maybe"])
    await ann.shoots("menus")
    await ann.presses("Choose")
    await shown.get_by_label("Pick somebody").select_option("Bob")
    desk = house.world.desk
    await house.standin.until(lambda: len(desk.all) >= before + 2)
    assert [i.data["values"] for i in desk.all[before:]] == [["Y", "M"], [str(bob.user.id)]]


async def test_roles_and_channels_are_chosen_from_menus(house, windows):
    channel = house.channel("choices")
    other = house.channel("other")
    bob = house.playground.people["bob"]
    guild = channel.guild
    bob.join(guild, Permission.MANAGE_GUILD)
    (role,) = guild.members[bob.user.id].roles
    ann = await windows.open("ann", channel)
    channels = {"type": 8, "custom_id": "show:channels", "placeholder": "Pick channels"}
    chosen = [{"id": str(channel.id), "type": "channel"}]
    roles = {"type": 6, "custom_id": "show:roles", "placeholder": "Pick a role"}
    several = {**channels, "min_values": 0, "max_values": 3, "default_values": chosen}
    await post(house.standin, channel, row(several), row(roles))
    shown = ann.log.locator("article").first
    before = len(house.world.desk.all)
    menu = shown.get_by_label("Pick channels")
    await expect(menu).to_have_values([str(channel.id)])
    await menu.select_option(["#choices", "#other"])
    await ann.presses("Choose")
    await shown.get_by_label("Pick a role").select_option("@Bob")
    desk = house.world.desk
    await house.standin.until(lambda: len(desk.all) >= before + 2)
    wanted = [{str(channel.id), str(other.id)}, {str(role.id)}]
    assert [set(i.data["values"]) for i in desk.all[before:]] == wanted
    assert str(role.id) in desk.all[-1].data["resolved"]["roles"]


async def test_messages_change_and_go_while_one_looks(house, windows):
    channel = house.channel("changes")
    ann = await windows.open("ann", channel)
    message = await post(house.standin, channel, text("before"))
    await expect(ann.last).to_contain_text("before")
    path = f"/channels/{channel.id}/messages/{message['id']}"
    await ask(house.standin, "PATCH", path, {"components": [text("after")]})
    await expect(ann.last).to_contain_text("after")
    await expect(ann.last).to_contain_text("(edited)")
    await ask(house.standin, "DELETE", path, None)
    await expect(ann.log.locator("article")).to_have_count(0)


async def test_a_private_answer_is_marked_and_dismissed_in_every_window_of_its_reader(
    house, windows
):
    channel = house.channel("private")
    ann, again = await windows.open("ann", channel), await windows.open("ann", channel)
    bob = await windows.open("bob", channel)
    await ann.sends("/ledger show")
    for window in (ann, again):
        await expect(window.last).to_contain_text("Only you can see this")
    await expect(bob.log.locator("article")).to_have_count(0)
    await again.presses("Dismiss message")
    for window in (ann, again):
        await expect(window.log.locator("article")).to_have_count(0)


async def test_what_people_write_reaches_the_others(house, windows):
    channel = house.channel("chat")
    ann, bob = await windows.open("ann", channel), await windows.open("bob", channel)
    await ann.box.press_sequentially("Hello @B")
    await ann.box.press("Tab")
    await expect(ann.box).to_have_value("Hello @Bob ")
    await ann.box.press("Enter")
    await expect(bob.last).to_contain_text("Hello @Bob")
    await expect(bob.last).to_have_class(re.compile("meant"))
    await expect(ann.box).to_have_value("")


async def test_unread_channels_are_marked_until_they_are_seen(house, windows):
    channel, other = house.channel("loud"), house.channel("quiet")
    bob = await windows.open("bob", other)
    places = bob.page.get_by_role("navigation")
    ann = house.playground.people["ann"]
    ann.says(channel, f"Come here, {house.playground.people['bob'].mention}!")
    await expect(places.get_by_role("link", name="loud, 1 unread, 1 for you")).to_be_visible()
    await expect(bob.page).to_have_title(re.compile(r"^\(\d+\) #quiet · Bob"))
    await places.get_by_role("link", name="loud").click()
    await expect(bob.last).to_contain_text("Come here")
    await expect(bob.log.get_by_text("New", exact=True)).to_have_count(0)
    await expect(places.get_by_role("link", name="loud", exact=True)).to_be_visible()
    await bob.page.reload()
    await expect(places.get_by_role("link", name="loud", exact=True)).to_be_visible()


async def test_a_window_that_loses_the_sandbox_says_so_and_catches_up(house, windows):
    channel = house.channel("lost")
    ann = await windows.open("ann")
    sockets = []

    async def through(socket):
        server = socket.connect_to_server()
        sockets.append((socket, server))

    await ann.page.route_web_socket(re.compile("/socket/"), through)
    await ann.page.goto(f"{house.url}as/ann#{channel.id}")
    await ann.page.reload()
    await expect(ann.page.get_by_role("heading", name="Welcome to #lost")).to_be_visible()
    socket, server = sockets[-1]
    await socket.close()
    await server.close()
    await expect(ann.page.get_by_text("The sandbox is gone.")).to_be_visible()
    house.playground.people["bob"].says(channel, "while you were away")
    await expect(ann.last).to_contain_text("while you were away")
    await expect(ann.page.get_by_text("The sandbox is gone.")).to_be_hidden()
    await ann.page.context.close()  # else it leads the sockets of those who have it next
