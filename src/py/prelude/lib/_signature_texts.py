"""_signature_texts - signatures that cannot be read off the implementation.

Classes whose constructor is native, and functions that take their arguments
as they come to give the messages of CPython.  By module and qualified name.

SPDX-License-Identifier: Apache-2.0
"""

import types

_DUMP = ("*, skipkeys=False, ensure_ascii=True, check_circular=True, "
         "allow_nan=True, cls=None, indent=None, separators=None, "
         "default=None, sort_keys=False, **kw)")
_LOAD = ("*, cls=None, object_hook=None, parse_float=None, parse_int=None, "
         "parse_constant=None, object_pairs_hook=None, **kw)")

_UNNAMED = (types.FunctionType, types.MethodType, types.ModuleType)

TEXTS = {
    "builtins": {
        "__import__": "(name, globals=None, locals=None, fromlist=(), level=0)",
        "aiter": "(async_iterable, /)",
        "compile": "(source, filename, mode, flags=0, dont_inherit=False, "
                   "optimize=-1, *, _feature_version=-1)",
        "complex": "(real=0, imag=0)",
        "enumerate": "(iterable, start=0)",
        "eval": "(source, globals=None, locals=None, /)",
        "exec": "(source, globals=None, locals=None, /, *, closure=None)",
        "float": "(x=0, /)",
        "function": "(code, globals, name=None, argdefs=None, closure=None)",
        "input": "(prompt='', /)",
        "list": "(iterable=(), /)",
        "memoryview": "(object)",
        "method": "(function, instance, /)",
        "module": "(name, doc=None)",
        "print": "(*args, sep=' ', end='\\n', file=None, flush=False)",
        "property": "(fget=None, fset=None, fdel=None, doc=None)",
        "reversed": "(sequence, /)",
        "tuple": "(iterable=(), /)",
    },
    "io": {
        "open": "(file, mode='r', buffering=-1, encoding=None, errors=None, "
                "newline=None, closefd=True, opener=None)",
    },
    "itertools": {
        "accumulate": "(iterable, func=None, *, initial=None)",
        "combinations": "(iterable, r)",
        "combinations_with_replacement": "(iterable, r)",
        "count": "(start=0, step=1)",
        "cycle": "(iterable, /)",
        "filterfalse": "(function, iterable, /)",
        "groupby": "(iterable, key=None)",
        "pairwise": "(iterable, /)",
        "permutations": "(iterable, r=None)",
        "starmap": "(function, iterable, /)",
    },
    "json": {
        "dump": "(obj, fp, " + _DUMP,
        "dumps": "(obj, " + _DUMP,
        "load": "(fp, " + _LOAD,
        "loads": "(s, " + _LOAD,
    },
    "math": {
        "gcd": "(*integers)",
        "lcm": "(*integers)",
    },
    "random": {
        "Random": "(x=None)",
        "SystemRandom": "(x=None)",
    },
    "sys": {
        "exit": "(status=None, /)",
    },
}


def text_of(obj):
    """The text for a function or class of the library, or None."""
    module = getattr(obj, "__module__", None)
    name = getattr(obj, "__qualname__", None)
    if not (isinstance(module, str) and isinstance(name, str)):
        return None
    text = TEXTS.get(module, {}).get(name)
    if text is None or obj in _UNNAMED:
        return text
    return text if getattr(__import__(module), name, None) is obj else None
