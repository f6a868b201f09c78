"""What can be pressed or chosen: buttons, select menus and their options."""

from collections.abc import Callable, Sequence
from typing import Final

from discord_standin.checks.form import Form
from discord_standin.model.components import Path
from discord_standin.model.emojis import EmojiShelf
from discord_standin.vocabulary import ButtonStyle, ComponentType, Json

INVALID_EMOJI: Final = ("BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
_SCHEMES: Final = ("http", "https", "discord")


def check_button(form: Form, button: Json, path: Path, emojis: EmojiShelf) -> None:
    """Check a button of any style."""
    if not form.one_of((*path, "style"), button.get("style"), list(ButtonStyle)):
        return
    form.length((*path, "label"), button.get("label"), 0, 80)
    form.length((*path, "custom_id"), button.get("custom_id"), 1, 100)
    _check_emoji(form, button, path, emojis)
    _BUTTON_CHECKS.get(button["style"], _check_interactive)(form, button, path)


def _check_interactive(form: Form, button: Json, path: Path) -> None:
    if not button.get("custom_id"):
        words = "A custom id is required"
        form.wrong((*path, "custom_id"), "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED", words)
    if button.get("url"):
        _exclusive(form, path)
    _check_face(form, button, path)


def _check_link(form: Form, button: Json, path: Path) -> None:
    check_url(form, button, path, _SCHEMES, 512)
    if button.get("custom_id"):
        _exclusive(form, path)
    _check_face(form, button, path)


def _check_premium(form: Form, button: Json, path: Path) -> None:
    form.needed((*path, "sku_id"), button.get("sku_id"))


_BUTTON_CHECKS: Final[dict[int, Callable[[Form, Json, Path], None]]] = {
    ButtonStyle.LINK: _check_link,
    ButtonStyle.PREMIUM: _check_premium,
}


def _exclusive(form: Form, path: Path) -> None:
    words = "A custom id and url cannot both be specified"
    form.wrong(path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", words)


def _check_face(form: Form, button: Json, path: Path) -> None:
    if not button.get("label") and not button.get("emoji"):
        form.wrong(
            (*path, "label"), "BUTTON_COMPONENT_LABEL_REQUIRED", "A label or emoji is required"
        )


def _check_emoji(form: Form, holder: Json, path: Path, emojis: EmojiShelf) -> None:
    emoji = holder.get("emoji")
    if not emoji:
        return
    custom, name = emoji.get("id"), emoji.get("name") or ""
    is_known = int(custom) in emojis if custom else bool(name) and not name.isascii()
    if not is_known:
        was_known = bool(custom) and int(custom) in emojis.gone
        form.wrong((*path, "emoji", "name"), *INVALID_EMOJI, is_mistake=not was_known)


def check_select(form: Form, select: Json, path: Path, emojis: EmojiShelf) -> None:
    """Check a select menu, in a message or a modal."""
    form.sized((*path, "custom_id"), select.get("custom_id"), 1, 100)
    form.length((*path, "placeholder"), select.get("placeholder"), 0, 150)
    least, most = (select.get(key) for key in ("min_values", "max_values"))
    form.between((*path, "min_values"), least, 0, 25)
    form.between((*path, "max_values"), most, 1, 25)
    if (1 if least is None else least) > (1 if most is None else most):
        words = "min_values must not be greater than max_values"
        form.wrong((*path, "min_values"), "BASE_TYPE_BAD_LENGTH", words)
    _check_defaults(form, select, path)
    if select["type"] == ComponentType.STRING_SELECT:
        check_options(form, select, path, 25)
        for number, option in enumerate(select.get("options") or ()):
            _check_emoji(form, option, (*path, "options", number), emojis)


_DEFAULTS: Final = {
    ComponentType.USER_SELECT: ("user",),
    ComponentType.ROLE_SELECT: ("role",),
    ComponentType.MENTIONABLE_SELECT: ("user", "role"),
    ComponentType.CHANNEL_SELECT: ("channel",),
}


def _check_defaults(form: Form, select: Json, path: Path) -> None:
    """Check the preselected values of a menu of users, roles or channels."""
    defaults = select.get("default_values")
    if not defaults:
        return
    place = (*path, "default_values")
    least, most = select.get("min_values"), select.get("max_values")
    form.sized(place, defaults, 1 if least is None else least, 1 if most is None else most)
    kinds = _DEFAULTS.get(select["type"], ())
    for number, value in enumerate(defaults):
        if value.get("type") not in kinds:
            words = f"Value must be one of {kinds}."
            form.wrong((*place, number, "type"), "BASE_TYPE_CHOICES", words)


def check_options(form: Form, holder: Json, path: Path, most: int) -> None:
    """Check the options of a menu or group."""
    options = holder.get("options")
    form.sized((*path, "options"), options, 1, most)
    seen: set[str] = set()
    for number, option in enumerate(options or ()):
        place = (*path, "options", number)
        form.sized((*place, "label"), option.get("label"), 1, 100)
        form.sized((*place, "value"), option.get("value"), 1, 100)
        form.length((*place, "description"), option.get("description"), 0, 100)
        if option.get("value") in seen:
            words = "The specified option value is already used"
            form.wrong((*place, "value"), "COMPONENT_OPTION_VALUE_DUPLICATED", words)
        seen.add(option.get("value") or "")


def check_url(
    form: Form, holder: Json, path: Path, schemes: Sequence[str], most: int = 2048
) -> None:
    """Check a field `url`, which must be there with one of these schemes."""
    place = (*path, "url")
    url: str | None = holder.get("url")
    form.sized(place, url, 1, most)
    scheme = (url or "").partition(":")[0]
    if url and scheme not in schemes:
        words = f'Scheme "{scheme}" is not supported. Scheme must be one of {schemes}.'
        form.wrong(place, "URL_TYPE_INVALID_SCHEME", words)
