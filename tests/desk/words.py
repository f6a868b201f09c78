"""A screen in words: its texts, the alt texts of its pictures, its buttons and menus."""

from collections.abc import Iterable, Iterator
from typing import Final

from bot.screens.components import Component, Screen

_INDENT: Final = "  "


def in_words(screen: Screen) -> list[str]:
    """The lines of a screen, from top to bottom."""
    return [line for each in screen.components for line in _lines(each)]


def told(screen: Screen) -> str:
    """The texts of a screen, line by line, without indentation."""
    return "\n".join(line.strip() for line in in_words(screen))


def buttons(screen: Screen) -> list[Component]:
    """The enabled buttons and menus of a screen, from top to bottom."""
    return [each for each in _all(screen.components) if _is_usable(each)]


def choices(screen: Screen) -> Iterator[tuple[str, str, str]]:
    """Everything that can be pressed or chosen: `custom_id`, label, and the value of an option."""
    for each in buttons(screen):
        if each["type"] == 2:
            yield each["custom_id"], label_of(each), ""
        for option in each.get("options", ()):
            yield each["custom_id"], option["label"], option["value"]


def label_of(component: Component) -> str:
    """The label of a button (or its emoji), the placeholder of a menu."""
    said = component.get("label") or component.get("placeholder", "")
    return said or component["emoji"]["name"]


def _all(components: Iterable[Component]) -> Iterator[Component]:
    for each in components:
        yield each
        yield from _all(each.get("components", ()))
        if "accessory" in each:
            yield each["accessory"]


def _is_usable(component: Component) -> bool:
    return "custom_id" in component and not component.get("disabled", False)


def _lines(component: Component) -> list[str]:  # noqa: PLR0911 - one for each type
    match component["type"]:
        case 10:
            return component["content"].splitlines()
        case 12:
            return [f"[picture] {item['description']}" for item in component["items"]]
        case 13:
            return [f"[file] {component['file']['url'].removeprefix('attachment://')}"]
        case 1:
            return [" ".join(_control(each) for each in component["components"])]
        case 9:
            (content,) = component["components"]
            return [*_lines(content), _control(component["accessory"])]
        case 17:
            inner = (line for each in component["components"] for line in _lines(each))
            return [_INDENT + line for line in inner]
        case other:
            assert other == 14, f"no words for components of type {other}"
            return ["---"]


def _control(component: Component) -> str:
    """A button as `[Label]`, a disabled one as `(Label)`, a menu with its options."""
    if component["type"] == 2:
        said = label_of(component)
        return f"({said})" if component.get("disabled") else f"[{said}]"
    options = component.get("options", ())
    offered = " | ".join(("*" if o.get("default") else "") + o["label"] for o in options)
    return f"<{label_of(component)}: {offered}>"
