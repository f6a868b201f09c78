"""How people place their cards: by tapping, by typing a command, by filling in the form."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias, TypeVar

from bot.screens.press import Press, parse
from bot.screens.presses import AcceptWarning, ChooseRow, Confirm, Put, Type
from discord_standin.model.places import Channel
from discord_standin.people.person import Person
from discord_standin.people.shown import Shown
from ofc_engine.street import DISCARD
from sandbox.script import ScriptedStreet

P = TypeVar("P", bound=Press)
Pressed: TypeAlias = Callable[[str], None]
"""Called with the label of each button before it is pressed."""
WayToPlace: TypeAlias = Callable[[Person, Channel, ScriptedStreet, Pressed], Awaitable[None]]


async def tap(person: Person, table: Channel, entry: ScriptedStreet, pressed: Pressed) -> None:
    """Lift each card into its row, then confirm."""
    for letter, cards in entry.layout.items():
        for card in cards:
            await _give(person, table, entry.cards.index(card), letter, pressed)
    while (shown := placing_message(person, table)) is not None:
        final = pressable(shown, AcceptWarning, Confirm)
        if not final:
            return
        await _press(person, shown, final[0], pressed)
        if isinstance(final[0], Confirm):
            return


async def _give(person: Person, table: Channel, card: int, letter: str, pressed: Pressed) -> None:
    """Tap a card in the tray or with the brush it needs, if there is such a button at all."""
    shown = placing_message(person, table)
    assert shown is not None, f"{person.name} has nothing to place"
    brushes = [p for p in pressable(shown, ChooseRow) if p.letter == letter]
    if brushes:
        await _press(person, shown, brushes[0], pressed)
        shown = person.sees(shown)
    puts = [p for p in pressable(shown, Put) if (p.card, p.letter) == (card, letter)]
    if puts:
        await _press(person, shown, puts[0], pressed)


async def _press(person: Person, shown: Shown, press: Press, pressed: Pressed) -> None:
    pressed(str(shown.button(str(press))))
    await person.press(shown, str(press))


async def type_command(
    person: Person, table: Channel, entry: ScriptedStreet, pressed: Pressed
) -> None:
    """Type the placement behind `/ofc place`, confirmed by the `!`."""
    typed = f"/ofc place cards:{_typed(entry)}"
    pressed(typed)
    await person.types(table, typed)


async def fill_in_form(
    person: Person, table: Channel, entry: ScriptedStreet, pressed: Pressed
) -> None:
    """Open the form behind ⌨ and submit it."""
    shown = placing_message(person, table)
    assert shown is not None, f"{person.name} has nothing to place"
    pressed("[⌨]")
    modal = (await person.press(shown, str(pressable(shown, Type)[0]))).modal
    field = modal.fields[0].label
    pressed(f"“{_typed(entry)}” into the form")
    await person.submit(modal, {field: _typed(entry)})


def _typed(entry: ScriptedStreet) -> str:
    rows, cross, discards = entry.text.partition(DISCARD)
    return f"{rows.strip()} {cross}{discards.strip()}".strip() + "!"


def placing_message(person: Person, table: Channel) -> Shown | None:
    """The message in which somebody can place cards now: by DM, or private in the channel."""
    private = [s for s in person.reads(table) if s.is_ephemeral] + person.reads(person.dm)
    return next((shown for shown in reversed(private) if pressable(shown, Type)), None)


def pressable(shown: Shown, *kinds: type[P]) -> list[P]:
    """The enabled buttons of a message that do one of these things."""
    presses = (parse(b.custom_id or "") for b in shown.buttons if not b.is_disabled)
    return [press for press in presses if isinstance(press, kinds)]
