"""Presses on the own message of somebody who has cards to place, and what comes of them."""

from bot.screens.presses import AcceptWarning, Confirm, Put, Undo
from discord_standin.people.person import Person
from discord_standin.people.shown import Shown
from ofc_engine.cards import format_cards
from sandbox.placing import placing_message, pressable
from sandbox.script import ScriptedStreet
from tests.e2e.house import Group

KINDS = {"undo": Undo, "arm": AcceptWarning, "ok": Confirm}


def screen(group: Group, person: Person) -> Shown:
    shown = placing_message(person, group.channel)
    assert shown is not None, f"{person.name} has nothing to place"
    return shown


async def press(group: Group, person: Person, *path: str) -> Shown:
    """Press buttons one after the other: `undo`, `arm`, `ok`, or a card and its row: `0f`."""
    for step in path:
        shown = screen(group, person)
        if kind := KINDS.get(step):
            found = str(pressable(shown, kind)[0])
        else:
            card, letter = int(step[:-1]), step[-1]
            puts = pressable(shown, Put)
            found = next(str(p) for p in puts if (p.card, p.letter) == (card, letter))
        await person.press(shown, found)
    await group.house.settle()
    return person.sees(person.last(person.dm))


def board(group: Group, seat: int) -> list[str]:
    """The rows of a seat's board as they are committed."""
    running = group.house.table(group.channel).running
    assert running is not None
    return [format_cards(row) for row in running.hand.seats[seat].board]


def entry(group: Group, seat: int, letters: str) -> ScriptedStreet:
    """The cards of a seat in shown order, sent where the letters say."""
    running = group.house.table(group.channel).running
    assert running is not None
    cards = running.view(running.player_at(seat)).own.pending
    parts = [
        format_cards(c for c, at in zip(cards, letters, strict=True) if at == letter) or "-"
        for letter in "fmbx"
    ]
    return ScriptedStreet(f"{' / '.join(parts[:3])} x {parts[3]}".removesuffix(" x -"))


def running_log(group: Group):
    running = group.house.table(group.channel).running
    assert running is not None
    return running.log
