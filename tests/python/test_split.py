"""A runner that divides a program without a tree divides it as with one."""

import importlib.util
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RUNNER = ROOT / "src/jail/runner"
FLAGS = 0x2000

SIMPLE = [
    "pass",
    "1 + 1",
    "x = 1\nx",
    "\n\n5",
    "\n5",
    "import os\nos.sep\n\n",
    "x = '\\\\d'\nx",
]
PROGRAMS = [
    *SIMPLE,
    "",
    "\n",
    "# only\n",
    "5 # five",
    "5\n# five",
    "x = 1; x",
    "x = [1]\n*x, 2",
    "f'{1}'",
    '"""text"""',
    's = """a\n"""\n5\n"""c"""',
    's = """\n5\n"""',
    's = """\n5"""',
    "(1,\n2\n)",
    "(\n5)",
    "x = \\\n5",
    "'a\\\nb'",
    "if 1:\n  5",
    "if 1:\n  5\nelse: 6",
    "if 1: 5",
    "for i in (): 5",
    "try: 5\nfinally: 6",
    "@staticmethod\ndef f(): 5",
    "def f():\n  return 5\nf()",
    "x = 1 #;\nx",
    "match 1:\n  case 1: 5",
    "(x := 5)",
    "x: int = 5",
    "lambda: 5",
    "yield 5",
    "return 5",
    "5 6",
    "x = (\n5",
    "del x",
    "5\n ",
    "5\n\t",
    "class A: pass\nA.__name__",
    "5;",
    "print(1); 5",
    "\f5",
    "5\r\n6",
    "from __future__ import annotations\nx: y = 1\n__annotations__",
    "[i async for i in x]",
    "\\\n5",
    "x = 1\n\\\nx",
    "global x\nx = 5\nx",
    "async def f(): pass\nf",
    "raise ValueError",
    "assert 1, 2",
]


@pytest.fixture(scope="module")
def session():
    sys.path.insert(0, str(RUNNER))
    try:
        spec = importlib.util.spec_from_file_location("session", RUNNER / "session.py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(RUNNER))
        for name in ("frames", "tools", "write"):
            sys.modules.pop(name, None)
    return module


def outcome(parts, has):
    space, value = {"__name__": "x"}, None
    try:
        for part in parts:
            value = eval(part, space)
    except Exception as error:
        return type(error), str(error), has
    names = {k: repr(v)[:9] for k, v in space.items() if k != "__builtins__"}
    return has, repr(value)[:9] if has else None, names


@pytest.mark.parametrize("code", PROGRAMS)
def test_as_with_a_tree(session, code):
    try:
        expected = session.prepare(code, "x.py")
    except SyntaxError:
        assert session.split(code, "x.py", FLAGS) is None
        return
    got = session.split(code, "x.py", FLAGS)
    if got is not None:
        assert outcome(*got) == outcome(*expected)
        assert [p.co_firstlineno for p in got[0][1:]] == [
            p.co_firstlineno for p in expected[0][1:] or got[0][1:]
        ]


@pytest.mark.parametrize("code", SIMPLE)
def test_no_tree_for_what_is_simple(session, code):
    assert session.split(code, "x.py", FLAGS) is not None


def test_whole_programs(session):
    """Every program of the tests that run under CPython, and all its beginnings."""
    divided = 0
    for path in sorted((ROOT / "tests/lang").rglob("*.py"))[::7]:
        lines = path.read_text(errors="replace").split("\n")[:60]
        for n in range(1, len(lines), 5):
            code = "\n".join(lines[:n])
            got = session.split(code, "x.py", FLAGS)
            if got is not None:
                divided += 1
                assert session.prepare(code, "x.py")[1] is got[1], code
    assert divided > 50
