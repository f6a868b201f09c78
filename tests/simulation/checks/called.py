"""Players whom a table waits for have been called, in a message that notifies."""

from typing import TYPE_CHECKING, Final

from bot.store.engine import Connection, DbRow
from discord_standin.model.feed import Change, Event
from discord_standin.model.interactions import Interaction
from discord_standin.model.messages import Message
from tests.simulation.checks.check import Check
from tests.simulation.checks.reading import on_turn, read
from tests.simulation.plan import Fault

if TYPE_CHECKING:
    from tests.simulation.world import World

_WITHIN: Final = 180.0
"""Seconds within which players on turn are called."""
_LOOKS_ON: Final = 30.0
"""Seconds for which people keep looking after they have done something."""
_SEEN_WITHIN: Final = 600.0
"""Seconds after a change of the database by which the checks have looked, despite any faults."""
_PLAYING: Final = (
    "SELECT hands.id, hands.table_id, guild_id, rules FROM hands"
    " JOIN tables ON tables.id = table_id WHERE hands.state = 'playing'"
)
_SEATED: Final = (
    "SELECT lineups.seat, lineups.fantasyland, players.*, presence FROM lineups"
    " JOIN players ON players.id = lineups.player_id"
    " LEFT JOIN seats ON seats.table_id = ? AND seats.player_id = players.id"
    " WHERE hand_id = ? AND lineups.seat IS NOT NULL ORDER BY lineups.seat"
)
_LINES: Final = "SELECT operation, at FROM operations WHERE hand_id = ? ORDER BY number"


class Called(Check):
    """Remembers when everybody was last notified, and looks at who has cards to place."""

    def __init__(self, world: "World") -> None:
        super().__init__(world)
        self._notified: dict[int, float] = {}
        self._turns: dict[tuple[int, int, int], tuple[float, float]] = {}
        """Since when a seat is on turn, by the operation that gave it the turn."""
        world.discord.world.feed.follow(self._hear)

    def _hear(self, change: Change) -> None:
        now = self.world.discord.clock.now()
        match change.subject:
            case Message() as message if change.event is Event.MESSAGE_CREATED:
                self._notified |= dict.fromkeys(message.pings, now)
            case Interaction() as interaction:
                # People who are just doing something see edits.
                self._notified[interaction.user.id] = now + _LOOKS_ON
            case _:
                pass

    def look(self, db: Connection) -> None:
        """Look at every hand in play."""
        for hand in db.execute(_PLAYING).fetchall():
            self._look_at(db, hand)

    def finish(self, db: Connection) -> None:
        """Look again at every hand in play."""
        self.look(db)

    def _look_at(self, db: Connection, hand: DbRow) -> None:
        people = db.execute(_SEATED, (hand["table_id"], hand["id"])).fetchall()
        lines = db.execute(_LINES, (hand["id"],)).fetchall()
        rules = hand["rules"].split()
        together = not {"deal_mode=simultaneous", "variant=chinese"}.isdisjoint(rules)
        in_order = "reveal=on_turn" in rules
        visits = [0 if in_order else person["fantasyland"] for person in people]
        for number in _on_turn(lines, visits, together=together):
            if self._expects(hand, people[number]):
                turn = _turn_began(lines, number, visits, together=together)
                self._verify(hand, people[number], *self._began(hand, number, turn, lines))

    def _expects(self, hand: DbRow, person: DbRow) -> bool:
        """True if somebody can be called, and wants to be."""
        guild = self.world.discord.world.guilds.get(hand["guild_id"])
        is_member = guild is not None and person["user_id"] in guild.members
        is_quiet = person["quiet_from"] is not None or person["calls"] == "none"
        return is_member and not is_quiet and person["presence"] == "here"

    def _began(self, hand: DbRow, seat: int, turn: int, lines: list[DbRow]) -> tuple[float, float]:
        """When a seat's turn began, and by how many seconds that may be too late."""
        began: tuple[float, float] = lines[turn - 1]["at"], 1.0
        # The stored time is wrong if the clock was.
        if self.world.weather.seen[Fault.CLOCK]:
            began = self.world.discord.clock.now(), _SEEN_WITHIN
        return self._turns.setdefault((hand["id"], seat, turn), began)

    def _verify(self, hand: DbRow, person: DbRow, since: float, unsure: float) -> None:
        now = self.world.discord.clock.now()
        is_late = now - max(since, self.world.weather.calm_since) > _WITHIN
        if is_late and self._notified.get(person["user_id"], 0.0) < since - unsure:
            self.fail(
                f"{person['name']} has been on turn in hand {hand['id']} of table"
                f" {hand['table_id']} for {now - since:.0f} s and was never called"
            )


def _on_turn(lines: list[DbRow], visits: list[int], *, together: bool) -> list[int]:
    seats = read([line["operation"] for line in lines], len(visits))
    return on_turn(seats, visits, together=together)


def _turn_began(lines: list[DbRow], seat: int, visits: list[int], *, together: bool) -> int:
    """The operation that gave a seat the turn, though others may have left or acted since."""
    known = len(lines)
    while known > 1 and seat in _on_turn(lines[: known - 1], visits, together=together):
        known -= 1
    return known
