"""The validator: what it must accept and refuse.

Numbers in names are those of the acceptance lists: ``codeact`` for the CodeAct
contract, ``policy`` for the capability policy.
"""

import subprocess
import sys

import pytest

import caisson
from caisson.checking import Finding, Report, judge


@pytest.fixture(autouse=True)
def isolation():
    """Nothing runs here: once is enough."""


def words(text: str) -> list[str]:
    return text.split()


COMPAT = "codeact-compat"
STRICT = "codeact-strict"

IMPORTS = words(
    "asyncio pathlib json math datetime time itertools functools collections typing "
    "dataclasses decimal fractions re base64 hashlib uuid random os"
)
BLOCKED_IMPORTS = words(
    "sys subprocess socket urllib requests http ftplib smtplib telnetlib "
    "multiprocessing threading ctypes shutil tempfile importlib builtins __builtin__"
)
BUILTINS = words(
    "print len str int float bool list dict tuple set frozenset range enumerate zip "
    "map filter sorted reversed sum min max abs round pow divmod all any chr ord hex "
    "oct bin format repr ascii bytes bytearray memoryview isinstance issubclass "
    "callable type id hash next iter slice"
)
BLOCKED_BUILTINS = words(
    "eval exec compile __import__ globals locals vars dir open input help breakpoint "
    "exit quit copyright credits license delattr getattr setattr hasattr"
)
READABLE = words(
    "__name__ __doc__ __dict__ __class__ __module__ __file__ __init__ __str__ "
    "__repr__ __eq__ __hash__ __len__ __iter__ __next__ __enter__ __exit__ "
    "__aenter__ __aexit__"
)
CALLABLE = words("__init__ __str__ __repr__ __eq__ __hash__")


def texts(code: str, profile: str = COMPAT, **lists: list[str]) -> list[str]:
    return [f.message for f in judge(code, profile=profile, **lists).findings]


# -- the lists of codeact-compat ------------------------------------------------------


@pytest.mark.parametrize("name", IMPORTS)
def test_codeact_31_allowed_imports(name):
    assert texts(f"import {name}") == []
    if name != "os":
        assert texts(f"from {name} import x") == []
    assert texts(f"import {name} as q") == []


@pytest.mark.parametrize("name", BLOCKED_IMPORTS)
def test_codeact_31_blocked_imports(name):
    why = f"is not allowed (blocked: {name})"
    assert texts(f"import {name}") == [f"Import of '{name}' {why}"]
    assert texts(f"import {name}.sub") == [f"Import of '{name}.sub' {why}"]
    assert texts(f"from {name} import x") == [f"Import from '{name}' {why}"]
    assert texts(f"from {name}.a import x") == [f"Import from '{name}.a' {why}"]


@pytest.mark.parametrize("name", ["csv", "numpy", "pickle", "inspect"])
def test_codeact_31_other_imports(name):
    why = "is not allowed (not in allow-list)"
    assert texts(f"import {name}") == [f"Import of '{name}' {why}"]
    assert texts(f"from {name} import x") == [f"Import from '{name}' {why}"]


@pytest.mark.parametrize("name", BUILTINS)
def test_codeact_31_allowed_builtins(name):
    assert texts(f"{name}(x)") == []


@pytest.mark.parametrize("name", BLOCKED_BUILTINS)
def test_codeact_31_blocked_builtins(name):
    assert texts(f"{name}(x)") == [f"Call to builtin '{name}' is not allowed"]
    assert texts(f"f = {name}") == []  # the known gap, closed by codeact-strict


def test_codeact_31_builtins_on_neither_list():
    text = "Call to builtin 'complex' is not in the allowed builtins list"
    assert texts("complex(1)") == [text]
    assert texts("my_tool(1)\nawait other(a=2)") == []


@pytest.mark.parametrize("name", READABLE)
def test_codeact_31_dunders_that_may_be_read(name):
    assert texts(f"x.{name}") == []
    call = (
        [] if name in CALLABLE else [f"Call to dunder method '{name}' is not allowed"]
    )
    assert texts(f"x.{name}()") == call


