"""How somebody goes through the tutorial: what its pages offer, and what is right."""

from bot.screens.press import parse
from bot.screens.presses import AcceptWarning, CardPress, ChooseRow, Confirm, Put
from bot.tutorial.dealing import deal
from bot.tutorial.problems import Lesson, Placing, Problem
from bot.tutorial.screens import AnswerQuestion, BeginAgain, LessonPress, TurnPage
from bot.values.draft import LessonSpot
from discord_standin.people.person import Person
from discord_standin.people.shown import Shown
from ofc_engine.board import Placement
from ofc_engine.players.advice import advise
from ofc_engine.street import DISCARD, LETTERS, UNTOUCHED
from tests.e2e.house import Group


async def learn(person: Person, group: Group) -> Shown:
    """`/learn`; the newest page in the direct messages."""
    reply = await person.types(group.channel, "/learn")
    assert reply.message.is_ephemeral
    assert "I've sent you a message" in reply.text
    return person.last(person.dm)


def presses(shown: Shown) -> dict[str, LessonPress | CardPress]:
    """The enabled buttons of the tutorial by their custom_ids."""
    found = {b.custom_id: parse(b.custom_id or "") for b in shown.buttons if not b.is_disabled}
    return {
        id_: press for id_, press in found.items() if isinstance(press, LessonPress | CardPress)
    }


def puts(shown: Shown) -> list[tuple[str, int, str]]:
    """The enabled buttons that move a card: their custom_ids, the card, and where it goes."""
    found = presses(shown).items()
    return [(id_, p.card, p.letter) for id_, p in found if isinstance(p, Put)]


def problem_of(shown: Shown) -> Problem:
    """The problem on a page."""
    others = (p for p in presses(shown).values() if not isinstance(p, TurnPage | BeginAgain))
    spot = next(others).spot
    assert isinstance(spot, LessonSpot)
    return deal(Lesson(spot.page), spot.seed)


async def say(person: Person, shown: Shown, *, right: bool) -> Shown:
    """Answer a question."""
    problem = problem_of(shown)
    assert not isinstance(problem, Placing)
    said = [(id_, p) for id_, p in presses(shown).items() if isinstance(p, AnswerQuestion)]
    chosen = next(id_ for id_, p in said if (p.answer == problem.right) is right)
    await person.press(shown, chosen)
    return person.sees(shown)


async def place(person: Person, shown: Shown, layout: str) -> Shown:
    """Lay out cards by taps and confirm."""
    shown = await lay_out(person, shown, layout)
    for kind in (AcceptWarning, Confirm):
        final = [id_ for id_, p in presses(shown).items() if isinstance(p, kind)]
        if final:
            await person.press(shown, final[0])
            shown = person.sees(shown)
    return shown


async def lay_out(person: Person, shown: Shown, layout: str) -> Shown:
    """Lay out cards by taps."""
    for index, letter in enumerate(layout):
        found = presses(shown).items()
        brush = [i for i, p in found if isinstance(p, ChooseRow) and p.letter == letter]
        if brush:
            await person.press(shown, brush[0])
            shown = person.sees(shown)
        for to in (UNTOUCHED, letter):  # from where it lies, and to where it goes
            put = [id_ for id_, card, at in puts(shown) if (card, at) == (index, to)]
            if put:
                await person.press(shown, put[0])
                shown = person.sees(shown)
    return shown


def best_layout(problem: Placing) -> str:
    """The best placement as the letters of its cards."""
    return layout_of(problem, best(problem))


def layout_of(problem: Placing, placement: Placement) -> str:
    """A placement as the letters of its cards."""
    parts = zip(LETTERS + DISCARD, placement, strict=True)
    letters = {card: letter for letter, cards in parts for card in cards}
    return "".join(letters[card] for card in problem.knowledge.pending)


def best(problem: Placing) -> Placement:
    return advise(problem.knowledge, 1)[0].placement


async def solve(person: Person, shown: Shown) -> Shown:
    problem = problem_of(shown)
    if isinstance(problem, Placing):
        return await place(person, shown, best_layout(problem))
    return await say(person, shown, right=True)


async def press(person: Person, shown: Shown, label: str) -> Shown:
    await person.press(shown, label)
    return person.sees(shown)
