"""Nothing that people or the bot write is ever markup, and no other site gets at the page."""

import json
from typing import Any
from urllib.parse import urlsplit

import aiohttp
import pytest
from playwright.async_api import expect

from discord_standin.addresses import GATEWAY
from discord_standin.people.sight import may_see
from tests.page.showcase import button, picture, post, row, text

pytestmark = pytest.mark.asyncio(loop_scope="session")

EVIL = "<img src=x onerror='hacked=1'><script>hacked=1</script>"


async def test_markup_in_names_and_messages_is_shown_as_it_is_written(house, windows):
    channel = house.standin.add_channel(house.guild, EVIL)
    eve = house.standin.add_person(EVIL, house.guild)
    ann = await windows.open("ann", channel)
    eve.says(channel, f"{EVIL} {eve.mention} **{EVIL}**")
    await expect(ann.last).to_contain_text(f"@{EVIL}")
    eve.says(channel, "[press](javascript:hacked=1) <javascript:alert(1)> ![x](y)")
    await post(
        house.standin,
        channel,
        text(f"# {EVIL}\n||{EVIL}|| `{EVIL}` <:{'x' * 20}:1>\n```html\n{EVIL}\n```"),
        {
            "type": 12,
            "items": [picture("evil.png", EVIL), {"media": {"url": "https://example.org/spy.png"}}],
        },
        row(button(EVIL, disabled=True)),
        row({"type": 3, "custom_id": "evil", "options": [{"label": EVIL, "value": EVIL}]}),
        files={"evil.png": b"<svg onload=alert(1)>"},
    )
    await expect(ann.last.locator("h4")).to_have_text(EVIL)
    await expect(ann.last.locator("pre")).to_have_text(EVIL)
    assert await ann.log.locator("script, [onerror], a[href^='javascript']").count() == 0
    assert await ann.page.evaluate("typeof hacked") == "undefined"
    assert await ann.page.evaluate("[...document.scripts].length") == 1
    # What is blocked is not asked for: a picture elsewhere, an emoji that does not exist.
    windows.troubles[:] = [t for t in windows.troubles if "404" not in t]
    await ann.page.close()
    house.standin.remove_channel(channel)
    eve.leave(house.guild)


async def get(house, path: str, **headers: str) -> aiohttp.ClientResponse:
    async with (
        aiohttp.ClientSession() as session,
        session.get(house.url.rstrip("/") + path, headers=headers) as response,
    ):
        await response.read()
        return response


async def test_the_policy_allows_this_page_alone(house):
    response = await get(house, "/as/ann")
    policy = response.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert response.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "127.0.0.1.evil.example:80"},
        {"Host": "127.0.0.1"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"},
        {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "cors"},
    ],
)
@pytest.mark.parametrize("path", ["/", "/as/ann", "/static/main.js", "/socket/ann"])
async def test_requests_of_other_sites_are_refused(house, path, headers):
    assert (await get(house, path, **headers)).status == 403


@pytest.mark.parametrize("origin", ["", "http://evil.example", "http://127.0.0.1:1", "null"])
async def test_a_window_is_opened_by_this_page_alone(house, origin):
    headers = {"Origin": origin} if origin else {}
    async with aiohttp.ClientSession() as session:
        with pytest.raises(aiohttp.WSServerHandshakeError) as refusal:
            await session.ws_connect(house.url + "socket/ann", headers=headers)
    assert refusal.value.status == 403


CONNECT = """url => new Promise(done => {
    const socket = new WebSocket(url);
    socket.onmessage = () => done("greeted");
    socket.onerror = () => done("refused");
})"""


async def test_a_page_elsewhere_cannot_speak_for_the_bot(house, browser):
    page = await browser.new_page()
    address = house.standin.url.replace("http", "ws") + GATEWAY
    assert await page.evaluate(CONNECT, address) == "refused"
    await page.close()
    async with aiohttp.ClientSession() as session, session.ws_connect(address) as socket:
        assert (await socket.receive_json())["op"] == 10, "programs are greeted"


@pytest.mark.parametrize(
    "path",
    [
        "/as/nobody",
        "/socket/nobody",
        "/static/../server.py",
        "/static/%2e%2e/server.py",
        "/cdn/attachments/1/1/x",
    ],
)
async def test_what_does_not_exist_is_not_found(house, path):
    origin = house.url.rstrip("/")
    assert (await get(house, path, Origin=origin)).status == 404


