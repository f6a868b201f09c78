"""Commands as they are typed: `/ofc new variant:turbo seats:3 rival:@bob where:#poker`."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from discord_standin.model.places import Channel, User
from discord_standin.people.errors import CannotDoError
from discord_standin.people.options import PARENTS, OptionValue
from discord_standin.vocabulary import Json, OptionType

_TRUTH: Final = {"true": True, "false": False}


@dataclass(frozen=True)
class Offer:
    """A command somebody may run: its full name, such as `ofc new`, and what it takes."""

    name: str
    description: str
    options: tuple[Json, ...]


def offers_of(commands: Iterable[Json], before: str = "") -> Iterator[Offer]:
    """Every command and subcommand that can be run."""
    for command in commands:
        name = f"{before}{command['name']}"
        options: list[Json] = command.get("options") or []
        inner = [option for option in options if option["type"] in PARENTS]
        if inner:
            yield from offers_of(inner, f"{name} ")
        else:
            yield Offer(name, command["description"], tuple(options))


def read(text: str, offers: Sequence[Offer], where: Channel) -> tuple[str, dict[str, OptionValue]]:
    """The command and the option values that are typed; raises CannotDoError.

    Text before any option is for the first required one, as in Discord's app.
    """
    words = " ".join(text.removeprefix("/").split())
    # The longest first: the name of a command may begin with that of another.
    for offer in sorted(offers, key=lambda offer: -len(offer.name)):
        if words == offer.name or words.startswith(f"{offer.name} "):
            return offer.name, _values(offer, words[len(offer.name) :], where)
    inner = [offer.name for offer in offers if offer.name.startswith(f"{words} ")]
    if words and inner:
        raise CannotDoError(f"/{words} is a group of commands, such as /{inner[0]}. Choose one.")
    raise CannotDoError(f"{text!r} is not a command here. Type / to see those there are.")


def _values(offer: Offer, text: str, where: Channel) -> dict[str, OptionValue]:
    options = {option["name"]: option for option in offer.options}
    if not options:
        start, parts = text, []
    else:
        start, *parts = re.split(rf"\s({'|'.join(map(re.escape, options))}):", text)
    typed = dict(zip(parts[::2], parts[1::2], strict=True))
    if start.strip():
        typed = {_first_required(offer, typed, start.strip()): start, **typed}
    return {name: _value(options[name], value.strip(), where) for name, value in typed.items()}


def _first_required(offer: Offer, typed: Mapping[str, str], text: str) -> str:
    """The option that a text without a name is for; raises CannotDoError if there is none."""
    for option in offer.options:
        if option.get("required") and option["name"] not in typed:
            return option["name"]
    takes = ", ".join(f"{option['name']}:" for option in offer.options) or "no options"
    raise CannotDoError(f"/{offer.name} takes {takes}, not {text!r}.")


def _value(option: Json, text: str, where: Channel) -> OptionValue:
    try:
        match option["type"]:
            case OptionType.INTEGER:
                return int(text)
            case OptionType.NUMBER:
                return float(text)
            case OptionType.BOOLEAN:
                return _TRUTH[text.lower()]
            case OptionType.USER | OptionType.MENTIONABLE:
                return _user(text, where)
            case OptionType.CHANNEL:
                return _channel(text, where)
            case _:
                return _choices(option).get(text.casefold(), text)
    except (ValueError, KeyError):
        raise CannotDoError(f"{option['name']} does not take {text!r}.") from None


def _choices(option: Json) -> Mapping[str, str]:
    """What may be typed for an option, in lower case -> its value."""
    choices: list[Json] = option.get("choices") or []
    return {str(c[key]).casefold(): c["value"] for key in ("value", "name") for c in choices}


def _user(text: str, where: Channel) -> User:
    members = where.guild.members.values() if where.guild else ()
    names: Mapping[str, User] = {
        name: member.user
        for member in members
        for name in (member.user.name, member.user.display_name, f"<@{member.user.id}>")
    }
    return names[text.removeprefix("@")]


def _channel(text: str, where: Channel) -> Channel:
    channels = where.guild.channels.values() if where.guild else ()
    return {channel.name: channel for channel in channels}[text.removeprefix("#")]
