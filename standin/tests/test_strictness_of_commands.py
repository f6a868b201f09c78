"""Commands, modals and suggestions that Discord refuses, with its own error."""

import asyncio

import pytest

from standin.tests.refusals import REQUIRED, UNION, fault_at, text


def command(name="deal", description="Deal", **more):
    return {"name": name, "description": description, **more}


def option(name="seats", kind=3, **more):
    return {"type": kind, "name": name, "description": "An option", **more}


def with_options(*options):
    return [command(options=list(options))]


def choices(count, **more):
    return [{"name": f"c{n}", "value": f"v{n}", **more} for n in range(count)]


COMMANDS = [
    ("0.name", "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid", [command("Deal")]),
    ("0.name", "APPLICATION_COMMAND_INVALID_NAME", "invalid", [command("new hand")]),
    ("0.name", "APPLICATION_COMMAND_INVALID_NAME", "invalid", [command("x" * 33)]),
    ("0.description", "BASE_TYPE_BAD_LENGTH", "between 1 and 100", [command(description="")]),
    ("0.description", "BASE_TYPE_BAD_LENGTH", "1 and 100", [command(description="x" * 101)]),
    (
        "1",
        "APPLICATION_COMMANDS_DUPLICATE_NAME",
        "Application command names must be unique",
        [command(), command()],
    ),
    (
        "0.options.1",
        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
        "Required options must be placed before non-required options",
        with_options(option("a"), option("b", required=True)),
    ),
    (
        "0.options.1",
        "APPLICATION_COMMAND_OPTIONS_NAME_INVALID",
        "Option name a is already used in these options",
        with_options(option("a"), option("a")),
    ),
    ("0.options.0.name", "APPLICATION_COMMAND_INVALID_NAME", "", with_options(option("Seats"))),
    (
        "0.options",
        "BASE_TYPE_MAX_LENGTH",
        "Must be 25 or fewer in length.",
        with_options(*[option(f"o{n}") for n in range(26)]),
    ),
    (
        "0.options.0.choices",
        "BASE_TYPE_MAX_LENGTH",
        "Must be 25 or fewer in length.",
        with_options(option(choices=choices(26))),
    ),
    (
        "0.options.0.choices.0.name",
        "BASE_TYPE_BAD_LENGTH",
        "Must be between 1 and 100 in length.",
        with_options(option(choices=[{"name": "x" * 101, "value": "v"}])),
    ),
    (
        "0.options.0.choices",
        "APPLICATION_COMMAND_OPTIONS_CHOICE_DUPLICATE",
        "unique",
        with_options(option(choices=choices(2, value="v"))),
    ),
    (
        "0.options.0.autocomplete",
        "APPLICATION_COMMAND_OPTION_AUTOCOMPLETE_CHOICES",
        "Autocomplete cannot be enabled",
        with_options(option(choices=choices(1), autocomplete=True)),
    ),
    (
        "0.options.0.type",
        "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
        "cannot have choices or autocomplete",
        with_options(option(kind=5, autocomplete=True)),
    ),
    (
        "0.options.0.type",
        "BASE_TYPE_CHOICES",
        "Value must be one of",
        with_options(option(kind=12)),
    ),
    (
        "0.options.0.min_value",
        "APPLICATION_COMMAND_OPTION_BOUNDS_INVALID",
        "must not be greater",
        with_options(option(kind=4, min_value=3, max_value=2)),
    ),
    (
        "0.options",
        "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
        "mutually exclusive",
        with_options(option("a", kind=1), option("b")),
    ),
    (
        "0.options.0.options.0.options.0.type",
        "BASE_TYPE_CHOICES",
        "Value must be one of (3, 4, 5, 6, 7, 8, 9, 10, 11).",
        with_options(option("g", 2, options=[option("s", 1, options=[option("t", 1)])])),
    ),
    (
        "0",
        "APPLICATION_COMMAND_TOO_LARGE",
        "maximum size (8000)",
        with_options(
            *[
                option(
                    f"o{n}",
                    choices=[{"name": "n" * 90 + str(c), "value": f"{c}"} for c in range(9)],
                )
                for n in range(10)
            ]
        ),
    ),
    ("0.type", "BASE_TYPE_CHOICES", "Value must be one of (1, 2, 3, 4).", [command(type=5)]),
    ("0.handler", "BASE_TYPE_CHOICES", "one of (1, 2).", [command(type=4, handler=3)]),
    (
        "0.description",
        "APPLICATION_COMMANDS_CONTEXT_MENU_DESC",
        "cannot have description",
        [command("Show table", type=3)],
    ),
]


