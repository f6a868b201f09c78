"""The stage of a playthrough: people who act in turn, and the text of what they then see."""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import unified_diff
from functools import partial
from typing import Final

from bot.game import play
from bot.game.loading import loaded
from bot.game.table import Table
from bot.handlers.serving import HandlerCall, asked_by
from bot.screens.components import Screen
from bot.screens.press import Press
from bot.screens.presses import Join, Ready, Start, Typed
from bot.screens.tournaments.tournament_presses import Enter, StartTournament
from bot.solo.solo_game import SoloGame
from bot.store import players, solo_deals
from bot.store.engine import Connection
from bot.values.draft import Draft
from ofc_engine.cards import format_cards
from ofc_engine.players.knowledge import Knowledge
from ofc_engine.players.levels import LEVELS
from ofc_engine.players.thinking import decide
from tests.desk.desk import CHANNEL, Button, Desk, Member
from tests.desk.post import Message
from tests.desk.words import choices, in_words

_TYPED: Final = " types "
_LEVEL: Final = LEVELS["steady"]
_MOST_SCREENS: Final = 24
"""So many are told of one command, those that take the fewest presses."""

Entries = Iterator[str]


def entries_in(story: str) -> Entries:
    """What was typed in an earlier telling of a playthrough, in order."""
    typed = (line for line in story.splitlines() if line.startswith("> ") and _TYPED in line)
    return (line.partition(_TYPED)[2].partition("  (")[0] for line in typed)


