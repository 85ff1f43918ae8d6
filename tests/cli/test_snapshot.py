"""caisson snapshot: sessions as files.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tool import Caisson

ASKS = """
import itertools
def g(numbers):
    for i in numbers:
        yield ask("what is", i)
print("before")
print([x + 1 for x in g([1, 2])])
"""


@contextlib.contextmanager
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as scratch:
        yield Path(scratch)


def dump(caisson: Caisson, path: Path, code: str, *more: str) -> None:
    done = caisson("snapshot", "dump", "-q", "-o", str(path), *more, "-c", code)
    assert done.code == 0, done


def test_a_session_goes_on_in_another_process(caisson: Caisson) -> None:
    with folder() as here:
        snap = here / "s"
        dump(caisson, snap, "class A:\n  n = 1\n  def up(self): self.n += 1; return self.n\na = A(); a.up()")
        assert snap.stat().st_mode & 0o777 == 0o600
        for _ in range(2):  # loading changes nothing
            done = caisson("snapshot", "load", str(snap), "-c", "print(a.up(), A.n)")
            assert (done.code, done.out) == (0, "3 1\n"), done
        done = caisson("snapshot", "load", str(snap), "-o", str(here / "t"), "-c", "a.up()")
        assert done.code == 0 and "wrote" in done.err, done
        assert caisson("snapshot", "load", str(here / "t"), "-c", "print(a.up())").out == "4\n"


def test_a_program_waits_in_the_middle_of_a_generator(caisson: Caisson) -> None:
    with folder() as here:
        one, two = str(here / "one"), str(here / "two")
        done = caisson("snapshot", "dump", "-o", one, "--at", "ask", "-c", ASKS)
        assert (done.code, done.out) == (0, "before\n"), done
        assert "waits for an answer to ask()" in done.err
        done = caisson("snapshot", "load", one, "--reply", "10", "--at", "ask", "-o", two)
        assert (done.code, done.out) == (0, ""), done
        done = caisson("snapshot", "load", two, "--reply", "20")
        assert (done.code, done.out) == (0, "[11, 21]\n"), done
        done = caisson("snapshot", "load", one)
        assert done.code == 125 and "--reply" in done.err, done
        done = caisson("snapshot", "load", one, "--call", "ask=echo 5")
        assert done.out == "[6, 6]\n", done
        done = caisson("snapshot", "load", one, "--reply", '"text"')
        assert done.code == 1 and "TypeError" in done.err, done
        done = caisson("snapshot", "load", one, "-c", "print('instead')")
        assert done.out == "instead\n", done


def test_inspecting_runs_nothing(caisson: Caisson) -> None:
    with folder() as here:
        snap = here / "s"
        caisson("snapshot", "dump", "-o", str(snap), "--at", "ask", "-c", ASKS)
        data = snap.read_bytes()
        text = caisson("snapshot", "inspect", str(snap)).out
        assert "waits for an answer to ask" in text and "line 5, in g" in text, text
        found = caisson("snapshot", "inspect", "--json", str(snap)).json
        assert found["schema"] == "caisson.snapshot/1" and found["state"] == "suspended"
        waits = found["waits_for"]
        assert (waits["name"], waits["args"], waits["kwargs"]) == ("ask", ["what is", 1], {})
        assert (waits["line"], waits["function"]) == (5, "g")
        assert found["bytes"] == len(data) and found["sha256"] == hashlib.sha256(data).hexdigest()
        assert found["host_calls"] == 1 and "def ask(" in found["tools"]
        assert snap.read_bytes() == data
        dump(caisson, snap, "x = 1")
        assert caisson("snapshot", "inspect", "--json", str(snap)).json["state"] == "idle"


def test_results_of_snapshots(caisson: Caisson) -> None:
    with folder() as here:
        snap = str(here / "s")
        result = caisson("snapshot", "dump", "--json", "-o", snap, "--at", "ask", "-c", ASKS).json
        assert result["status"] == "suspended" and result["exit_code"] == 0
        assert result["pending"][0]["name"] == "ask" and result["pending"][0]["args"] == ["what is", 1]
        assert result["snapshot"]["bytes"] == os.path.getsize(snap)
        result = caisson("snapshot", "load", "--json", snap, "-c", "[1]").json
        assert (result["status"], result["value"]) == ("ok", [1]) and "snapshot" not in result


def test_forks_are_independent(caisson: Caisson) -> None:
    with folder() as here:
        snap = str(here / "s")
        dump(caisson, Path(snap), "x = [0]")
        code = "import sys\nx.append(int(sys.argv[1])); print(x, sys.argv[2:])"
        done = caisson("snapshot", "fork", "-n", "3", snap, "-c", code, "arg")
        assert done.out == "[0, 0] ['arg']\n[0, 1] ['arg']\n[0, 2] ['arg']\n", done
        caisson("snapshot", "dump", "-o", snap, "--at", "ask", "-c", "print(ask('x') * 2)")
        done = caisson("snapshot", "fork", "-n", "4", snap, "--reply", "1", "--reply", '"ab"')
        assert done.out == "2\nabab\nabab\nabab\n", done
        done = caisson("snapshot", "fork", "-n2", "--json", snap, "--reply", "1", "--reply", "null")
        first, second = map(json.loads, done.out.splitlines())
        assert (first["stdout"], second["status"], done.code) == ("2\n", "error", 1), done
        done = caisson("snapshot", "fork", "-n2", snap, "--reply", "1", "-q", "-o", str(here / "t-%"))
        assert done.code == 0 and {"t-0", "t-1"} <= set(os.listdir(here)), done
        done = caisson("snapshot", "fork", "-n2", snap, "--reply", "1", "-o", str(here / "t"))
        assert done.code == 125 and "%" in done.err, done


def test_files_of_an_overlay_travel(caisson: Caisson) -> None:
    with folder() as here:
        work = here / "work"
        work.mkdir()
        (work / "old").write_text("host")
        snap = str(here / "s")
        dump(caisson, Path(snap), "open('new', 'w').write('mine'); f = open('old'); f.read(2)",
             "--workspace", str(work))
        assert os.listdir(work) == ["old"]
        code = "print(open('new').read(), f.read())"
        done = caisson("snapshot", "load", "--workspace", str(work), snap, "-c", code)
        assert done.out == "mine st\n", done
        files = caisson("snapshot", "inspect", "--json", snap).json
        assert files["files_need_mounts"], files


def test_a_program_that_fails_leaves_no_file(caisson: Caisson) -> None:
    with folder() as here:
        snap = here / "s"
        done = caisson("snapshot", "dump", "-o", str(snap), "-c", "x = 1; 1 / 0")
        assert done.code == 1 and "no snapshot was written" in done.err, done
        done = caisson("snapshot", "dump", "-o", str(snap), "--fuel=10k", "-c", "while 1: pass")
        assert done.code == 137, done
        assert os.listdir(here) == []


def test_hostile_bytes_are_refused(caisson: Caisson) -> None:
    rng = random.Random(4)
    with folder() as here:
        snap = here / "s"
        caisson("snapshot", "dump", "--no-seal", "-o", str(snap), "--at", "ask", "-c", ASKS)
        good = snap.read_bytes()
        bad = [b"", b"x", b"CAISSON1", b"\0" * 4096, good[:-1], good + b"x" * 16, good[: len(good) // 2],
               good[:8] + b"\xff" * 8 + good[16:]]
        for _ in range(25):
            data = bytearray(good)
            for _ in range(rng.randrange(1, 6)):
                data[rng.randrange(len(data))] = rng.randrange(256)
            bad.append(bytes(data))
        for data in bad:
            if data == good:
                continue
            snap.write_bytes(data)
            done = caisson("snapshot", "load", "--accept-unsealed", str(snap), "--reply", "1", "--timeout=20")
            assert done.code == 125 or data[:4096] != good[:4096] and done.code in (0, 1), (data[:40], done)
            assert "Traceback" in done.err or "cannot load the snapshot" in done.err or done.code == 0, done
        for args in (("inspect",), ("fork", "-n2")):
            snap.write_bytes(good[:-1])
            done = caisson("snapshot", *args, str(snap))
            assert done.code == 125 and "cannot load" in done.err, done


def test_large_snapshots(caisson: Caisson) -> None:
    with folder() as here:
        snap = here / "s"
        dump(caisson, snap, "import random\nx = [str(i) for i in range(200_000)]; y = bytes(range(256)) * 80_000")
        assert snap.stat().st_size > 20 << 20
        done = caisson("snapshot", "load", str(snap), "-c", "print(len(y), x[-1], y[-1])")
        assert done.out == "20480000 199999 255\n", done
        done = caisson("snapshot", "load", "-m", "8m", str(snap), "-c", "1")
        assert done.code == 125 and "limit" in done.err, done
        with open(snap, "wb") as f:
            f.truncate(260 << 20)
        done = caisson("snapshot", "load", "--accept-unsealed", str(snap), "-c", "1")
        assert done.code == 125 and "256 MiB" in done.err, done


def test_usage_of_snapshots_is_explained(caisson: Caisson) -> None:
    for args, why in (
        (("snapshot",), "dump load fork inspect"),
        (("snapshot", "melt"), "dump load fork inspect"),
        (("snapshot", "dump", "-c", "1"), "-o FILE"),
        (("snapshot", "dump", "-o", "/nonexistent/x", "-c", "1"), "No such file"),
        (("snapshot", "dump", "--json", "-o", "-", "-c", "1"), "--json"),
        (("snapshot", "dump", "-o", "x", "--at", "a b", "-c", "1"), "--at"),
        (("snapshot", "load"), "no snapshot"),
        (("snapshot", "load", "/nonexistent"), "cannot read"),
        (("snapshot", "fork", "-n0", "x"), "-n"),
    ):
        done = caisson(*args)
        assert done.code == 125 and why in done.err, (args, done)
    assert "usage: caisson snapshot fork" in caisson("help", "snapshot", "fork").out
    assert "usage: caisson snapshot load" in caisson("snapshot", "load", "--help").out
    done = caisson("snapshot", "dump", "-q", "-o", "-", "-c", "x = 1")
    assert done.code == 0 and done.out.startswith("CAISSEAL")


def test_a_deleted_secret_is_not_in_a_snapshot(caisson: Caisson) -> None:
    """A text read from a mount and deleted stands nowhere in the bytes; one that
    is kept does, so the search would find it."""
    secret, kept = "hunter2-" + "s3cr3t" * 5, "keep-" + "v1s1bl3" * 5
    code = """
