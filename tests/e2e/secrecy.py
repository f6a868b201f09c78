"""Watches that nobody is ever shown a card that they may not know."""

import re
from collections import Counter
from functools import lru_cache

from bot.game.loading import load
from bot.store import players
from bot.store.engine import Connection, OperationalError
from bot.store.players import Player
from discord_standin.model.feed import Change, Event
from discord_standin.model.messages import Message
from discord_standin.model.world import World
from discord_standin.people.person import Person
from discord_standin.people.shown import Shown
from ofc_engine.cards import DECK, Card
from tests.e2e.committed import Committed
from tests.e2e.house import words

_SHORT = re.compile(r"(?<![A-Za-z0-9])((?:(?:10|[2-9TJQKA])[cdhs]){1,13})(?![A-Za-z0-9])")
_LONG = re.compile(r"\b(10|[2-9]|jack|queen|king|ace) (?:of )?(clubs|diamonds|hearts|spades)\b")
_EMOJI = re.compile(r"(10|[2-9]|jack|queen|king|ace)_(clubs|diamonds|hearts|spades)")
_CARD = re.compile(r"(?:10|[2-9TJQKA])[cdhs]")
_DIGEST = re.compile(r"^(b1:l?ok:[\d:]+):[0-9a-f]{4}$", re.MULTILINE)
"""The end of a custom_id: four hexadecimal digits, which may look like cards."""
_OF_A_ROUND = re.compile(r"### (Daily deal|Deals of week|Challenge with) ")
"""How a message begins that is about a deal of a day, a week or a challenge, and about no table."""
_OF_A_TURN = re.compile(r"^b1:type:(\d+):", re.MULTILINE)
"""Where the button stands with which cards are typed: wherever there are cards to place."""
_RANKS = {"jack": "J", "queen": "Q", "king": "K", "ace": "A"}


@lru_cache(256)
def cards_in(text: str) -> frozenset[Card]:
    """Every card that a text names, in any of the ways the bot writes cards."""
    found = {
        Card.parse(name) for match in _SHORT.finditer(text) for name in _CARD.findall(match[1])
    }
    for pattern in (_LONG, _EMOJI):
        for rank, suit in pattern.findall(text):
            found.add(Card.parse(_RANKS.get(rank, rank) + suit[0]))
    return frozenset(found)


def without_what_is_no_card(text: str) -> str:
    """A text without live cards, which are all that somebody has not seen, examples and digests."""
    return _DIGEST.sub(r"\1", re.sub(r"Still to come: [^.]*\.|such as [^.]*\.", "", text))


