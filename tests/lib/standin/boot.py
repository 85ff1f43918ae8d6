"""boot - run a program under CPython with our library in place of its own.

Usage: boot.py PROGRAM [ARGUMENTS].  The modules of CORE are taken from
src/py/prelude/lib if they exist there; all others come from CPython.

SPDX-License-Identifier: Apache-2.0
"""

import importlib
import importlib.util
import os
import sys
import traceback
import types

HERE = os.path.dirname(os.path.abspath(__file__))
LIB = os.path.normpath(os.path.join(HERE, "../../../src/py/prelude/lib"))
CORE = frozenset(
    "abc _collections_abc collections functools contextlib dataclasses enum "
    "types typing copy weakref _weakrefset _typing_forms _signature string reprlib pprint textwrap "
    "heapq bisect keyword numbers graphlib queue contextvars inspect "
    "warnings linecache traceback unittest copyreg".split())


class Finder:
    """Find modules in our library before any other finder is asked."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name.partition(".")[0] not in CORE:
            return None
        base = os.path.join(LIB, *name.split("."))
        package = os.path.join(base, "__init__.py")
        if os.path.isfile(package):
            return importlib.util.spec_from_file_location(
                name, package, submodule_search_locations=[base])
        if os.path.isfile(base + ".py"):
            return importlib.util.spec_from_file_location(name, base + ".py")
        return None


def forget():
    """Drop the modules that CPython imported before we took over."""
    for name in list(sys.modules):
        if Finder.find_spec(name) is not None:
            del sys.modules[name]


def load_all():
    """Import every module of CORE, as the build of the image does."""
    for name in sorted(CORE):
        if Finder.find_spec(name) is not None:
            importlib.import_module(name)


def fingerprint():
    """Describe everything that must not change after the build."""
    found = {}

    def note(place, value, depth=0):
        if isinstance(value, (list, set)):
            found[place] = sorted(map(id, value)), len(value)
        elif isinstance(value, dict):
            found[place] = sorted((repr(k), id(v)) for k, v in value.items())
        elif isinstance(value, type):
            if value.__module__.partition(".")[0] not in CORE or depth > 4:
                return
            space = dict(vars(value))
            found[place] = sorted((k, id(v)) for k, v in space.items())
            for key, inner in space.items():
                note(f"{place}.{key}", inner, depth + 1)
        elif isinstance(value, types.FunctionType):
            found[place] = sorted(vars(value)), id(value.__defaults__)
            for inner in value.__defaults__ or ():
                note(f"{place}()", inner, depth + 1)
        elif hasattr(value, "__dict__") and not isinstance(
                value, types.ModuleType):
            if type(value).__module__.partition(".")[0] in CORE:
                note(place + ".__dict__", vars(value), depth + 1)

    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in CORE and LIB in str(
                getattr(module, "__file__", "")):
            for key, value in list(vars(module).items()):
                if key not in ("__builtins__", "__annotations__"):
                    note(f"{name}.{key}", value)
    return found


def main():
    sys.dont_write_bytecode = True
    program = sys.argv[1]
    sys.argv = sys.argv[1:]
    with open(program, encoding="utf-8") as file:
        text = file.read()
    code = compile(text, program, "exec", dont_inherit=True)
    module = type(sys)("__main__")
    module.__file__ = program
    keep = sys.modules["__main__"]
    sys.path[0] = os.path.dirname(os.path.abspath(program))
    sys.path.insert(1, HERE)
    sys.modules["__main__"] = module
    __import__("_caisson")  # binds CPython's own modules first
    forget()
    sys.meta_path.insert(0, Finder)
    before = None
    if os.environ.get("CHECK_FROZEN"):
        load_all()
        before = fingerprint()
    try:
        exec(code, module.__dict__)
    except SystemExit:
        raise
    except BaseException as error:
        trace = error.__traceback__.tb_next
        traceback.print_exception(type(error), error, trace)
        sys.exit(1)
    finally:
        if before is not None:
            after = fingerprint()
            for place in sorted(set(before) | set(after)):
                if before.get(place) != after.get(place):
                    print("CHANGED", place)
    del keep


if __name__ == "__main__":
    main()
