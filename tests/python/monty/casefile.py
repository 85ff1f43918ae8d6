"""Test-case files: a program, directives in comments, one expectation.

``read`` takes the text of a file; ``run`` runs it on the engine and checks what
it expects, ``run_in_steps`` does so with a dump and a load at every suspension,
``run_cpython`` asks CPython.  The forms are those of Monty's own files, so that
these can be run too: ``corpus.py`` does it.
"""

from __future__ import annotations

import ast
import dataclasses
import re
from pathlib import Path
from typing import Any

import caisson.compat.monty as m

FLAGS = (
    "call-external",
    "run-async",
    "mount-fs",
    "skip-cpython-windows",
    "cpython-main-module",
)
VALUES = ("xfail", "gc-interval", "timezone")
_TRACEBACK = re.compile(r'\n"""\nTRACEBACK:\n(.*?)\n"""\s*$', re.S)
_LAST = ("ref-counts", "Return.str", "Return.type", "Return", "Raise")


@dataclasses.dataclass
class Case:
    """One file, read."""

    code: str
    flags: set[str] = dataclasses.field(default_factory=set)
    values: dict[str, str] = dataclasses.field(default_factory=dict)
    kind: str = "ok"
    expected: str = ""
    name: str = "main.py"

    @property
    def calls_host(self) -> bool:
        """Are the host's functions there?"""
        return bool(self.flags & {"call-external", "mount-fs"})


def read(text: str, name: str = "main.py") -> Case:
    """Directives and expectation of a file."""
    text = text.replace("\r\n", "\n")
    case = Case(text, name=name)
    for line in text.split("\n"):
        if line.startswith("#"):
            _directive(case, line.strip("# \t"))
    found = _TRACEBACK.search(text)
    if found:
        case.code = text[: found.start() + 1]
        case.kind, case.expected = "traceback", found[1]
        return case
    last = text.rstrip("\n").rpartition("\n")[2]
    for kind in _LAST:
        head = f"# {kind}="
        if last.startswith(head):
            case.kind, case.expected = kind, last[len(head) :]
            break
    return case


def _directive(case: Case, word: str) -> None:
    for flag in FLAGS:
        if word.startswith(flag):
            case.flags.add(flag)
    for name in VALUES:
        if word.startswith(name + "="):
            case.values[name] = word[len(name) + 1 :].split()[0]


def _raise(name: str, text: str) -> Any:
    kinds = {"ValueError": ValueError, "TypeError": TypeError, "KeyError": KeyError}
    raise kinds.get(name, RuntimeError)(text)


@dataclasses.dataclass(frozen=True)
class Point:
    """An object of the host."""

    x: int
    y: int
    dimensions = 2

    def sum(self) -> int:
        """Both together."""
        return self.x + self.y

    def describe(self, label: str = "point") -> str:
        """As text."""
        return f"{label}({self.x}, {self.y})"

    def add(self, dx: int, dy: int) -> Point:
        """Elsewhere."""
        return Point(self.x + dx, self.y + dy)

    def scale(self, f: int) -> Point:
        """Farther away."""
        return Point(self.x * f, self.y * f)


@dataclasses.dataclass
class MutablePoint:
    """One that moves."""

    x: int
    y: int
    dimensions = 2

    def sum(self) -> int:
        """Both together."""
        return self.x + self.y

    def shift(self, dx: int, dy: int) -> None:
        """Move."""
        self.x += dx
        self.y += dy


@dataclasses.dataclass
class Empty:
    """Nothing in it."""


@dataclasses.dataclass
class User:
    """Another one."""

    name: str
    active: bool = True

    def greeting(self) -> str:
        """A text."""
        return f"Hello, {self.name}!"


def _open(value: Any) -> Any:
    return m.ClassInstance(value, eager_attrs="all", allowed_methods="all")


