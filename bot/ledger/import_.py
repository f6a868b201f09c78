"""The import of an exported ledger into a server: every hand is replayed and scored again."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from bot.game.outcomes import parts_of_score, settling_order, transfers_of
from bot.game.played import is_dealt_from
from bot.ledger.checks import named, verify_final, verify_whole
from bot.ledger.document import Document, HandEntry, PlayerEntry, TableEntry
from bot.store import hands, players, seats, tables
from bot.store.engine import Connection
from bot.store.hands import HandState, LineupRow
from bot.store.ledger import bookings, journal, seasons
from bot.store.ledger.bookings import Stamp
from bot.store.ledger.journal import Entry
from bot.store.players import Person
from bot.values.ledger_records import LedgerError
from bot.values.options import Destination, TableOptions
from ofc_engine.board import Board
from ofc_engine.deal import NO_SEED, Deal, commitment
from ofc_engine.hand import Hand
from ofc_engine.match import Transfer
from ofc_engine.operations import Operation, parse_operation
from ofc_engine.players import levels
from ofc_engine.rulesets import Ruleset
from ofc_engine.scoring import score_hand
from ofc_engine.seat import Fate, Seat


def joined(parts: Sequence[Document]) -> Document:
    """The parts of a long ledger, in any order, as one document.

    Raises LedgerError if they are from different servers; `import_document` notices missing parts.
    """
    if len({part.guild_id for part in parts}) > 1:
        raise LedgerError("These files are ledgers from different servers.")
    parts = sorted(parts, key=lambda part: [hand.number for hand in part.hands][:1])
    return replace(
        parts[-1],
        players=tuple({each.id: each for part in parts for each in part.players}.values()),
        tables=tuple({each.id: each for part in parts for each in part.tables}.values()),
        hands=tuple(hand for part in parts for hand in part.hands),
    )


def import_document(db: Connection, made: Document, guild_id: int) -> int:
    """Make a document the ledger of a server that has none; returns how many hands it has.

    Raises OfcError, after which the caller must roll back: if the server has a ledger, a hand
    cannot have been played or was not dealt so, it was not worth its points, or a season's table
    does not follow from its hands.
    """
    if bookings.last_number(db, guild_id) or seasons.every(db, guild_id):
        raise LedgerError("Server {guild} already has a ledger.", guild=guild_id)
    verify_whole(made)
    needed = set(named(made))  # without players who appear in tournaments alone
    ids = {each.id: _player(db, each) for each in made.players if each.id in needed}
    for season in made.seasons:
        seasons.add(db, guild_id, season.name, season.started_at, season.ended_at)
    rows = {each.id: (each, _table(db, each, guild_id, ids)) for each in made.tables}
    booked = {hand.number: _import_hand(db, hand, *rows[hand.table], ids) for hand in made.hands}
    _import_endings(db, made, guild_id, ids, booked)
    return len(made.hands)


# --- players and tables -------------------------------------------------------------------------


def _player(db: Connection, each: PlayerEntry) -> int:
    if each.level is not None:
        return _computer(db, each, levels.level(each.level).name)
    if each.user_id is None:
        return players.add_nameless(db, each.name)
    found = players.find(db, each.user_id)
    if found is not None:
        return found.id
    return players.remember(db, Person(each.user_id, each.name, each.handle, "en-US")).id


def _computer(db: Connection, each: PlayerEntry, level: str) -> int:
    """The computer player of that level and name, made if there is none."""
    known = (one for one in players.computers(db, level) if one.name == each.name)
    found = next(known, None) or players.add_computer(db, level, each.name, each.handle)
    return found.id


def _table(db: Connection, each: TableEntry, guild_id: int, ids: Mapping[int, int]) -> int:
    return tables.add(
        db,
        _options(each),
        Destination(guild_id, each.channel_id, each.locale),
        host_id=ids[each.host],
        now=0,  # it was never open here
        is_open=False,
    )


def _options(each: TableEntry) -> TableOptions:
    rules = Ruleset.parse(each.rules)
    return TableOptions(rules, each.seats, each.stake, stack=each.stack, levels=each.levels)


# --- hands --------------------------------------------------------------------------------------


def _import_hand(
    db: Connection, each: HandEntry, table: TableEntry, table_id: int, ids: Mapping[int, int]
) -> int:
    """Book a hand as it was before anything was corrected; returns our own id of it."""
    options = _options(table)
    rules = options.rules
    lineup = [
        LineupRow(part.table_seat, ids[part.player], part.seat, part.fantasyland, part.can_lose)
        for part in each.lineup
    ]
    acting = _acting(each, lineup)
    log = tuple(map(parse_operation, each.operations))
    hand = _played(rules, each, log, [row.fantasyland for row in acting])
    _verify_deal(each, log, hand)
    score = score_hand(hand, settling_order(rules, lineup))
    agreed = {frozenset((ids[s.a], ids[s.b])): s.value for s in each.stakes}
    stake = options.stake_in(each.table_hand)
    transfers = transfers_of(score, acting, stake, agreed, has_stacks=options.is_tournament)
    entries = _verified(each, transfers, [row.player_id for row in acting], ids)
    _keep_stakes(db, table_id, each.table_hand, agreed, usual=table.stake)
    now = each.booked_at
    if each.secret:
        hands.commit_deal(db, table_id, each.table_hand, each.secret, now=now)
    hand_id = hands.add(
        db,
        table_id,
        number=each.table_hand,
        button=each.button,
        seeds=each.seeds,
        message=each.message,
        joined=each.joined,
        by_seat=each.dealt_as is not None,
        dealt_as=None if each.dealt_as == each.table_hand else each.dealt_as,
        lineup=lineup,
        now=now,
    )
    hands.append(db, hand_id, log, first=0, now=now, on_behalf=each.on_behalf)
    hands.end(db, hand_id, state=HandState.FINISHED, now=now)
    stamp = Stamp(rules.variant.game, now, each.origin, each.season, is_news=False)
    parts = parts_of_score(hand, score, [row.player_id for row in acting])
    journal.book(db, hand_id, entries, parts, stamp)
    return hand_id


def _acting(each: HandEntry, lineup: Sequence[LineupRow]) -> list[LineupRow]:
    """Those who play a hand, in acting order; LedgerError for a line-up that cannot be."""
    # The engine takes for granted that nobody has two seats, but anybody can write a document.
    acting = sorted((row for row in lineup if row.seat is not None), key=lambda row: row.seat or 0)
    seats = [row.seat for row in acting]
    people, chairs = {row.player_id for row in lineup}, {row.table_seat for row in lineup}
    is_whole = seats == list(range(len(acting))) and len(people) == len(chairs) == len(lineup)
    if not is_whole:
        raise LedgerError("Hand #{number} has an impossible line-up.", number=each.number)
    return acting


def _played(
    rules: Ruleset, each: HandEntry, log: Sequence[Operation], fantasyland: Sequence[int]
) -> Hand:
    """The finished hand, from its operations or, with real cards, its boards."""
    if each.origin == "recorded":
        boards = [(Board.parse(board), _fate(each, fate)) for board, fate in each.boards]
        if log or len(boards) != len(fantasyland):
            raise LedgerError(
                "The boards of hand #{number} don't match its players.", number=each.number
            )
        seats = (
            Seat(board, fantasyland=cards, fate=fate)
            for (board, fate), cards in zip(boards, fantasyland, strict=True)
        )
        rules.verify_players(len(boards))
        hand = Hand(rules, tuple(seats))
    elif each.origin == "table":
        hand = Hand.replay(rules, fantasyland, log)
    else:
        raise LedgerError("Hand #{number} has no known origin.", number=each.number)
    if not hand.is_finished:
        raise LedgerError("Hand #{number} isn't finished.", number=each.number)
    return hand


def _fate(each: HandEntry, fate: str) -> Fate:
    if fate not in {known.value for known in Fate}:
        raise LedgerError("Hand #{number} has no known end.", number=each.number)
    return Fate(fate)


def _verify_deal(each: HandEntry, log: Iterable[Operation], hand: Hand) -> None:
    """Raise an OfcError unless the secret and the seeds of a hand give the cards it was dealt."""
    if each.origin == "recorded":
        if each.secret or each.seeds or each.message is not None or each.joined != NO_SEED:
            raise LedgerError("Hand #{number} has real cards and no deal.", number=each.number)
        return
    is_match, players = each.dealt_as is not None, len(hand.seats)
    deal = Deal(
        each.secret,
        each.dealt_as or each.table_hand,
        each.seeds,
        by_seat=is_match,
        message=each.message,
        joined=each.joined,
    )
    is_dealt = is_dealt_from(log, deal, players, hand.rules.variant)
    fits = is_dealt and each.commitment in (b"", commitment(each.secret))
    shared = (1,) if is_match else (players, players + 1)
    if not fits or (each.seeds and len(each.seeds) not in shared):
        raise LedgerError(
            "The secret of hand #{number} doesn't give the cards that were dealt.",
            number=each.number,
        )


def _verified(
    each: HandEntry, transfers: Sequence[Transfer], who: Sequence[int], ids: Mapping[int, int]
) -> list[Entry]:
    """The entries of a hand; raises LedgerError if they are not what it was worth."""
    worth = [Entry(who[t.a], who[t.b], t.points) for t in transfers]
    stated = {_sorted(Entry(ids[e.a], ids[e.b], e.value)) for e in each.entries}
    if stated != set(map(_sorted, worth)) or len(each.entries) != len(worth):
        raise LedgerError(
            "Hand #{number} wasn't worth the points recorded for it.", number=each.number
        )
    return worth


def _keep_stakes(
    db: Connection, table_id: int, number: int, agreed: Mapping[frozenset[int], int], *, usual: int
) -> None:
    """Record the stakes between pairs of players where they differ from the hand before."""
    before = seats.stakes_in_hand(seats.stakes_of(db, table_id), number)
    lapsed = {pair: usual for pair in before if pair not in agreed}
    for pair, stake in {**lapsed, **agreed}.items():
        if before.get(pair, usual) != stake:
            seats.agree_on_stake(db, table_id, pair, stake, number)


def _sorted(entry: Entry) -> tuple[int, int, int]:
    if entry.a < entry.b:
        return entry.a, entry.b, entry.points
    return entry.b, entry.a, -entry.points


# --- corrections and seasons ----------------------------------------------------------------------


def _import_endings(
    db: Connection,
    made: Document,
    guild_id: int,
    ids: Mapping[int, int],
    booked: Mapping[int, int],
) -> None:
    """Correct hands and record the tables of finished seasons, in the order it happened.

    `booked` has our own hand ids by number. Raises LedgerError unless a season's hands add up to
    its table.
    """
    done: dict[int, int] = {}
    for season in made.seasons:
        if season.ended_at is not None:
            known = verify_final(made, season)
            for number, count in known.items():
                _correct(db, made.hands[number - 1], booked[number], range(count))
            done.update(known)
            lines = [(ids[f.player], f.hands, f.points, f.best, f.worst) for f in season.final]
            seasons.keep_final(db, guild_id, season.number, lines)
    for hand in made.hands:
        left = range(done.get(hand.number, 0), len(hand.corrections))
        _correct(db, hand, booked[hand.number], left)


def _correct(db: Connection, hand: HandEntry, hand_id: int, nths: Iterable[int]) -> None:
    """Apply those of a hand's corrections, counted from 0."""
    for nth in nths:
        reason, at = hand.corrections[nth]
        journal.correct(db, hand_id, is_void=nth % 2 == 0, reason=reason, now=at)