def downloads(response: aiohttp.ClientResponse) -> bool:
    """True if a browser saves an answer, and even if it were shown, nothing in it would run."""
    how = response.headers
    assert how["X-Content-Type-Options"] == "nosniff"
    is_saved = how.get("Content-Disposition") == "attachment"
    assert is_saved is (how["Content-Security-Policy"] == "sandbox")
    return is_saved


@pytest.mark.parametrize(
    "name", ["page.html", "page.xhtml", "drawing.svg", "code.js", "style.css", "hands.json", "x"]
)
async def test_a_file_that_is_no_picture_is_saved_and_never_opened(house, name):
    channel = house.channel("files")
    file = {"type": 13, "file": {"url": f"attachment://{name}"}}
    await post(house.standin, channel, file, files={name: EVIL.encode()})
    (shown,) = house.playground.people["ann"].last(channel).pictures
    response = await get(house, urlsplit(shown.url).path)
    assert response.status == 200
    assert downloads(response)


@pytest.mark.parametrize("name", ["board.png", "film.webp", "film.gif"])
async def test_a_picture_is_shown(house, name):
    channel = house.channel("files")
    gallery = {"type": 12, "items": [picture(name, "alt")]}
    await post(house.standin, channel, gallery, files={name: EVIL.encode()})
    (shown,) = house.playground.people["ann"].last(channel).pictures
    response = await get(house, urlsplit(shown.url).path)
    assert response.content_type == f"image/{name.rpartition('.')[2]}"
    assert not downloads(response)


class Line:
    """A window without a browser: what is sent over its socket."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.heard: list[dict[str, Any]] = []

    async def asks(self, body: Any) -> dict[str, Any]:
        await self.socket.send_str(body if isinstance(body, str) else json.dumps(body))
        while True:
            heard = await self.socket.receive_json(timeout=60)
            self.heard.append(heard)
            if heard["type"] == "done":
                return heard


async def lines(house, session: aiohttp.ClientSession, key: str) -> Line:
    origin = {"Origin": house.url.rstrip("/")}
    return Line(await session.ws_connect(f"{house.url}socket/{key}", headers=origin))


async def test_a_window_is_told_what_its_person_may_see_and_nothing_else(house):
    channel, world = house.channel("secrets"), house.world
    ann, bob = (house.playground.people[key] for key in ("ann", "bob"))
    async with aiohttp.ClientSession() as session:
        line = await lines(house, session, "bob")
        await ann.command(channel, "play")
        await house.standin.until(lambda: any(s.buttons for s in bob.reads(channel)))
        lobby = next(shown for shown in bob.reads(channel) if shown.buttons)
        await bob.press(lobby, "Join")
        await house.standin.until(lambda: "Bob" in bob.sees(lobby).text)
        await ann.press(ann.sees(lobby), "Start")
        await ann.command(channel, "ofc hand")
        await line.asks({"number": 1, "do": "commands", "channel": str(channel.id)})
        again = await lines(house, session, "bob")
        await again.asks({"number": 1, "do": "commands", "channel": str(channel.id)})
    heard = [*line.heard, *again.heard]
    listed = [m for body in heard for known in body.get("messages", {}).values() for m in known]
    pushed = [body["message"] for body in heard if body["type"] == "message"]
    assert pushed
    told = {int(message["id"]) for message in (*listed, *pushed)}
    seen = {message.id for message in world.messages if may_see(bob.user, message, ever=True)}
    assert told <= seen
    assert any(message.only_for is ann.user for message in world.messages)


async def test_a_window_cannot_reach_what_its_person_does_not_see(house):
    channel, people = house.channel("reach"), house.playground.people
    await people["ann"].command(channel, "ledger show")
    private = people["ann"].last(channel)
    where = {"message": str(private.id), "version": 0}
    asks = {
        "does not see that message": {"do": "press", "custom_id": "x", **where},
        "does not exist": {"do": "say", "channel": str(people["ann"].dm.id), "text": "hello"},
        "no such thing": {"do": "shout"},
        "There is no such person": {"lever": "dms", "person": "eve", "open": False},
        "must be a whole number": {"do": "commands", "channel": {}},
        "1 to 2000 characters": {"do": "say", "channel": str(channel.id), "text": "x" * 2001},
        "never looked like that": {"do": "dismiss", "message": "1", "version": 9},
    }
    own = people["bob"].says(channel, "mine")
    asks["never looked like that"]["message"] = str(own.id)
    async with aiohttp.ClientSession() as session:
        line = await lines(house, session, "bob")
        for number, (why, body) in enumerate(asks.items()):
            answer = await line.asks({"number": number, **body})
            assert why in answer["error"], body
        assert "error" in await line.asks("not JSON")
        assert "error" in await line.asks("[]")
