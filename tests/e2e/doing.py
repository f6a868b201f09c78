"""What somebody does at a table, in a line: types a command, presses buttons, chooses, fills in.

/ofc join                       a command
/play variant:turbo seats:2     one, and then what is chosen in the lobby
Ready                           the newest button with that label
More, Sit out                   one, and then one of those that it leads to
More, Add a seed: tiger7        the same, and what is typed into its form or chosen from its menu
More, !End the game             one that is not offered, pressed all the same

Whoever is answered with a sentence alone, such as why it cannot be, goes no further.
"""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from bot.handlers.table_menu import Deed
from bot.screens.press import Press, parse
from bot.screens.presses import Ready, ShowMore, Start, TablePress
from bot.screens.settings.menus import ChangeRules, ChangeTable
from bot.values.draft import Spot
from cogs.play import Play
from discord_standin.model.places import Channel
from discord_standin.people.errors import CannotDoError
from discord_standin.people.person import Person
from discord_standin.people.replies import Reply
from discord_standin.people.shown import Shown
from ofc_engine.rulesets import PRESETS

if TYPE_CHECKING:
    from tests.e2e.house import House

_OPTION: Final = re.compile(r"(\w+):")
_COMMAND: Final = frozenset(each.name for each in Play.play.parameters)
"""Options of `/play`; all others are chosen in the lobby."""
_KINDS: Final[Mapping[str, tuple[type[Press], ...]]] = {
    **{label: (type(make(Spot(0))),) for make, label in (each.value for each in Deed)},
    "More": (ShowMore,),
    "Start": (Start, Ready),
}
"""What buttons do that are meant in every language, by their labels in English."""


async def does(house: "House", person: Person, channel: Channel, what: str) -> Reply:
    """Do it, and wait until nothing follows from it any more; the last reply."""
    if what.startswith("/play"):
        return await opens(house, person, channel, **_options(what))
    if what.startswith("/"):
        reply = await person.types(channel, what)
    else:
        reply = await _presses(house, person, channel, what)
    await house.settle()
    return reply


def _options(line: str) -> dict[str, str]:
    """The options that are typed behind a command."""
    _command, *parts = _OPTION.split(line)
    return {name: value.strip() for name, value in zip(parts[::2], parts[1::2], strict=True)}


async def _presses(house: "House", person: Person, channel: Channel, what: str) -> Reply:
    first, *labels = what.split(", ")
    shown = with_button(person, channel, first)
    reply = await person.press(shown, _key(shown, first))
    for chosen in labels:
        if not reply.message.buttons:
            return reply
        await house.settle()
        label, *entries = chosen.split(": ")
        reply = await _press_in(person, reply.message, label)
        for entry in entries:
            if reply.interaction.modal is None and not reply.message.selects:
                return reply
            reply = await _fill_in(person, reply, entry)
    return reply


def with_button(person: Person, channel: Channel, label: str) -> Shown:
    """The newest message for everybody that has a button; raises CannotDoError."""
    for shown in person.glances(channel):
        if not shown.is_ephemeral and _key(shown, label):
            return shown
    raise CannotDoError(f"There is no {label!r} in {channel.name}.")


def _key(shown: Shown, label: str) -> str:
    """The custom_id of the button with a label, empty for none; `Start` is `Ready`, too."""
    kinds = _KINDS.get(label, ())
    for button in shown.buttons:
        press = parse(button.custom_id or "")
        is_meant = isinstance(press, kinds) and _is_deed(press, label)
        if is_meant or (not kinds and button.label == label):
            return button.custom_id
    return ""


def _is_deed(press: Press, label: str) -> bool:
    """True if a press is all that a deed with that label is, if there is one."""
    make = next((make for make, name in (each.value for each in Deed) if name == label), None)
    return make is None or not isinstance(press, TablePress) or press == make(press.spot)


async def _press_in(person: Person, shown: Shown, label: str) -> Reply:
    if not label.startswith("!"):
        return await person.press(shown, _key(shown, label) or label)
    label = label[1:]
    assert not _key(shown, label), f"{label!r} is offered"
    press = next(parse(b.custom_id) for b in shown.buttons if b.custom_id)
    assert isinstance(press, TablePress)
    make = next(make for make, name in (each.value for each in Deed) if name == label)
    return await person.forge(shown, str(make(press.spot)))


async def _fill_in(person: Person, reply: Reply, entry: str) -> Reply:
    if reply.interaction.modal is not None:
        (field,) = reply.modal.fields
        return await person.submit(reply.modal, {field.custom_id: entry})
    return await person.select(reply.message, entry)


# --- opening a table --------------------------------------------------------------------------


async def opens(
    house: "House", person: Person, channel: Channel, **options: str | int | Person
) -> Reply:
    """Open a table with `/play`, and choose the rest in its lobby; the reply to the command.

    What cannot be chosen is told by the reply of where it was tried, which comes in its place.
    """
    words = str(options.pop("options", "")).split()
    rules = {name: value for name, _equals, value in (word.partition("=") for word in words)}
    named = {name: options.pop(name) for name in _COMMAND & options.keys()}
    if "variant" in rules:
        named["variant"] = rules.pop("variant")
    elif "rules" in options:
        named.setdefault("variant", PRESETS[str(options["rules"])].variant.name)
    had_table = house.has_table(channel)
    reply = await person.command(channel, "play", **named)
    await house.settle()
    if had_table or not house.has_table(channel):
        return reply
    if "rules" in options:
        rules = {"rules": str(options.pop("rules")), **rules}
    for option, value in rules.items():
        refused = await _choose_rule(house, person, channel, option, value)
        reply = refused or reply
    if "next_hand" in options:
        after = str(options.pop("next_hand"))
        shown = (await does(house, person, channel, "More, Settings")).message
        menu = next(m.custom_id for m in shown.selects if _is_next_hand(m.custom_id))
        await person.select(shown, after, menu=menu)
    if options:
        form = (await does(house, person, channel, "More, More options")).modal
        fields = {name.removeprefix("loss_"): str(value) for name, value in options.items()}
        told = await person.submit(form, fields)
        reply = told if told.messages else reply
    await house.settle()
    return reply


async def _choose_rule(
    house: "House", person: Person, channel: Channel, option: str, value: str
) -> Reply | None:
    shown = (await does(house, person, channel, "More, House rules")).message
    for menu in shown.selects:
        press = parse(menu.custom_id)
        if isinstance(press, ChangeRules) and press.what == option.replace("_", ""):
            reply = await person.select(shown, value, menu=menu.custom_id)
            return reply if reply.message.id != shown.message.id else None
    raise CannotDoError(f"No menu offers {option}.")


def _is_next_hand(custom_id: str) -> bool:
    press = parse(custom_id)
    return isinstance(press, ChangeTable) and press.what == "next"
