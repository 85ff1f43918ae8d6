"""What the command line grants: mounts, imports, environment, tools, clocks.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tool import Caisson

ROOT = Path(__file__).resolve().parents[2]


@contextlib.contextmanager
def tree(paths: dict[str, str] | None = None, **files: str) -> Iterator[Path]:
    """A scratch directory with files; `_py` at the end of a keyword is .py."""
    named = {name.removesuffix("_py") + ".py" * name.endswith("_py"): text
             for name, text in files.items()}
    with tempfile.TemporaryDirectory() as scratch:
        for name, text in {**named, **(paths or {})}.items():
            path = Path(scratch, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        yield Path(scratch)


def test_a_mount_is_read_only_by_default(caisson: Caisson) -> None:
    with tree(a="text") as host:
        done = caisson(
            "run", "-v", f"{host}:/data", "-c",
            "print(open('/data/a').read())\n"
            "try: open('/data/b', 'w')\n"
            "except OSError as e: print(e)",
        )
        assert done.out == "text\n[Errno 30] Read-only file system: '/data/b'\n", done
        assert os.listdir(host) == ["a"]


def test_nothing_but_mounts_exists(caisson: Caisson) -> None:
    with tree(a="text") as host:
        code = f"import os; print(os.listdir('/'), os.path.exists({str(host)!r}))"
        assert caisson("run", "-v", f"{host}:/data", "-c", code).out == "['data'] False\n"


def test_without_mounts_files_are_refused(caisson: Caisson) -> None:
    done = caisson("run", "-c", "open('/etc/passwd')")
    assert done.code == 1 and "PermissionError" in done.err, done


def test_a_limit_is_an_error_that_can_be_caught(caisson: Caisson) -> None:
    with tree(a="text") as host:
        done = caisson(
            "run", "--mount", f"{host}:/data:overlay,limit=64k", "-c",
            "try: open('/data/big', 'w').write('x' * 100_000)\n"
            "except OSError as e: print(e.errno)",
        )
        assert done.out == "28\n", done


def test_temporary_files_in_memory(caisson: Caisson) -> None:
    code = (
        "import tempfile, os\n"
        "with tempfile.NamedTemporaryFile('w+') as f:\n"
        "    f.write('x'); f.seek(0); print(f.read(), f.name.startswith('/tmp/'))\n"
        "with tempfile.TemporaryDirectory() as d: print(os.listdir('/tmp') == [os.path.basename(d)])\n"
        "try: open('/tmp/big', 'wb').write(bytes(1 << 20))\n"
        "except OSError as e: print(e.errno)\n"
    )
    done = caisson("run", "--tmpfs", "/tmp,limit=256k", "-c", code)
    assert done.out == "x True\nTrue\n28\n", done


def test_bad_mounts_are_explained(caisson: Caisson) -> None:
    for text, why in (
        ("/tmp", "a part is missing"),
        ("/tmp:data", "unknown mode"),
        ("/tmp:rel/x", "DST is no absolute path"),
        ("/tmp:/a/../b", "without dots"),
        ("/nonexistent:/a", "No such file"),
        ("/tmp:/a,size=4", "unknown option"),
        ("/tmp:/a,limit=x", "no size"),
        ("/dev/null:/n", "Permission denied"),
    ):
        done = caisson("run", "-v", text, "-c", "1")
        assert done.code == 125 and why in done.err, (text, done)


def test_modules_come_from_the_path_only(caisson: Caisson) -> None:
    with tree(m_py="x = 1") as host:
        args = ("run", "-v", f"{host}:/lib")
        assert caisson(*args, "--path", "/lib", "-c", "import m; print(m.x)").out == "1\n"
        done = caisson(*args, "--depth", "interp", "-c", "import m")
        assert "ModuleNotFoundError: No module named 'm'" in done.err


def test_packages_relative_imports_and_namespaces(caisson: Caisson) -> None:
    with tree({
        "pkg/__init__.py": "from .a import one\n__all__ = ['a', 'sub']",
        "pkg/a.py": "one = 1",
        "pkg/sub/__init__.py": "from .. import a\nfrom ..a import one as uno\n",
        "pkg/up.py": "from ... import x",
        "space/in/mod.py": "v = __name__",
    }) as host:
        code = (
            "import pkg.sub\n"
            "from pkg import *\n"
            "print(pkg.one, sub.uno, a.__name__, pkg.__path__, pkg.__package__)\n"
            "print(pkg.sub.__file__, pkg.sub.__package__, pkg.a.__spec__.name)\n"
            "import importlib\n"
            "m = importlib.import_module('space.in.mod')\n"
            "print(m.v, m.__file__)\n"
            "print(importlib.import_module('.sub', 'pkg') is pkg.sub)\n"
            "for text in ('import pkg.up', 'import pkg.none', 'import pkg.a.b', "
            "'from pkg import none'):\n"
            "    try: exec(text)\n"
            "    except ImportError as e: print(type(e).__name__, e)\n"
        )
        done = caisson("run", "-v", f"{host}:/lib", "--path", "/lib", "-c", code)
        assert done.out.splitlines() == [
            "1 1 pkg.a ['/lib/pkg'] pkg",
            "/lib/pkg/sub/__init__.py pkg.sub pkg.a",
            "space.in.mod /lib/space/in/mod.py",
            "True",
            "ImportError attempted relative import beyond top-level package",
            "ModuleNotFoundError No module named 'pkg.none'",
            "ModuleNotFoundError No module named 'pkg.a.b'; 'pkg.a' is not a package",
            "ImportError cannot import name 'none' from 'pkg' (/lib/pkg/__init__.py)",
        ], done


def test_errors_of_imported_modules_show_their_lines(caisson: Caisson) -> None:
    with tree(bad_py="def f(:\n", boom_py="def f():\n    return 1 / 0\n", raises_py="1 / 0") as host:
        args = ("run", "-v", f"{host}:/lib", "--path", "/lib", "-c")
        done = caisson(*args, "import bad")
        assert done.err == (
            "Traceback (most recent call last):\n"
            '  File "<string>", line 1, in <module>\n'
            '  File "/lib/bad.py", line 1\n'
            "    def f(:\n"
            "          ^\n"
            "SyntaxError: invalid syntax\n"
        ), done.err
        done = caisson(*args, "import boom; boom.f()")
        assert '  File "/lib/boom.py", line 2, in f\n    return 1 / 0\n' in done.err
        code = "import sys\ntry: import raises\nexcept ZeroDivisionError: print('raises' in sys.modules)"
        assert caisson(*args, code).out == "False\n"


def test_circular_imports_say_so(caisson: Caisson) -> None:
    with tree(a_py="import b\nx = 1", b_py="from a import x") as host:
        done = caisson("run", "-v", f"{host}:/l", "--path", "/l", "-c", "import a")
        assert done.err.endswith(
            "ImportError: cannot import name 'x' from partially initialized module 'a' "
            "(most likely due to a circular import) (/l/a.py)\n"
        ), done.err
        (host / "b.py").write_text("import a\na.x\n")
        done = caisson("run", "-v", f"{host}:/l", "--path", "/l", "-c", "import a")
        assert done.err.endswith(
            "AttributeError: partially initialized module 'a' has no attribute 'x' "
            "(most likely due to a circular import)\n"
        ), done.err


def test_reload_runs_the_file_again(caisson: Caisson) -> None:
    with tree(m_py="x = 1") as host:
        code = (
            "import m, importlib, importlib.util\n"
            "m.y = 2; open('/l/m.py', 'w').write('x = 3')\n"
            "print(importlib.reload(m) is m, m.x, m.y, importlib.util.find_spec('m').origin)\n"
            "import json; print(importlib.reload(json) is json)\n"
            "import sys; sys.modules['halt'] = None\n"
            "try: import halt\n"
            "except ImportError as e: print(e)\n"
        )
        done = caisson("run", "-v", f"{host}:/l:overlay", "--path", "/l", "-c", code)
        assert done.out.splitlines() == [
            "True 3 2 /l/m.py", "True", "import of halt halted; None in sys.modules"], done


def test_source_encodings(caisson: Caisson) -> None:
    with tree() as host:
        (host / "latin.py").write_bytes(b"# -*- coding: latin-1 -*-\nx = '\xe9'\n")
        (host / "bom.py").write_bytes(b"\xef\xbb\xbfx = '\xc3\xa9'\n")
        code = "import latin, bom; print(latin.x == bom.x == '\\xe9')"
        done = caisson("run", "-v", f"{host}:/l", "--path", "/l", "-c", code)
        assert done.out == "True\n", done


def test_the_environment_starts_empty(caisson: Caisson) -> None:
    code = "import os; print(dict(os.environ))"
    assert caisson("run", "-c", code).out == "{}\n"
    with tree(env="# comment\nA=1\n\nB=two words\n") as host:
        done = caisson("run", "-e", "B=3", "-e", "HOME", "--env-file", str(host / "env"), "-c", code)
        assert done.out == "{'A': '1', 'B': '3', 'HOME': '/nonexistent'}\n", done


def test_stdin_from_a_file(caisson: Caisson) -> None:
    with tree(text="one\ntwo\n") as host:
        done = caisson("run", "--stdin", str(host / "text"), "-c", "print([input(), input()])")
        assert done.out == "['one', 'two']\n", done


def test_a_seed_determines_random_numbers(caisson: Caisson) -> None:
    code = "import random, os, uuid; print(random.random(), os.urandom(4), uuid.uuid4())"
    one, same, other = (caisson("run", "--seed", n, "-c", code).out for n in ("1", "1", "2"))
    assert one == same != other


def test_deterministic_runs_have_their_own_clock(caisson: Caisson) -> None:
    code = (
        "import time, datetime, random\n"
        "t = time.monotonic(); time.sleep(1000); print(round(time.monotonic() - t))\n"
        "print(datetime.datetime.now().year, time.time(), random.random())"
    )
    one, two = (caisson("run", "--deterministic", "-c", code) for _ in range(2))
    assert one.out == two.out and one.out.startswith("1000\n2000 "), one


TOOL = """
import json, sys
for line in sys.stdin:
    r = json.loads(line)
    name, args, kwargs = r["name"], r["args"], r["kwargs"]
    if name == "leave":
        sys.exit()
    if name == "junk":
        print("not json", flush=True)
        continue
    if name == "other":
        r["id"] += 1
    out = {"result": [args, kwargs]}
    if name == "fail":
        out = {"error": {"type": args[0], "message": "because"}}
    print(json.dumps({"id": r["id"], **out}), flush=True)
