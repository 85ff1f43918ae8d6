"""L: attacks on the control plane through the command line and the audit log.

The same numbers against the MCP server, and L01 to L04, L06, L07 and L14, are in
tests/mcp/test_attacks.py; L15, fuzzing, is in tests/fuzz.  The user of the
command line is the owner of the policy: flags may say something else than it.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tool import Caisson, needs_jail
from twins import twin, weak

DEPTHS = (["--depth", "interp"], ["--in-process"], ["--depth", "process"])


@contextmanager
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="caisson-l-") as name:
        yield Path(name)


def policy(where: Path, text: str, name: str = "p.yaml", mode: int = 0o600) -> str:
    path = where / name
    path.write_text("version: 1\n" + text)
    path.chmod(mode)
    return str(path)


def records(log: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in log.read_text().splitlines()]


# --- L05: arguments


def test_l05_what_follows_the_program_is_its_own(caisson: Caisson) -> None:
    words = ["--privileged", "-v", "/:/host", "--policy", "x", "--", "-c", "; id", "a\nb"]
    got = caisson("run", "-c", "import sys; print(sys.argv[1:])", "--", *words)
    assert got.out == f"{words}\n", got
    needs_jail(caisson)
    got = caisson("exec", "--", "/usr/bin/python3", "-c", "import sys; print(sys.argv[1:])", *words)
    assert got.out == f"{words}\n", got
    look = "import os; print(os.path.isdir('/host/usr'))"
    assert caisson("run", "-c", look, "--", "-v", "/:/host:ro").out == "False\n"
    # where options are read the same words do something
    given = caisson("run", "-v", "/usr:/host/usr:ro", "-c", look)
    twin("L05", given.out == "True\n", given)


def test_l05_names_are_not_commands(caisson: Caisson) -> None:
    needs_jail(caisson)
    with folder() as where:
        for name in ("$(touch pwned)", "`touch pwned`", "x; touch pwned"):
            assert caisson("exec", "--", name, cwd=where).code == 127
            assert caisson("run", f"{name}.py", cwd=where).code == 125
        assert caisson("exec", "-e", "A=b\nLD_PRELOAD=/x", "env", cwd=where).out.count("LD_PRELOAD=/x") <= 1
        assert list(where.iterdir()) == []
        subprocess.run("$(touch pwned)", shell=True, cwd=where, capture_output=True)
        twin("L05", [p.name for p in where.iterdir()] == ["pwned"])


def test_l05_the_working_directory_does_not_change_the_meaning(caisson: Caisson) -> None:
    """CLI-1: planted files named like runtimes and options are not looked at."""
    with folder() as where:
        for name in ("-c", "python", "run", "--help", "json.py", "os.py"):
            (where / name).write_text("raise SystemExit('hijacked')\n")
        for args in (["run", "-c", "import json, os; print(1)"], ["run", "-"], ["help"]):
            got = caisson(*args, cwd=where, stdin="import json; print(1)")
            assert "hijacked" not in got.out + got.err, got
            assert got.code == 0, got
        got = subprocess.run([sys.executable, "-c", "import json"], cwd=where, capture_output=True, text=True)
        twin("L05", "hijacked" in got.stderr, got)


# --- L08: output that looks like ours


def test_l08_a_fake_result_is_only_output(caisson: Caisson) -> None:
    fake = json.dumps({"schema": "caisson.result/1", "status": "ok", "exit_code": 0, "value": "FAKE"})
    code = f"import sys\nprint({fake!r})\nprint({fake!r}, file=sys.stderr)\nsys.exit(3)"
    for depth in DEPTHS:
        if "process" in depth:
            needs_jail(caisson)
        done = caisson("run", *depth, "--json", "-c", code)
        lines = done.out.splitlines()
        assert len(lines) == 1, done
        got = json.loads(lines[0])
        assert (got["exit_code"], got["status"], got["reason"]) == (3, "error", "exit")
        assert got["stdout"].strip() == fake
        stream = [json.loads(x) for x in caisson("run", *depth, "--stream-json", "-c", code).out.splitlines()]
        assert [e["exit_code"] for e in stream if e.get("event", e.get("type")) == "result" or "exit_code" in e][-1] == 3
        plain = caisson("run", *depth, "-c", code)  # nothing frames this output
        twin("L08", json.loads(plain.out.splitlines()[-1])["value"] == "FAKE", plain)


def test_l08_the_status_descriptor_is_not_the_programs(caisson: Caisson) -> None:
    """--status-fd tells what happened; the program cannot write there."""
    needs_jail(caisson)
    code = ("import os\nfor fd in range(3, 64):\n"
            "    try: os.write(fd, b'{\"status\": \"ok\", \"exit_code\": 0}\\n')\n"
            "    except OSError: pass\nraise SystemExit(9)")
    with folder() as where:
        for depth in (["--depth", "process"],):
            with (where / "status").open("w") as f:
                done = subprocess.run(
                    [caisson.binary, "run", *depth, "--status-fd", str(f.fileno()), "-c", code],
                    pass_fds=[f.fileno()], capture_output=True, text=True, timeout=60,
                    env=caisson.environment())
            lines = (where / "status").read_text().splitlines()
            # It may break its own run that way, and nothing else.
            assert done.returncode in (9, 125), done
            assert [json.loads(x)["exit_code"] for x in lines] == [done.returncode], lines
        with (where / "status").open("w") as f:
            subprocess.run([sys.executable, "-c", code], pass_fds=[f.fileno()], capture_output=True)
        twin("L08", '"exit_code": 0' in (where / "status").read_text())


# --- L09: the log


def test_l09_a_flood_is_counted_not_dropped(caisson: Caisson) -> None:
    code = ("for i in range(30000):\n"
            "    try: open('/etc/shadow')\n"
            "    except OSError: pass\n")

    def flood(where: Path, **env: str) -> tuple[int, int]:
        log = where / "log"
        done = caisson("run", "--depth", "interp", "--audit", str(log), "-c", code, env=env)
        assert done.code == 0, done
        told = records(log)
        assert [r["kind"] for r in told].count("run.start") == [r["kind"] for r in told].count("run.end") == 1
        assert caisson("audit", "verify", str(log)).code == 0
        return (sum(r["data"]["count"] for r in told if r["kind"] == "suppressed"),
                sum(r["kind"] == "fs.deny" for r in told))

    with folder() as where:
        folded, denied = flood(where)
        assert folded > 0 and denied <= 10000
        assert folded + denied == 30000
    with folder() as where:
        twin("L09", flood(where, **weak("L09")) == (0, 30000))


def test_l09_lines_that_are_cut_changed_or_moved_are_found(caisson: Caisson) -> None:
    with folder() as where:
        log = where / "log"
        for i in range(3):
            caisson("run", "--audit", str(log), "-c", f"print({i})")
        whole = log.read_text().splitlines(keepends=True)
        broken = {
            "changed": [whole[0], whole[1].replace('"allow"', '"deny" ', 1), *whole[2:]],
            "renamed": [whole[0], whole[1].replace('"allow"', '"allot"', 1), *whole[2:]],
            "missing": [*whole[:2], *whole[3:]],
            "reordered": [*whole[:2], whole[3], whole[2], *whole[4:]],
            "cut": whole[:-2],
            "doubled": [*whole[:3], whole[2], *whole[3:]],
        }
        assert caisson("audit", "verify", str(log)).code == 0
        for how, lines in broken.items():
            log.write_text("".join(lines))
            done = caisson("audit", "verify", str(log))
            assert done.code == 1, (how, done)
            assert "broken at seq" in done.out + done.err, (how, done)
            if how not in ("changed", "missing"):  # no JSON in its only spelling: not read at all
                off = caisson("audit", "verify", str(log), env=weak("L09"))
                twin("L09", off.code == 0, how, off)
        log.write_text("".join(whole))
        assert caisson("audit", "verify", str(log)).code == 0


def test_l09_names_cannot_move_the_eye(caisson: Caisson) -> None:
    name = "/x\x1b[2J\u202eevil\u2028{\"seq\":1}\n\x7f"
    code = f"try: open({name!r})\nexcept OSError: pass"
    with folder() as where:
        log = where / "log"
        caisson("run", "--depth", "interp", "--audit", str(log), "-c", code)
        raw = log.read_bytes()
        assert b"\x1b" not in raw and b"\x7f" not in raw
        text = raw.decode()
        assert "evil" in text and "\u202e" not in text and "\u2028" not in text
        assert caisson("audit", "verify", str(log)).code == 0
        shown = caisson("audit", "show", str(log))
        assert "\x1b" not in shown.out
        caisson("run", "--depth", "interp", "--audit", str(where / "other"), "-c", code, env=weak("L09"))
        twin("L09", "\u202e" in (where / "other").read_text())


# --- L10: policy files


def test_l10_strict_reading(caisson: Caisson) -> None:
    bad = {
        "duplicate": "limits: {pids: 1}\nlimits: {pids: 2}\n",
        "unknown": "limits: {pidz: 1}\n",
        "anchor": "limits: &x {pids: 1}\n",
        "alias": "limits: {pids: 1}\nenv: *x\n",
        "tag": "limits: !!python/object:os.system {pids: 1}\n",
        "merge": "limits: {<<: {pids: 1}}\n",
        "type": "limits: {pids: many}\n",
        "dotted": "limits.pids: 4\nlimits: {pids: 5}\n",
        "cycle": "extends: p.yaml\n",
        "look-alike": "l\u0456mits: {pids: 1}\n",
        "full width": "\uff4c\uff49mits: {pids: 1}\n",
        "upper case": "LIMITS: {pids: 1}\n",
        "zero width": "lim\u200bits: {pids: 1}\n",
        "infinite": "limits: {pids: .inf}\n",
        "beyond floats": "limits: {cpus: 1e400}\n",
        "beyond words": f"limits: {{pids: {'9' * 4000}}}\n",
        "negative": "limits: {wall_ms: -1}\n",
        "negative size": "limits: {memory_bytes: -1KiB}\n",
        "wraps": "limits: {memory_bytes: 17179869184GiB}\n",
        "not a number": "limits: {cpus: nan}\n",
        "octal": "limits: {pids: 0o17}\n",
        "underscores": "limits: {pids: 1_0}\n",
        "sexagesimal": "limits: {pids: 1:30}\n",
        "null": "limits: ~\n",
        "two documents": "---\nversion: 1\n",
        "directive": "...\n%YAML 1.1\n---\nversion: 1\n",
        "include elsewhere": "extends: ../other\n",
        "include absolute": "extends: /etc/passwd\n",
        "include a variable": "extends: $HOME\n",
        "home": "fs: {read: [~/x]}\n",
        "variable": "fs: {read: [$HOME]}\n",
        "upwards": "fs: {mounts: [{host: /srv/../etc, guest: /e}]}\n",
        "guest upwards": "fs: {mounts: [{host: /srv, guest: /a/../../b}]}\n",
        "relative": "fs: {mounts: [{host: srv, guest: /e}]}\n",
        "host with a slash": "egress: {allow: [api.example.com/x]}\n",
        "host look-alike": "egress: {allow: [\u0430pi.example.com]}\n",
        "star in the middle": "egress: {allow: [api.*.com]}\n",
        "star of all": "egress: {allow: ['*']}\n",
        "star of a suffix": "egress: {allow: ['*.com']}\n",
    }
    with folder() as where:
        for why, text in bad.items():
            path = policy(where, text)
            for verb in (["run", "--policy", path, "-c", "print('ran')"],
                         ["exec", "--policy", path, "--", "/bin/echo", "ran"]):
                done = caisson(*verb)
                assert (done.code, done.out) == (125, ""), (why, done)
                assert "policy" in done.err, (why, done)
                assert len(done.err) < 2000, (why, len(done.err))
                if why in ("duplicate", "unknown", "anchor", "tag", "look-alike", "upper case") and verb[0] == "run":
                    off = caisson(*verb, env=weak("L10"))
                    twin("L10", off.out == "ran\n", why, off)
        for why, text in {"byte order mark": "\ufeffversion: 1\nlimits: {fuel: 1000}\n",
                          "line ends": "version: 1\r\nlimits: {fuel: 1000}\r\n"}.items():
            path = where / "p.yaml"
            path.write_bytes(text.encode())
            done = caisson("run", "--policy", str(path), "-c", "for i in range(5000): pass\nprint('ran')")
            assert done.code in (125, 137) and done.out == "", (why, done)  # refused, or it holds
        for why, data in {"nul": b"version: 1\nname: a\0b\n", "latin-1": b"version: 1\nname: \xe9\n",
                          "surrogate": b"version: 1\nname: \xed\xa0\x80\n", "utf-16": "version: 1\n".encode("utf-16"),
                          "overlong": b"version: 1\nname: \xc0\xaf\n"}.items():
            path = where / "p.yaml"
            path.write_bytes(data)
            done = caisson("run", "--policy", str(path), "-c", "print('ran')")
            assert (done.code, done.out) == (125, ""), (why, done)


def test_l10_bombs_end_soon(caisson: Caisson) -> None:
    bombs = {
        "aliases": "".join(f"a{i}: &a{i} [" + ", ".join([f"*a{i - 1}"] * 9 if i else ["x"] * 9) + "]\n" for i in range(12)),
        "depth": "limits: " + "[" * 100000,
        "keys": "".join(f"k{i}: 1\n" for i in range(40000)),
        "globs": "fs: {deny: [" + ", ".join(["'/" + "*a" * 120 + "'"] * 400) + "]}\n",
        "bytes": "# " + "x" * (1 << 20),
    }
    with folder() as where:
        for why, text in bombs.items():
            done = caisson("policy", "check", policy(where, text))
            assert done.code in (0, 1, 125), (why, done.code, done.err[:200])
            assert len(done.out + done.err) < 4000, why
            # a project of the same kind against the user's file
            (where / "caisson.yaml").write_text("version: 1\n" + text)
            done = caisson("run", "-c", "print(1)", cwd=where)
            assert done.code in (0, 125), (why, done.code, done.err[:200])
        good = policy(where, "limits: {fuel: 1000}\n")
        twin("L10", caisson("policy", "check", good).code == 0)


def test_l10_only_the_owner_writes_policies(caisson: Caisson) -> None:
    with folder() as where:
        ways = {oct(mode): policy(where, "", mode=mode, name=f"p{mode}.yaml") for mode in (0o620, 0o602, 0o666)}
        real = policy(where, "", name="real.yaml")
        (where / "link.yaml").symlink_to(real)
        ways["link"] = str(where / "link.yaml")
        if os.geteuid() == 0:
            ways["foreign"] = policy(where, "", name="foreign.yaml")
            os.chown(ways["foreign"], 65534, 65534)
        for why, path in ways.items():
            done = caisson("run", "--policy", path, "-c", "print('ran')")
            assert (done.code, done.out) == (125, ""), (why, done)
            off = caisson("run", "--policy", path, "-c", "print('ran')", env=weak("L10"))
            twin("L10", off.out == "ran\n", why, off)
        (where / "caisson.yaml").symlink_to(real)  # also one of the project
        done = caisson("run", "-c", "print('ran')", cwd=where)
        assert (done.code, done.out) == (125, ""), done
        os.mkfifo(where / "fifo.yaml", 0o600)
        done = caisson("run", "--policy", str(where / "fifo.yaml"), "-c", "print('ran')")
        assert (done.code, done.out) == (125, ""), done


def test_l10_a_project_only_narrows(caisson: Caisson) -> None:
    with folder() as where:
        user = policy(where, "limits: {fuel: 100000}\negress: {deny: [evil.example.com]}\n", name="user.yaml")
        spin = "for i in range(10**6): pass"
        log = str(where / "log")
        for text in ("limits: {fuel: 100000000000}\n", "process: {spawn: true}\n", "egress: {deny: []}\n",
                     "accept_unenforced: [limits.cpus]\n", f"fs: {{read: ['{where}']}}\n",
                     "workspace: {mode: rw}\n", "fs: {protect: []}\n", "env: {pass: [HOME]}\n"):
            policy(where, text, name="caisson.yaml")
            done = caisson("run", "--policy", user, "--audit", log, "-c", "print('ran')", cwd=where)
            assert (done.code, done.out) == (125, "") and "policy_widens" in done.err, (text, done)
            told = records(Path(log))[-1]
            assert told["kind"] == "policy.widens" and told["decision"] == "deny", (text, told)
        policy(where, "limits: {fuel: 100000000000}\n", name="caisson.yaml")
        off = caisson("run", "--policy", user, "-c", spin, cwd=where, env=weak("L10"))
        twin("L10", off.code == 0, off)
        policy(where, "limits: {fuel: 1000}\n", name="caisson.yaml")
        done = caisson("run", "--policy", user, "-c", "for i in range(5000): pass", cwd=where)
        assert done.code == 137, done


def test_l10_variables_are_read_strictly(caisson: Caisson) -> None:
    for name, value in (("CAISSON_LIMITS_FUEL", "much"), ("CAISSON_LIMITS_FUEL", "-1"),
                        ("CAISSON_LIMITS_FUEL", ""), ("CAISSON_LIMITS_FUEL", "1e400"),
                        ("CAISSON_LIMITS_FUEL", "1000\nprocess: {spawn: true}"),
                        ("CAISSON_PROCESS_SPAWN", "yes")):
        done = caisson("run", "-c", "print('ran')", env={name: value})
        assert (done.code, done.out) == (125, ""), (name, value, done)
    done = caisson("run", "-c", "for i in range(5000): pass", env={"CAISSON_LIMITS_FUEL": "1000"})
    twin("L10", done.code == 137, done)


def test_l10_the_switches_of_tests_are_not_released(caisson: Caisson) -> None:
    """CAISSON_WEAKEN and CAISSON_FAULT are in builds with assertions only."""
    binary = Path(caisson.binary).read_bytes()
    asserts = b"__assert_fail" in binary
    assert (b"CAISSON_WEAKEN" in binary) == asserts
    assert (b"CAISSON_FAULT" in binary) == asserts
    twin("L10", asserts, "tests run with a build that has them")


# --- L11: what errors tell


def test_l11_programs_learn_nothing_of_the_host(caisson: Caisson) -> None:
    with folder() as where:
        (where / "data").mkdir()
        code = """
