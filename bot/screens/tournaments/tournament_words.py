"""Words for tournaments: the reasons for one to wait, and its start by itself."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from bot.screens.components import Screen, Style, button, calling, note, row, text
from bot.screens.tournaments.tournament_presses import ShowManaging, StartTournament
from bot.texts import Texts, marked
from bot.values.options import TableOptions
from bot.values.phrases import plain, variant_name
from bot.values.standings import Hold, NoThreads
from bot.values.tournament_views import FormatWords, ScheduledStart, SeveralTables, StartNews


def heading(words: FormatWords, options: TableOptions, _: Texts) -> str:
    """The heading of a tournament: its format and variant."""
    return _(words.heading, variant=variant_name(options.rules, _))


def hold_lines(hold: Hold, _: Texts, *, is_of_table: bool = False) -> Iterator[str]:
    """The reasons that hold it up, in whole sentences; none if it goes on.

    At one table they don't say when threads are tried for again, so its message stays as it is.
    """
    if hold.is_failing:
        yield failing_line(_)
    if hold.paused_until is not None:
        yield _(
            "The host has paused the tournament. Unless it goes on, it ends <t:{at}:R>.",
            at=hold.paused_until,
        )
    if hold.empty_until is not None:
        yield _(
            "Nobody is here to play. Press More at your table, then I'm back: if nobody has by "
            "<t:{at}:t>, the tournament ends and the stacks decide.",
            at=hold.empty_until,
        )
    if hold.no_threads:
        line = _(_NO_THREADS[hold.no_threads])
        again = _("I'll try again <t:{at}:R>.", at=hold.threads_at or 0)
        yield line if is_of_table else f"{line} {again}"


_NO_THREADS: Final = {
    NoThreads.FULL: marked(
        "Some tables are waiting for their thread: this server has as many open threads as "
        "Discord allows. Archive or delete some that nobody needs."
    ),
    NoThreads.FAST: marked(
        "Some tables are waiting for their thread: Discord won't let me make more for a while."
    ),
    NoThreads.FORBIDDEN: marked(
        "Some tables are waiting for their thread, because I'm not allowed to make any. Ask "
        "somebody to allow me Create Public Threads and Send Messages in Threads here."
    ),
    NoThreads.LATER: marked(
        "Some tables are waiting for their thread: Discord can't make any right now."
    ),
}


def failing_line(_: Texts) -> str:
    """Says that something keeps going wrong, wherever people wait for it."""
    return "⚠️ " + _(
        "Something keeps going wrong here. I'm trying again every half minute; if it stays "
        "like this, please tell the people who run this bot."
    )


# --- starts ----------------------------------------------------------------------------------


_LONGEST: Final = 1000
_LONGEST_NAME: Final = 100
"""Characters that Discord allows in an event's description and name."""


def joined_line(number: int, names: str, _: Texts) -> str:
    """How many people are in, and who."""
    if not number:
        return "**" + _("Nobody is in yet.") + "**"
    joined = _.count("**{number} person is in:**", "**{number} people are in:**", number)
    return f"{joined} {names}"


def start_lines(shown: SeveralTables, _: Texts) -> list[str]:
    """When a tournament of several tables starts, and until when it waits for its host."""
    if shown.starting is not None:
        return timed_lines(shown.starting, _)
    lines = [_("Somebody with Manage Server starts it: press Join before that.")]
    if shown.host:
        lines = [_("{host} starts it: press Join before that.", host=plain(shown.host))]
    if shown.waits_until is not None:
        lines.append(_("If nobody starts it, it ends <t:{at}:R>.", at=shown.waits_until))
    return ["-# " + " ".join(lines)]


def timed_lines(starting: ScheduledStart | None, _: Texts) -> list[str]:
    """When it starts by itself, and what happens if too few people are in; nothing for None."""
    if starting is None:
        return []
    when, host = times(starting.at), plain(starting.host) or _("Somebody with Manage Server")
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
    tournament: int,
    user_id: int | None,
    until: int,
    _: Texts,
    *,
    hold: Hold,
    is_started: bool,
    is_quiet: bool,
) -> Screen:
    """Tells the host in the channel how long it waits (until Unix seconds), and how it goes on."""
    way = button(ShowManaging(tournament), _("Manage"))
    if user_id is None and not (is_started and hold.paused_until is None):
        said = _(
            "The host of this tournament is gone. Unless somebody with Manage Server runs it, it "
            "ends <t:{at}:R>.",
            at=until,
        )
    elif hold.paused_until is not None:
        said = _(
            "Your tournament is still paused. Unless it goes on, it ends <t:{at}:R>.", at=until
        )
    elif is_started:
        said = "\n".join([cannot_begin_line(until, _), *hold_lines(hold, _, is_of_table=True)])
    else:
        said = _("Your tournament hasn't started yet. If it doesn't, it ends <t:{at}:R>.", at=until)
        way = button(StartTournament(tournament), _("Start"), Style.BLURPLE)
    user_ids = () if user_id is None else (user_id,)
    screen = calling(user_ids, Screen((text(said), row(way))))
    return replace(screen, pings=() if is_quiet else user_ids, is_silent=is_quiet)


def cannot_begin_line(until: int, _: Texts) -> str:
    """Says that no table has its thread, and when that ends the tournament (Unix seconds)."""
    return _(
        "The tournament can't begin yet. It begins by itself once it can; if not, it ends "
        "<t:{at}:R>.",
        at=until,
    )


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


def start_screen(
    kind: StartNews, channel_id: int | None, starts_at: int | None, _: Texts
) -> Screen:
    """The message about a start, for somebody who is in; the channel is None if it is gone."""
    if channel_id is None:
        return note(_("Your tournament won't take place: I can't write in its channel any more."))
    return note(_(_TOLD[kind], channel=channel_id, **times(starts_at or 0)))
