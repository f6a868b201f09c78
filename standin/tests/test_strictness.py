"""What Discord refuses is refused with Discord's own error, and is a violation.

Every case is the smallest body that breaks one rule, with the path, code and words of the error.
"""

import pytest

from discord_standin.rest import drafts
from standin.tests.refusals import (
    REQUIRED,
    UNION,
    button,
    container,
    fault_at,
    gallery,
    legacy,
    row,
    section,
    select,
    text,
    v2,
)

MESSAGES = [
    # Components V2 as a whole
    ("components.0", "UNION_TYPE_CHOICES", f"{UNION} (1,).", legacy(text())),
    ("components.0", "UNION_TYPE_CHOICES", f"{UNION} (1, 9, 10, 12, 13, 14, 17).", v2(button())),
    (
        "components",
        "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
        "cannot exceed 40",
        v2(*[container(*[text(str(n)) for n in range(7)]) for _ in range(5)], text()),
    ),
    (
        "components",
        "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
        "exceeds maximum size of 4000",
        v2(text("x" * 2001), container(text("x" * 2000))),
    ),
    (
        "content",
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
        "The 'content' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
        v2(text(), content="words"),
    ),
    (
        "embeds",
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
        "The 'embeds' field cannot be used",
        v2(text(), embeds=[{"title": "Ledger"}]),
    ),
    (
        "components.0.components.1.custom_id",
        "COMPONENT_CUSTOM_ID_DUPLICATED",
        "Component custom id cannot be duplicated",
        v2(row(button("a"), button("a"))),
    ),
    (
        "components.1.components.0.components.0.custom_id",
        "COMPONENT_CUSTOM_ID_DUPLICATED",
        "Component custom id cannot be duplicated",
        v2(row(button("a")), container(row(button("a")))),
    ),
    ("components.1.id", "COMPONENT_ID_DUPLICATED", "duplicated", v2(text(id=7), text(id=7))),
    # Layout
    (
        "components.0.components",
        "BASE_TYPE_BAD_LENGTH",
        "Must be between 1 and 5 in length.",
        v2(row(*[button(str(n)) for n in range(6)])),
    ),
    ("components.0.components", "BASE_TYPE_BAD_LENGTH", "between 1 and 5", v2(row())),
    (
        "components.0.components",
        "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
        "exceeds the maximum width",
        v2(row(select(), button())),
    ),
    (
        "components",
        "BASE_TYPE_MAX_LENGTH",
        "Must be 5 or fewer in length.",
        legacy(*[row(button(str(n))) for n in range(6)]),
    ),
    ("components.0.components", "BASE_TYPE_BAD_LENGTH", "between 1 and 40", v2(container())),
    (
        "components.0.components.0",
        "UNION_TYPE_CHOICES",
        f"{UNION} (1, 9, 10, 12, 13, 14).",
        v2(container(container(text()))),
    ),
    (
        "components.0.components",
        "BASE_TYPE_BAD_LENGTH",
        "between 1 and 3",
        v2(section(*[text(str(n)) for n in range(4)])),
    ),
    (
        "components.0.accessory",
        "BASE_TYPE_REQUIRED",
        REQUIRED,
        v2({"type": 9, "components": [text()]}),
    ),
    (
        "components.0.accessory",
        "UNION_TYPE_CHOICES",
        f"{UNION} (2, 11).",
        v2(section(text(), accessory=text())),
    ),
    ("components.0.content", "BASE_TYPE_BAD_LENGTH", "between 1 and 4000", v2(text(""))),
    # Pictures and files
    (
        "components.0.items.0.media.url",
        "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
        "The referenced attachment was not found",
        v2(gallery("attachment://board.png")),
    ),
    (
        "components.0.items.0.description",
        "BASE_TYPE_BAD_LENGTH",
        "Must be between 1 and 1024 in length.",
        v2(gallery(description="x" * 1025)),
    ),
    (
        "components.0.items.0.media.url",
        "URL_TYPE_INVALID_SCHEME",
        'Scheme "file" is not supported',
        v2(gallery("file:///etc/passwd")),
    ),
    ("components.0.items", "BASE_TYPE_BAD_LENGTH", "1 and 10", v2({"type": 12, "items": []})),
    (
        "components.0.file.url",
        "URL_TYPE_INVALID_SCHEME",
        'Scheme "https" is not supported',
        v2({"type": 13, "file": {"url": "https://example.org/a.txt"}}),
    ),
    (
        "attachments.0.id",
        "ATTACHMENT_NOT_FOUND",
        "Attachment data not found",
        legacy(attachments=[{"id": 0, "filename": "a.png"}]),
    ),
    # Buttons
    (
        "components.0.components.0.label",
        "BASE_TYPE_MAX_LENGTH",
        "Must be 80 or fewer in length.",
        v2(row(button(label="x" * 81))),
    ),
    (
        "components.0.components.0.custom_id",
        "BASE_TYPE_BAD_LENGTH",
        "Must be between 1 and 100 in length.",
        v2(row(button("x" * 101))),
    ),
    (
        "components.0.components.0.custom_id",
        "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED",
        "A custom id is required",
        v2(row({"type": 2, "style": 1, "label": "Go"})),
    ),
    (
        "components.0.components.0.url",
        "BASE_TYPE_REQUIRED",
        REQUIRED,
        v2(row({"type": 2, "style": 5, "label": "Rules"})),
    ),
    (
        "components.0.components.0",
        "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
        "cannot both be specified",
        v2(row(button(style=5, url="https://example.org"))),
    ),
    (
        "components.0.components.0.url",
        "URL_TYPE_INVALID_SCHEME",
        'Scheme "javascript" is not supported',
        v2(row({"type": 2, "style": 5, "label": "Rules", "url": "javascript:alert()"})),
    ),
    (
        "components.0.components.0.label",
        "BUTTON_COMPONENT_LABEL_REQUIRED",
        "A label or emoji is required",
        v2(row({"type": 2, "style": 1, "custom_id": "a"})),
    ),
    (
        "components.0.components.0.style",
        "BASE_TYPE_CHOICES",
        "Value must be one of (1, 2, 3, 4, 5, 6).",
        v2(row(button(style=9))),
    ),
    (
        "components.0.components.0.emoji.name",
        "BUTTON_COMPONENT_INVALID_EMOJI",
        "Invalid emoji",
        v2(row(button(emoji={"name": "spade"}))),
    ),
    (
        "components.0.components.0.emoji.name",
        "BUTTON_COMPONENT_INVALID_EMOJI",
        "Invalid emoji",
        v2(row(button(emoji={"name": "As", "id": "1"}))),
    ),
    # Menus
    (
        "components.0.components.0.options",
        "BASE_TYPE_BAD_LENGTH",
        "Must be between 1 and 25 in length.",
        v2(row(select(values=[str(n) for n in range(26)]))),
    ),
    (
        "components.0.components.0.options.1.value",
        "COMPONENT_OPTION_VALUE_DUPLICATED",
        "The specified option value is already used",
        v2(row(select(values=("x", "x")))),
    ),
    (
        "components.0.components.0.min_values",
        "BASE_TYPE_BAD_LENGTH",
        "must not be greater",
        v2(row(select(min_values=2))),
    ),
    (
        "components.0.components.0.placeholder",
        "BASE_TYPE_MAX_LENGTH",
        "Must be 150 or fewer in length.",
        v2(row(select(placeholder="x" * 151))),
    ),
    # The rest of a message
    ("content", "BASE_TYPE_MAX_LENGTH", "Must be 2000 or fewer", {"content": "x" * 2001}),
    ("nonce", "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer", {"content": "x", "nonce": "n" * 26}),
    ("embeds", "BASE_TYPE_MAX_LENGTH", "10 or fewer", {"embeds": [{"title": "x"}] * 11}),
    ("embeds.0.title", "BASE_TYPE_MAX_LENGTH", "256", {"embeds": [{"title": "x" * 257}]}),
    (
        "embeds",
        "MAX_EMBED_SIZE_EXCEEDED",
        "Embed size exceeds maximum size of 6000",
        {"embeds": [{"description": "x" * 3001}] * 2},
    ),
    (
        "allowed_mentions",
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
        'parse:["users"] and users: [ids...] are mutually exclusive.',
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
    ),
]