import os, sys
for f in (lambda: open('/data/none'), lambda: open('/etc/passwd'), lambda: os.listdir('/data/../..'),
          lambda: open('/data/x', 'w'), lambda: os.rename('/data', '/x'), lambda: int('x'),
          lambda: __import__('nope'), lambda: os.stat('/proc/self/exe')):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e, e.args)
"""
        for depth in DEPTHS:
            if "process" in depth:
                needs_jail(caisson)
            done = caisson("run", *depth, "-v", f"{where}/data:/data:ro", "-c", code)
            told = done.out + done.err
            assert str(where) not in told, done
            assert os.uname().release not in told
            assert os.environ.get("USER", "root-user-name") not in told or "root" in told
        own = caisson("run", "--depth", "interp", "-v", f"{where}/data:{where}/data:ro", "-c",
                      code.replace("/data", f"{where}/data"))
        twin("L11", str(where) in own.out, own)  # who is told the path by its owner has it


# --- L12: helpers, temporary names


def test_l12_helpers_do_not_come_from_path_or_here(caisson: Caisson) -> None:
    needs_jail(caisson)
    with folder() as where:
        for name in ("caisson", "caisson-jail", "python3", "sh", "runner.py", "sitecustomize.py"):
            (where / name).write_text("#!/bin/sh\ntouch pwned\nexit 7\n")
            (where / name).chmod(0o755)
        env = {"PATH": f"{where}:{os.environ['PATH']}", "PYTHONPATH": str(where), "LD_LIBRARY_PATH": str(where)}
        for words in (["run", "--depth", "interp", "-c", "print(1)"],
                      ["run", "--depth", "process", "-c", "print(1)"],
                      ["exec", "--", "/bin/echo", "1"]):
            done = caisson(*words, cwd=where, env=env)
            assert (done.code, done.out) == (0, "1\n"), done
        assert not (where / "pwned").exists()
        subprocess.run(["sh", "-c", "python3 -c 1"], cwd=where, env={**os.environ, **env}, capture_output=True)
        twin("L12", (where / "pwned").exists())


def test_l12_no_predictable_files(caisson: Caisson) -> None:
    """Nothing is left in the temporary directory, or made there by a known name."""
    needs_jail(caisson)
    with folder() as where:
        (where / "tmp").mkdir()
        for words in (["run", "-c", "print(1)"], ["exec", "--", "/bin/true"], ["doctor"]):
            caisson(*words, env={"TMPDIR": str(where / "tmp")})
        assert list((where / "tmp").iterdir()) == []
        subprocess.run([sys.executable, "-c", "import tempfile; tempfile.mkstemp()"],
                       env={**os.environ, "TMPDIR": str(where / "tmp")}, check=True)
        twin("L12", list((where / "tmp").iterdir()) != [])


# --- L13: twice


def test_l13_a_journal_or_snapshot_is_not_taken_twice(caisson: Caisson) -> None:
    with folder() as where:
        first = caisson("run", "--journal", "j", "-c", "print(1)", cwd=where)
        again = caisson("run", "--journal", "j", "-c", "print(2)", cwd=where)
        assert (first.code, again.code, again.out) == (0, 125, ""), again
        done = [caisson("resume", "j", cwd=where) for _ in range(2)]
        assert {d.out for d in done} == {"1\n"}, done
        caisson("snapshot", "dump", "-o", "s", "-c", "x = [1]", cwd=where)
        loads = [caisson("snapshot", "load", "s", "-c", "x.append(2); print(x)", cwd=where) for _ in range(2)]
        assert {d.out for d in loads} == {"[1, 2]\n"}, loads
        # what is kept between two steps does show
        caisson("snapshot", "load", "s", "-o", "t", "-c", "x.append(2)", cwd=where)
        kept = caisson("snapshot", "load", "t", "-c", "x.append(2); print(x)", cwd=where)
        twin("L13", kept.out == "[1, 2, 2]\n", kept)


def test_l13_a_snapshot_of_another_policy_is_refused(caisson: Caisson) -> None:
    with folder() as where:
        tight = policy(where, "limits: {fuel: 100000}\n", name="tight.yaml")
        wide = policy(where, "limits: {fuel: 10000000}\n", name="wide.yaml")
        made = caisson("snapshot", "dump", "--policy", tight, "-o", "s", "-c", "x = 1", cwd=where)
        assert made.code == 0, made
        for words in (["--policy", wide], []):
            done = caisson("snapshot", "load", *words, "s", "-c", "print(x)", cwd=where)
            assert (done.code, done.out) == (125, ""), (words, done)
            assert "policy_widens" in done.err
        off = caisson("snapshot", "load", "--policy", wide, "s", "-c", "print(x)", cwd=where, env=weak("L13"))
        twin("L13", off.out == "1\n", off)


# --- files of ours


def test_l12_what_we_write_is_the_owners(caisson: Caisson) -> None:
    """Also for somebody who lets everybody write his files."""
    with folder() as where:
        logs = ("--audit", str(where / "log"), "--journal", str(where / "j"))
        caisson("run", *logs, "-c", "1", umask=0)
        caisson("snapshot", "dump", "-o", str(where / "s"), "-c", "x = 1", umask=0)
        made = list(where.iterdir())
        assert len(made) >= 4, made
        for path in made:
            assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path
        subprocess.run(["touch", where / "other"], check=True, umask=0)
        twin("L12", stat.S_IMODE((where / "other").stat().st_mode) & 0o077 != 0)


# --- L10, L11: odd questions, odd names


def test_l10_why_answers_only_what_a_rule_can_say(caisson: Caisson) -> None:
    """Statement 27: a remedy is a policy, and under it the answer is yes."""
    nonsense = {"--host": ["", "a b", "*.x", "1.2.3.4:99999", "[::1]:80", "http://x/y", "x:", "x:0", "a" * 300, "é.example"],
                "--env": ["", "A=B", "1A", "A\n"], "--import": ["", "a b", "os;"], "--tool": [""], "--image": [""],
                "--path": ["", "x", "/a/../b", "//a", "/a" * 4000]}
    for option, values in nonsense.items():
        for value in values:
            done = caisson("why", option, value)
            assert (done.code, done.out) == (125, ""), (option, value[:40], done)
            assert caisson("why", "--json", option, value).json["status"] == "denied"
    with folder() as where:
        for option, value in (("--host", "API.Example.COM."), ("--host", "localhost:8080"), ("--host", "1.2.3.4:80"),
                              ("--env", "LANG"), ("--path", "/data/a*b"), ("--path", "/data/a b")):
            no = caisson("why", "--json", option, value)
            assert no.code == 1, no
            key, entry = no.json["remedy"].split(" += ")
            section, name = key.split(".")
            entry = entry if entry.startswith("{") else json.dumps(entry)
            yes = caisson("why", "--json", "--policy", policy(where, f"{section}: {{{name}: [{entry}]}}\n"), option, value)
            twin("L10", yes.code == 0 and yes.json["allowed"], value, yes)  # the probe can say yes


def test_l11_names_in_our_messages_are_tame(caisson: Caisson) -> None:
    """A repository names its files and keys as it likes; our words stay ours."""
    name = "x\x1b[2J\x9b1m\u202egnp\u200b\x07.py"
    with folder() as where:
        (where / "caisson.yaml").write_text('version: 1\n"lim\\e[2J\\u202eits": 1\n')
        for words in (["run", name], ["run", "-c", "1"], ["policy", "check", name], ["why", "--path", f"/{name}"],
                      ["audit", "verify", name]):
            done = caisson(*words, cwd=where)
            told = done.out + done.err
            assert done.code != 0 and told, (words, done)
            assert not any(c in told for c in "\x1b\x9b\x07\u202e\u200b"), (words, done)
        plain = subprocess.run(["/bin/ls", name], cwd=where, capture_output=True, text=True,
                               env={"LC_ALL": "C.UTF-8", "QUOTING_STYLE": "literal"})
        twin("L11", "\x1b" in plain.stderr or "\u202e" in plain.stderr, plain)