@dataclass
class Stage:
    """Tells what `people` do at a desk and what they see.

    Cards are placed as `entries` say, and as a computer player would where they have ended: once
    told, a story does not depend on how computers play.
    """

    desk: Desk
    people: list[Member]
    entries: Entries
    lines: list[str] = field(default_factory=list[str])
    is_brief: bool = False
    """True if only first lines are told from now on."""
    is_short: bool = False
    """True if of what is edited only that is told which changes."""
    _told: dict[int, list[str]] = field(default_factory=dict[int, list[str]])
    """What each message said when it was last told of; nothing where that was its first line."""
    _chosen: set[str] = field(default_factory=set[str])
    """What was pressed and chosen in looking round: a way that two pages offer is gone once."""

    # --- telling ----------------------------------------------------------------------------

    @property
    def story(self) -> str:
        """All that was told."""
        return "\n".join(self.lines).rstrip() + "\n"

    def _say(self, *lines: str) -> None:
        self.lines += [line.rstrip() for line in lines]

    def _place_of(self, channel_id: int) -> str:
        for member in self.people:
            if member.dm == channel_id:
                return f"to {member.name}"
        return "in the channel" if channel_id == CHANNEL else f"in thread {channel_id}"

    def show(self, where: str, screen: Screen, since: Sequence[str] = ()) -> None:
        """Tell what a screen says: whole, or what is new `since` what was told, if that is less."""
        now = in_words(screen)
        whole = ["  " + line for line in now]
        changed = list(unified_diff(since, now, n=0, lineterm=""))[2:]
        news = [line for line in changed if not line.startswith("@@")]
        self._say(f"--- {where}", *(news if since and len(news) < len(whole) else whole), "")

    def show_news(self, *, whole: bool = True) -> None:
        """Tell what was posted since and, if it is told `whole`, what was edited."""
        whole = whole and not self.is_brief
        for message in list(self.desk.post.messages.values()):
            is_new, words = message.id not in self._told, in_words(message.screen)
            if not (is_new or whole) or self._told.get(message.id) == words:
                continue
            where = self._place_of(message.channel_id)
            if whole:
                before = self._told.get(message.id, ()) if self.is_short else ()
                self._told[message.id] = words
                self.show(where if is_new else f"{where} (edited)", message.screen, before)
            else:
                self._told[message.id] = []
                self._say(f"--- {where}: {words[0].lstrip()}")

    def show_end(self) -> None:
        """Tell how everything stands in the end, whole: in channels and to each person."""
        latest = {each.channel_id: each for each in self.desk.post.messages.values()}
        for channel_id, message in latest.items():
            self.show(f"{self._place_of(channel_id)}, in the end", message.screen)

    # --- acting -----------------------------------------------------------------------------

    async def ask(self, member: Member, what: str, asked: HandlerCall) -> None:
        """A command of somebody's, `what` they type."""
        self._say(f"> {member.name}: {what}")
        self._answer(member, await self.desk.ask(member, asked))

    async def press(self, member: Member, *kinds: type[Press]) -> None:
        """A press of somebody's on the newest button for one of these that they see."""
        button = self._find(member, *kinds)
        self._say(f"> {member.name} presses [{button.label}]")
        self._answer(member, await self.desk.press(member, button))

    def _find(self, member: Member, *kinds: type[Press]) -> Button:
        found = self.desk.find(member, *kinds)
        assert found is not None, f"{member.name} sees no button for {kinds}"
        return found

    def _answer(self, member: Member, screen: Screen | None) -> None:
        if screen is not None:
            self.show(f"only {member.name} sees", screen)
        self.show_news()

    async def look_round(self, member: Member, what: str, asked: HandlerCall) -> None:
        """A command of somebody's, and each screen that its buttons and menus lead to, once."""
        self._say(f"> {member.name}: {what}")
        screen = await self.desk.ask(member, asked)
        self._answer(member, screen)
        if screen is not None:
            await self._look_round(member, screen)

    async def look_round_below(self, member: Member) -> None:
        """What the buttons and menus below the channel's newest message lead to."""
        await self._look_round(member, self.desk.post.in_channel(CHANNEL)[-1].screen)

    async def _look_round(self, member: Member, first: Screen) -> None:
        ahead, seen = deque([first]), [in_words(first)]
        while ahead and len(seen) < _MOST_SCREENS:
            screen = ahead.popleft()
            for custom_id, label, entry in choices(screen):
                if custom_id + entry in self._chosen:
                    continue
                self._chosen.add(custom_id + entry)
                message = Message(0, CHANNEL, screen)
                act = asked_by(custom_id)
                private = await self.desk.ask(member, act, message=message, entry=entry)
                found = private or message.screen
                if in_words(found) not in seen:
                    seen.append(in_words(found))
                    ahead.append(found)
                    self._say(f"> {member.name} presses [{label}]")
                    self.show(f"only {member.name} sees", found, in_words(screen))
                self.show_news()

    async def gather(self) -> None:
        """Have all others join, and the host start."""
        host, *others = self.people
        for member in others:
            await self.press(member, Join, Enter)
        await self.press(host, Start, StartTournament)

    async def play_hands(self, hands: int) -> None:
        """Play so many, one after another, of which the first is dealt."""
        await self.play_hand()
        for _hand in range(hands - 1):
            for member in self.people:
                await self.press(member, Ready)
            await self.play_hand()

    async def play_hand(self) -> None:
        """Place everybody's cards until nobody has any to place."""
        while (turn := await self._turn()) is not None:
            member, spot, draft = turn
            entry = self._entry(draft)
            self._say_typed(member, entry, draft)
            await self._enter(member, spot, entry)
            self.show_news(whole=await self.desk.read(_is_told_whole))
        self._say("")

    def _say_typed(self, member: Member, entry: str, draft: Draft) -> None:
        self._say(f"> {member.name}{_TYPED}{entry}  ({format_cards(draft.cards)})")

    async def _enter(self, member: Member, press: Press, entry: str) -> None:
        """Type into the form that the newest private message of somebody's offers."""
        message = self.desk.post.in_channel(member.dm)[-1]
        asked = asked_by(str(press))
        await self.desk.ask(member, asked, channel=member.dm, message=message, entry=entry)

    def _entry(self, draft: Draft) -> str:
        kept = next(self.entries, None)
        if kept is not None:
            return kept
        placement = decide(_LEVEL, Knowledge.of(draft.view), seed=1)
        assert placement is not None
        return draft.letters_of(placement) + "!"

    # --- on one's own -----------------------------------------------------------------------

    async def play_alone(self, member: Member, what: str, asked: HandlerCall) -> None:
        """Play a deal that somebody has to themselves, which a command of theirs begins."""
        self._say(f"> {member.name}: {what}")
        await self._play_alone(member, await self.desk.ask(member, asked))

    async def play_alone_by(self, member: Member, kind: type[Press]) -> None:
        """The same, where a press on a button begins it."""
        button = self._find(member, kind)
        self._say(f"> {member.name} presses [{button.label}]")
        await self._play_alone(member, await self.desk.press(member, button))

    async def _play_alone(self, member: Member, screen: Screen | None) -> None:
        assert screen is not None, "whoever plays alone sees it alone"
        message = Message(0, CHANNEL, screen)
        self.show(f"only {member.name} sees", screen)
        self.show_news()
        act = partial(self.desk.ask, member, message=message)
        while (found := await self.desk.read(partial(_open_round, member=member))) is not None:
            draft = Draft.fresh(found.play.view)
            entry = self._entry(draft)
            self._say_typed(member, entry, draft)
            await act(asked_by(str(Typed(found.spot))), entry=entry)
        self.show(f"only {member.name} sees, in the end", message.screen)
        self.show_news()

    # --- time -------------------------------------------------------------------------------

    async def let_pass(self, seconds: int) -> None:
        """Let time go by."""
        self._say(f"> {seconds} seconds pass")
        await self.desk.let_pass(seconds)
        self.show_news(whole=False)

    async def is_in_play(self) -> bool:
        """True if a hand is in play anywhere."""
        return bool(await self.desk.read(_in_play))

    async def is_over(self) -> bool:
        """True if no table and no tournament is open any more."""
        return await self.desk.read(_is_over)

    async def _turn(self) -> tuple[Member, Press, Draft] | None:
        return await self.desk.read(self._next_turn)

    def _next_turn(self, db: Connection) -> tuple[Member, Press, Draft] | None:
        for table in _in_play(db):
            for member in self.people:
                player = players.find(db, member.user_id)
                draft = None if player is None else play.current_draft(db, table, player.id)
                is_due = player is not None and player.id in table.decisions
                if player is not None and draft is not None and is_due:
                    return member, Typed(play.spot_of(table, player.id)), draft
        return None


