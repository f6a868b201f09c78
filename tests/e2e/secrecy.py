"""Watches that nobody is ever shown a card that they may not know."""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from bot.game.loading import load
from bot.game.played import PlayedHand, load_hand
from bot.store import hands, players, tables
from bot.store.engine import Connection, DbRow, OperationalError
from bot.store.players import Player
from discord_standin.model.feed import Change, Event
from discord_standin.model.messages import Message
from discord_standin.model.world import World
from discord_standin.people.person import Person
from discord_standin.people.shown import Shown
from ofc_engine.cards import DECK, JOKERS, Card
from tests.e2e.committed import Committed
from tests.e2e.house import words

_SHORT = re.compile(r"(?<![A-Za-z0-9])((?:(?:10|[2-9TJQKA])[cdhs]|X[12]){1,13})(?![A-Za-z0-9])")
_LONG = re.compile(r"\b(10|[2-9]|jack|queen|king|ace) (?:of )?(clubs|diamonds|hearts|spades)\b")
_EMOJI = re.compile(r"(10|[2-9]|jack|queen|king|ace)_(clubs|diamonds|hearts|spades)")
_CARD = re.compile(r"(?:10|[2-9TJQKA])[cdhs]|X[12]")
_STANDS = re.compile(
    r"\bjoker as (?:10|[2-9]|jack|queen|king|ace) of (?:clubs|diamonds|hearts|spades)\b"
)
_LIVE_JOKERS = re.compile(r"(?<=\nc(?: [2-9TJQKA.]){13})\nX[12](?: X[12])?$", re.MULTILINE)
"""What stands below the ranks of each suit that may still come."""
_DIGEST = re.compile(r"^(b1:l?ok:[\d:]+):[0-9a-f]{4}$", re.MULTILINE)
"""The end of a custom_id: four hexadecimal digits, which may look like cards."""
_OF_A_ROUND = re.compile(r"### (Daily deal|Deals of week|Challenge with|Hand \d+ against) ")
"""How a message begins that is about a deal that somebody plays alone, and about no table."""
_OF_A_LESSON = re.compile(r"### (Lesson \d+: |Exercise \d+ of )")
"""How a message begins whose cards are examples."""
_OF_A_TURN = re.compile(r"^b1:type:(\d+):", re.MULTILINE)
"""Where the button stands with which cards are typed: wherever there are cards to place."""
_ALL = frozenset(DECK + JOKERS)
_RANKS = {"jack": "J", "queen": "Q", "king": "K", "ace": "A"}


@lru_cache(256)
def cards_in(text: str) -> frozenset[Card]:
    """Every card that a text names, in any of the ways the bot writes cards."""
    names = [name for match in _SHORT.finditer(text) for name in _CARD.findall(match[1])]
    for pattern in (_LONG, _EMOJI):
        names += [_RANKS.get(rank, rank) + suit[0] for rank, suit in pattern.findall(text)]
    return frozenset(map(_card, set(names)))


_card = lru_cache(Card.parse)


def without_what_is_no_card(text: str) -> str:
    """A text without live cards, which are all that somebody has not seen, examples and digests.

    Nor is a card there that a joker counts as.
    """
    text = re.sub(r"Still to come: [^.]*\.|such as [^.]*\.|\bAs long as\b", "", text)
    text = _LIVE_JOKERS.sub("", _STANDS.sub("joker", text))
    return _DIGEST.sub(r"\1", text)


@dataclass(frozen=True)
class _Saying:
    """What a message says, to whoever sees it."""

    shown: Shown
    text: str
    named: frozenset[Card]

    @property
    def channel_id(self) -> int:
        return self.shown.message.channel.id

    @property
    def hands(self) -> set[int]:
        """The numbers of hands that it speaks of."""
        return {int(number) for number in re.findall(r"[Hh]and (\d+)", self.text)}


def _said(shown: Shown) -> _Saying | None:
    """What a message says if it names cards of a hand at a table.

    None for a lesson or an exercise, and for the page of a deal that somebody plays alone.
    """
    is_own_deal = shown.is_ephemeral and _OF_A_ROUND.match(shown.text)
    if is_own_deal or _OF_A_LESSON.match(shown.text):
        return None
    text = without_what_is_no_card("\n".join(words(shown)))
    named = cards_in(text)
    return _Saying(shown, text, named) if named else None


