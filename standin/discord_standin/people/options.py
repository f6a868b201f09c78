"""Turns what a person types into the data of a command's interaction."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from discord_standin.model.places import Channel, User
from discord_standin.payloads.interactions import resolved_json
from discord_standin.people.errors import CannotDoError
from discord_standin.vocabulary import Json, OptionType

OptionValue: TypeAlias = str | int | float | bool | User | Channel
PARENTS: Final = (OptionType.SUBCOMMAND, OptionType.SUBCOMMAND_GROUP)
_TAKES: Final[Mapping[int, tuple[type, ...]]] = {
    OptionType.STRING: (str,),
    OptionType.INTEGER: (int,),
    OptionType.BOOLEAN: (bool,),
    OptionType.USER: (User,),
    OptionType.CHANNEL: (Channel,),
    OptionType.MENTIONABLE: (User,),
    OptionType.NUMBER: (int, float),
}


def command_data(
    commands: Sequence[Json],
    typed: str,
    values: Mapping[str, OptionValue],
    channel: Channel,
    focused: str | None = None,
) -> Json:
    """The data of `/typed` with option values, one of which may still be being typed.

    Raises CannotDoError where Discord's app would not send the command.
    """
    words = typed.removeprefix("/").split()
    command = _named(commands, words[0], typed)
    leaf, wrap = _descend(command, words[1:], typed)
    declared = _declared(leaf)
    if unknown := values.keys() - declared.keys():
        raise CannotDoError(f"/{typed} has no option {', '.join(sorted(unknown))}.")
    options = [
        _option(declared[name], value, is_focused=name == focused) for name, value in values.items()
    ]
    if focused is None:
        _check_complete(typed, declared, values)
    data: Json = {"id": command["id"], "name": command["name"], "type": command["type"]}
    data["options"] = wrap(options)
    if "guild_id" in command:
        data["guild_id"] = command["guild_id"]
    if resolved := resolved_json(list(values.values()), channel):
        data["resolved"] = resolved
    return data


def on_user_data(commands: Sequence[Json], name: str, target: User, channel: Channel) -> Json:
    """The data of a command run on a user; raises CannotDoError if it is not in their menu."""
    for command in commands:
        if command["name"] == name:
            return {
                **{key: command[key] for key in ("id", "name", "type")},
                "target_id": str(target.id),
                "resolved": resolved_json([target], channel),
            }
    offered = ", ".join(command["name"] for command in commands) or "none"
    raise CannotDoError(f"{name!r} is not offered here; the menu has: {offered}.")


def _named(commands: Sequence[Json], name: str, typed: str) -> Json:
    for command in commands:
        if command["name"] == name:
            return command
    offered = ", ".join(f"/{command['name']}" for command in commands) or "none"
    raise CannotDoError(f"/{typed} is not offered here; the commands are: {offered}.")


def _descend(command: Json, words: Sequence[str], typed: str) -> tuple[Json, Any]:
    """The subcommand that words lead to, and how its options are wrapped."""
    leaf, way = command, list[Json]()
    for word in words:
        leaf = _named([o for o in leaf.get("options") or () if o["type"] in PARENTS], word, typed)
        way.append(leaf)
    if any(option["type"] in PARENTS for option in leaf.get("options") or ()):
        raise CannotDoError(f"/{typed} is a group; name one of its subcommands.")

    def wrap(options: list[Json]) -> list[Json]:
        for step in reversed(way):
            options = [{"type": step["type"], "name": step["name"], "options": options}]
        return options

    return leaf, wrap


def _declared(leaf: Json) -> dict[str, Json]:
    return {option["name"]: option for option in leaf.get("options") or ()}


def _check_complete(
    typed: str, declared: Mapping[str, Json], values: Mapping[str, OptionValue]
) -> None:
    for name, option in declared.items():
        if option.get("required") and name not in values:
            raise CannotDoError(f"/{typed} needs {name}.")


def _option(option: Json, value: OptionValue, *, is_focused: bool) -> Json:
    body: Json = {"type": option["type"], "name": option["name"]}
    if is_focused:
        return {**body, "value": str(value), "focused": True}
    _check(option, value)
    chosen = _chosen(option, value)
    return {**body, "value": str(value.id) if isinstance(value, User | Channel) else chosen}


def _chosen(option: Json, value: OptionValue) -> OptionValue:
    """A value given by the name of a choice."""
    for choice in option.get("choices") or ():
        if value in (choice["name"], choice["value"]):
            return choice["value"]
    return value


def _check(option: Json, value: OptionValue) -> None:
    name = option["name"]
    if type(value) not in _TAKES.get(option["type"], ()):
        raise CannotDoError(f"{name} does not take {value!r}.")
    if faults := list(_bounds(option, value)):
        raise CannotDoError(f"{name} {faults[0]}.")


def _bounds(option: Json, value: OptionValue) -> Iterator[str]:
    if choices := option.get("choices"):
        names, values = ([choice[key] for choice in choices] for key in ("name", "value"))
        if value not in [*names, *values]:
            offered = names if all(name.isalnum() for name in names) else map(str, values)
            yield f"is one of {', '.join(offered)}, not {value}"
    if isinstance(value, User | Channel):
        return
    size = len(value) if isinstance(value, str) else value
    unit = "length" if isinstance(value, str) else "value"
    if (least := option.get(f"min_{unit}")) is not None and size < least:
        yield f"must be at least {least}"
    if (most := option.get(f"max_{unit}")) is not None and size > most:
        yield f"must be at most {most}"
