"""All handlers of presses: they register when their modules are imported, which is done here."""

from importlib import import_module
from pkgutil import iter_modules

from bot import handlers
from bot.handlers.registry import HANDLERS

__all__ = ["HANDLERS"]

for _module in iter_modules(handlers.__path__):
    import_module(f"{handlers.__name__}.{_module.name}")
