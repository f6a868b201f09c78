"""Kinds of mistakes say through what they cost, if that is certain."""

import sqlite3

from bot.screens.costs import against_leak
from bot.store import judgements
from bot.texts import texts_for
from bot.values.hand_skill import HandSkill, Leak, Mistake, PartGaps
from bot.values.ledger_records import Scope
from ofc_engine.players.opinions import Part
from ofc_engine.players.skill import JUDGE
from tests.store.rows import GUILD, add_players, add_table, book


def apart(cost: int, error: int, part: Part, rest: Part) -> PartGaps:
    """A cost of which 300 are in the one part, and what is left in the other."""
    points, errors = [0] * len(Part), [0] * len(Part)
    points[part], points[rest] = 300, cost - 300
    errors[part] = errors[rest] = error
    return PartGaps(tuple(points), tuple(errors))


def told(db: sqlite3.Connection, given: list[Mistake], *, hands: int = 1) -> str:
    """What is said of flushes to somebody who has made these mistakes in one of their hands."""
    ann, _ = people = add_players(db, 2)
    table = add_table(db, ann)
    for number in range(hands):
        mistakes = () if number else given
        skill = HandSkill(ann, sum(each.cost for each in mistakes), 0, 1)
        judgements.keep(db, book(db, table, people), JUDGE, [(skill, mistakes)])
    leaks = judgements.leaks(db, GUILD, ann, Scope(), now=0, worst=1)
    assert leaks is not None
    return against_leak(leaks.through.get(Leak.FLUSH), texts_for("en"))


def flushes(*parts: PartGaps | None) -> list[Mistake]:
    return [Mistake(at, 1, 2, Leak.FLUSH, 1000, each) for at, each in enumerate(parts)]


def test_parts_are_summed_up_and_told_as_an_average_a_hand(db: sqlite3.Connection):
    one = apart(1000, 0, Part.FOUL, Part.BACK_ROYALTIES)
    assert told(db, flushes(one, one), hands=2) == (
        "On average, the best brings 0.7 more in Back royalties, 0.3 less lost to fouls."
    )


def test_what_many_mistakes_have_in_common_is_surer_than_each(db: sqlite3.Connection):
    unsure = apart(1000, 160, Part.FOUL, Part.BACK)
    assert told(db, flushes(unsure, *[unsure] * 3)) == (
        "On average, the best brings 2.8 more in the Back, 1.2 less lost to fouls."
    )


def test_one_of_them_alone_may_be_chance(db: sqlite3.Connection):
    unsure = apart(1000, 160, Part.FOUL, Part.BACK)
    assert told(db, flushes(unsure)) == "On average, the best brings 0.7 more in the Back."


def test_what_may_be_chance_and_what_has_no_parts_is_not_told(db: sqlite3.Connection):
    assert told(db, flushes(apart(1000, 400, Part.FOUL, Part.BACK), None)) == ""