class Watch:
    """Follows every message from its first moment on and notes what it gives away."""

    def __init__(self, world: World, committed: Committed, people: list[Person]) -> None:
        self.leaks: list[str] = []
        self.looked_at = 0
        self._committed = committed
        self._people = people
        self._players: dict[int, Player] = {}
        self._unchecked: list[tuple[list[Person], _Saying]] = []
        world.feed.follow(self._see)

    def _see(self, change: Change) -> None:
        message = change.subject
        created = change.event in {Event.MESSAGE_CREATED, Event.MESSAGE_EDITED}
        if not created or not isinstance(message, Message):
            return
        sights = ((person, person.shown(change)) for person in self._people)
        seen = [(person, shown) for person, shown in sights if shown is not None]
        saying = _said(seen[0][1]) if seen else None
        if saying is not None:
            self._look([person for person, _ in seen], saying)

    def _look(self, people: list[Person], saying: _Saying) -> None:
        try:
            self._check(people, saying)
        except OperationalError:
            # The database's server is away: what was composed before comes all the same.
            self._committed.close()
            self._unchecked.append((people, saying))

    def doubles(self) -> list[str]:
        """Who has cards to place at one table in two direct messages."""
        found: list[str] = []
        for person in self._people:
            own = [_OF_A_TURN.findall("\n".join(words(s))) for s in person.reads(person.dm)]
            tables = Counter(table for each in own for table in set(each))
            found += [f"{person.name}: table {each}" for each, n in tables.items() if n > 1]
        return found

    def finish(self) -> None:
        """Check what could not be checked when it came."""
        for people, saying in self._unchecked:
            self._check(people, saying)

    def _check(self, people: list[Person], saying: _Saying) -> None:
        # One look: a computer player may end the hand at any moment.
        with self._committed.at_once() as db:
            known = _known(db, saying)
            for person in people:
                self.looked_at += 1
                hidden = saying.named - known(self._player(db, person))
                if hidden:
                    cards = sorted(map(str, hidden))
                    self.leaks.append(f"{person.name} saw {cards} in {saying.shown!r}")

    def _player(self, db: Connection, person: Person) -> Player | None:
        """Who somebody is, or was: whoever is forgotten still knows what they have seen."""
        found = players.find(db, person.user.id)
        if found is not None:
            self._players[person.user.id] = found
        return self._players.get(person.user.id)


def _known(db: Connection, saying: _Saying) -> Callable[[Player | None], frozenset[Card]]:
    """What a player may know of the hands that a message is about: all of those that are over."""
    followed = _followed(db, saying)
    if followed is not None:
        return lambda _: followed
    channels = _about(db, saying)
    duplicates = _duplicates(db, channels)
    if duplicates:
        return lambda player: _of_duplicates(db, player, duplicates)
    running = db.execute(
        "SELECT table_id, number, channel_id FROM hands JOIN tables"
        " ON tables.id = table_id WHERE hands.state = 'playing'"
    ).fetchall()
    homes = {row["channel_id"] for row in db.execute("SELECT channel_id FROM tables")}
    about = [row for row in running if row["channel_id"] in channels or not channels & homes]
    if not about or (saying.hands and saying.hands.isdisjoint(row["number"] for row in about)):
        return lambda _: _ALL
    played = [_latest(db, row["table_id"]) for row in about]
    return lambda player: frozenset[Card]().union(*(_seen(hand, player) for hand in played))


def _latest(db: Connection, table_id: int) -> PlayedHand:
    """The latest hand of a table, without all else about it."""
    table, hand = tables.get(db, table_id), hands.latest(db, table_id)
    assert table is not None
    assert hand is not None
    return load_hand(db, table.options.rules, hand)


def _about(db: Connection, saying: _Saying) -> set[int]:
    """The channels of the tables that a message is about; if it names none, its own.

    In a tournament it names others, too: for which of them the next hand waits.
    """
    own = saying.channel_id
    query = "SELECT 1 FROM tables WHERE channel_id = ? AND tournament_id IS NOT NULL"
    if db.execute(query, (own,)).fetchone():
        return {own}
    home = re.search(r"The table is in <#(\d+)>", saying.text)
    found = [home[1]] if home else re.findall(r"<#(\d+)>", saying.text)
    return {int(channel) for channel in found} or {own}


def _followed(db: Connection, saying: _Saying) -> frozenset[Card] | None:
    """What is for those who follow a table in a thread; None elsewhere.

    Open cards, of a hand that is over, too, unless its players have agreed to show all.
    """
    thread = db.execute(
        "SELECT table_id, from_hand FROM threads WHERE thread_id = ?", (saying.channel_id,)
    ).fetchone()
    if thread is None:
        return None
    heading = re.search(r"Hand (\d+)", saying.text)
    assert heading is not None
    table = load(db, thread["table_id"], hand=int(heading[1]))
    assert table is not None
    assert table.played is not None
    first = thread["from_hand"]
    if table.played.is_running or first is None or table.played.row.number < first:
        return table.played.view(None).seen
    return _ALL


def _duplicates(db: Connection, channels: set[int]) -> list[DbRow]:
    """The tables of a duplicate tournament in these channels, unless it is over."""
    rows = db.execute(
        "SELECT tables.id, tables.channel_id, tournaments.state FROM tables JOIN tournaments"
        " ON tournaments.id = tournament_id WHERE tables.round IS NOT NULL"
    ).fetchall()
    about = [row for row in rows if row["channel_id"] in channels]
    return [] if any(row["state"] == "over" for row in about) else about


def _of_duplicates(db: Connection, player: Player | None, tables: list[DbRow]) -> frozenset[Card]:
    """What somebody knows of a duplicate tournament: their groups' hands, nothing of others."""
    known = frozenset[Card]()
    if player is None:
        return known
    for row in tables:
        table = load(db, row["id"])
        for number in range(1, table.next_number) if table else ():
            past = load(db, row["id"], hand=number)
            if past and past.played and past.played.seat_of(player.id) is not None:
                known |= past.played.view(player.id).seen
    return known


def _seen(hand: PlayedHand, player: Player | None) -> frozenset[Card]:
    in_hand = player is not None and hand.seat_of(player.id) is not None
    return hand.view(player.id if player and in_hand else None).seen