"""


def with_tools(caisson: Caisson, code: str, *names: str) -> str:
    with tree(tool_py=TOOL) as host:
        options = []
        for name in names:
            options += ["--tool", f"{name}=/usr/bin/python3 '{host}/tool.py'"]
        done = caisson("run", *options, "-c", code)
        assert done.code == 0, done
        return done.out


TRY = "def t(f, *a, **k):\n  try: print(f(*a, **k))\n  except Exception as e: print(type(e).__name__, e)\n"


def test_tools_take_and_give_values(caisson: Caisson) -> None:
    code = "print(echo(1, 'a\\n\\u20ac', None, [1.5, True], k={'x': []}), echo())"
    out = with_tools(caisson, code, "echo")
    assert out == "[[1, 'a\\n\u20ac', None, [1.5, True]], {'k': {'x': []}}] [[], {}]\n"


def test_tools_raise_where_they_are_called(caisson: Caisson) -> None:
    code = TRY + "t(fail, 'ValueError'); t(fail, 'NoSuchError'); t(fail, 'KeyError')"
    assert with_tools(caisson, code, "fail").splitlines() == [
        "ValueError because", "RuntimeError because", "KeyError 'because'"]


def test_c02_arguments_without_json_form_never_leave(caisson: Caisson) -> None:
    code = TRY + (
        "deep = []\n"
        "for _ in range(100_000): deep = [deep]\n"
        "loop = []; loop.append(loop)\n"
        "for x in (deep, loop, float('nan'), 2**64, {1: 2}, '\\ud800', b'', {1}, object()): t(echo, x)\n"
        "t(echo, 1)"
    )
    lines = with_tools(caisson, code, "echo").splitlines()
    assert lines.pop() == "[[1], {}]"
    assert len(lines) == 9 and all(x.startswith("TypeError tool 'echo': ") for x in lines), lines


def test_c07_broken_answers_are_errors(caisson: Caisson) -> None:
    code = TRY + "t(junk); t(other); t(leave); t(junk)"
    assert with_tools(caisson, code, "junk", "other", "leave").splitlines() == [
        "RuntimeError tool 'junk': its answer is not {\"id\", \"result\"} or {\"id\", \"error\"}",
        "RuntimeError tool 'other': its answer belongs to another call",
        "RuntimeError tool 'leave': its program has ended",
        "RuntimeError tool 'junk': its program has ended",
    ]


def test_c03_tool_calls_are_counted(caisson: Caisson) -> None:
    code = "n = 0\ntry:\n  while True: echo(); n += 1\nexcept RuntimeError as e: print(n, e)"
    assert with_tools(caisson, code, "echo") == "10000 tool 'echo': more calls than one run may make\n"


def test_a_tool_that_hangs_meets_the_deadline(caisson: Caisson) -> None:
    done = caisson("run", "--timeout", "300ms", "--tool", "nap=sleep 60", "-c", "nap()")
    assert done.code == 124, done


def test_bad_tools_are_explained(caisson: Caisson) -> None:
    for text, why in (("x", "'=' is missing"), ("1x=cat", "no identifier"), ("x=", "no command"),
                      ("x=/no/such/program", "No such file")):
        done = caisson("run", "--tool", text, "-c", "1")
        assert done.code == 125 and why in done.err, (text, done)


def test_artifacts_are_listed_with_digests(caisson: Caisson) -> None:
    code = (
        "import os\n"
        "open('new', 'w').write('hi')\n"
        "open('keep', 'a').write('!')\n"
        "os.remove('gone')\n"
        "os.symlink('/etc/passwd', 'link')\n"
        "open('temp', 'w').close(); os.remove('temp')\n"
        "os.rename('dir', 'moved')\n"
        "open('keep').read()"
    )
    for mode in ("overlay", "rw"):
        with tree({"dir/file": "f"}, keep="k", gone="g") as host:
            if mode == "rw":
                code = code.replace("/etc/passwd", "keep")
            done = caisson("run", "--json", "--workspace", f"{host}:{mode}", "-c", code)
            files = {f["path"]: f for f in done.json["files"]}
            kinds = {path: f["change"] for path, f in files.items()}
            assert kinds == {
                "/workspace/new": "created",
                "/workspace/keep": "modified",
                "/workspace/gone": "removed",
                "/workspace/link": "created",
                "/workspace/dir": "removed",
                "/workspace/moved/file": "created",
            }, done
            assert files["/workspace/new"]["sha256"] == hashlib.sha256(b"hi").hexdigest()
            assert files["/workspace/keep"]["size"] == 2
            assert "sha256" not in files["/workspace/link"]
            assert done.json["value"] == "k!"


def test_the_report_example(caisson: Caisson) -> None:
    here = ROOT / "examples/report"
    done = caisson("run", "-v", f"{here}/data:/data:ro", "--tool",
                   f"rate=/usr/bin/python3 {here}/rates.py", str(here / "report.py"))
    assert done.out.splitlines()[-2:] == ["total           5,262.43", "left out: order 1006"], done


def test_large_files_arrive_whole_or_not_at_all(caisson: Caisson) -> None:
    """Content of many megabytes goes straight into the guest's memory."""
    with tree() as host:
        data = os.urandom(1 << 20) * 20
        (host / "big").write_bytes(data)
        code = (
            "import hashlib\n"
            "with open('/d/big', 'rb') as f: print(hashlib.sha256(f.read()).hexdigest())\n"
            "with open('/d/big', 'rb') as f: print(hashlib.sha256(f.read(70_000) + f.read()).hexdigest())\n"
        )
        sums = [hashlib.sha256(data).hexdigest()] * 2
        for place in ((), ("--in-process",)):
            done = caisson("run", *place, "-v", f"{host}:/d:overlay", "-c", code)
            assert done.out.split() == sums, done
            small = "try: open('/d/big', 'rb').read()\nexcept MemoryError: print('too large')\nprint(len(open('/d/big', 'rb').read(100_000)))"
            done = caisson("run", *place, "-m", "16m", "-v", f"{host}:/d:ro", "-c", small)
            assert done.out == "too large\n100000\n", done
