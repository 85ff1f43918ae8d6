"""caisson check, and depth auto of caisson run.

SPDX-License-Identifier: Apache-2.0
"""

import json
import tempfile
import time
from pathlib import Path

from tool import Caisson


def findings(caisson: Caisson, code: str, *options: str) -> tuple[int, list]:
    done = caisson("check", "--json", *options, "-", stdin=code)
    data = done.json
    assert data["schema"] == "caisson.check/1", data
    return done.code, data["findings"]


def test_yes_no_and_cannot_tell(caisson: Caisson) -> None:
    for code, status, exit_code in (
        ("print(1)\n", "ok", 0),
        ("import subprocess\n", "refused", 1),
        ("__import__(x)\n", "unsure", 125),
        ("x = = 1\n", "invalid", 1),
        ("__import__(x)\nimport subprocess\n", "refused", 1),
    ):
        done = caisson("check", "--json", "-", stdin=code)
        assert (done.code, done.json["status"]) == (exit_code, status), (code, done)


def test_findings_as_text(caisson: Caisson) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "a.py"
        file.write_text("import os\nz = os\nz.system('id')\n")
        done = caisson("check", str(file))
        assert done.code == 1 and done.out == "", done
        assert done.err == f"{file}:3:1: Access to os.system is not allowed [attribute]\n"
        assert caisson("check", "-q", str(file)).err == ""


def test_findings_as_json(caisson: Caisson) -> None:
    code, found = findings(caisson, "x = 'ä'; import socket\n")
    assert code == 1
    assert found == [
        {
            "rule": "import",
            "name": "socket",
            "message": "Import of 'socket' is not allowed (blocked: socket)",
            "line": 1,
            "column": 17,
            "end_line": 1,
            "end_column": 23,
            "unsure": False,
        }
    ], found


def test_profiles(caisson: Caisson) -> None:
    code = "import os\nz = os\nprint(len(vars(z)))\n"
    assert findings(caisson, code)[0] == 0
    exit_code, found = findings(caisson, code, "--profile", "codeact-compat")
    assert (exit_code, len(found)) == (1, 1), found
    assert found[0]["message"] == "Call to builtin 'vars' is not allowed"
    assert findings(caisson, code, "--profile", "codeact-strict")[0] == 1
    assert findings(caisson, code, "--profile=none")[0] == 0
    done = caisson("check", "--profile", "codeact", "-", stdin=code)
    assert done.code == 125 and "there is no profile 'codeact'" in done.err, done


def test_lists(caisson: Caisson) -> None:
    for code, options, names in (
        ("import json, csv", ["--allow-import", "json"], ["csv"]),
        ("import json, csv", ["--allow-import=json,csv"], []),
        ("import json, csv", ["--allow-import=json", "--allow-import=csv"], []),
        ("import json", ["--allow-import="], ["json"]),
        ("import json, csv", ["--block-import", "csv"], ["csv"]),
        ("open('x'), len('x')", ["--allow-builtin", "len"], ["open"]),
        ("f = open", ["--block-builtin", "open"], ["open"]),
        ("x.__dict__, x.__name__", ["--allow-attribute", "__name__"], ["__dict__"]),
        ("x.secret", ["--block-attribute", "secret"], ["secret"]),
        ("import os\ng = getattr(os, 'remove')", ["--block-attribute", "os.remove"], ["os.remove"]),
        ("lambda: 1", ["--block-node", "Lambda"], ["Lambda"]),
        ("x = 1", ["--allow-node", "Module,Expr"], ["Assign"]),
        ("import os\nos.environ, os.getcwd", ["--allow-os", "environ"], ["getcwd"]),
    ):
        found = findings(caisson, code, "--profile", "none", *options)[1]
        got = [f["name"] for f in found if not f["unsure"]]
        assert list(dict.fromkeys(got)) == names, (code, options, found)


