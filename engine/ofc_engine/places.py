"""Places: those who are level share one."""

from collections.abc import Iterable


def shared_places(reached: Iterable[object]) -> list[int]:
    """The places, from 1, of results that are sorted from best to worst.

    Equal results share a place, and the next places are skipped: 1, 2, 2, 4.
    """
    places: list[int] = []
    before: object = None
    for number, each in enumerate(reached, start=1):
        places.append(places[-1] if places and each == before else number)
        before = each
    return places
