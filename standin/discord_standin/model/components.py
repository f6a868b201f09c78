"""Walking through components, nested ones included."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from typing import Final, TypeAlias, cast

from discord_standin.vocabulary import SELECTS, ComponentType, Json

Path: TypeAlias = tuple[str | int, ...]
Parts: TypeAlias = Sequence[tuple[Path, Json]]
"""Components with their paths, outer ones first."""

_SINGLES: Final = ("accessory", "component")
_LEAVES: Final = SELECTS | {ComponentType.BUTTON, ComponentType.TEXT_DISPLAY}


def walk(components: Iterable[Json]) -> Parts:
    """Every component with its path, outer ones first."""
    found: list[tuple[Path, Json]] = []
    for number, component in enumerate(components):
        _gather(component, ("components", number), found)
    return found


def _gather(component: Json, path: Path, found: list[tuple[Path, Json]]) -> None:
    found.append((path, component))
    if component.get("type") in _LEAVES:
        return
    for key in _SINGLES:
        if isinstance(component.get(key), dict):
            _gather(component[key], (*path, key), found)
    for number, inner in enumerate(component.get("components") or ()):
        _gather(inner, (*path, "components", number), found)


def texts(parts: Parts) -> Iterator[str]:
    """What the text displays say, in order."""
    for _, component in parts:
        if component["type"] == ComponentType.TEXT_DISPLAY:
            yield component["content"]


def media(parts: Parts) -> Iterator[tuple[Path, Json]]:
    """Everything with a picture or file, `{"media" or "file": {"url": ...}, ...}`."""
    for path, component in parts:
        match component["type"]:
            case ComponentType.MEDIA_GALLERY:
                for number, item in enumerate(component["items"]):
                    yield (*path, "items", number), item
            case ComponentType.THUMBNAIL | ComponentType.FILE:
                yield path, component
            case _:
                pass


def mapped(component: Json, change: Callable[[Json], Json]) -> Json:
    """A copy in which every JSON object went through `change`, inner ones first."""
    return change({key: _mapped(part, change) for key, part in component.items()})


def _mapped(part: object, change: Callable[[Json], Json]) -> object:
    if isinstance(part, dict):
        return mapped(cast("Json", part), change)
    if isinstance(part, list):
        return [_mapped(inner, change) for inner in cast("list[object]", part)]
    return part


def numbered(components: Iterable[Json], change: Callable[[Json], Json] = dict) -> tuple[Json, ...]:
    """Copies, `mapped`, in which every component has an `id`; those that had one keep it."""
    copies = [mapped(component, change) for component in components]
    parts = walk(copies)
    taken = {component.get("id") for _, component in parts}
    free = (number for number in count(1) if number not in taken)
    for _, component in parts:
        if not component.get("id"):
            component["id"] = next(free)
    return tuple(copies)