import json
text = open('/m/a').read()
parts = [text[i:] for i in range(4)] + [{text: 1}, (text + '!',), bytearray(text.encode())]
number = int.from_bytes(text.encode(), 'little')
cut = bytearray(text.encode()); del cut[1:]
class A: pass
a = A(); a.t = text.upper().lower()
kept = open('/m/b').read()
print(len(text))
del text, parts, number, a
"""
    with folder() as here:
        (here / "m").mkdir()
        (here / "m" / "a").write_text(secret)
        (here / "m" / "b").write_text(kept)
        for how in ([], ["--in-process"]):
            dump(caisson, here / "s", code, "-v", f"{here}/m:/m", *how)
            raw = (here / "s").read_bytes()
            assert secret.encode()[:-4] not in raw and secret.encode()[4:] not in raw
            assert kept.encode() in raw
            done = caisson("snapshot", "load", str(here / "s"), *how, "-c", "print(kept, cut)")
            assert done.out == f"{kept} {bytearray(b'h')}\n", done


def test_a_session_with_many_dicts_loads_in_a_worker(caisson: Caisson) -> None:
    """Sorting by the C library asked for a system call that workers lack."""
    code = """
def make(i):
    class C:
        n = i
    return C
classes = [make(i) for i in range(500)]
total = sum(c().n for c in classes)
"""
    with folder() as here:
        dump(caisson, here / "s", code)
        done = caisson("snapshot", "load", str(here / "s"), "-c", "print(total)")
        assert (done.code, done.out) == (0, "124750\n"), done


def test_snapshots_are_sealed_with_a_key_of_the_user(caisson: Caisson) -> None:
    with folder() as here:
        mine = {"XDG_STATE_HOME": str(here / "mine")}
        other = {"XDG_STATE_HOME": str(here / "other")}
        for one in (mine, other):
            Path(one["XDG_STATE_HOME"]).mkdir(mode=0o700)
        snap, more = here / "s", ["-c", "print(x)"]
        done = caisson("snapshot", "dump", "-o", str(snap), "-c", "x = 'y' * 9", env=mine)
        assert done.code == 0, done
        assert snap.read_bytes()[:8] == b"CAISSEAL"
        key = here / "mine" / "caisson" / "snapshot.key"
        assert key.stat().st_mode & 0o777 == 0o600 and key.stat().st_size == 32
        kept = key.read_bytes()
        load = ["snapshot", "load", str(snap)]
        assert caisson(*load, *more, env=mine).out == "yyyyyyyyy\n"
        # another user, no key at all, one changed byte, no seal
        caisson("snapshot", "dump", "-o", str(here / "o"), "-c", "1", env=other)
        done = caisson(*load, *more, env=other)
        assert done.code == 125 and "another key" in done.err and "--accept-unsealed" in done.err, done
        assert caisson(*load, "--accept-unsealed", *more, env=other).out == "yyyyyyyyy\n"
        good = snap.read_bytes()
        for at in (9, 20, 60, len(good) - 5):
            snap.write_bytes(good[:at] + bytes([good[at] ^ 1]) + good[at + 1:])
            done = caisson(*load, *more, env=mine)
            assert done.code == 125 and "cannot load" in done.err, (at, done)
        assert caisson("snapshot", "dump", "-q", "--no-seal", "-o", str(snap), "-c", "x = 1", env=mine).code == 0
        assert snap.read_bytes()[:8] != b"CAISSEAL"
        for verb in ("load", "inspect", "fork"):
            done = caisson("snapshot", verb, str(snap), *(more if verb != "inspect" else []), env=mine)
            assert done.code == 125 and "not sealed" in done.err, done
        assert caisson(*load, "--accept-unsealed", *more, env=mine).out == "1\n"
        assert key.read_bytes() == kept
        # a key that others could have read is no key
        key.chmod(0o644)
        done = caisson("snapshot", "dump", "-o", str(snap), "-c", "1", env=mine)
        assert done.code == 125 and "no key to seal with" in done.err, done


def test_no_program_sees_the_key(caisson: Caisson) -> None:
    with folder() as here:
        state = {"XDG_STATE_HOME": str(here / "state")}
        (here / "state").mkdir(mode=0o700)
        caisson("snapshot", "dump", "-q", "-o", str(here / "s"), "-c", "1", env=state)
        assert (here / "state" / "caisson" / "snapshot.key").exists()
        code = "import os\nprint([f for _, _, fs in os.walk('/m') for f in fs if 'key' in f])"
        done = caisson("run", "--no-audit", "-v", f"{here}:/m", "-c", code, env=state)
        assert (done.code, done.out) == (0, "[]\n"), done
        done = caisson("run", "--no-audit", "-v", f"{here}/state/caisson:/m", "-c", code, env=state)
        assert done.code == 125, done


def test_journals_hold_sealed_snapshots(caisson: Caisson) -> None:
    with folder() as here:
        mine = {"XDG_STATE_HOME": str(here / "mine")}
        other = {"XDG_STATE_HOME": str(here / "other")}
        for one in (mine, other):
            Path(one["XDG_STATE_HOME"]).mkdir(mode=0o700)
        journal = str(here / "j")
        done = caisson("run", "--journal", journal, "-c", "print(6 * 7)", env=mine)
        assert (done.code, done.out) == (0, "42\n"), done
        assert b"CAISSEAL" in Path(journal).read_bytes()
        assert caisson("resume", journal, env=mine).out == "42\n"
        caisson("snapshot", "dump", "-q", "-o", str(here / "o"), "-c", "1", env=other)
        for verb in ("resume", "replay"):
            done = caisson(verb, journal, env=other)
            assert done.code == 125 and "not sealed" in done.err, done
            assert caisson(verb, "--accept-unsealed", journal, env=other).out == "42\n"
        plain = str(here / "p")
        caisson("run", "--no-seal", "--journal", plain, "-c", "print(1)", env=mine)
        assert b"CAISSEAL" not in Path(plain).read_bytes()
        assert caisson("resume", plain, env=mine).code == 125
        assert caisson("resume", "--accept-unsealed", plain, env=mine).out == "1\n"
