"""Code that is looked at before it runs: statements 30 to 36.

What each rule says is tested in ``test_check.py``; here: who asks, and what the
wall does when nobody asks.
"""

import socket

import pytest

from caisson import CaissonError
from caisson.codeact import (
    CodeValidationError,
    ExecuteCodeTool,
    LocalExecuteCodeTool,
    validate_code,
)


def why(code, **options):
    with pytest.raises(CodeValidationError) as caught:
        validate_code(code, **options)
    assert isinstance(caught.value, ValueError)
    assert isinstance(caught.value, CaissonError)
    return str(caught.value)


def test_30_unparsable_code_starts_nothing(act):
    for kind in (ExecuteCodeTool, LocalExecuteCodeTool):
        text = act(kind)("def f(:").invalid
        assert text.startswith("Syntax error in generated code: ")


def test_31_messages():
    assert why("import socket\nx = eval('1')\nos.system('x')\n") == (
        "Generated code violates allow-list policy:\n"
        "- Import of 'socket' is not allowed (blocked: socket)\n"
        "- Call to builtin 'eval' is not allowed\n"
        "- Access to os.system is not allowed"
    )
    validate_code("import json\nprint(json.dumps(await my_tool(a=1)))")


def test_31_local_names_enforce_and_own_names_advise(act):
    code = "import sys\nlen(sys.argv) >= 0"
    assert "Import of 'sys'" in act(LocalExecuteCodeTool)(code).invalid
    run = act()
    assert run(code).texts == ["true"]
    assert "Import of 'sys'" in run.contents[0].additional_properties["advice"]
    assert act(validation="off")(code).contents[0].additional_properties == {}
    assert "Import of 'sys'" in act(validation="enforce")(code).invalid
    assert "Import of 'json'" in act(allowed_imports=["csv"])("import json").invalid


ADDED = """
class Box:
    def __init__(self, n):
        self.n = n

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return False


def numbers():
    yield from [1, 2]


def change():
    global seen
    seen = 3


with Box(1) as box:
    pass
try:
    raise ValueError("no")
except* ValueError:
    got = True
assert got
if (n := 2) > 1:
    change()
del n
[box.n, list(numbers()), seen]
"""


def test_32_all_of_the_language(act):
    assert act(LocalExecuteCodeTool)(ADDED).texts == ["[1, [1, 2], 3]"]


WAYS = [
    "import os as o; o.system('true')",
    "import os\nz = os\nz.system('true')",
    "import os\n[os][0].system('true')",
    "import os\n{'a': os}['a'].system('true')",
    "import os\ndef f(x=os): return x.system('true')\nf()",
    "import os\nfor x in [os]: x.system('true')",
    "import pathlib\npathlib.os.system('true')",
    "import typing\ntyping.sys",
    "import datetime\ndatetime.sys",
    "import os\nos.path.os.system('true')",
    "import os\nos.path.genericpath.os",
    "import random\nrandom._os.system('true')",
    "import collections\ncollections._sys",
    "from pathlib import os as q\nq.system('true')",
    "from functools import *",
    "from .os import environ",
    "e = eval\ne('1')",
    "o = open\no('/etc/passwd')",
    "list(map(eval, ['1']))",
    "__builtins__",
    "'{0.__class__.__mro__}'.format(1)",
    "().__class__.__mro__",
    "def g(): yield\ng().gi_frame.f_globals",
    "import asyncio\nawait asyncio.create_subprocess_shell('true')",
    "import asyncio\nawait asyncio.open_connection('127.0.0.1', 80)",
]


@pytest.mark.parametrize("code", WAYS)
def test_33_strict_rules_refuse(code):
    why(code, rules="codeact-strict")


def test_33_what_strict_rules_allow():
    validate_code("X = type('X', (), {})\nX()", rules="codeact-strict")
    tool = ExecuteCodeTool(rules="codeact-strict")
    assert tool._validation == "advisory"
    with pytest.raises(ValueError, match="rules must be"):
        ExecuteCodeTool(rules="strictest")


PROBE = """
import os, socket, subprocess
found = []
for path in {paths!r}:
    try:
        found.append(open(path).read())
    except OSError:
        pass
try:
    os.kill({pid}, 0)
    found.append('the host is seen')
except OSError:
    pass
try:
    socket.create_connection(('127.0.0.1', {port}), 1)
    found.append('connected')
except OSError:
    pass
out = subprocess.run(['sh', '-c', 'cat {secret}; ls /proc'], capture_output=True)
found.append(out.stdout.decode().split())
found
"""


@pytest.mark.parametrize("code", WAYS)
def test_34_the_jail_holds_whatever_the_code_says(local, code, tmp_path):
    """Each way runs; then the code tries what it could have been after."""
    import os

    secret = tmp_path / "secret"
    secret.write_text("s3cret")
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        probe = PROBE.format(
            paths=[str(secret), f"/proc/{os.getpid()}/environ", "/etc/shadow"],
            pid=os.getpid(),
            port=server.getsockname()[1],
            secret=secret,
        )
        wrapped = f"try:\n    exec({code!r})\nexcept BaseException: pass\n"
        if "await" in code:
            wrapped = code.replace("\n", "\ntry:\n    ") + "\nexcept OSError: pass\n"
        run = local(validation="off")
        run(wrapped + probe)
    (text,) = run.texts
    assert "s3cret" not in text
    assert "seen" not in text
    assert "connected" not in text
    processes = [
        w for w in text.replace('"', " ").replace(",", " ").split() if w.isdigit()
    ]
    assert len(processes) <= 6
    assert str(os.getpid()) not in processes


def test_35_lists_replace():
    validate_code("import csv", allowed_imports={"csv"})
    assert "Import of 'json' is not allowed (not in allow-list)" in why(
        "import json", allowed_imports={"csv"}
    )
    text = why("len([])\neval('1')", blocked_builtins={"len"})
    assert "Call to builtin 'len' is not allowed" in text
    assert "Call to builtin 'eval' is not in the allowed builtins list" in text


def test_36_attributes_of_os():
    for code in ("import os\nos.environ", "from os import environ"):
        validate_code(code)
        assert "environ" in why(code, allowed_os_attrs={"path"})
