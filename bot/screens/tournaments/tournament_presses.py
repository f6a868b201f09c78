"""Presses about a tournament of several tables."""

from dataclasses import dataclass

from bot.screens.press import Press


@dataclass(frozen=True)
class TournamentPress(Press):
    """A press that is about a tournament, by its id."""

    tournament: int


class Enter(TournamentPress, code="enter"):
    """Take part."""


class Withdraw(TournamentPress, code="quit"):
    """Withdraw from a tournament."""


class StartTournament(TournamentPress, code="starttour"):
    """Make the tables and begin the first round."""


class ShowStanding(TournamentPress, code="standing"):
    """See how the tournament stands."""


class ShowGroup(TournamentPress, code="mygroup"):
    """See one's own cards in the group of a duplicate tournament."""


class ShowDeals(TournamentPress, code="deals"):
    """See what is published of the deals of a tournament."""


@dataclass(frozen=True)
class ShowAdded(TournamentPress, code="deals2"):
    """See a page of what was added to the deals of a tournament, from 0."""

    page: int


class ChooseEntrant(TournamentPress, code="entrant"):
    """Add the computer player that is chosen from a menu, or remove one."""


# --- what it is played by, before it starts ---------------------------------------------------


class ShowTournamentRules(TournamentPress, code="trules"):
    """See how a tournament is played; its host changes that by menus, until it starts."""


@dataclass(frozen=True)
class ChangeTournamentRules(TournamentPress, code="tchange"):
    """Choose a house rule of a tournament; `what` says which."""

    what: str


class TypeTournament(TournamentPress, code="tmore"):
    """Open the form for the other options of a tournament."""


class ChangeTournament(TournamentPress, code="toptions"):
    """Submit that form."""


# --- the ones that are over ------------------------------------------------------------------


class ChoosePast(Press, code="tpast"):
    """Open the tournament that is chosen from a menu."""


@dataclass(frozen=True)
class ShowPast(Press, code="tlook"):
    """See a tournament that is over, by its key in the history: `pictured` (1) or in words (0)."""

    key: str
    pictured: int


class ShowHistory(Press, code="thist"):
    """See the list of tournaments that are over."""


# --- whoever runs it -------------------------------------------------------------------------


class ShowManaging(TournamentPress, code="tmanage"):
    """See the controls for running it."""


class TypeStart(TournamentPress, code="tstart"):
    """Open the form for when it starts."""


class ChangeStart(TournamentPress, code="tstarts"):
    """Submit that form."""


class ChooseToRemove(TournamentPress, code="tremove"):
    """Choose whom to take out, to be confirmed."""


class ChooseShownCard(TournamentPress, code="tcard"):
    """Choose who has shown a card out of turn, to be confirmed."""


@dataclass(frozen=True)
class OfEntrant(TournamentPress):
    """A press about somebody who is in: `user` is their Discord id."""

    user: str


class RemoveNow(OfEntrant, code="tremoved"):
    """Take them out."""


class AwardShownCard(OfEntrant, code="tcarded"):
    """R11.4: make them pay for a card shown out of turn."""


class Pause(TournamentPress, code="tpause"):
    """Let no further round begin."""


class GoOn(TournamentPress, code="tgoon"):
    """Let the next round begin after a pause."""


class Extend(TournamentPress, code="textend"):
    """Give everybody more time for this hand."""


class AskToEnd(TournamentPress, code="tend"):
    """Ask whether it is to be ended."""


class EndNow(TournamentPress, code="tendnow"):
    """End it now; hands in play do not count."""
