"""Checks that the parts of an exported ledger fit together; the rules check each hand alone."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from bot.ledger.document import (
    Document,
    FinalLine,
    HandEntry,
    PairEntry,
    PlayerEntry,
    SeasonEntry,
    TableEntry,
)
from bot.values.ledger_records import LedgerError


def verify_whole(made: Document) -> None:
    """Raise LedgerError if something is missing, appears twice, or refers to nothing."""
    _verify_numbered("Hand #{number} is missing.", [hand.number for hand in made.hands])
    if len(made.hands) < made.last:
        raise LedgerError("Hand #{number} is missing.", number=len(made.hands) + 1)
    _verify_numbered("Season {number} is missing.", [season.number for season in made.seasons])
    _verify_once("players", [each.id for each in made.players])
    _verify_once("players", [each.user_id for each in made.players if each.user_id is not None])
    _verify_once("tables", [each.id for each in made.tables])
    _verify_once("hands", [(hand.table, hand.table_hand) for hand in made.hands])
    _verify_known("tables", {hand.table for hand in made.hands}, made.tables)
    _verify_known("players", set(named(made)), made.players)
    for season in made.seasons:
        _verify_end(made, season)
    _verify_seasons_of(made)


def named(made: Document) -> Iterator[int]:
    """Every player id in the document, wherever it is mentioned."""
    yield from (table.host for table in made.tables)
    for season in made.seasons:
        yield from (line.player for line in season.final)
    for hand in made.hands:
        yield from (part.player for part in hand.lineup)
        for pair in (*hand.stakes, *hand.entries):
            yield from (pair.a, pair.b)


def _verify_numbered(sentence: str, numbers: Sequence[int]) -> None:
    for wanted, number in enumerate(numbers, start=1):
        if number != wanted:
            raise LedgerError(sentence, number=wanted)


def _verify_once(what: str, keys: Sequence[object]) -> None:
    if len(set(keys)) < len(keys):
        raise LedgerError("One of the {what} in this ledger appears twice.", what=what)


def _verify_known(
    what: str, ids: set[int], known: Iterable[PlayerEntry] | Iterable[TableEntry]
) -> None:
    for missing in ids.difference(each.id for each in known):
        raise LedgerError(
            "Something is missing from this ledger: {place}.", place=f"{what} with the id {missing}"
        )


def _verify_end(made: Document, season: SeasonEntry) -> None:
    """Raise LedgerError for a running season that a later one follows, or that has a table."""
    if season.ended_at is None and season.number < len(made.seasons):
        raise LedgerError("Season {number} has an impossible end.", number=season.number)
    if season.ended_at is None and season.final:
        raise LedgerError("Season {number} isn't over.", number=season.number)


def _verify_seasons_of(made: Document) -> None:
    """Raise LedgerError for a hand of an unknown season, or one earlier than the hand before it.

    Times cannot tell the order of seasons, because clocks get adjusted.
    """
    latest = 0
    for hand in made.hands:
        if hand.season and not latest <= hand.season <= len(made.seasons):
            raise LedgerError(
                "Hand #{number} wasn't played in season {season}.",
                number=hand.number,
                season=hand.season,
            )
        latest = max(latest, hand.season)


def verify_final(made: Document, season: SeasonEntry) -> Mapping[int, int]:
    """Return hand number -> how many of its corrections a finished season's table includes.

    Hands that were void when it ended are left out of the table. Raises LedgerError unless the
    others add up to it.
    """
    hands = [hand for hand in made.hands if hand.season == season.number]
    for known in _known_corrections(hands, season):
        is_void = {number: count % 2 == 1 for number, count in known.items()}
        if _comes_to([hand for hand in hands if not is_void[hand.number]], season):
            return known
    raise LedgerError("The table of season {number} doesn't match its hands.", number=season.number)


def _known_corrections(
    hands: Sequence[HandEntry], season: SeasonEntry
) -> Iterator[Mapping[int, int]]:
    """Yield candidates: hand number -> how many corrections it had when a season ended.

    The season may say which hands were void then. Otherwise the times of corrections tell, except
    for those in the very second of the end.
    """
    assert season.ended_at is not None
    by_time = [
        {hand.number: hand.corrected_before(end) for hand in hands}
        for end in (season.ended_at, season.ended_at + 1)
    ]
    if season.void is not None:
        for counts in by_time:
            yield {
                hand.number: _nearest(
                    counts[hand.number], hand.number in season.void, len(hand.corrections)
                )
                for hand in hands
            }
    yield from by_time


def _nearest(count: int, is_void: bool, most: int) -> int:
    """The number of corrections nearest to `count` after which a hand is void, or counts."""
    if count % 2 == is_void:
        return count
    return count + 1 if count < most else max(0, count - 1)


def _comes_to(hands: Iterable[HandEntry], season: SeasonEntry) -> bool:
    """True if these hands add up to a season's table."""
    points: dict[int, list[int]] = defaultdict(list)
    for hand in hands:
        for part in hand.lineup:
            if part.seat is not None:
                points[part.player].append(_points_of(part.player, hand.entries))
    lines = {FinalLine(p, len(w), sum(w), max(w), min(w)) for p, w in points.items()}
    order = [(-line.points, -line.hands) for line in season.final]
    return lines == set(season.final) and order == sorted(order) and len(order) == len(lines)


def _points_of(player: int, entries: Iterable[PairEntry]) -> int:
    return sum(e.value * ((e.a == player) - (e.b == player)) for e in entries)
