"""Presses about a table, and presses that lay out cards, at a table or elsewhere."""

from dataclasses import dataclass

from bot.screens.press import Press
from bot.values.draft import PlayOnSpot, Spot, Where


@dataclass(frozen=True)
class TablePress(Press):
    """A press that is about a table."""

    spot: Spot


# --- where to begin -------------------------------------------------------------------------


class Play(Press, code="play"):
    """Open a table as the server has them."""


class Learn(Press, code="learn"):
    """Begin the tutorial, or go on with it."""


class BeginExercises(Press, code="exercises"):
    """Begin exercises, or go on with them."""


# --- a seat at the table --------------------------------------------------------------------


class Join(TablePress, code="join"):
    """Sit down."""


@dataclass(frozen=True)
class AcceptChallenge(TablePress, code="accept"):
    """Accept the challenge to a table; `user` is the Discord id of whoever was challenged."""

    user: str


@dataclass(frozen=True)
class DeclineChallenge(TablePress, code="refuse"):
    """Decline the challenge to a table; `user` is the Discord id of whoever was challenged."""

    user: str


class OpenSeat(TablePress, code="openseat"):
    """Open to everybody the seat that is kept for somebody who was challenged."""


class Leave(TablePress, code="leave"):
    """Get up; asks first if that costs a hand."""


class LeaveNow(TablePress, code="leavenow"):
    """Leave although it fouls the hand (R11.5)."""


class SitOut(TablePress, code="sitout"):
    """Be dealt no further hands, and keep the seat."""


class AddSeed(TablePress, code="seed"):
    """Open the form for a seed of one's own for the next deal."""


class TypedSeed(TablePress, code="typedseed"):
    """Submit that form."""


class ChooseRival(TablePress, code="stake"):
    """Choose with whom to play for another stake; opens its form where only one can be meant."""


class ChosenRival(TablePress, code="stakewith"):
    """Open the form for the stake with the player chosen from the menu."""


@dataclass(frozen=True)
class TypedStake(TablePress, code="typedstake"):
    """Submit that form; `player` is our own id of the other."""

    player: int


class ChooseKick(TablePress, code="kick"):
    """Choose whom to remove from the table."""


class Kick(TablePress, code="kicknow"):
    """Remove the player chosen from the menu, or put it to the vote."""


class Start(TablePress, code="start"):
    """Deal the first hand."""


@dataclass(frozen=True)
class ChoosePace(TablePress, code="pace"):
    """Set the pace of the table to the one of that name, before its first hand."""

    pace: str


class PlayComputer(TablePress, code="vs"):
    """Begin with a computer player, as nobody else is there yet."""


class Ready(TablePress, code="ready"):
    """Be ready for the next hand, which is dealt when all are."""


class PlayOn(TablePress, code="playon"):
    """Be ready for the next hand at a table that has slept; its result moves down."""


class Rematch(TablePress, code="rematch"):
    """Open another table with the same options, or sit down at it."""


class ComeBack(TablePress, code="back"):
    """Decide for oneself again and be dealt in, on one's own message."""


class ComeBackInChannel(TablePress, code="backhere"):
    """Decide for oneself again and be dealt in, on a message that everybody sees."""


class CallMe(Press, code="callme"):
    """Try direct messages again."""


class EndGame(TablePress, code="endgame"):
    """End the game, or agree that it ends; in mid-hand whoever runs it is asked how."""


class Stop(TablePress, code="stop"):
    """Propose to the others that the game end now."""


class AgreeToStop(TablePress, code="stopyes"):
    """Agree that the game ends now, on the message that asks everybody."""


class StopAfter(TablePress, code="stopafter"):
    """Let the running hand be the last."""


class StopNow(TablePress, code="stopnow"):
    """End the game with its running hand void."""


class ShowComputers(TablePress, code="computers"):
    """See the menu of computer players on a screen of its own."""


class ChooseComputer(TablePress, code="computer"):
    """Add or remove the computer player that is chosen."""


# --- what there is to see -------------------------------------------------------------------


class ShowCards(TablePress, code="cards"):
    """See one's own cards."""


class ShowText(TablePress, code="text"):
    """See the boards as text."""


class Follow(TablePress, code="follow"):
    """Follow the table in a thread."""


@dataclass(frozen=True)
class ShowAllCards(TablePress, code="allcards"):
    """Propose to show followers all cards of finished hands; 0 in `shown` ends that."""

    shown: int


