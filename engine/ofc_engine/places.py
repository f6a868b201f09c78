"""Who came where: whoever is level shares a place."""

from collections.abc import Iterable


def shared_places(reached: Iterable[object]) -> list[int]:
    """The place of each from 1, by what they reached, the best first.

    Equals share a place, and as many are left out after it: 1, 2, 2, 4.
    """
    places: list[int] = []
    before: object = None
    for number, each in enumerate(reached, start=1):
        places.append(places[-1] if places and each == before else number)
        before = each
    return places
