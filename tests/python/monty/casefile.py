"""Test-case files: a program, directives in comments, one expectation.

``read`` takes the text of a file; ``run`` runs it on the engine and checks what
it expects.  The forms are those of Monty's own files, so that these can be run
too: ``python casefile.py FOLDER`` prints what fails.
"""

from __future__ import annotations

import ast
import dataclasses
import re
import sys
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

    @property
    def calls_host(self) -> bool:
        """Are the host's functions there?"""
        return bool(self.flags & {"call-external", "mount-fs"})


def read(text: str) -> Case:
    """Directives and expectation of a file."""
    text = text.replace("\r\n", "\n")
    case = Case(text)
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


HOST: dict[str, Any] = {
    "add_ints": lambda a, b: a + b,
    "concat_strings": lambda a, b: a + b,
    "return_value": lambda x: x,
    "get_list": lambda: [1, 2, 3],
    "raise_error": _raise,
    "CONST_INT": 42,
    "CONST_STR": "hello",
    "CONST_FLOAT": 3.14,
    "CONST_BOOL": True,
    "CONST_LIST": [1, 2, 3],
    "CONST_NONE": None,
}


def run(case: Case, pool: Any, folder: Path | None = None) -> str | None:
    """Run a case; None if it met its expectation, else what went wrong."""
    policy = {}
    if "timezone" in case.values:
        policy["timezone"] = case.values["timezone"]
    options: dict[str, Any] = {}
    if case.calls_host:
        options["external_lookup"] = HOST
    if "mount-fs" in case.flags and folder is not None:
        options["mount"] = m.MountDir(host_path=folder, virtual_path="/mnt")
    with pool.checkout(limits={"max_recursion_depth": 50}, os_policy=policy) as session:
        if "mount-fs" in case.flags:
            session.feed_run("from pathlib import Path\nroot = Path('/mnt')")
        try:
            value = session.feed_run(case.code, **options)
            shown = repr(value)
        except m.MontyRuntimeError as e:
            return _raised(case, e)
        except m.MontySyntaxError as e:
            return _raised(case, e)
    return _returned(case, value, shown)


def _raised(case: Case, error: Any) -> str | None:
    inner = error.exception()
    if case.kind == "Raise":
        name, _, rest = case.expected.partition("(")
        wanted = ast.literal_eval(f"({rest[:-1]},)")
        text = str(wanted[0]) if wanted else ""
        got = (type(inner).__name__, error.display("msg"))
        return None if got == (name, text) else f"raised {got}"
    if case.kind == "traceback":
        got, wanted = error.display().strip(), case.expected.strip()
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


def main() -> None:
    """Run all files of a folder."""
    failed = total = 0
    with m.Monty(isolation="inprocess") as pool:
        for path in sorted(Path(sys.argv[1]).glob("*.py")):
            case = read(path.read_text())
            total += 1
            wrong = run(case, pool)
            if wrong is not None:
                failed += 1
                print(f"{path.name}: {wrong.splitlines()[0]}")
    print(f"{total - failed} of {total} passed")


if __name__ == "__main__":
    main()
