"""Time zones as people name them: IANA names, cities, countries, abbreviations, hours from UTC."""

import re
from collections.abc import Mapping
from datetime import datetime
from functools import cache
from importlib.resources import files
from typing import Final
from zoneinfo import ZoneInfo

from bot.values.times import folded
from ofc_engine.errors import OfcError

_OFFERED: Final = re.compile(r"(?!Etc/).*/.*|UTC")
_FROM_UTC: Final = re.compile(r"(?:utc|gmt)? ?([+-])0?(\d\d?)(?::?00)?")
_ETC: Final = "Etc/GMT"
_TURNED: Final = str.maketrans("+-", "-+")
_DISTANT: Final = re.compile(rf"{_ETC}(?:-(?:[1-9]|1[0-4])|\+(?:[1-9]|1[0-2]))")
"""From UTC-12 to UTC+14: IANA's names have the opposite sign."""
_NAMED: Final[Mapping[str, str]] = {
    "Europe/Berlin": "cet cest mez mesz germany deutschland germania nemecko berlino munich"
    " munchen muenchen monaco_di_baviera mnichov hamburg amburgo cologne koln koeln colonia"
    " frankfurt francoforte stuttgart stoccarda dusseldorf duesseldorf leipzig lipsia dresden"
    " drazdany hannover nurnberg nuernberg nuremberg bremen",
    "Europe/Vienna": "austria osterreich oesterreich rakousko wien viden graz linz salzburg"
    " innsbruck",
    "Europe/Zurich": "switzerland schweiz svizzera svycarsko zuerich zurigo curych bern basel"
    " basilea geneva genf ginevra lugano",
    "Europe/Rome": "italy italien italia italie roma rom rim milan milano mailand turin torino"
    " naples napoli neapel neapol florence firenze florenz venice venezia venedig benatky bologna"
    " genoa genova palermo verona trieste bari catania bolzano bozen",
    "Europe/Prague": "sec selc czechia czech_republic tschechien cechia ceska_republika cesko"
    " praha prag praga brno brunn ostrava plzen pilsen olomouc liberec",
    "Europe/Bratislava": "slovakia slowakei slovacchia slovensko kosice",
    "Europe/London": "bst uk united_kingdom great_britain england scotland wales london londra"
    " londyn manchester liverpool leeds glasgow edinburgh bristol cardiff",
    "Europe/Dublin": "ireland irland irlanda irsko",
    "Europe/Paris": "france frankreich francia francie parigi pariz lyon marseille nice",
    "Europe/Warsaw": "poland polen polonia polsko warszawa warschau varsavia varsava krakow krakau",
    "Europe/Budapest": "hungary ungarn ungheria madarsko",
    "Europe/Brussels": "belgium belgien belgio belgie bruxelles brussel antwerp",
    "Europe/Amsterdam": "netherlands niederlande holland paesi_bassi rotterdam the_hague",
    "Europe/Copenhagen": "denmark danemark danimarca dansko kopenhagen copenaghen",
    "Europe/Ljubljana": "slovenia slowenien slovinsko laibach lubiana",
    "Europe/Zagreb": "croatia kroatien croazia chorvatsko",
    "Europe/Athens": "greece griechenland grecia recko atene athen",
    "Europe/Kyiv": "ukraine ucraina ukrajina kiev kiew lviv odesa",
    "Europe/Moscow": "msk moskau mosca moskva",
    "America/New_York": "est edt nyc boston philadelphia miami atlanta",
    "America/Chicago": "dallas houston austin minneapolis st_louis",
    "America/Los_Angeles": "pst pdt san_francisco seattle san_diego las_vegas",
    "Asia/Tokyo": "jst japan giappone japonsko osaka kyoto",
    "UTC": "gmt z zulu",
}
"""Further words for zones: cities, other languages, and abbreviations with only one meaning.
`cst`, `ist` and the like mean several zones, and are not here.
"""


class ZoneError(OfcError):
    """A time zone that is not known."""


def parse_zone(text: str) -> str:
    """A time zone's IANA name from how somebody wrote it; raises ZoneError.

    Without an exact match, it is the only zone that fits.
    """
    known = text if is_zone(text) else _zones().get(_key(text)) or _from_utc(text)
    fitting = [known] if known else zones_like(text) if text.strip() else []
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise ZoneError(
            "Several time zones fit, such as {one} and {other}. Type more of its name.",
            one=fitting[0],
            other=fitting[1],
        )
    raise ZoneError(
        "I don't know this time zone. Type a city with its continent, such as Europe/Berlin, "
        "or UTC+1."
    )


def zones_like(text: str) -> list[str]:
    """The names of time zones that fit a typed text, those that begin with it first."""
    typed = _key(text)
    distant = _from_utc(text)
    if distant is not None:
        return [distant]
    found = {zone for name, zone in _zones().items() if typed in name}
    begun = {zone for name, zone in _zones().items() if _begins(name, typed)}
    return sorted(found, key=lambda zone: (zone not in begun, zone))


def _from_utc(text: str) -> str | None:
    """The zone with a fixed number of hours from UTC; IANA's names have the opposite sign."""
    match = _FROM_UTC.fullmatch(folded(text).replace("−", "-"))
    if match is None:
        return None
    hours = int(match[2])
    name = f"{_ETC}{match[1].translate(_TURNED)}{hours}" if hours else "UTC"
    return name if is_zone(name) else None


def zone_label(zone: str) -> str:
    """A zone's name as people read it: `UTC+1` where IANA says `Etc/GMT-1`."""
    _before, is_distant, hours = zone.partition(_ETC)
    return f"UTC{hours.translate(_TURNED)}" if is_distant else zone


def local_time(zone: str, at: int) -> str:
    """The time of day in a time zone, such as `14:05`."""
    return datetime.fromtimestamp(at, ZoneInfo(zone)).strftime("%H:%M")


def is_zone(name: str) -> bool:
    """True if a name is one that `parse_zone` gives."""
    return name in _offered() or _DISTANT.fullmatch(name) is not None


@cache
def zone_names() -> tuple[str, ...]:
    """The IANA names of time zones, without the obsolete ones that name no place."""
    names = files("tzdata").joinpath("zones").read_text(encoding="utf-8").split()
    return tuple(sorted(filter(_OFFERED.fullmatch, names)))


@cache
def _offered() -> frozenset[str]:
    return frozenset(zone_names())


@cache
def _zones() -> Mapping[str, str]:
    """Zones by each of their names."""
    called = {word: zone for zone, words in _NAMED.items() for word in words.split()}
    return called | {_key(name): name for name in zone_names()}


def _begins(name: str, typed: str) -> bool:
    return any(part.startswith(typed) for part in [name, *name.split("/")])


def _key(text: str) -> str:
    return folded(text).replace(" ", "_")
