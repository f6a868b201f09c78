"""The lobby message: who sits where, how to sit down, and the menu of computer players."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.screens.board_screen import Announced, deal_lines, waiting_lines
from bot.screens.closing import agreed_facts
from bot.screens.components import (
    ACCENT,
    Component,
    Screen,
    Style,
    button,
    container,
    note,
    row,
    select,
    text,
)
from bot.screens.pace_lines import pace_facts, pace_name
from bot.screens.presses import (
    AcceptChallenge,
    ChooseComputer,
    ChoosePace,
    DeclineChallenge,
    Join,
    PlayComputer,
    ShowMore,
    Start,
)
from bot.screens.skill_lines import unlearnt_lines
from bot.screens.tournaments.tournament_lines import start_line
from bot.screens.tournaments.tournament_words import called_off_line, timed_lines
from bot.texts import Texts
from bot.values.draft import Spot
from bot.values.house_rules import changes_in_words, preset_name
from bot.values.options import TableOptions, Terms
from bot.values.pace import PACES, name_of
from bot.values.phrases import game_name, mention, plain, variant_name
from bot.values.tournament_views import ScheduledStart
from ofc_engine.players.levels import LEVELS, Level


@dataclass(frozen=True)
class Lobby:
    """A lobby as it is shown: names by seat in ascending order, and the host's seat.

    `computers` are the names of computer players among them; `out` are the seats of those who sit
    out, `waiting` the names of those who wait for one. `told_role_id` is the role that is notified
    of the table. `deal` is that of the first hand. `starting` is when a sit-and-go starts by
    itself, None for once it is full; it `lacked_people` if it was called off for that. `invited`
    has until when (Unix seconds) a seat is kept, by name.
    """

    names: Mapping[int, str]
    computers: Mapping[int, str]
    host: int | None
    terms: Terms
    out: frozenset[int] = frozenset()
    waiting: tuple[str, ...] = ()
    told_role_id: int | None = None
    deal: Announced | None = None
    starting: ScheduledStart | None = None
    lacked_people: bool = False
    invited: Mapping[str, int] = field(default_factory=dict[str, int])

    @property
    def options(self) -> TableOptions:
        """The options of the table."""
        return self.terms.options


def challenge_screen(name: str, user_id: int, spot: Spot, until: int, _: Texts) -> Screen:
    """Asks somebody to the table of two that `name` has opened, who has a seat until then."""
    call = _(
        "{player}, {name} challenges you to a game for points. Do you accept?",
        player=mention(user_id),
        name=plain(name),
    )
    accept = button(AcceptChallenge(spot, str(user_id)), _("Accept"), Style.GREEN)
    decline = button(DeclineChallenge(spot, str(user_id)), _("Decline"))
    kept = "-# " + _("Your seat is kept until <t:{until}:f>.", until=until)
    return Screen((text(f"{call}\n{kept}"), row(accept, decline)), pings=(user_id,))


def uninvited_screen(user_ids: Sequence[int], _: Texts, *, may_join: bool) -> Screen:
    """Tells people who were invited that no seat of the table is kept for them any more."""
    players = ", ".join(map(mention, user_ids))
    lines = [_("No seat is kept for {players} here any more.", players=players)]
    if may_join:
        lines.append(_("If one is free, Join takes it."))
    return note(" ".join(lines))


def lobby_screen(lobby: Lobby, spot: Spot, _: Texts) -> Screen:
    """The lobby while people gather: everybody sees the same, so what only some need is in *More*.

    *Start* is there once two play. Before that the host can begin with a computer player.
    """
    has_room = len(lobby.names) < lobby.options.seats
    can_start = len(lobby.names) - len(lobby.out) >= 2
    buttons = [button(Join(spot), _("Join"), Style.GREEN)] if has_room else []
    if can_start:
        buttons.append(button(Start(spot), _("Start"), Style.BLURPLE if buttons else Style.GREEN))
    elif len(lobby.names) == 1 and not lobby.options.is_tournament:
        buttons.append(button(PlayComputer(spot), _("Play a computer"), Style.BLURPLE))
    if not has_room:
        buttons.append(button(Join(spot), _("Wait for a seat")))
    buttons.append(button(ShowMore(spot), _("More")))
    lines = [_heading(lobby, _), *_seats(lobby, _)]
    role_id = lobby.told_role_id
    if role_id is not None:
        lines.append(
            "-# " + _("<@&{role}>, a new table is open. Press Join to play.", role=role_id)
        )
    lines += deal_lines(lobby.deal, _)
    role_pings = () if role_id is None else (role_id,)
    parts = [text("\n".join(lines)), row(*buttons)]
    if not lobby.options.is_tournament:
        parts.append(_paces(lobby, spot, _))
    return Screen((container(*parts, accent=ACCENT),), role_pings=role_pings)


def _paces(lobby: Lobby, spot: Spot, _: Texts) -> Component:
    now = name_of(lobby.options)
    return row(
        *(
            button(ChoosePace(spot, name), pace_name(name, _), disabled=name == now)
            for name in PACES
        )
    )


def lobby_over_screen(lobby: Lobby, _: Texts, *, closed: bool) -> Screen:
    """The lobby once the game has begun, or the table was closed."""
    after = _("The table was closed before a hand was played.") if closed else _("The game is on.")
    if lobby.lacked_people:
        after = called_off_line(_)
    return Screen((text("\n".join([_heading(lobby, _), after, *deal_lines(lobby.deal, _)])),))


def _heading(lobby: Lobby, _: Texts) -> str:
    options = lobby.options
    facts = rule_facts(lobby.terms, _)
    if options.is_tournament:
        heading = "## " + _("Sit-and-go: {variant}", variant=variant_name(options.rules, _))
    else:
        heading = "## " + game_name(options.rules, _)
        facts += [] if options.hints else [_("no hints")]
    if lobby.computers or not options.books:
        facts.append(
            _("counts in the server's ledger")
            if options.books and options.counts_computers
            else _("not counted in the server's ledger")
        )
    people = options.seats - len(lobby.computers)
    pace = " · ".join(pace_facts(options, people, _))
    return "\n".join([heading, "-# " + " · ".join(facts), f"-# {pace}"])


def rule_facts(terms: Terms, _: Texts) -> list[str]:
    """How a table plays, except for its variant, in a few words each."""
    options, rules = terms.options, terms.options.rules
    facts = [_("rules: {preset}", preset=preset_name(rules.preset, _))]
    facts += changes_in_words(rules, _).values()
    if options.stake > 1:
        facts.append(_("points ×{stake}", stake=options.stake))
    return [*facts, *agreed_facts(terms, _)]


def _seats(lobby: Lobby, _: Texts) -> list[str]:
    taken = [
        f"{seat}. {plain(name)}"
        + _(" (host)") * (seat == lobby.host)
        + _(" (sits out)") * (seat in lobby.out)
        for seat, name in lobby.names.items()
    ]
    lines, free = [*taken], lobby.options.seats - len(taken)
    for name, until in lobby.invited.items():
        kept = _("A seat is kept for {name} until <t:{until}:f>.", name=plain(name), until=until)
        lines.append(f"-# {kept}")
    free -= len(lobby.invited)
    if lobby.options.invited_only:
        lines.append("-# " + _("Only people the host invites can sit down."))
    elif free > 0:
        lines.append(_.count("-# {number} seat is free.", "-# {number} seats are free.", free))
    if lobby.computers:
        lines += unlearnt_lines(lobby.options.rules, _)
    lines += waiting_lines(lobby.waiting, _)
    if lobby.starting is not None:
        lines += timed_lines(lobby.starting, _)
    elif lobby.options.is_tournament:
        lines.append("-# " + start_line(_))
    return lines


# --- computer players ------------------------------------------------------------------------

ADD: Final = "add"
REMOVE: Final = "remove"


def _computers_menu(
    computers: Mapping[int, str], spot: Spot, _: Texts, *, full: bool
) -> list[Component]:
    """The menu as one row, or nothing if there is nothing to choose.

    `computers` are the names of those seated by their seats. The values are `add.LEVEL` and
    `remove.SEAT`.
    """
    options = [] if full else [(f"{ADD}.{kind.name}", _kind(kind, _)) for kind in LEVELS.values()]
    options += [
        (f"{REMOVE}.{seat}", _("Remove {name}", name=name)) for seat, name in computers.items()
    ]
    if not options:
        return []
    hint = _("Remove a computer player") if full else _("Add a computer player")
    return [select(ChooseComputer(spot), options, "", placeholder=hint)]


def _kind(kind: Level, _: Texts) -> str:
    return _("Add {name}: {manner}", name=kind.human, manner=_(kind.manner))


def computers_screen(
    computers: Mapping[int, str], spot: Spot, _: Texts, *, full: bool, said: str = ""
) -> Screen:
    """The menu, with what the last choice has done."""
    names = ", ".join(map(plain, computers.values())) or _("none")
    lines = ["## " + _("Computer players"), _("At this table: {names}", names=names)]
    if said:
        lines.append(said)
    if full:
        lines.append("-# " + _("All seats are taken."))
    menu = _computers_menu(computers, spot, _, full=full)
    return Screen((text("\n".join(lines)), *menu))
