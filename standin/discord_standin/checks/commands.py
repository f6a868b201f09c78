"""Application commands: names, options and their order."""

import re
from collections.abc import Sequence
from typing import Final

from discord_standin.checks.form import Form
from discord_standin.model.components import Path
from discord_standin.vocabulary import Json, OptionType

_NAME: Final = re.compile(r"[-_'\w]{1,32}")
_CHAT_INPUT, _CONTEXT_MENUS, _ENTRY_POINT = 1, (2, 3), 4
_MOST_COMMANDS: Final = {_CHAT_INPUT: 100, 2: 15, 3: 15, _ENTRY_POINT: 1}
_HANDLERS: Final = (1, 2)
_MOST_OPTIONS: Final = 25
_MOST_CHOICES: Final = 25
_MOST_CHARACTERS: Final = 8000
_PARENTS: Final = frozenset({OptionType.SUBCOMMAND, OptionType.SUBCOMMAND_GROUP})
_VALUES: Final = frozenset(OptionType) - _PARENTS
_WITH_CHOICES: Final = frozenset({OptionType.STRING, OptionType.INTEGER, OptionType.NUMBER})


def check_commands(form: Form, commands: Sequence[Json]) -> None:
    """Check all commands of one scope."""
    seen: set[tuple[int, str]] = set()
    for number, command in enumerate(commands):
        check_command(form, command, (number,))
        key = (command.get("type") or _CHAT_INPUT, command.get("name") or "")
        if key in seen:
            words = "Application command names must be unique"
            form.wrong((number,), "APPLICATION_COMMANDS_DUPLICATE_NAME", words)
        seen.add(key)
    for kind, most in _MOST_COMMANDS.items():
        if sum(key[0] == kind for key in seen) > most:
            form.wrong((), "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")


def check_command(form: Form, command: Json, path: Path) -> None:
    """Check one command with everything in it."""
    kind = command.get("type") or _CHAT_INPUT
    if not form.one_of((*path, "type"), kind, (_CHAT_INPUT, *_CONTEXT_MENUS, _ENTRY_POINT)):
        return
    if kind != _CHAT_INPUT:
        form.sized((*path, "name"), command.get("name"), 1, 32)
    if kind == _ENTRY_POINT:
        form.one_of((*path, "handler"), command.get("handler", 1), _HANDLERS)
        return
    if kind in _CONTEXT_MENUS:
        if command.get("description") or command.get("options"):
            words = "Context menu commands cannot have description"
            form.wrong((*path, "description"), "APPLICATION_COMMANDS_CONTEXT_MENU_DESC", words)
        return
    _check_named(form, command, path)
    _check_options(form, command.get("options") or (), path, frozenset(OptionType))
    if form.is_fine and _size(command) > _MOST_CHARACTERS:
        words = f"Command exceeds maximum size ({_MOST_CHARACTERS})"
        form.wrong(path, "APPLICATION_COMMAND_TOO_LARGE", words)


def _check_named(form: Form, thing: Json, path: Path) -> None:
    name: str = thing.get("name") or ""
    if not _NAME.fullmatch(name) or name != name.lower():
        form.wrong((*path, "name"), "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
    form.sized((*path, "description"), thing.get("description"), 1, 100)
    _check_translations(form, thing, "description", path, most=100)
    _check_translations(form, thing, "name", path, most=32)


def _check_translations(form: Form, thing: Json, key: str, path: Path, *, most: int) -> None:
    field = f"{key}_localizations"
    translations: Json = thing.get(field) or {}
    for locale, text in translations.items():
        form.length((*path, field, locale), text, 1, most)


def _check_options(
    form: Form, options: Sequence[Json], path: Path, allowed: frozenset[OptionType]
) -> None:
    form.length((*path, "options"), options, 0, _MOST_OPTIONS)
    names: set[str] = set()
    only_optional = False
    for number, option in enumerate(options):
        place = (*path, "options", number)
        if only_optional and option.get("required"):
            words = "Required options must be placed before non-required options"
            form.wrong(place, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", words)
        only_optional |= option.get("type") not in _PARENTS and not option.get("required")
        if option.get("name") in names:
            words = f"Option name {option['name']} is already used in these options"
            form.wrong(place, "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", words)
        names.add(option.get("name") or "")
        _check_option(form, option, place, allowed)
    _check_mixed(form, options, path)


def _check_mixed(form: Form, options: Sequence[Json], path: Path) -> None:
    if len({option.get("type") in _PARENTS for option in options}) > 1:
        words = (
            "Sub-command and sub-command group option types are mutually exclusive to other types"
        )
        form.wrong((*path, "options"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", words)


def _check_option(form: Form, option: Json, path: Path, allowed: frozenset[OptionType]) -> None:
    _check_named(form, option, path)
    if not form.one_of((*path, "type"), option.get("type"), allowed):
        return
    match option["type"]:
        case OptionType.SUBCOMMAND_GROUP:
            inner = frozenset({OptionType.SUBCOMMAND})
            _check_options(form, option.get("options") or (), path, inner)
        case OptionType.SUBCOMMAND:
            _check_options(form, option.get("options") or (), path, _VALUES)
        case _:
            _check_choices(form, option, path)
            _check_bounds(form, option, path)


def _check_choices(form: Form, option: Json, path: Path) -> None:
    choices: Sequence[Json] = option.get("choices") or ()
    form.length((*path, "choices"), choices, 0, _MOST_CHOICES)
    if (choices or option.get("autocomplete")) and option["type"] not in _WITH_CHOICES:
        words = "This option type cannot have choices or autocomplete"
        form.wrong((*path, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", words)
    if choices and option.get("autocomplete"):
        words = "Autocomplete cannot be enabled when choices are given"
        form.wrong(
            (*path, "autocomplete"), "APPLICATION_COMMAND_OPTION_AUTOCOMPLETE_CHOICES", words
        )
    for number, choice in enumerate(choices):
        _check_translations(form, choice, "name", (*path, "choices", number), most=100)
    for key in ("name", "value"):
        values = [choice.get(key) for choice in choices]
        for number, value in enumerate(values):
            _check_choice(form, value, (*path, "choices", number, key))
        if len({str(value) for value in values}) < len(values):
            words = "Option choices must have unique names and values"
            form.wrong((*path, "choices"), "APPLICATION_COMMAND_OPTIONS_CHOICE_DUPLICATE", words)


def _check_choice(form: Form, value: str | float | None, path: Path) -> None:
    if value is None or isinstance(value, str):
        form.sized(path, value, 1, 100)


def _check_bounds(form: Form, option: Json, path: Path) -> None:
    for least, most in (("min_value", "max_value"), ("min_length", "max_length")):
        low, high = option.get(least), option.get(most)
        if low is not None and high is not None and low > high:
            words = f"{least} must not be greater than {most}"
            form.wrong((*path, least), "APPLICATION_COMMAND_OPTION_BOUNDS_INVALID", words)


def _size(thing: Json) -> int:
    """The characters that count: names, descriptions and values, the longest translation each."""
    own = sum(_longest(thing, key) for key in ("name", "description"))
    if isinstance(thing.get("value"), str):
        own += len(thing["value"])
    inner = [*(thing.get("options") or ()), *(thing.get("choices") or ())]
    return own + sum(map(_size, inner))


def _longest(thing: Json, key: str) -> int:
    translations: Json = thing.get(f"{key}_localizations") or {}
    return max(map(len, [thing.get(key) or "", *translations.values()]))