def test_a_name_cannot_steer_the_terminal(caisson: Caisson) -> None:
    code = "__import__('\\x1b[2J\\nfake: 1')\n"
    done = caisson("check", "--profile", "none", "--allow-import", "json", "-", stdin=code)
    assert done.code in (1, 125), done
    assert "\x1b" not in done.err and len(done.err.splitlines()) == 1, done


def test_not_utf8_is_no_python(caisson: Caisson) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "a.py"
        file.write_bytes(b"x = '\xff'\n")
        done = caisson("check", "--json", str(file))
        assert (done.code, done.json["status"]) == (1, "invalid"), done
        file.write_bytes(b"x = 1\0\n")
        assert caisson("check", "--json", str(file)).json["status"] == "invalid"
        file.write_bytes(b"")
        assert caisson("check", str(file)).code == 0


def result(caisson: Caisson, code: str, *options: str) -> dict:
    return json.loads(caisson("run", "--json", *options, "-c", code).out)


def test_policy_13_auto_is_decided_from_the_text(caisson: Caisson) -> None:
    one = result(caisson, "import json, threading\nprint(1)")
    assert (one["depth"], one["status"]) == ("interp", "ok"), one
    for options, key in (
        (["--seed", "1"], "--seed"),
        (["--in-process"], "--in-process"),
        (["--deterministic"], "--deterministic"),
        (["--python", "/nowhere/python"], "is called '/nowhere/python'"),
    ):
        done = caisson("run", *options, "-c", "print('ran')\nimport numpy")
        assert (done.code, done.out) == (125, ""), done
        assert "no_depth" in done.err and "line 2 imports numpy" in done.err, done
        assert key in done.err, done


def test_policy_13_what_may_work_stays_at_interp(caisson: Caisson) -> None:
    code = "import threading\nthreading.Thread(target=print, args=(1,)).start()"
    one = result(caisson, code, "--seed", "1")
    assert (one["depth"], one["stdout"]) == ("interp", "1\n"), one
    assert "threading.Thread" in one["depth_reason"], one


def test_mounted_modules_stay_at_interp(caisson: Caisson) -> None:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "mine.py").write_text("x = 5\n")
        (Path(folder) / "pack").mkdir()
        (Path(folder) / "pack" / "part.py").write_text("y = 6\n")
        code = "import mine, pack.part\nprint(mine.x + pack.part.y)"
        one = result(caisson, code, "-v", f"{folder}:/mods", "--path", "/mods")
        assert (one["depth"], one["stdout"]) == ("interp", "11\n"), one
        # What no mount has may be in CPython: a jail says how to get it.
        mount = ("-v", f"{folder}:/mods", "--path", "/mods")
        done = caisson("run", *mount, "-c", "import other")
        assert done.code == 1 and "caisson env create NAME --pip other" in done.err, done
        # A jail cannot show a mount in the place of its own libraries.
        done = caisson("run", "-v", f"{folder}:/lib", "--path", "/lib", "-c", "import other")
        assert done.code == 125 and "choose another path" in done.err, done


def test_policy_13_depth_allow_is_obeyed(caisson: Caisson) -> None:
    with tempfile.TemporaryDirectory() as folder:
        policy = Path(folder) / "policy.yaml"
        policy.write_text("version: 1\ndepth_allow: [check, interp]\n")
        policy.chmod(0o600)
        code = "print('ran')\nimport numpy"
        done = caisson("run", "--policy", str(policy), "-c", code)
        assert (done.code, done.out) == (125, ""), done
        assert "no_depth" in done.err and "line 2 imports numpy" in done.err, done
        assert "depth_allow" in done.err, done
        done = caisson("run", "--policy", str(policy), "-c", "print(1)")
        assert (done.code, done.out) == (0, "1\n"), done


BOMBS = {
    "import side effects": "import antigravity, this\nprint('RAN')",
    "a loop": "while True: pass",
    "a breakpoint": "breakpoint()\ninput()",
    "a constant": "x = 10 ** 10 ** 10\ny = 'a' * 10 ** 12\nz = [0] * 10 ** 12",
    "a file": "open('/tmp/caisson-ran', 'w').close()",
    "nesting": "(" * 150 + "1" + ")" * 150,
}