@pytest.mark.parametrize(
    ("path", "code", "words", "body"), MESSAGES, ids=[f"{case[1]} {case[0]}" for case in MESSAGES]
)
async def test_a_message_that_discord_refuses(discord, rest, channel, path, code, words, body):
    status, error = await rest("POST", f"/channels/{channel.id}/messages", body)
    assert (status, error["code"], error["message"]) == (400, 50035, "Invalid Form Body")
    fault = fault_at(error, path)
    assert fault["code"] == code
    assert words in fault["message"]
    assert discord.world.messages.of(channel) == []
    assert discord.pardon(f"50035 Invalid Form Body: .*{path}: ")
    discord.violations.clear()


async def test_exactly_at_the_limits_a_message_passes(rest, channel):
    rows = [
        row(*[button(f"{r} {n}".ljust(100), label="x" * 80) for n in range(5)]) for r in "abcdef"
    ]
    body = v2(container(text("x" * 3999), *rows), text("x"))
    assert len(rows) * 6 + 3 == 39
    assert (await rest("POST", f"/channels/{channel.id}/messages", body))[0] == 200


async def test_all_faults_are_told_at_once(discord, rest, channel):
    body = v2(row(button("", label="x" * 81)), text(""))
    _, error = await rest("POST", f"/channels/{channel.id}/messages", body)
    assert fault_at(error, "components.0.components.0.label")
    assert fault_at(error, "components.0.components.0.custom_id")
    assert fault_at(error, "components.1.content")
    discord.pardon("50035")
    discord.violations.clear()


