"""Whether the parts of an exported ledger fit together; the rules check each hand for itself."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from bot.ledger.document import (
    Document,
    FinalLine,
    HandEntry,
    PairEntry,
    PlayerEntry,
    SeasonEntry,
    TableEntry,
)
from bot.values.ledger import LedgerError


def verify_whole(made: Document) -> None:
    """Raise LedgerError if something is missing, stands twice, or refers to nothing."""
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
    for hand in made.hands:
        _verify_season_of(made, hand)


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
    """Raise LedgerError for a season that ends before it begins, or runs beside a later one."""
    ended_at = season.ended_at
    runs_on = ended_at is None and season.number < len(made.seasons)
    if runs_on or (ended_at is not None and ended_at < season.started_at):
        raise LedgerError("Season {number} has an impossible end.", number=season.number)
    if ended_at is None and season.final:
        raise LedgerError("Season {number} is not over.", number=season.number)


def _verify_season_of(made: Document, hand: HandEntry) -> None:
    """Raise LedgerError for a hand that was not booked in the time of its season."""
    season = made.seasons[hand.season - 1] if 0 < hand.season <= len(made.seasons) else None
    if hand.season and (season is None or not _is_within(hand, season)):
        raise LedgerError(
            "Hand #{number} was not played in season {season}.",
            number=hand.number,
            season=hand.season,
        )


def _is_within(hand: HandEntry, season: SeasonEntry) -> bool:
    last = hand.booked_at if season.ended_at is None else season.ended_at
    return season.started_at <= hand.booked_at <= last


def verify_final(made: Document, season: SeasonEntry) -> int:
    """Raise LedgerError unless the hands of a finished season come to its table.

    Hands that were void when it ended are left out. Of one taken back in that very second the
    document does not say which came first: returns the time (Unix seconds) before which corrections
    were made that the table knows of.
    """
    assert season.ended_at is not None
    for end in (season.ended_at, season.ended_at + 1):
        if _comes_to(made, season, end):
            return end
    raise LedgerError(
        "The table of season {number} does not match its hands.", number=season.number
    )


def _comes_to(made: Document, season: SeasonEntry, end: int) -> bool:
    """Whether a season's hands come to its table, without those that were void at `end`."""
    points: dict[int, list[int]] = defaultdict(list)
    for hand in made.hands:
        if hand.season != season.number or hand.is_void(end):
            continue
        for part in hand.lineup:
            if part.seat is not None:
                points[part.player].append(_points_of(part.player, hand.entries))
    lines = {FinalLine(p, len(w), sum(w), max(w), min(w)) for p, w in points.items()}
    order = [(-line.points, -line.hands) for line in season.final]
    return lines == set(season.final) and order == sorted(order) and len(order) == len(lines)


def _points_of(player: int, entries: Iterable[PairEntry]) -> int:
    return sum(e.value * ((e.a == player) - (e.b == player)) for e in entries)
