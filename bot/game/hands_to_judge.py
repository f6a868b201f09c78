"""Finished hands for the judge of skill: what it has to judge, and what follows from it."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.game.loading import loaded
from bot.store import guilds, hands, judgements, postings
from bot.store.engine import Connection
from bot.values.hand_skill import NEGLIGIBLE, THOUSAND, Apart, HandSkill, Mistake
from ofc_engine.operations import parse_operation
from ofc_engine.players.leaks import kind_of, row_of
from ofc_engine.players.skill import JUDGE, FinishedHand, Skill, Verdict


@dataclass(frozen=True)
class HandToJudge:
    """A finished hand to be judged, its players in acting order, and its number at its table."""

    hand_id: int
    table_id: int
    players: tuple[int, ...]
    hand: FinishedHand
    number: int


def next_case(db: Connection) -> HandToJudge | None:
    """The hand to be judged next, None if all are; one played with real cards has no log."""
    hand_id = judgements.next_unjudged(db)
    if hand_id is None:
        return None
    table_id, number = hands.place_of(db, hand_id)
    table = loaded(db, table_id, hand=number)
    played = table.played
    assert played is not None, "the hand was just found"
    visits = tuple(part.fantasyland for part in played.acting)
    log = tuple(map(parse_operation, played.log))
    hand = FinishedHand(table.rules, visits, log, played.on_behalf)
    return HandToJudge(
        hand_id, table_id, tuple(part.player_id for part in played.acting), hand, number
    )


def keep(db: Connection, case: HandToJudge, skills: Sequence[Skill]) -> bool:
    """Keep the verdicts on a hand; whether a message is to show them now."""
    seats = [
        (_of_hand(player_id, each), _mistakes(each))
        for player_id, each in zip(case.players, skills, strict=True)
    ]
    if not judgements.keep(db, case.hand_id, JUDGE, seats):
        return False
    table = loaded(db, case.table_id, hand=case.number)
    if table.mode.withheld(db, table) is not None:
        return False  # it is told once all groups have played the deal (R14.4)
    if not guilds.get(db, table.row.guild_id).tells_skill:
        return False
    postings.show_result_anew(db, case.table_id, case.hand_id)
    return True


def _of_hand(player_id: int, each: Skill) -> HandSkill:
    worst = each.worst
    street = None if worst is None or worst.cost * THOUSAND < NEGLIGIBLE else worst.street
    luck = None if each.luck is None else round(each.luck * THOUSAND)
    return HandSkill(player_id, round(each.given_away * THOUSAND), luck, street)


def _mistakes(each: Skill) -> list[Mistake]:
    return [
        Mistake(
            verdict.decision.at,
            verdict.street,
            row_of(verdict),
            kind_of(verdict),
            round(verdict.cost * THOUSAND),
            _parts(verdict),
        )
        for verdict in each.own
        if verdict.cost * THOUSAND >= NEGLIGIBLE
    ]


def _parts(verdict: Verdict) -> Apart | None:
    """Of what a cost consists; nothing is known of that of giving up, or of not doing so."""
    given = None if verdict.should_give_up or verdict.review is None else verdict.review.given
    if given is None or given.parts is None or verdict.best.parts is None:
        return None
    return Apart.of(verdict.best.parts, given.parts)
