"""Pages of the ledger: true, for the asker alone until they are shared, and turned by buttons."""

import re
from collections import defaultdict
from functools import partial

from bot.handlers import proposing
from bot.handlers.ledger import ledger_pages
from bot.screens.costs import against_leak
from bot.screens.decision_screens import Agree
from bot.screens.ledger.lists import AskToEndSeason, EndSeason, NameSeason
from bot.screens.ledger.pages import LedgerView, Query, SharePage, ShowPage
from bot.screens.ledger.people import KINDS
from bot.screens.presses import Ready
from bot.store import judgements
from bot.store.engine import Connection
from bot.texts import texts_for
from bot.values.hand_skill import THOUSAND, HandSkill, Leak, PartGaps, mean_gaps
from bot.values.ledger_records import Scope
from bot.verifying import first_fault
from bot.workers import skill_judge
from bot.workers.skill_judge import HandToJudge
from ofc_engine.players.leaks import kind_of
from ofc_engine.players.skill import Skill
from ofc_engine.players.verdicts import judge
from ofc_engine.rule_options import Scoring
from tests.desk.scene import ANN, BOB, MAX, MIA, Scene

STANDING = ShowPage(Query(LedgerView.STANDING))
HISTORY = ShowPage(Query(LedgerView.HISTORY))
LEAKS = ShowPage(Query(LedgerView.LEAKS, Scope(), (1,)))


async def test_a_standing_says_the_points_that_were_played_for(scene: Scene):
    assert "No hand" in await scene.sends(ANN, STANDING)
    await scene.deals(ANN, BOB)
    await scene.plays_hand(ANN, BOB)
    points = (await scene.table()).totals
    told = await scene.sends(MIA, STANDING)
    for player, name in ((1, "Ann"), (2, "Bob")):
        line = next(line for line in told.splitlines() if name in line)
        assert f"**{points[player]:+d}**".replace("-", "−").replace("+0", "0") in line


async def test_a_page_is_seen_by_others_once_it_is_shared(scene: Scene):
    await scene.deals(ANN, BOB)
    await scene.plays_hand(ANN, BOB)
    before = len(scene.posted())
    page = await scene.screen(ANN, ledger_pages.turn(STANDING))
    assert len(scene.posted()) == before
    told = await scene.again(ANN, scene.sure(page, SharePage))
    assert "(Everyone sees it now)" in told, "it cannot be shared twice"
    assert "Ledger" in scene.public()


async def test_a_hand_that_does_not_count_is_in_no_standing(scene: Scene):
    await scene.deals(ANN, BOB)
    await scene.plays_hand(ANN, BOB)
    await scene.asks(ANN, proposing.void(1, "misdeal"))
    await scene.presses(BOB, Agree)
    assert "No hand" in await scene.sends(ANN, STANDING)
    assert "void: misdeal" in await scene.sends(ANN, HISTORY)


async def test_who_has_never_played_has_no_page(scene: Scene):
    told = await scene.asks(ANN, ledger_pages.show(MIA.person, None))
    assert "No hand of Mia counts here yet" in told
    assert "two different people" in await scene.asks(
        ANN, ledger_pages.show(ANN.person, ANN.person)
    )


async def test_seasons_are_a_managers(scene: Scene):
    assert "Manage Server" in await scene.sends(ANN, NameSeason(), "Spring")
    await scene.sends(MAX, NameSeason(), "Spring")
    assert "Season Spring has started" in scene.public()
    assert "Season Spring is running" in await scene.sends(MAX, NameSeason(), "Summer")
    asked = await scene.screen(MAX, ledger_pages.end(AskToEndSeason()))
    sure = scene.sure(asked, EndSeason)
    assert "Manage Server" in await scene.again(ANN, sure)
    assert await scene.again(MAX, sure) == "Done."
    assert "already ended" in await scene.again(MAX, sure)
    assert "No season is running" in await scene.sends(MAX, AskToEndSeason())
    await scene.sends(MAX, NameSeason(), "Summer")
    assert "already ended" in await scene.again(MAX, sure), "it was about another"
    assert "Season Summer is running" in await scene.sends(MAX, NameSeason(), "Autumn")


