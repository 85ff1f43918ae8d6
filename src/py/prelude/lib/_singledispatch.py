"""_singledispatch - functions that depend on the type of an argument.

Registered classes may be ABCs that a class is only a virtual subclass of.
To rank them they are put into an MRO as if they were real bases.

SPDX-License-Identifier: Apache-2.0
"""

from abc import get_cache_token
from intrinsics import _unseen_subclasses

__name__ = "functools"

_ALIAS = type(list[int])
_UNION = type(int | str)
_read_only = type(type.__dict__)


# --- Ranking ----------------------------------------------------------------

def _merge(rows):
    """Merge lists so that each keeps its order (C3)."""
    merged = []
    rows = [list(row) for row in rows if row]
    while rows:
        for row in rows:
            head = row[0]
            if not any([head in other[1:] for other in rows]):
                break
        else:
            raise RuntimeError("Inconsistent hierarchy")
        merged.append(head)
        for row in rows:
            if row[0] is head:
                del row[0]
        rows = [row for row in rows if row]
    return merged


def _mro_with(cls, abcs=()):
    """The MRO of a class with ABCs inserted where they first apply."""
    bases = list(cls.__bases__)
    # they go behind the last base that is abstract itself
    at = len(bases)
    while at and not hasattr(bases[at - 1], "__abstractmethods__"):
        at -= 1
    here = [abc for abc in abcs if issubclass(cls, abc)
            and not any([issubclass(base, abc) for base in bases])]
    above = [abc for abc in abcs if abc not in here]
    parts = bases[:at], here, bases[at:]
    mros = [_mro_with(base, above) for part in parts for base in part]
    return _merge([[cls], *mros, *parts])


def _ranked(cls, registered):
    """The MRO of a class with its virtual bases among the registered."""
    real = cls.__mro__
    virtual = [kind for kind in registered
               if kind not in real and hasattr(kind, "__mro__")
               and not isinstance(kind, _ALIAS) and issubclass(cls, kind)]
    chosen = {}
    for kind in virtual:
        if any([kind in other.__mro__ for other in virtual
                if other is not kind]):
            continue  # a more special one stands for it
        chains = [[step for step in sub.__mro__ if step in registered]
                  for sub in [*kind.__subclasses__(), *_unseen_subclasses(kind)]
                  if sub not in real and issubclass(cls, sub)]
        for chain in sorted(chains, key=len, reverse=True) or [[kind]]:
            chosen.update(dict.fromkeys(chain))
    return _mro_with(cls, list(chosen))


def _best(cls, registry):
    """The implementation for a class that is not registered itself."""
    order = iter(_ranked(cls, registry))
    real = cls.__mro__
    for winner in order:
        if winner in registry:
            rival = next(order, object)
            # two virtual bases of which none is below the other
            if rival in registry and winner not in real and (
                    rival not in real and not issubclass(winner, rival)):
                raise RuntimeError(f"Ambiguous dispatch: {winner} or "
                                   f"{rival}")
            return registry[winner]
    return None


# --- Registering ------------------------------------------------------------

def _members(kind):
    """The members of a union of types; None for anything else."""
    meta = type(kind)
    if meta is _UNION or (meta.__module__ == "typing"
                          and meta.__name__ == "_UnionGenericAlias"):
        return kind.__args__
    return None


def _is_class(kind):
    return isinstance(kind, type) and not isinstance(kind, _ALIAS)


def _classes(kind):
    """The classes that a class or union stands for, or None."""
    members = _members(kind) or (kind,)
    return members if all(map(_is_class, members)) else None


def _first_hint(func):
    """The name and type of the first annotated parameter."""
    name, hint = next(iter(func.__annotations__.items()))
    if isinstance(hint, str):
        inner = func
        while hasattr(inner, "__wrapped__"):
            inner = inner.__wrapped__
        hint = eval(hint, getattr(inner, "__globals__", {}))
    return name, type(None) if hint is None else hint


def _from_annotation(func):
    """The class or union in the annotation of a function."""
    if not getattr(func, "__annotations__", None):
        raise TypeError(
            f"Invalid first argument to `register()`: {func!r}. Use either "
            "`@register(some_class)` or plain `@register` on an annotated "
            "function.")
    name, kind = _first_hint(func)
    if _classes(kind) is None:
        problem = "not all arguments are classes" if _members(kind) else (
            "is not a class")
        raise TypeError(f"Invalid annotation for {name!r}. {kind!r} "
                        f"{problem}.")
    return kind


class Dispatcher:
    """The table behind a function, and what was found in it so far."""

    def __init__(self, default):
        self.registry = {object: default}
        self.found = {}
        self.token = None  # changes when an ABC learns a new subclass

    def dispatch(self, cls):
        """The implementation for a class."""
        if self.token is not None and self.token != get_cache_token():
            self.found.clear()
            self.token = get_cache_token()
        function = self.found.get(cls)
        if function is None:
            function = self.registry.get(cls)
            if function is None:
                function = _best(cls, self.registry)
            self.found[cls] = function
        return function

    def register(self, cls, func=None):
        """Add an implementation; also used as a decorator."""
        if _classes(cls) is None:
            if func is not None:
                raise TypeError("Invalid first argument to `register()`. "
                                f"{cls!r} is not a class or union type.")
            cls, func = _from_annotation(cls), cls
        elif func is None:
            return lambda function: self.register(cls, function)
        self.registry.update(dict.fromkeys(_classes(cls), func))
        if self.token is None and hasattr(cls, "__abstractmethods__"):
            self.token = get_cache_token()
        self.found.clear()
        return func


def make_function(func):
    """The function that singledispatch() returns, not yet named."""
    table = Dispatcher(func)
    choose = table.dispatch
    name = getattr(func, "__name__", "singledispatch function")

    def chosen(*args, **kw):
        if not args:
            raise TypeError(f"{name} requires at least 1 positional "
                            "argument")
        return choose(args[0].__class__)(*args, **kw)

    chosen.dispatch = choose
    chosen.register = table.register
    chosen.registry = _read_only(table.registry)
    chosen._clear_cache = table.found.clear
    return chosen