def test_policy_30_check_executes_nothing(caisson: Caisson) -> None:
    for what, code in BOMBS.items():
        start = time.monotonic()
        done = caisson("check", "--profile", "none", "--json", "-", stdin=code)
        assert done.code == 0, (what, done)
        assert "RAN" not in done.out and time.monotonic() - start < 10, what
    assert not Path("/tmp/caisson-ran").exists()


FOUND = [
    "import os.path as p",
    "from os import path",
    "__import__('os')",
    "exec('import os')",
    "import \uff4f\uff53",
    "def f():\n  import os",
    "try: import os\nexcept ImportError: pass",
    "f = lambda x=__import__('os'): x",
    "class A:\n  from os import path",
    "eval('__import__(\"os\")')",
    "import importlib\nimportlib.import_module('os')",
]


def test_policy_31_imports_are_found_wherever_they_are(caisson: Caisson) -> None:
    for code in FOUND:
        done = caisson("check", "--profile", "none", "--block-import", "os", "--json", "-", stdin=code)
        assert done.code == 1, (code, done)
        assert any("os" in f["message"] for f in done.json["findings"]), (code, done)
    done = caisson("check", "--profile", "none", "--allow-import", "json", "--json", "-", stdin="from . import x")
    assert done.code == 1 and done.json["findings"], done
    done = caisson("check", "--profile", "none", "--json", "-", stdin="import os (")
    assert done.code == 1 and done.json["status"] == "invalid", done


def test_policy_32_a_run_judges_as_check_does(caisson: Caisson) -> None:
    """The same text, the same verdict: before a run at every depth, and at check."""
    fine = ["import json", "x = 1", "def f():\n  import json.decoder", "import jsonx"]
    with tempfile.TemporaryDirectory() as d:
        policy = Path(d, "p.yaml")
        policy.write_text(
            "version: 1\ncode: {imports_deny: [os]}\n"
            "accept_unenforced: [code.imports]\ndepth_allow: [check, interp, process]\n"
        )
        policy.chmod(0o600)
        for code in (*FOUND, *fine):
            said = caisson("check", "--profile", "none", "--block-import", "os", "--json", "-", stdin=code).json
            refused = said["status"] != "ok"
            for depth in ("interp", "process"):
                done = caisson("run", "--depth", depth, "--json", "--policy", str(policy), "-c", "print('RAN')\n" + code)
                if depth == "process" and done.code == 125:
                    continue  # no jail on this host
                ran = "RAN" in done.json.get("stdout", "")
                assert ran != refused, (code, depth, said, done)
            done = caisson("run", "--depth", "check", "--json", "--policy", str(policy), "-c", code)
            assert (done.json["status"] == "invalid") == refused, (code, said, done)
            assert done.json["enforcement"] == {**done.json["enforcement"], "level": "full", "missing": []}


def test_policy_30_limits_of_the_policy_hold_at_check(caisson: Caisson) -> None:
    """A text or its tree that is too large is no good text."""
    with tempfile.TemporaryDirectory() as d:
        policy = Path(d, "p.yaml")
        many = "x = [" + "1, " * 40000 + "]"
        for limit, code, status in (
            ("code_bytes: 100", "x = 1" + " " * 400, "limit"),
            ("memory_bytes: 1MiB", many, "invalid"),
            ("heap_bytes: 1MiB", many, "invalid"),
            ("heap_bytes: 99MiB", many, "ok"),
        ):
            policy.write_text(f"version: 1\nlimits: {{{limit}}}\n")
            policy.chmod(0o600)
            done = caisson("run", "--depth", "check", "--json", "--policy", str(policy), "-c", code)
            assert done.json["status"] == status, (limit, done)
            assert done.code == {"ok": 0, "limit": 137}.get(status, 1)
        policy.write_text("version: 1\ndepth_allow: [interp]\n")
        assert "no_depth" in caisson("run", "--depth", "check", "--policy", str(policy), "-c", "1").err