@pytest.mark.parametrize(
    ("path", "code", "words", "body"), COMMANDS, ids=[f"{c[1]} {c[0]}" for c in COMMANDS]
)
async def test_commands_that_discord_refuses(discord, rest, path, code, words, body):
    url = f"/applications/{discord.world.bot.id}/commands"
    status, error = await rest("PUT", url, body)
    assert (status, error["code"]) == (400, 50035)
    fault = fault_at(error, path)
    assert fault["code"] == code
    assert words in fault["message"]
    assert discord.world.commands.of(None) == []
    assert discord.pardon("50035")
    discord.violations.clear()


async def test_at_most_100_commands_and_15_of_each_menu(discord, rest):
    url = f"/applications/{discord.world.bot.id}/commands"
    most = [command(f"c{n}") for n in range(100)]
    most += [{"name": f"Menu {n}", "type": kind} for n in range(15) for kind in (2, 3)]
    assert (await rest("PUT", url, most))[0] == 200
    assert (await rest("PUT", url, [*most, command("more")]))[0] == 400
    assert discord.pardon("Must be 100 or fewer in length")
    discord.violations.clear()


# --- modals and suggestions -------------------------------------------------------------------


def field(**more):
    return {"type": 4, "custom_id": "cards", "style": 1, **more}


def label(component=None, words="Cards", **more):
    return {"type": 18, "label": words, "component": component or field(), **more}


def modal(*components, **more):
    return {
        "type": 9,
        "data": {"custom_id": "m", "title": "T", "components": list(components), **more},
    }


def group(**more):
    options = [{"label": "x", "value": "x"}] * 11
    return {"type": 22, "custom_id": "g", "options": options, **more}


ANSWERS = [
    ("data.title", "BASE_TYPE_BAD_LENGTH", "between 1 and 45", modal(label(), title="x" * 46)),
    ("data.custom_id", "BASE_TYPE_BAD_LENGTH", "1 and 100", modal(label(), custom_id="x" * 101)),
    (
        "data.components",
        "BASE_TYPE_BAD_LENGTH",
        "Must be between 1 and 5 in length.",
        modal(*[label(field(custom_id=str(n))) for n in range(6)]),
    ),
    (
        "data.components.0",
        "UNION_TYPE_CHOICES",
        f"{UNION} (1, 10, 18).",
        modal({"type": 2, "style": 1, "label": "Go", "custom_id": "a"}),
    ),
    ("data.components.0.label", "BASE_TYPE_BAD_LENGTH", "1 and 45", modal(label(words="x" * 46))),
    (
        "data.components.0.component",
        "BASE_TYPE_REQUIRED",
        REQUIRED,
        modal({"type": 18, "label": "Cards"}),
    ),
    (
        "data.components.0.component",
        "UNION_TYPE_CHOICES",
        UNION,
        modal(label(text())),
    ),
    (
        "data.components.0.component.style",
        "BASE_TYPE_CHOICES",
        "Value must be one of (1, 2).",
        modal(label(field(style=3))),
    ),
    (
        "data.components.0.component.placeholder",
        "BASE_TYPE_MAX_LENGTH",
        "100 or fewer",
        modal(label(field(placeholder="x" * 101))),
    ),
    (
        "data.components.0.component.value",
        "BASE_TYPE_MAX_LENGTH",
        "4000 or fewer",
        modal(label(field(value="x" * 4001))),
    ),
    (
        "data.components.0.component.min_length",
        "BASE_TYPE_BAD_LENGTH",
        "must not be greater",
        modal(label(field(min_length=9, max_length=8))),
    ),
    (
        "data.components.0.component.max_length",
        "NUMBER_TYPE_MAX",
        "int value should be less than or equal to 4000.",
        modal(label(field(max_length=4001))),
    ),
    (
        "data.components.1.component.custom_id",
        "COMPONENT_CUSTOM_ID_DUPLICATED",
        "Component custom id cannot be duplicated",
        modal(label(), label()),
    ),
    (
        "data.components.0.component.disabled",
        "COMPONENT_DISABLED_IN_MODAL",
        "Modals cannot have disabled components",
        modal(
            label(
                {
                    "type": 3,
                    "custom_id": "s",
                    "options": [{"label": "x", "value": "x"}],
                    "disabled": True,
                }
            )
        ),
    ),
    (
        "data.components.0.component.options",
        "BASE_TYPE_BAD_LENGTH",
        "Must be between 1 and 10 in length.",
        modal(label(group())),
    ),
    (
        "data.components.0.components.0.label",
        "BASE_TYPE_REQUIRED",
        REQUIRED,
        modal({"type": 1, "components": [field()]}),
    ),
]

