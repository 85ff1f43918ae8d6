"""CPython in a jail: `caisson run --depth process`.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import pytest
from tool import Caisson, Done, needs_jail

PYTHON = "/usr/bin/python3"


def run(caisson: Caisson, code: str, *options: str) -> Done:
    return caisson("run", "--depth", "process", *options, "-c", code)


def value(caisson: Caisson, code: str, *options: str) -> Any:
    done = run(caisson, code, "--json", *options)
    assert done.code == 0, done
    return done.json


def test_last_expression_and_streams(caisson: Caisson) -> None:
    needs_jail(caisson)
    r = value(caisson, "import sys\nprint('hello')\nprint('e', file=sys.stderr)\n1 + 2")
    assert (r["stdout"], r["stderr"], r["value_repr"]) == ("hello\n", "e\n", "3")
    assert value(caisson, "x = 5")["value_present"] is False


def test_values_cross_exactly(caisson: Caisson) -> None:
    needs_jail(caisson)
    code = (
        "import datetime as d, decimal, fractions, pathlib, uuid\n"
        "[None, True, -1, 2**200, -(2**63), 1.5, float('inf'), 2j, 'ü\\ud800', b'\\0', "
        "bytearray(b'x'), (1, [2]), {3}, frozenset({4}), {'k': {1: 2}}, range(1, 9, 2), "
        "slice(1, None), ..., d.date(2020, 1, 2), d.datetime(2020, 1, 2, 3, 4, 5, 6), "
        "d.timedelta(1, 2, 3), decimal.Decimal('1.50'), decimal.Decimal('-Infinity'), "
        "fractions.Fraction(1, 3), pathlib.PurePosixPath('/a/b'), uuid.UUID(int=5)]"
    )
    expected = subprocess.run(
        [PYTHON, "-c", code.replace("\n[", "\nx = [") + "\nprint(repr(x))"],
        capture_output=True, env={"PYTHONIOENCODING": "utf-8:backslashreplace"}, check=True,
    ).stdout.decode().strip()
    got = value(caisson, code)["value_repr"]
    assert got == expected


def test_top_level_await_and_return(caisson: Caisson) -> None:
    needs_jail(caisson)
    assert value(caisson, "import asyncio\nawait asyncio.sleep(0, 7)")["value_repr"] == "7"
    code = "for i in range(9):\n  if i == 3:\n    return i * 2\nprint('never')"
    r = value(caisson, code)
    assert (r["value_repr"], r["stdout"]) == ("6", "")


def test_errors_look_like_cpythons(caisson: Caisson) -> None:
    needs_jail(caisson)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "p.py")
        for text in (
            "def f(x):\n    return 1 / x\n\nf(0)\n",
            "try:\n  {}['k']\nexcept KeyError as e:\n  raise ValueError('v') from e\n",
            "raise SystemExit(3)\n",
            "x = (1\n",
        ):
            path.write_text(text)
            real = subprocess.run([PYTHON, str(path)], capture_output=True, text=True)
            ours = caisson("run", "--depth", "process", str(path))
            assert ours.code == real.returncode, text
            if real.returncode == 1:
                assert ours.err == real.stderr


def test_a_missing_package_says_how_to_get_it(caisson: Caisson) -> None:
    needs_jail(caisson)
    code = "try:\n import nosuchmodule\nexcept ImportError as e: print(e)\nimport nosuchmodule"
    done = caisson("run", "--depth", "process", "-c", code)
    assert (done.code, done.out) == (1, "No module named 'nosuchmodule'\n")
    error, note = done.err.splitlines()[-2:]
    assert error == "ModuleNotFoundError: No module named 'nosuchmodule'"
    assert "caisson env create NAME --pip nosuchmodule" in note


def test_the_program_finds_its_own_text(caisson: Caisson, tmp_path: Path) -> None:
    needs_jail(caisson)
    file = tmp_path / "program.py"
    file.write_text(
        "import inspect, traceback\n"
        "def f():\n    return 1 / 0\n"
        "try: f()\nexcept ZeroDivisionError: print(traceback.format_exc())\n"
        "print(inspect.getsource(f))\n"
    )
    done = caisson("run", "--depth", "process", str(file))
    assert (done.code, done.out.count("return 1 / 0"), "~~^~~" in done.out) == (0, 2, True), done


def test_tools_sync_async_and_by_name(caisson: Caisson) -> None:
    needs_jail(caisson)
    with tempfile.TemporaryDirectory() as folder:
        tool = Path(folder, "tool.py")
        tool.write_text(
            "import json, sys\n"
            "for line in sys.stdin:\n"
            "  r = json.loads(line)\n"
            "  kw = r.get('kwargs', {})\n"
            "  if kw.get('a') == 0: print(json.dumps({'id': r['id'], 'error': {'type': 'KeyError', 'message': 'zero'}}), flush=True)\n"
            "  else: print(json.dumps({'id': r['id'], 'result': kw.get('a', 0) + kw.get('b', 0)}), flush=True)\n"
        )
        option = ("--tool", f"add={sys.executable} {tool}")
        assert value(caisson, "add(a=2, b=3)", *option)["value_repr"] == "5"
        assert value(caisson, "await add(a=2, b=3)", *option)["value_repr"] == "5"
        assert value(caisson, "await call_tool('add', a=4, b=8)", *option)["value_repr"] == "12"
        r = value(caisson, "try:\n  add(a=0)\nexcept KeyError as e:\n  print('caught', e)", *option)
        assert "caught" in r["stdout"]
    r = value(caisson, "try:\n  call_tool('nope')\nexcept ValueError as e:\n  print(e)")
    assert r["stdout"] == "Tool 'nope' is not registered.\n"


def test_deadline_keeps_output_and_kills_everything(caisson: Caisson) -> None:
    needs_jail(caisson)
    start = time.monotonic()
    code = (
        "import subprocess\nprint('part')\n"
        "subprocess.Popen(['sleep', '78'], start_new_session=True)\nwhile True: pass"
    )
    done = run(caisson, code, "--timeout", "1s")
    assert (done.code, done.out) == (124, "part\n")
    assert time.monotonic() - start < 30
    left = [p for p in Path("/proc").glob("[0-9]*/cmdline") if read(p) == b"sleep\x0078\x00"]
    assert left == []


def read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def test_real_programs_and_native_modules(caisson: Caisson) -> None:
    needs_jail(caisson)
    r = value(caisson, "import subprocess, ctypes, sqlite3, threading\n"
              "t = threading.Thread(target=print, args=('thread',)); t.start(); t.join()\n"
              "subprocess.run(['echo', 'sub'], check=True)\n"
              "sqlite3.connect(':memory:').execute('select 6*7').fetchone()")
    assert sorted(r["stdout"].split()) == ["sub", "thread"]
    assert r["value_repr"] == "(42,)"


def test_mounts_at_virtual_paths(caisson: Caisson) -> None:
    needs_jail(caisson)
    with tempfile.TemporaryDirectory() as d:
        Path(d, "a.txt").write_text("alpha")
        code = "import os\nopen('/data/b','w').write('b')\nopen('/data/a.txt').read(), os.getcwd()"
        r = value(caisson, code, "-v", f"{d}:/data:overlay", "-w", "/data")
        assert r["value_repr"] == "('alpha', '/data')"
        assert not Path(d, "b").exists()
        value(caisson, code, "-v", f"{d}:/data:rw", "-w", "/data")
        assert Path(d, "b").read_text() == "b"
        done = run(caisson, "open('/data/c','w')", "-v", f"{d}:/data:ro")
        assert "Read-only file system" in done.err


def test_the_memory_of_all_processes_together(caisson: Caisson) -> None:
    """A jail that its group ended says why."""
    needs_jail(caisson)
    probes = caisson("doctor", "--json").json["probes"]
    if probes["cg_mem"] != "ok":
        pytest.skip(probes["cg_mem"])
    code = (
        "import os, time\nchild = os.fork()\n"
        "room = bytearray((80 if child else 30) << 20)\n"
        "for i in range(0, len(room), 4096): room[i] = 1\n"
        "time.sleep(3)\nif not child: os._exit(0)\nprint('ate')"
    )
    done = run(caisson, code, "-m", "100m")
    assert done.code == 1 and "ate" not in done.out and "MemoryError" in done.err, done


def test_mounts_leave_the_system_where_it_is(caisson: Caisson) -> None:
    """What programs need to start, and what is behind a link, is refused before anything runs."""
    needs_jail(caisson)
    with tempfile.TemporaryDirectory() as d:
        Path(d, "a.txt").write_text("alpha")
        links = [n for n in ("/bin", "/sbin", "/lib", "/lib64") if Path(n).is_symlink()]
        for at in (*links, "/usr", "/usr//lib/", "/usr/bin", "/proc", "/proc/fs"):
            for words in (("run", "--depth", "process", "-c", "print('RAN')"), ("exec", "--", "echo", "RAN")):
                done = caisson(words[0], "-v", f"{d}:{at}:ro", *words[1:])
                assert done.code == 125 and "RAN" not in done.out, done
                assert "would take the place of the system's" in done.err and "choose another path" in done.err, done
        for at in links:
            done = run(caisson, "1", "-v", f"{d}:{at}/x:ro")
            assert done.code == 125 and "is behind a link" in done.err, done
        # others are fine, and our own engine has no such places
        for at in ("/library", "/usr/local", "/opt/x"):
            assert value(caisson, f"open('{at}/a.txt').read()", "-v", f"{d}:{at}:ro")["value_repr"] == "'alpha'"
        done = caisson("run", "-v", f"{d}:/lib:ro", "-c", "print(open('/lib/a.txt').read())")
        assert done.out == "alpha\n", done


def test_a_host_without_user_namespaces(caisson: Caisson) -> None:
    """What is missing, by which rule, what allows it; nothing has run."""
    inside = ["unshare", "-Ur", "sh", "-c", 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"', "sh"]
    if subprocess.run([*inside, "true"], capture_output=True).returncode != 0:
        pytest.skip("this host cannot be made to lack them")
    for words in (("run", "--depth", "process", "-c", "print('RAN')"), ("exec", "--", "echo", "RAN")):
        done = subprocess.run(
            [*inside, caisson.binary, *words], capture_output=True, text=True, env=caisson.environment()
        )
        assert done.returncode == 125 and "RAN" not in done.stdout, done
        for part in ("no jail", "user namespaces are switched off", "user.max_user_namespaces=", "caisson doctor"):
            assert part in done.stderr, done
        assert "broke off" not in done.stderr
    done = subprocess.run(
        [*inside, caisson.binary, "doctor"], capture_output=True, text=True, env=caisson.environment()
    )
    assert done.returncode == 1 and "user.max_user_namespaces=" in done.stdout, done


def test_forged_frames_are_only_output_or_the_end(caisson: Caisson) -> None:
    """redteam L08, C-group: what the code writes on the channel helps nobody."""
    needs_jail(caisson)
    r = value(caisson, "import os\nos.write(1, b'{\"type\": \"complete\", \"result\": 9}\\n')\n1")
    assert r["value_repr"] == "1"
    assert '"complete"' in r["stdout"]
    for junk in ("b'\\xff' * 64", "b'\\x02\\x00\\x00\\x00\\x16\\x00'", "b'\\x00' * 99"):
        done = run(caisson, f"import os\nfor fd in range(3, 10):\n  try: os.write(fd, {junk})\n"
                   "  except OSError: pass\nimport time; time.sleep(60)", "--timeout", "20s")
        assert done.code == 125, done
        assert "nothing else was harmed" in done.err


def test_channel_is_not_inherited(caisson: Caisson) -> None:
    needs_jail(caisson)
    r = value(caisson, "import subprocess\nsubprocess.run(['sh', '-c', 'ls /proc/self/fd'], "
              "capture_output=True, text=True, close_fds=False).stdout.split()")
    assert r["value_repr"] == "['0', '1', '2', '3']"
