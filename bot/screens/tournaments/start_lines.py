"""When a tournament starts by itself: in its announcement, and told to whoever is in."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from bot.screens.components import Screen, Style, button, calling, note, row, text
from bot.screens.tournaments.tournament_presses import ShowManaging, StartTournament
from bot.texts import Texts, marked
from bot.values.phrases import plain
from bot.values.tournament_views import ScheduledStart, SeveralTables, StartNews

_LONGEST: Final = 1000
_LONGEST_NAME: Final = 100
"""Letters that Discord takes of an event's description and name."""


def start_lines(shown: SeveralTables, _: Texts) -> list[str]:
    """When a tournament of several tables starts, and until when it waits for its host."""
    if shown.starting is not None:
        return timed_lines(shown.starting, _)
    lines = [_("{host} starts it: press Join before that.", host=plain(shown.host))]
    if shown.waits_until is not None:
        lines.append(_("If nobody starts it, it ends <t:{at}:R>.", at=shown.waits_until))
    return ["-# " + " ".join(lines)]


def timed_lines(starting: ScheduledStart | None, _: Texts) -> list[str]:
    """When it starts by itself, and what happens if too few people are in; nothing for None."""
    if starting is None:
        return []
    when, host = times(starting.at), plain(starting.host)
    if starting.is_put_off:
        return [
            _(
                "Waiting for more players. **It starts {date}**, {relative}.",
                **when,
            ),
            "-# "
            + _(
                "{host} can start it earlier. If fewer than {least} have joined by then, it's "
                "called off.",
                host=host,
                least=starting.least,
            ),
        ]
    return [
        _("**It starts {date}**, {relative}.", **when),
        "-# "
        + _(
            "{host} can start it earlier. If fewer than {least} have joined by then, it waits "
            "15 more minutes.",
            host=host,
            least=starting.least,
        ),
    ]


def waiting_screen(
    tournament: int, user_id: int | None, until: int, _: Texts, *, is_paused: bool, is_quiet: bool
) -> Screen:
    """Tells the host in the channel that it ends soon (Unix seconds), and how it goes on."""
    if is_paused:
        said = _(
            "Your tournament is still paused. Unless it goes on, it ends <t:{at}:R>.", at=until
        )
        way = button(ShowManaging(tournament), _("Manage"))
    else:
        said = _("Your tournament hasn't started yet. If it doesn't, it ends <t:{at}:R>.", at=until)
        way = button(StartTournament(tournament), _("Start"), Style.BLURPLE)
    user_ids = () if user_id is None else (user_id,)
    screen = calling(user_ids, Screen((text(said), row(way))))
    return replace(screen, pings=() if is_quiet else user_ids, is_silent=is_quiet)


def times(at: int) -> dict[str, str]:
    """A moment (Unix seconds) as everybody's own clock shows it, and how far away it is."""
    return {"date": f"<t:{at}:F>", "relative": f"<t:{at}:R>"}


def called_off_line(_: Texts) -> str:
    """Why nothing was played."""
    return _("It was called off: too few people had joined.")


def all_left_line(_: Texts) -> str:
    """Why nobody has won."""
    return _("It was called off: everybody had left.")


def event_words(heading: str, lines: Iterable[str], link: str, _: Texts) -> tuple[str, str]:
    """The name and the description of a server's scheduled event: of `lines` what fits."""
    join = _("Press Join to take part: {link}", link=link)
    kept: list[str] = []
    for line in lines:
        if sum(len(each) + 1 for each in (*kept, line, join)) > _LONGEST:
            break
        kept.append(line)
    return heading[:_LONGEST_NAME], "\n".join([*kept, join])


_TOLD: Final = {
    StartNews.SOON: marked("The tournament in <#{channel}> starts {relative}."),
    StartNews.MOVED: marked("The tournament in <#{channel}> has another time: {date}, {relative}."),
    StartNews.OPEN: marked(
        "The tournament in <#{channel}> no longer has a set time: its host will start it."
    ),
    StartNews.PUT_OFF: marked(
        "The tournament in <#{channel}> is waiting for more players. It now starts {date}, "
        "{relative}."
    ),
    StartNews.CALLED_OFF: marked(
        "The tournament in <#{channel}> was called off: too few people had joined."
    ),
    StartNews.ENDED: marked(
        "The tournament in <#{channel}> won't take place: it was ended before it began."
    ),
}


def start_screen(kind: StartNews, channel_id: int, starts_at: int | None, _: Texts) -> Screen:
    """The direct message about a start, for somebody who is in."""
    return note(_(_TOLD[kind], channel=channel_id, **times(starts_at or 0)))