class ShowMore(TablePress, code="more"):
    """See what else there is about a hand, and what can be done at its table; hand 0 is none."""


class ShowLedger(TablePress, code="ledger"):
    """See the ledger of the server."""


class ShowRules(TablePress, code="rules"):
    """See how the table plays."""


class ShowProof(TablePress, code="proof"):
    """See the proof of the deal."""


class ShowMatchDeals(TablePress, code="mdeals"):
    """See what is published of the deals of a duplicate match."""


class ShowReplay(TablePress, code="replay"):
    """Step through a finished hand, from its beginning."""


@dataclass(frozen=True)
class Step(TablePress, code="step"):
    """Another step of a finished hand; no two buttons of a screen have the same `place`."""

    to: int
    place: int


class ShowFilm(TablePress, code="film"):
    """See a finished hand as an animated picture."""


class ShowHint(TablePress, code="hint"):
    """See the best ways to place one's cards."""


@dataclass(frozen=True)
class ShareStep(TablePress, code="sharestep"):
    """Show a step of a finished hand to everybody in the channel."""

    to: int


class ShareFilm(TablePress, code="sharefilm"):
    """Show the animated picture of a finished hand to everybody in the channel."""


class MoreOfHint(TablePress, code="hintmore"):
    """See the first two placements of a hint part by part."""


class ShowReview(TablePress, code="review"):
    """See what one's own decisions in a finished hand were worth."""


class MoreOfReview(TablePress, code="reviewmore"):
    """See part by part what they cost."""


class ChooseServer(Press, code="whose"):
    """Choose the server whose ledger is shown in direct messages."""


# --- placing cards --------------------------------------------------------------------------


@dataclass(frozen=True)
class CardPress(Press):
    """A press that lays out or places cards."""

    spot: Where


@dataclass(frozen=True)
class Put(CardPress, code="put", former={"rput": "d", "lput": "l"}):
    """Put a card, by its place in the deal, into a row, or take it back with `.`."""

    card: int
    letter: str


@dataclass(frozen=True)
class FillRow(CardPress, code="gather", former={"lgather": "l"}):
    """Choose from a menu all cards, by their places as they were dealt, that go into a row."""

    letter: str


@dataclass(frozen=True)
class ChooseRow(CardPress, code="brush", former={"lbrush": "l"}):
    """Choose the row into which cards are tapped."""

    letter: str


class Undo(CardPress, code="undo"):
    """Take the last tap back."""


@dataclass(frozen=True)
class SortCards(CardPress, code="sort"):
    """See the cards of a whole board by suit, or with `by_suit` 0 by rank, from now on."""

    by_suit: int


class AcceptWarning(CardPress, code="arm", former={"rarm": "d", "larm": "l"}):
    """Accept a warning, so that the next press places the cards."""


@dataclass(frozen=True)
class Confirm(CardPress, code="ok", former={"rok": "d", "lok": "l"}):
    """Place the layout, if it is still the one that the digest names."""

    digest: str


@dataclass(frozen=True)
class LayOut(CardPress, code="layout"):
    """Lay out the whole street, with one letter for each card in shown order."""

    layout: str


class Type(CardPress, code="type"):
    """Open the form for typing a placement."""


class Typed(CardPress, code="typed"):
    """Submit the form with a typed placement."""


@dataclass(frozen=True)
class PlaceHere(CardPress, code="placehere"):
    """Lay out what was typed, here and not elsewhere; confirm it if `commits` is 1."""

    layout: str
    commits: int


@dataclass(frozen=True)
class PlayFrom(CardPress, code="from"):
    """Play on from a decision, or once more: with what is to come dealt `anew` (1), or as it came.

    The decision is named as in `PlayOnSpot`.
    """

    anew: int


class Surrender(TablePress, code="giveup"):
    """Ask for confirmation before giving up (R8)."""


class SurrenderNow(TablePress, code="giveupnow"):
    """Give the hand up (R8)."""


class CallTime(TablePress, code="time"):
    """Ask for confirmation before calling time (R11.2)."""


@dataclass(frozen=True)
class CallTimeNow(TablePress, code="timenow"):
    """Call time, if the hand still has `moves` operations."""

    moves: int


def table_of(press: Press | None) -> int | None:
    """The id of the table that a press is about, None if it is about none."""
    match press:
        case TablePress(spot=spot) | CardPress(spot=Spot() as spot):
            return spot.table
        case CardPress(spot=PlayOnSpot(source=Spot() as spot)):
            return spot.table
        case _:
            return None