@pytest.mark.parametrize("name", ["__globals__", "__subclasses__", "__mro__"])
def test_codeact_31_other_dunders(name):
    assert texts(f"x.{name}") == [f"Access to attribute '{name}' is not allowed"]


def test_codeact_31_os_attributes():
    assert texts("import os\nos.environ, os.path.join") == []
    assert texts("import os\nos.system('x')") == ["Access to os.system is not allowed"]
    assert texts("from os import environ, path") == []
    assert texts("from os import system") == [
        "Import from 'os' of 'system' is not allowed"
    ]
    assert texts("from os.path import join") == []  # a documented addition


def test_codeact_31_relative_imports():
    assert texts("from . import x") == ["Relative imports are not allowed"]
    assert texts("from .. import x") == ["Relative imports are not allowed"]
    assert texts("from .os import environ") == []  # the known gap


def test_codeact_31_all_findings_are_collected_in_order():
    code = "import sys\nimport csv\neval('1')\nx.__mro__\nimport os\nos.fork()"
    report = judge(code, profile=COMPAT)
    assert report.verdict == "refused"
    assert [(f.kind, f.line, f.column) for f in report.findings] == [
        ("import", 1, 8),
        ("import", 2, 8),
        ("builtin", 3, 1),
        ("attribute", 4, 1),
        ("attribute", 6, 1),
    ]
    assert report.codeact_text() == (
        "Generated code violates allow-list policy:\n"
        "- Import of 'sys' is not allowed (blocked: sys)\n"
        "- Import of 'csv' is not allowed (not in allow-list)\n"
        "- Call to builtin 'eval' is not allowed\n"
        "- Access to attribute '__mro__' is not allowed\n"
        "- Access to os.fork is not allowed"
    )


NODES = words(
    "Module Expr Assign Name Store Load Constant Call keyword Attribute List Tuple "
    "FunctionDef arguments arg Return BinOp Add"
)


@pytest.mark.parametrize(
    ("code", "node"),
    [
        ("lambda: eval('1')", "Lambda"),
        ("x = 1 - 2", "Sub"),
        ("if 1: eval('1')", "If"),
        ("with a: eval('1')", "With"),
        ("raise eval('1')", "Raise"),
        ("class A: eval('1')", "ClassDef"),
        ("[eval('1') for x in y]", "ListComp"),
        ("try:\n  pass\nexcept* A: pass", "TryStar"),
        ("type X = int", "TypeAlias"),
        ("x @ y", "MatMult"),
    ],
)
def test_codeact_31_a_refused_node_is_not_looked_into(code, node):
    text = [f"AST node type '{node}' is not allowed"]
    assert texts(code, allow_nodes=NODES) == text
    assert texts("1", block_nodes=["Lambda"], allow_nodes=NODES) == []


def test_node_lists_know_their_names():
    assert texts("lambda: 1", "none", block_nodes=["Lambda"]) == [
        "AST node type 'Lambda' is not allowed"
    ]
    with pytest.raises(caisson.ConfigError, match="there is no node 'Lamda'"):
        judge("1", block_nodes=["Lamda"])
    with pytest.raises(caisson.ConfigError, match="no profile 'codeact'"):
        judge("1", profile="codeact")


# -- 32: what Local CodeAct refused ---------------------------------------------------


@pytest.mark.parametrize("profile", [COMPAT, STRICT, "default", "none"])
@pytest.mark.parametrize(
    "code",
    [
        "with a as b: pass",
        "async def f():\n  async with a as b: pass",
        "raise ValueError('x')",
        "class A(object):\n  @property\n  def f(self): return super().f",
        "class B:\n  @staticmethod\n  def f(): ...\n  @classmethod\n  def g(cls): ...",
        "def f():\n  yield 1\n  yield from f()",
        "if (n := 10) > 5: print(n)",
        "x = {}\ndel x",
        "def f():\n  global y\n  y = 1",
        "def f():\n  z = 1\n  def g():\n    nonlocal z\n    z = 2",
        "try:\n  pass\nexcept* ValueError:\n  pass",
        "assert 1, 'no'",
        "a @ b",
        "try: f()\nexcept (ValueError, KeyError) as e: raise TypeError() from e",
        "type('X', (), {})",
    ],
)
def test_codeact_32_ordinary_statements(profile, code):
    assert texts(code, profile) == []


