"""Modules that the host has: a finder that asks for them when they are imported.

The answer to the request `import` is None or a dict: `attrs`, values and functions
by name, and `modules`, the same for submodules.
"""

import sys
from _caisson import session_state
from _engine import os_call
from importlib.machinery import ModuleSpec
from types import ModuleType


class _Loader:
    """Fills a module with what the host answered."""

    def __init__(self, answer):
        self.answer = answer

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        _fill(module, self.answer)


class _Finder:
    """Asks for top-level modules; submodules come with their parents."""

    def find_spec(self, name, path=None, target=None):
        if path is not None:
            return None
        answer = os_call('import', name)
        if answer is None:
            return None
        return ModuleSpec(name, _Loader(answer), is_package=True)


def _fill(module, answer):
    known = sys.modules
    module.__path__ = []
    for name, value in answer['attrs'].items():
        setattr(module, name, value)
    for name, inner in answer['modules'].items():
        full = f'{module.__name__}.{name}'
        child = known[full] = ModuleType(full)
        _names().append(full)
        _fill(child, inner)
        setattr(module, name, child)
    _names().append(module.__name__)


def _names():
    """What is imported: the session's, not the image's."""
    return session_state('host_modules', list)


def start():
    """Before a feed: what is imported from now on is asked for anew."""
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.append(_Finder())
    names = _names()
    while names:
        sys.modules.pop(names.pop(), None)