SUGGESTIONS = [
    ("data.choices", "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.", choices(26)),
    (
        "data.choices.0.name",
        "BASE_TYPE_BAD_LENGTH",
        "Must be between 1 and 100 in length.",
        [{"name": "x" * 101, "value": "v"}],
    ),
    ("data.choices.0.value", "BASE_TYPE_BAD_LENGTH", "1 and 100", [{"name": "x", "value": ""}]),
    ("data.choices.0.value", "BASE_TYPE_REQUIRED", REQUIRED, [{"name": "x"}]),
]


@pytest.fixture
def answer(discord, rest, ann, channel):
    """Runs a command or completes an option, and answers with a body that is refused."""

    async def answer(body: dict, right: dict):
        autocomplete = option("rules", autocomplete=True)
        url = f"/applications/{discord.world.bot.id}/commands"
        await rest("PUT", url, [command(options=[autocomplete])])
        act = ann.complete if body["type"] == 8 else ann.command
        running = asyncio.create_task(act(channel, "deal", rules="g"))
        await discord.until(lambda: bool(discord.world.desk.pending))
        interaction = discord.world.desk.pending[0]
        path = f"/interactions/{interaction.id}/{interaction.token}/callback"
        outcome = await rest("POST", path, body)
        assert (await rest("POST", path, right))[0] == 204
        await running
        return outcome

    return answer


@pytest.mark.parametrize(
    ("path", "code", "words", "body"), ANSWERS, ids=[f"{c[1]} {c[0]}" for c in ANSWERS]
)
async def test_modals_that_discord_refuses(discord, answer, path, code, words, body):
    status, error = await answer(body, {"type": 4, "data": {"content": "x"}})
    check_fault(discord, status, error, (path, code, words))


@pytest.mark.parametrize(
    ("path", "code", "words", "choices"), SUGGESTIONS, ids=[f"{c[1]} {c[0]}" for c in SUGGESTIONS]
)
async def test_suggestions_that_discord_refuses(discord, answer, path, code, words, choices):
    status, error = await answer(
        {"type": 8, "data": {"choices": choices}}, {"type": 8, "data": {"choices": []}}
    )
    check_fault(discord, status, error, (path, code, words))


def check_fault(discord, status, error, expected):
    path, code, words = expected
    assert (status, error["code"]) == (400, 50035)
    fault = fault_at(error, path)
    assert fault["code"] == code
    assert words in fault["message"]
    assert discord.pardon("50035")
    discord.violations.clear()