class Watch:
    """Follows every message from its first moment on and notes what it gives away."""

    def __init__(self, world: World, committed: Committed, people: list[Person]) -> None:
        self.leaks: list[str] = []
        self.looked_at = 0
        self._committed = committed
        self._people = people
        self._players: dict[int, Player] = {}
        self._unchecked: list[tuple[Person, Shown]] = []
        world.feed.follow(self._see)

    def _see(self, change: Change) -> None:
        message = change.subject
        created = change.event in {Event.MESSAGE_CREATED, Event.MESSAGE_EDITED}
        if not created or not isinstance(message, Message):
            return
        for person in self._people:
            shown = person.shown(change)
            if shown is not None:
                self._look(person, shown)

    def _look(self, person: Person, shown: Shown) -> None:
        try:
            self._check(person, shown)
        except OperationalError:
            # The database's server is away: what was composed before comes all the same.
            self._committed.close()
            self._unchecked.append((person, shown))

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
        for person, shown in self._unchecked:
            self._check(person, shown)

    def _check(self, person: Person, shown: Shown) -> None:
        if shown.is_ephemeral and _OF_A_ROUND.match(shown.text):
            return
        text = without_what_is_no_card("\n".join(words(shown)))
        named = cards_in(text)
        if not named:
            return
        self.looked_at += 1
        numbers = {int(number) for number in re.findall(r"[Hh]and (\d+)", text)}
        channels = self._about(shown, text)
        known = self._followed(shown.message.channel.id, text)
        if known is None:
            known = self._known(person, channels or {shown.message.channel.id}, numbers)
        hidden = named - known
        if hidden:
            self.leaks.append(f"{person.name} saw {sorted(map(str, hidden))} in {shown!r}")

    def _about(self, shown: Shown, text: str) -> set[int]:
        """The channels of the tables that a message is about.

        In a tournament it names others, too: for which of them the next hand waits.
        """
        own = shown.message.channel.id
        query = "SELECT 1 FROM tables WHERE channel_id = ? AND tournament_id IS NOT NULL"
        if self._committed.db.execute(query, (own,)).fetchone():
            return {own}
        home = re.search(r"The table is in <#(\d+)>", text)
        found = [home[1]] if home else re.findall(r"<#(\d+)>", text)
        return {int(channel) for channel in found}

    def _followed(self, channel_id: int, text: str) -> set[Card] | None:
        """What is for those who follow a table in a thread; None elsewhere.

        Open cards, of a hand that is over, too, unless its players have agreed to show all.
        """
        with self._committed.at_once() as db:
            thread = db.execute(
                "SELECT table_id, from_hand FROM threads WHERE thread_id = ?", (channel_id,)
            ).fetchone()
            if thread is None:
                return None
            heading = re.search(r"Hand (\d+)", text)
            assert heading is not None
            table = load(db, thread["table_id"], hand=int(heading[1]))
            assert table is not None
            assert table.played is not None
            first = thread["from_hand"]
            if table.played.is_running or first is None or table.played.row.number < first:
                return set(table.played.view(None).seen)
            return set(DECK)

    def _known(self, person: Person, channels: set[int], numbers: set[int]) -> set[Card]:
        """What a person may know of running hands; everything of hands that are over."""
        # One look: a computer player may end the hand at any moment.
        with self._committed.at_once() as db:
            player = self._player(db, person)
            duplicate = _of_duplicates(db, player, channels)
            if duplicate is not None:
                return duplicate
            running = db.execute(
                "SELECT table_id, number, channel_id FROM hands JOIN tables"
                " ON tables.id = table_id WHERE hands.state = 'playing'"
            ).fetchall()
            tables = {row["channel_id"] for row in db.execute("SELECT channel_id FROM tables")}
            about = [r for r in running if r["channel_id"] in channels or not channels & tables]
            rows = [(row["table_id"], row["number"]) for row in about]
            if not rows or (numbers and numbers.isdisjoint(number for _, number in rows)):
                return set(DECK)
            return set[Card]().union(*(_seen(db, table_id, player) for table_id, _ in rows))

    def _player(self, db: Connection, person: Person) -> Player | None:
        """Who somebody is, or was: whoever is forgotten still knows what they have seen."""
        found = players.find(db, person.user.id)
        if found is not None:
            self._players[person.user.id] = found
        return self._players.get(person.user.id)


def _of_duplicates(db: Connection, player: Player | None, channels: set[int]) -> set[Card] | None:
    """What somebody knows of a duplicate tournament: the hands of their groups, nothing of others.

    None if the message is about none, or about one that is over.
    """
    rows = db.execute(
        "SELECT tables.id, tables.channel_id, tournaments.state FROM tables JOIN tournaments"
        " ON tournaments.id = tournament_id WHERE tables.round IS NOT NULL"
    ).fetchall()
    about = [row for row in rows if row["channel_id"] in channels]
    if not about or any(row["state"] == "over" for row in about):
        return None
    known: set[Card] = set()
    for row in about:
        table = load(db, row["id"])
        for number in range(1, table.next_number) if table and player else ():
            past = load(db, row["id"], hand=number)
            if past and past.played and past.played.seat_of(player.id) is not None:
                known |= past.played.view(player.id).seen
    return known


def _seen(db: Connection, table_id: int, player: Player | None) -> frozenset[Card]:
    table = load(db, table_id)
    assert table is not None
    if table.running is None:
        return frozenset(DECK)  # it has ended between the two looks
    in_hand = player is not None and table.running.seat_of(player.id) is not None
    return table.running.view(player.id if player and in_hand else None).seen