HOST: dict[str, Any] = {
    "add_ints": lambda a, b: a + b,
    "concat_strings": lambda a, b: a + b,
    "return_value": lambda x: x,
    "get_list": lambda: [1, 2, 3],
    "raise_error": _raise,
    "make_point": lambda: Point(1, 2),
    "make_mutable_point": lambda: MutablePoint(1, 2),
    "make_empty": Empty,
    "make_user": User,
    "CONST_INT": 42,
    "CONST_STR": "hello",
    "CONST_FLOAT": 3.14,
    "CONST_BOOL": True,
    "CONST_LIST": [1, 2, 3],
    "CONST_NONE": None,
}
FUTURES = {"async_call": lambda x: x, "async_fail": _raise}
OBJECTS = ("make_point", "make_mutable_point", "make_empty", "make_user")
VIRTUAL = {
    "file.txt": "hello world\n",
    "data.bin": b"\0\1\2\3",
    "empty.txt": "",
    "subdir/nested.txt": "nested content",
    "subdir/deep/file.txt": "deep",
    "readonly.txt": "readonly",
}
ENVIRON = {
    "VIRTUAL_HOME": "/virtual/home",
    "VIRTUAL_USER": "testuser",
    "VIRTUAL_EMPTY": "",
}
TREE = {
    "hello.txt": b"hello world\n",
    "empty.txt": b"",
    "data.bin": b"\0\1\2\3",
    "subdir/nested.txt": b"nested content",
    "subdir/deep/file.txt": b"deep file",
    "readonly.txt": b"readonly content",
}


def plant(folder: Path) -> None:
    """The files of ``mount-fs``."""
    for name, data in TREE.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def _limits(case: Case) -> dict[str, int]:
    limits = {"max_recursion_depth": 50, "max_feed_duration_secs": 20}
    if "gc-interval" in case.values:
        limits["gc_interval"] = int(case.values["gc-interval"])
    return limits


def _policy(case: Case) -> dict[str, str]:
    zone = case.values.get("timezone")
    return {} if zone is None else {"timezone": zone}


def _mounts(case: Case, folder: Path | None) -> dict[str, Any]:
    """What a feed is given besides its code."""
    given: dict[str, Any] = {"print_callback": m.CollectString(max_bytes=None)}
    if "mount-fs" in case.flags and folder is not None:
        given["mount"] = m.MountDir(host_path=folder, virtual_path="/mnt")
    elif "call-external" in case.flags:
        files = [m.MemoryFile(f"/virtual/{name}", c) for name, c in VIRTUAL.items()]
        given["os"] = m.OSAccess(files, environ=ENVIRON)
    return given


def _begin(case: Case, session: Any) -> None:
    if "mount-fs" in case.flags:
        session.feed_run("from pathlib import Path\nroot = Path('/mnt')")


def run(case: Case, pool: Any, folder: Path | None = None) -> str | None:
    """Run a case; None if it met its expectation, else what went wrong."""
    with pool.checkout(
        script_name=case.name, limits=_limits(case), os_policy=_policy(case)
    ) as session:
        _begin(case, session)
        try:
            snap = session.feed_start(case.code, **_mounts(case, folder))
            while not isinstance(snap, m.MontyComplete):
                snap = _answer(case, snap)
            value = snap.output
        except (m.MontyRuntimeError, m.MontySyntaxError) as e:
            return _raised(case, e)
    return _returned(case, value, repr(value))


def run_in_steps(case: Case, pool: Any, folder: Path | None = None) -> str | None:
    """The same; every suspension is dumped and another session goes on."""
    options = {"limits": _limits(case), "os_policy": _policy(case)}
    try:
        with pool.checkout(**options) as session:
            _begin(case, session)
            snap = session.feed_start(case.code, **_mounts(case, folder))
            data = None if isinstance(snap, m.MontyComplete) else snap.dump()
            value = snap.output if data is None else None
        while data is not None:
            with pool.checkout(**options) as session:
                snap = session.load_snapshot(data, **_mounts(case, folder))
                snap = _answer(case, snap)
                data = None if isinstance(snap, m.MontyComplete) else snap.dump()
                value = snap.output if data is None else None
    except (m.MontyRuntimeError, m.MontySyntaxError) as e:
        return _raised(case, e)
    return _returned(case, value, repr(value))