def _is_told_whole(db: Connection) -> bool:
    """True if somebody has their first cards, or no hand is in play: what is said then is new."""
    hands = [table.running.hand for table in _in_play(db) if table.running is not None]
    return not hands or any(0 in hand.streets_played for hand in hands)


def _open_round(db: Connection, member: Member) -> SoloGame | None:
    """The deal that somebody plays on their own and has cards to place of."""
    player = players.find(db, member.user_id)
    assert player is not None, "whoever plays is known"
    for (deal_id,) in db.execute("SELECT id FROM fixed_deals ORDER BY id").fetchall():
        attempt, deal = solo_deals.find(db, player.id, deal_id), solo_deals.deal(db, deal_id)
        if attempt is not None and deal.joined is not None:
            found = SoloGame(deal, attempt)
            if found.is_own_turn:
                return found
    return None


def _is_over(db: Connection) -> bool:
    (tables,) = db.execute("SELECT count(*) FROM tables WHERE state <> 'closed'").fetchone()
    (running,) = db.execute("SELECT count(*) FROM tournaments WHERE ended_at IS NULL").fetchone()
    return not tables and not running


def _in_play(db: Connection) -> list[Table]:
    ids = [row[0] for row in db.execute("SELECT id FROM tables ORDER BY id")]
    return [table for table in (loaded(db, each) for each in ids) if table.running is not None]
