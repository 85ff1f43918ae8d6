"""The state of a session, written down for another Python.

A host that moves a session from this engine into a jail runs ``program`` here and
its text there.  A name that cannot cross is told in the error, and then nothing
moves: no state is lost in silence.
"""

import ast
import io
import pickle
import types

_OWN = frozenset(("__name__", "__doc__", "__package__", "__loader__", "__spec__",
                  "__builtins__", "__file__", "__annotations__", "_carried"))
_ATOMS = (int, float, complex, str, bytes, bool, type(None), type(...))

_LOADER = """\
import io as _io, pickle as _pickle
class _Carried(_pickle.Unpickler):
    def persistent_load(self, name):
        return globals()[name]
    @classmethod
    def take(cls, data):
        return cls(_io.BytesIO(data)).load()
globals().update(_Carried.take(_carried[0]))
"""
_ENDING = """\
_values, _inside = _Carried.take(_carried[1])
globals().update(_values)
for _name, _parts in _inside.items():
    for _key, _part in _parts.items():
        setattr(globals()[_name], _key, _part)
for _name in ("_values", "_inside", "_key", "_part", "_parts", "_carried",
              "_Carried", "_io", "_pickle", "_name"):
    globals().pop(_name, None)
"""


class CannotMove(Exception):
    """Some names have no form outside of this engine."""


class _Writer(pickle.Pickler):
    """Refers to values that crossed before by their names."""

    def __init__(self, file, names):
        super().__init__(file, 4)
        self.names = names

    def persistent_id(self, value):
        return self.names.get(id(value))


def _pickled(value, names):
    file = io.BytesIO()
    _Writer(file, names).dump(value)
    return file.getvalue()


# -- what the program wrote ------------------------------------------------------


def _defined(node):
    """The name that a statement defines as a function or class."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return node.name
    if (isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda)
            and len(node.targets) == 1
            and isinstance(node.targets[0], ast.Name)):
        return node.targets[0].id
    return None


def _read(sources):
    """Definitions by name, in order, and the imports of submodules."""
    definitions, dotted = {}, []
    for source in sources:
        try:
            tree = ast.parse(source)
        except SyntaxError:
            continue
        lines = source.split("\n")
        for node in tree.body:
            if isinstance(node, ast.Import):
                dotted += [f"import {a.name}" for a in node.names
                           if "." in a.name and not a.asname]
            name = _defined(node)
            if name is None:
                continue
            marks = getattr(node, "decorator_list", ())
            first = min([node.lineno, *[d.lineno for d in marks]])
            definitions.pop(name, None)
            definitions[name] = "\n".join(lines[first - 1:node.end_lineno])
    return definitions, dotted


# -- what the names hold ---------------------------------------------------------


def _is_code(value):
    return isinstance(value, (type, types.FunctionType)) or (
        hasattr(value, "__wrapped__") and hasattr(value, "__qualname__"))


def _is_host(value):
    """Is it a function of the host?  The other side has those anyway."""
    return (type(value).__name__ == "function"
            and getattr(value, "__code__", None) is None)


def _is_own(value):
    return _is_code(value) and getattr(value, "__module__", "") == "__main__"


def _changes(value):
    """Parts of a function or class that its text does not have."""
    parts = {}
    for key, part in dict(getattr(value, "__dict__", {})).items():
        special = key[:2] == "__" == key[-2:]
        if not (special or callable(part) or hasattr(type(part), "__get__")):
            parts[key] = part
    defaults = getattr(value, "__defaults__", None) or ()
    if any(isinstance(d, (list, dict, set)) for d in defaults):
        parts["__defaults__"] = defaults
    return parts


class _State:
    """Names of a session, sorted by how they cross."""

    def __init__(self, space, definitions):
        self.space, self.definitions = space, definitions
        self.imports, self.aliases, self.left = [], [], []
        self.code, self.plain, self.values, self.inside = set(), {}, {}, {}
        for name, value in list(space.items()):
            if name not in _OWN:
                self.sort(name, value)

    def sort(self, name, value):
        if isinstance(value, types.ModuleType):
            self.imports.append(f"import {value.__name__} as {name}")
        elif _is_host(value):
            if name != value.__name__:
                self.aliases.append(f"{name} = {value.__name__}")
        elif _is_own(value):
            self.sort_code(name, value)
        else:
            self.sort_value(name, value)

    def sort_code(self, name, value):
        other = value.__qualname__
        if name in self.definitions and other in (name, "<lambda>"):
            self.code.add(name)
            self.keep_changes(name, value)
        elif other in self.definitions and self.space.get(other) is value:
            self.aliases.append(f"{name} = {other}")
        else:
            self.left.append((name, "a function or class made by code"))

    def keep_changes(self, name, value):
        parts = _changes(value)
        try:
            _pickled(parts, {})
        except Exception:
            self.left.append((name, "its attributes"))
        else:
            if parts:
                self.inside[name] = parts

    def sort_value(self, name, value):
        try:
            data = _pickled(value, {})
        except Exception:
            self.left.append((name, type(value).__name__))
            return
        own = b"__main__" in data
        (self.values if own else self.plain)[name] = value

    def refuse(self):
        names = ", ".join([f"{n} ({why})" for n, why in self.left[:10]])
        more = len(self.left) - 10
        names += f" and {more} more" if more > 0 else ""
        words = ", ".join([n for n, _ in self.left[:10]])
        raise CannotMove(
            f"The session cannot move to a jail with these names: {names}. "
            f"Delete them (del {words}) and run the code again, or start a new "
            "session at depth process.")

    def text(self, dotted):
        code = [text for name, text in self.definitions.items()
                if name in self.code]
        return "\n".join([*dotted, *self.imports, _LOADER, *code,
                          *self.aliases, _ENDING])

    def data(self):
        shared = {id(v): n for n, v in self.plain.items()
                  if not isinstance(v, _ATOMS)}
        return (_pickled(self.plain, {}),
                _pickled((self.values, self.inside), shared))


def program(space, sources):
    """A text, and the value that its name ``_carried`` needs."""
    definitions, dotted = _read(sources)
    state = _State(space, definitions)
    if state.left:
        state.refuse()
    return state.text(dotted), state.data()