_started: dict[int, tuple[str, tuple[Any, ...]]] = {}


def _answer(case: Case, snap: Any) -> Any:
    """What the host of the cases says to a suspension."""
    known = HOST if case.calls_host else {}
    if isinstance(snap, m.FutureSnapshot):
        return snap.resume({n: _settled(*_started[n]) for n in snap.pending_call_ids})
    if isinstance(snap, m.NameLookupSnapshot):
        if snap.object_id is None and snap.variable_name in known:
            return snap.resume(value=known[snap.variable_name])
        if case.calls_host and snap.variable_name in FUTURES:
            return snap.resume(value=FUTURES[snap.variable_name])
        return snap.resume_auto() if snap.object_id else snap.resume()
    if snap.is_os_function or snap.object_id is not None:
        return snap.resume_auto()
    if case.calls_host and snap.function_name in FUTURES:
        _started[snap.call_id] = (snap.function_name, snap.args)
        return snap.resume({"future": ...})
    if snap.function_name not in known:
        return snap.resume_auto()
    return snap.resume(_result(known[snap.function_name], snap.args, snap.kwargs))


def _result(function: Any, args: Any, kwargs: Any) -> dict[str, Any]:
    try:
        value = function(*args, **kwargs)
    except Exception as e:
        return {"exception": e}
    opened = isinstance(value, Point | MutablePoint | Empty | User)
    return {"return_value": _open(value) if opened else value}


def _settled(name: str, args: tuple[Any, ...]) -> dict[str, Any]:
    return _result(FUTURES[name], args, {})


def suits_cpython(case: Case) -> bool:
    """Can CPython of any version run it, outside an event loop?"""
    return not (case.flags & {"run-async", "mount-fs"} or "timezone" in case.values)


def run_cpython(case: Case) -> str | None:
    """The same expectation, with CPython."""
    names = {"__name__": "__main__", **(HOST if case.calls_host else {})}
    tree = ast.parse(case.code, "main.py")
    last = None
    if tree.body and isinstance(tree.body[-1], ast.Expr):
        last = ast.Expression(tree.body.pop().value)
    value = None
    try:
        exec(compile(tree, "main.py", "exec"), names)
        if last is not None:
            value = eval(compile(last, "main.py", "eval"), names)
    except Exception as e:
        if case.kind == "traceback":
            wanted = case.expected.strip().rpartition("\n")[2]
            got = f"{type(e).__name__}: {e}"
            return None if got == wanted else f"raised {got}"
        if case.kind != "Raise":
            return f"raised {e!r}"
        return None if repr(e) == case.expected else f"raised {e!r}"
    return _returned(case, value, repr(value))


def _raised(case: Case, error: Any) -> str | None:
    inner = error.exception()
    if case.kind == "Raise":
        name, _, rest = case.expected.partition("(")
        wanted = ast.literal_eval(f"[{rest[:-1]}]")
        text = str(wanted[0]) if wanted else ""
        got = (type(inner).__name__, error.display("msg"))
        return None if got == (name, text) else f"raised {got}"
    if case.kind == "traceback":
        got = error.display().strip().replace("<python-input-0>", "main.py")
        wanted = case.expected.strip()
        return None if got == wanted else f"traceback:\n{got}"
    return f"raised {error}"


def _returned(case: Case, value: Any, shown: str) -> str | None:
    if case.kind in ("Raise", "traceback"):
        return "nothing was raised"
    if case.kind == "Return" and shown != case.expected:
        return f"gave {shown}"
    if case.kind == "Return.str" and str(value) != case.expected:
        return f"gave {value}"
    if case.kind == "Return.type" and type(value).__name__ != case.expected:
        return f"gave a {type(value).__name__}"
    return None
