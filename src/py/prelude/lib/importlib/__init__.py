"""importlib - importing modules by name.

SPDX-License-Identifier: Apache-2.0
"""

import sys

from intrinsics import _reload

__all__ = ["__import__", "import_module", "invalidate_caches", "reload"]

__import__ = __import__


def import_module(name, package=None):
    """Import a module; `package` is required for a relative name."""
    level = 0
    if name.startswith("."):
        if not package:
            raise TypeError("the 'package' argument is required to perform a "
                            f"relative import for {name!r}")
        for character in name:
            if character != ".":
                break
            level += 1
        base = package
        for _ in range(level - 1):
            base, dot, _rest = base.rpartition(".")
            if not dot:
                raise ImportError("attempted relative import beyond "
                                  "top-level package")
        rest = name[level:]
        name = f"{base}.{rest}" if rest else base
    __import__(name)
    return sys.modules[name]


def reload(module):
    """Run a module's file again; modules of the library do not change."""
    if not isinstance(module, type(sys)):
        raise TypeError("reload() argument must be a module")
    name = getattr(module, "__name__", None)
    if sys.modules.get(name) is not module:
        raise ImportError(f"module {name} not in sys.modules", name=name)
    again = _reload(module)
    return module if again is None else again


def invalidate_caches():
    """Forget what finders remember: nothing."""