async def test_a_hand_says_what_its_mistakes_cost_through(scene: Scene):
    await scene.deals(ANN, BOB)
    await scene.plays_hand(ANN, BOB)
    case = await scene.desk.read(skill_judge.next_case)
    assert isinstance(case, HandToJudge)
    skills = judge(case.hand)
    await scene.desk.services.database.write(lambda db: skill_judge.keep(db, case, skills))
    page = await scene.sends(ANN, LEAKS)
    expected = sentences(skills[case.players.index(1)], case.hand.rules.scoring)
    for kind, sentence in expected.items():
        assert re.search(rf"{re.escape(KINDS[kind])}: \*\*.*\n-# {re.escape(sentence)}", page)
    assert page.count("On average") == len(expected) > 0
    more = await scene.sends(ANN, ShowPage(LEAKS.query.at(1)))
    for kind, cost in re.findall(
        rf"^({'|'.join(KINDS.values())}): \*\*(.*)\*\*$", page, re.MULTILINE
    ):
        assert re.search(rf"\*\*{kind}\*\*\n```\n(?:.+\n)+in all +\+{cost}\n```", more), more
    # Parts that do not sum to what they are of are found.
    assert await scene.desk.read(first_fault) is None
    await scene.desk.services.database.write(more_in_the_front)
    assert "is judged other than it was played" in str(await scene.desk.read(first_fault))


async def test_what_somebody_gives_away_is_the_average_of_their_hands(scene: Scene):
    await scene.deals(ANN, BOB)
    for given in (1, 3):
        await scene.plays_hand(ANN, BOB)
        case = await scene.desk.read(skill_judge.next_case)
        assert isinstance(case, HandToJudge)
        own = [(HandSkill(player, given * THOUSAND, 0, None), []) for player in case.players]
        keep = partial(judgements.keep, hand_id=case.hand_id, judge=1, seats=own)
        await scene.desk.services.database.write(keep)
        for member in (ANN, BOB):
            await scene.presses(member, Ready)
    page = await scene.sends(ANN, ShowPage(Query(LedgerView.PLAYER, Scope(), (1,))))
    assert "Given away: 2.0 a hand" in page
    assert "Given away a hand: 2.0." in page


def sentences(skill: Skill, scoring: Scoring) -> dict[Leak, str]:
    """By kind the sentence that the verdicts on one hand come to, if there is one."""
    of = defaultdict[Leak, list[PartGaps]](list)
    for each in skill.own:
        given = None if each.review is None else each.review.given
        if given is not None and given.parts is not None and each.best.parts is not None:
            of[kind_of(each)].append(PartGaps.of(each.best.parts, given.parts))
    means = {kind: mean_gaps(every, 1, scoring) for kind, every in of.items()}
    said = {kind: against_leak(mean, texts_for("en")) for kind, mean in means.items()}
    return {kind: sentence for kind, sentence in said.items() if sentence}


def more_in_the_front(db: Connection) -> None:
    (text,) = db.execute("SELECT parts FROM mistakes WHERE parts IS NOT NULL").fetchone()
    kept = PartGaps.parse(text)
    changed = PartGaps((kept.points[0] + THOUSAND, *kept.points[1:]), kept.errors)
    db.execute("UPDATE mistakes SET parts = ? WHERE parts = ?", (str(changed), text))


async def test_a_ladder_with_nobody_on_it_says_so_as_text_too(scene: Scene):
    """The filter leads there from the text of another variant."""
    await scene.deals(ANN, BOB)
    await scene.plays_hand(ANN, BOB)
    told = await scene.sends(ANN, ShowPage(Query(LedgerView.RATING_TEXT)))
    assert "Nobody has a rating here yet" in told