@pytest.mark.parametrize("profile", [COMPAT, STRICT])
def test_codeact_16_a_value_may_be_returned_at_the_top(profile):
    assert texts("return 5", profile) == []
    assert texts("await f(x=1)", profile) == []


# -- 35, 36: lists replace the profile's ----------------------------------------------


@pytest.mark.parametrize("profile", [COMPAT, STRICT])
def test_codeact_35_lists_replace_defaults(profile):
    assert texts("import csv", profile, allow_imports=["csv"]) == []
    assert texts("import json", profile, allow_imports=["csv"]) == [
        "Import of 'json' is not allowed (not in allow-list)"
    ]
    found = texts("len('x')", profile, block_builtins=["len"])
    assert found[0] == "Call to builtin 'len' is not allowed"
    found = texts("eval('x')", profile, block_builtins=["len"])
    assert found[0] == "Call to builtin 'eval' is not in the allowed builtins list"
    assert texts("import sys", profile, block_imports=[]) == [
        "Import of 'sys' is not allowed (not in allow-list)"
    ]
    assert texts("import sys", profile, block_imports=[], allow_imports=["sys"]) == []


@pytest.mark.parametrize("profile", [COMPAT, STRICT])
def test_codeact_36_os_attributes_in_both_forms(profile):
    only = {"allow_os": ["path"]}
    assert texts("import os\nos.path.join('a')", profile, **only) == []
    assert texts("import os\nos.environ", profile, **only)[0] == (
        "Access to os.environ is not allowed"
    )
    assert texts("from os import environ", profile, **only)[0] == (
        "Import from 'os' of 'environ' is not allowed"
    )
    assert texts("from os.path import join", profile, allow_os=["environ"])[0] == (
        "Import from 'os' of 'path' is not allowed"
    )


# -- text that is no program ----------------------------------------------------------


@pytest.mark.parametrize("profile", [COMPAT, STRICT, "default", "none"])
@pytest.mark.parametrize(
    ("code", "text", "place"),
    [
        ("def f(:\n  pass", "invalid syntax", (1, 7)),
        ("x = = 1", "invalid syntax", (1, 5)),
        ("  x = 1", "unexpected indent", (1, 2)),
        ("'abc", "unterminated string literal (detected at line 1)", (1, 1)),
    ],
)
def test_codeact_30_no_python(profile, code, text, place):
    report = judge(code, profile=profile)
    assert report.verdict == "invalid"
    assert not report.ok
    (found,) = report.findings
    assert (found.kind, found.message) == ("syntax", text)
    assert (found.line, found.column) == place
    assert report.codeact_text().startswith(f"Syntax error in generated code: {text}")


def test_findings_are_typed():
    report = judge("import subprocess")
    assert isinstance(report, Report)
    assert not report.ok
    assert report.findings == (
        Finding(
            kind="import",
            message="Import of 'subprocess' is not allowed (blocked: subprocess)",
            line=1,
            column=8,
            source="import subprocess",
            name="subprocess",
            end_line=1,
            end_column=18,
        ),
    )
    assert caisson.check("import subprocess\nx") == [
        Finding("name", "name 'x' is not defined", 2, 1, "x")
    ]
    found = caisson.check("import subprocess\nx", profile="default")
    assert [f.kind for f in found] == ["import", "name"]
    found = caisson.check("import json", allow_imports=[])
    assert [f.kind for f in found] == ["import"]


def test_columns_are_characters():
    (found,) = judge("x = 'äöü'; import subprocess").findings
    assert found.column == 19


def test_a_check_imports_nothing_of_the_host():
    code = (
        "import caisson.checking, sys; "
        "caisson.checking.judge('import this, antigravity'); "
        "sys.exit('this' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True)
    assert (done.returncode, done.stdout) == (0, b"")