async def test_a_file_over_10_mib_is_too_large(discord, rest, channel):
    big = bytes(10 * 1024 * 1024 + 1)
    status, error = await rest("POST", f"/channels/{channel.id}/messages", {}, file_0=big)
    assert (status, error) == (413, {"message": "Request entity too large", "code": 40005})
    assert discord.pardon("40005")


async def test_the_files_of_a_message_have_a_limit_together(discord, rest, channel, monkeypatch):
    assert drafts.REQUEST_LIMIT == 25 * 1024 * 1024
    monkeypatch.setattr(drafts, "REQUEST_LIMIT", 5)
    body = {"attachments": [{"id": 0, "filename": "a.txt"}, {"id": 1, "filename": "b.txt"}]}
    path = f"/channels/{channel.id}/messages"
    assert (await rest("POST", path, body, file_0=b"123", file_1=b"45"))[0] == 200
    status, error = await rest("POST", path, body, file_0=b"123", file_1=b"456")
    assert (status, error["code"]) == (413, 40005)
    assert discord.pardon("40005")


async def test_a_file_name_is_stored_without_what_discord_drops(discord, rest, channel, ann):
    body = v2(
        gallery("attachment://my board.png"), attachments=[{"id": 0, "filename": "my board.png"}]
    )
    path = f"/channels/{channel.id}/messages"
    assert (await rest("POST", path, body, file_0=b"x"))[0] == 400
    body["components"] = [gallery("attachment://my_board.png")]
    assert (await rest("POST", path, body, file_0=b"x"))[0] == 200
    assert ann.last(channel).pictures[0].file_name == "my_board.png"
    assert discord.pardon("The referenced attachment was not found")


async def test_an_unknown_route_is_a_violation(discord, rest, channel):
    status, error = await rest("PUT", f"/channels/{channel.id}/pins/1")
    assert (status, error) == (404, {"message": "404: Not Found", "code": 0})
    assert discord.pardon("PUT /channels/[0-9]+/pins/1: no such route")


async def test_a_wrong_token_is_a_violation(discord, rest):
    rest._session.headers["Authorization"] = "Bot wrong"
    status, error = await rest("GET", "/users/@me")
    assert (status, error) == (401, {"message": "401: Unauthorized", "code": 0})
    assert discord.pardon("401: Unauthorized")


async def test_a_body_that_is_no_json_is_a_violation(discord, rest, channel):
    url = f"{discord.url}/api/v10/channels/{channel.id}/messages"
    async with rest._session.post(url, data=b"{") as answer:
        assert (answer.status, (await answer.json())["code"]) == (400, 50109)
    assert discord.pardon("50109")


async def test_an_id_that_is_none_is_a_violation(discord, rest):
    _, error = await rest("GET", "/channels/poker")
    assert fault_at(error, "channel_id")["message"] == 'Value "poker" is not snowflake.'
    assert discord.pardon("is not snowflake")


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/users/@me/channels", []),
        ("PUT", "/applications/{bot}/commands", {}),
    ],
)
async def test_a_list_for_an_object_or_the_reverse_is_a_violation(
    discord, rest, method, path, body
):
    _, error = await rest(method, path.format(bot=discord.world.bot.id), body)
    assert error["code"] == 50109
    assert discord.pardon("50109")
    discord.violations.clear()


async def test_another_application_is_out_of_reach(discord, rest, ann):
    _, error = await rest("GET", f"/applications/{ann.user.id}/commands")
    assert error["code"] == 50001
    emoji = f"/applications/{discord.world.bot.id}/emojis/1"
    assert (await rest("DELETE", emoji))[1]["code"] == 10014
