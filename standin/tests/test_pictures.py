"""Pictures and other files of messages, and what an edit keeps of them."""

import io

import discord as api
import pytest
from PIL import Image

from standin.tests.testbot import PNG, V2, Screen, picture


@pytest.fixture
async def shown(discord, place):
    """A message with a picture in its gallery: its path, its picture's id, and its components."""
    message = await place.send(view=Screen("one", picture="a.png"), file=picture("a.png"))
    (attachment,) = discord.world.messages.get(message.id).now.attachments
    path = f"/channels/{place.id}/messages/{message.id}"
    return path, str(attachment.id), Screen("two", picture="a.png").to_components()


async def test_a_picture_that_an_edit_lists_by_id_and_name_stays(rest, shown, ann, channel):
    path, number, components = shown
    listed = [{"id": number, "filename": "a.png"}]
    body = {"components": components, "flags": V2, "attachments": listed}
    assert (await rest("PATCH", path, body))[0] == 200
    [kept] = ann.last(channel).pictures
    assert (ann.last(channel).text, kept.file_name, kept.content) == ("two", "a.png", PNG)


async def test_components_cannot_name_a_picture_that_an_edit_does_not_list(
    discord, rest, shown, ann, channel
):
    path, number, components = shown
    for listed in ({}, {"attachments": [{"id": number}]}):
        status, error = await rest("PATCH", path, {"components": components, "flags": V2, **listed})
        assert (status, error["code"]) == (400, 50035)
        gallery = error["errors"]["components"]["1"]["items"]["0"]
        code = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"
        assert gallery["media"]["url"]["_errors"][0]["code"] == code
    assert ann.last(channel).text == "one"
    assert len(discord.pardon("The referenced attachment was not found")) == 2


async def test_an_edit_that_says_nothing_of_pictures_and_components_keeps_both(
    rest, shown, ann, channel
):
    await rest("PATCH", shown[0], {"allowed_mentions": {"parse": []}})
    assert [p.content for p in ann.last(channel).pictures] == [PNG]


async def test_an_edit_with_attachments_replaces_the_picture(place, ann, channel):
    sent = await place.send(view=Screen("one", picture="a.png"), file=picture("a.png"))
    await sent.edit(view=Screen("two", picture="b.png"), attachments=[picture("b.png")])
    [new] = ann.last(channel).pictures
    assert new.file_name == "b.png"


async def test_files_shown_by_components_are_not_listed_as_attachments(place):
    """So an edit that is to keep them takes their ids from the components."""
    shown = await place.send(view=Screen("one", picture="a.png"), file=picture("a.png"))
    assert shown.attachments == []
    loose = await place.send("file", file=picture("a.png"))
    assert [attachment.filename for attachment in loose.attachments] == ["a.png"]


async def test_new_files_replace_old_ones_unless_those_are_listed(rest, place, ann, channel):
    sent = await place.send("file", file=picture("a.png"))
    path = f"/channels/{channel.id}/messages/{sent.id}"
    old = {"id": str(sent.attachments[0].id)}
    await rest("PATCH", path, {"attachments": [old, {"id": 0, "filename": "b.png"}]}, file_0=PNG)
    assert [p.file_name for p in ann.last(channel).pictures] == ["a.png", "b.png"]
    await rest("PATCH", path, {}, file_0=PNG)
    assert [p.file_name for p in ann.last(channel).pictures] == ["0.png"]


async def test_a_url_of_a_picture_that_is_gone_is_a_violation(discord, rest, place, ann, channel):
    sent = await place.send(view=Screen("one", picture="a.png"), file=picture("a.png"))
    [old] = ann.last(channel).pictures
    gallery = {"type": 12, "items": [{"media": {"url": old.url}}]}
    path = f"/channels/{channel.id}/messages/{sent.id}"
    await rest("PATCH", path, {"components": [gallery], "flags": V2, "attachments": []})
    assert discord.pardon("which it does not hold any more")


async def test_files_are_served_where_the_message_says(bot, place, ann, channel):
    await place.send("file", file=picture("a.png"))
    [shown] = ann.last(channel).pictures
    assert await bot.http.get_from_cdn(shown.url) == PNG


async def test_pictures_of_embeds_and_files_elsewhere_are_shown_too(place, ann, channel):
    embed = api.Embed(title="Ledger", description="Points").add_field(name="Ann", value="+3")
    embed.set_image(url="attachment://a.png")
    await place.send(embed=embed, files=[picture("a.png"), picture("b.png")])
    shown = ann.last(channel)
    assert shown.text == "Ledger\nPoints\nAnn: +3"
    assert [p.file_name for p in shown.pictures] == ["a.png", "b.png"]
    view = api.ui.LayoutView(timeout=None)
    thumbnail = api.ui.Thumbnail("https://example.org/c.png", description="A chip")
    view.add_item(api.ui.Section("words", accessory=thumbnail))
    await place.send(view=view)
    [far] = ann.last(channel).pictures
    assert (far.file_name, far.alt, far.content) == ("c.png", "A chip", None)


@pytest.mark.parametrize(("frames", "flags"), [(1, 0), (3, 1)])
async def test_a_webp_is_known_by_its_content_and_whether_it_moves(place, frames, flags):
    film = io.BytesIO()
    first, *others = (
        Image.new("RGBA", (40, 30), (number * 100, 0, 0, 90)) for number in range(frames)
    )
    first.save(film, "WEBP", save_all=True, append_images=others, duration=100)
    film.seek(0)
    sent = await place.send(view=Screen("Replay", picture="a.bin"), file=api.File(film, "a.bin"))
    media = sent.components[1].items[0].media
    assert (media.content_type, media.width, media.height) == ("image/webp", 40, 30)
    assert media.flags.value == flags
