"""Limits: what ends a run, what is left of it, what the guest may catch.

SPDX-License-Identifier: Apache-2.0
"""

import json
import os
import signal
import subprocess
import time
from pathlib import Path

from tool import Caisson


def test_deadline(caisson: Caisson) -> None:
    start = time.monotonic()
    done = caisson.code("print('begun')\nwhile True: pass", "--timeout", "300ms")
    assert done.code == 124 and done.out == "begun\n", done
    assert "deadline of 0.3 s" in done.err and "--timeout" in done.err, done.err
    assert time.monotonic() - start < 20


def test_deadline_while_sleeping(caisson: Caisson) -> None:
    done = caisson.code(
        "import time\nprint(1)\ntime.sleep(1000)", "--timeout=0.2"
    )
    assert (done.code, done.out) == (124, "1\n"), done


def test_deadline_cannot_be_caught(caisson: Caisson) -> None:
    code = (
        "while True:\n"
        "  try:\n"
        "    while True: pass\n"
        "  except BaseException: print('caught')\n"
        "  finally: print('finally')\n"
    )
    done = caisson.code(code, "--timeout", "200ms")
    assert (done.code, done.out) == (124, ""), done


def test_deadline_among_the_steps_of_one_function(caisson: Caisson) -> None:
    text = ("import math\ntry:\n    math.factorial(10**7)\n"
            "except MemoryError:\n    print('went on to the end')")
    done = caisson("run", "--in-process", "--timeout", "200ms", "-c", text)
    assert done.code == 124 and "deadline" in done.err, done.err
    assert "went on" not in done.out


def test_deadline_inside_one_long_operation(caisson: Caisson) -> None:
    for text in (
        "x = 3 ** (10 ** 9)",
        "x = sum(range(10 ** 12))",
        "x = list(range(10 ** 8)) * 3",
        "x = 10 ** 5000000 // 3 ** 1000000 % 7 ** 900000",
        "'a' * 10 ** 8 in 'b' * 10 ** 8",
    ):
        start = time.monotonic()
        done = caisson.code(text, "--timeout", "400ms")
        assert done.code in (0, 1, 124, 137), (text, done)
        assert time.monotonic() - start < 20, text


def test_fuel(caisson: Caisson) -> None:
    done = caisson.code("while True: pass", "--fuel", "100k")
    assert done.code == 137, done
    assert done.err == (
        "caisson: the run was stopped: its limit of fuel is reached; "
        "allow more with --fuel\n"
    ), done.err


def test_fuel_is_the_same_every_time(caisson: Caisson) -> None:
    code = "d = {}\nfor i in range(1000): d[str(i)] = [i] * 3\nprint(len(d))"
    used = {
        caisson.code(code, "--json").json["usage"]["fuel"] for _ in range(3)
    }
    assert len(used) == 1, used


def test_exact_fuel_is_enough(caisson: Caisson) -> None:
    code = "x = 0\nfor i in range(100): x += i\nprint(x)"
    need = caisson.code(code, "--json").json["usage"]["fuel"]
    assert caisson.code(code, "--fuel", str(need)).code == 0, need
    assert caisson.code(code, "--fuel", str(need // 2)).code == 137, need


def test_too_large_objects(caisson: Caisson) -> None:
    for text in (
        "'a' * 10 ** 12",
        "[0] * 10 ** 10",
        "(1,) * 10 ** 11",
        "b'x' * 10 ** 11",
        "bytearray(10 ** 11)",
        "bytes(10 ** 10)",
        "'x'.rjust(10 ** 10)",
        "'{:>10000000000}'.format(1)",
        "'%10000000000d' % 1",
        "list(range(10 ** 9))",
        "'ab'.replace('', 'x' * 10 ** 8 )* 100",
        "1 << 10 ** 11",
    ):
        done = caisson.code(text)
        assert done.code == 1, (text, done)
        last = done.err.splitlines()[-1]
        assert last.startswith(
            ("MemoryError", "OverflowError", "ValueError")
        ), (text, last)


def test_memory_error_can_be_caught(caisson: Caisson) -> None:
    code = (
        "try:\n"
        "  x = []\n"
        "  while True: x.append('text' * 50 + str(len(x)))\n"
        "except MemoryError:\n"
        "  n = len(x)\n"
        "  del x\n"
        "print('caught', n > 1000)\n"
        "print(len([str(i) for i in range(1000)]))\n"
    )
    done = caisson.code(code, "-m", "8m")
    assert (done.code, done.out) == (0, "caught True\n1000\n"), done


def test_deleted_objects_make_room(caisson: Caisson) -> None:
    """What only a finished statement's temporaries name is garbage."""
    code = """
x = [0] * 1_000_000
del x
y = [1] * 1_000_000
del y

def f():
    a = bytearray(9_000_000)
    del a
    b = bytearray(9_000_000)
    return len(b)

print(f())
try:
    z = [0] * 900_000 + [0] * 900_000
except MemoryError:
    print("caught")
print(len([2] * 1_000_000))
"""
    done = caisson.code(code, "--memory=14m")
    assert (done.code, done.out) == (0, "9000000\ncaught\n1000000\n"), done


def test_memory_limit_is_respected(caisson: Caisson) -> None:
    code = "x = []\nwhile True: x.append([0] * 100)"
    done = caisson.code(code, "--memory=16m", "--json")
    assert done.code == 1, done
    assert done.json["error"]["type"] == "MemoryError", done
    peak = done.json["usage"]["memory_peak_bytes"]
    assert 8 << 20 < peak <= 24 << 20, peak


def test_tiny_memory(caisson: Caisson) -> None:
    done = caisson.code("print([str(i) for i in range(100000)])", "-m", "256k")
    assert done.code == 1 and "MemoryError" in done.err, done


def test_recursion(caisson: Caisson) -> None:
    code = (
        "def f(n): return f(n + 1)\n"
        "try: f(0)\n"
        "except RecursionError as e: print(e)\n"
        "class A:\n"
        "  def __repr__(self): return repr(self)\n"
        "try: repr(A())\n"
        "except RecursionError as e: print('repr')\n"
        "def g(): yield from g()\n"
        "try: list(g())\n"
        "except RecursionError as e: print('generator')\n"
        "class B:\n"
        "  def __eq__(self, other): return [self] == [other]\n"
        "try: B() == B()\n"
        "except RecursionError as e: print('eq')\n"
    )
    done = caisson.code(code)
    assert done.code == 0, done
    lines = done.out.splitlines()
    assert lines[0].startswith("maximum recursion depth exceeded"), lines
    assert lines[1:] == ["repr", "generator", "eq"], lines


def test_deep_nesting_is_no_crash(caisson: Caisson) -> None:
    for text in (
        "(" * 100000,
        "[" * 5000 + "]" * 5000,
        "-" * 200000 + "1",
        "x" + ".y" * 100000,
        "lambda: " * 5000 + "1",
        "1" + "+1" * 50000,
        "if 1:\n" + "".join(" " * i + "if 1:\n" for i in range(1, 300)),
        "f'" + "{" * 3000,
    ):
        done = caisson("run", "-", stdin=text)
        assert done.code in (0, 1), (text[:20], done.code, done.err[-300:])


def test_deep_data_is_no_crash(caisson: Caisson) -> None:
    code = (
        "x = []\n"
        "for _ in range(200000): x = [x]\n"
        "for act in (repr, str, hash, lambda v: v == [x], lambda v: sorted([v, v])):\n"
        "  try: act(x); print('ok')\n"
        "  except (RecursionError, TypeError) as e: print(type(e).__name__)\n"
        "del x\n"
        "t = ()\n"
        "for _ in range(200000): t = (t,)\n"
        "try: hash(t); print('ok')\n"
        "except RecursionError: print('RecursionError')\n"
        "print('end')\n"
    )
    done = caisson.code(code)
    assert done.code == 0 and done.out.endswith("end\n"), done


def test_output_limit(caisson: Caisson) -> None:
    done = caisson.code("while True: print('x' * 99)", "--max-output", "10k")
    assert done.code == 137, done
    assert 8000 <= len(done.out) <= 12000, len(done.out)
    assert "--max-output" in done.err, done.err


def test_output_limit_in_json(caisson: Caisson) -> None:
    done = caisson.code("while 1: print('x' * 99)", "--max-output=5k", "--json")
    assert done.json["status"] == "limit", done
    assert done.json["limit"] == "output", done
    assert done.code == done.json["exit_code"] == 137, done


def test_quiet_says_nothing(caisson: Caisson) -> None:
    done = caisson.code("while 1: pass", "-q", "--fuel", "1000")
    assert (done.code, done.err) == (137, ""), done


def test_first_interrupt_cancels(caisson: Caisson) -> None:
    child = caisson.start(
        "run", "-c", "import time\nprint(1)\ntime.sleep(0)\nwhile True: pass"
    )
    assert child.stdout and child.stderr
    assert child.stdout.readline() == b"1\n"
    child.send_signal(signal.SIGINT)
    assert child.wait(20) == 130
    assert b"cancelled" in child.stderr.read()
    child.stdout.close()
    child.stderr.close()


def test_interrupt_while_sleeping(caisson: Caisson) -> None:
    child = caisson.start(
        "run", "-c", "import time\nprint(1)\ntime.sleep(100)"
    )
    assert child.stdout and child.stderr
    child.stdout.readline()
    child.send_signal(signal.SIGINT)
    assert child.wait(20) == 130
    child.stdout.close()
    child.stderr.close()


def test_output_comes_as_it_is_produced(caisson: Caisson) -> None:
    """Also from a program that only computes and never asks for anything."""
    for place in ((), ("--in-process",)):
        for stream in ("stdout", "stderr"):
            child = caisson.start(
                "run", *place, "-c",
                f"import sys\nprint('begun', file=sys.{stream})\nwhile True: pass",
            )
            assert child.stdout and child.stderr
            pipe = child.stdout if stream == "stdout" else child.stderr
            assert pipe.readline() == b"begun\n"  # while it runs
            assert child.poll() is None
            child.send_signal(signal.SIGINT)
            assert child.wait(20) == 130
            child.stdout.close()
            child.stderr.close()


def test_both_streams_keep_their_order_and_their_place(caisson: Caisson) -> None:
    code = (
        "import sys\n"
        "for i in range(3):\n"
        "  print('out', i); print('err', i, file=sys.stderr)\n"
    )
    done = caisson.code(code)
    assert done.out == "out 0\nout 1\nout 2\n"
    assert done.err == "err 0\nerr 1\nerr 2\n"


def test_what_was_printed_survives_every_end(caisson: Caisson) -> None:
    for place in ((), ("--in-process",)):
        for more, text, code in (
            (("--timeout=300ms",), "while True: pass", 124),
            (("--fuel=100k",), "while True: pass", 137),
            ((), "1 / 0", 1),
            ((), "raise SystemExit(3)", 3),
        ):
            done = caisson.code(f"print('begun', end='')\n{text}", *more, *place)
            assert (done.code, done.out) == (code, "begun"), done
            done = caisson.code(f"print('begun', end='')\n{text}", "--json", *more, *place)
            assert (done.code, done.json["stdout"]) == (code, "begun"), done


def worker_of(child: "subprocess.Popen[bytes]") -> int:
    """The process that runs the program of `child`."""
    path = f"/proc/{child.pid}/task/{child.pid}/children"
    for pid in Path(path).read_text().split():
        if Path(f"/proc/{pid}/cmdline").read_bytes().startswith(b"caisson-worker"):
            return int(pid)
    raise AssertionError("it has no worker")


def test_a_worker_that_dies_is_reported(caisson: Caisson) -> None:
    for json_too in (False, True):
        child = caisson.start(
            "run", *(["--json"] if json_too else []), "-c",
            "import time, sys\nprint('begun')\ntime.sleep(0)\n"
            "sys.stdout.flush()\nwhile True: pass",
        )
        assert child.stdout and child.stderr
        if not json_too:
            assert child.stdout.readline() == b"begun\n"
        worker = 0
        while not worker:
            try:
                worker = worker_of(child)
            except (OSError, AssertionError):
                time.sleep(0.01)
        if json_too:
            time.sleep(0.5)  # nothing tells from outside that it has printed
        os.kill(worker, signal.SIGKILL)
        out, err = child.communicate(timeout=20)
        assert child.returncode == 137, (out, err)
        if json_too:
            result = json.loads(out)
            assert result["status"] == "crashed" and result["signal"] == 9, result
            assert result["stdout"] == "begun\n"
        else:
            assert b"worker process was ended by signal 9" in err, err


def test_a_worker_does_not_outlive_its_run(caisson: Caisson) -> None:
    child = caisson.start("run", "-c", "print(1)\nwhile True: pass")
    assert child.stdout and child.stderr
    child.stdout.readline()
    worker = worker_of(child)
    child.kill()
    child.wait(20)
    end = time.monotonic() + 20
    while time.monotonic() < end and os.path.exists(f"/proc/{worker}"):
        if Path(f"/proc/{worker}/stat").read_text().split()[2] == "Z":
            break
        time.sleep(0.05)
    else:
        assert not os.path.exists(f"/proc/{worker}")
    child.stdout.close()
    child.stderr.close()


def test_the_walls_of_a_worker(caisson: Caisson) -> None:
    """No descriptor, no environment, a filter for system calls."""
    child = caisson.start("run", "-c", "print(1)\nwhile True: pass")
    assert child.stdout and child.stderr
    child.stdout.readline()
    worker = worker_of(child)
    status = Path(f"/proc/{worker}/status").read_text()
    assert "Seccomp:\t2\n" in status or "asan" in caisson.binary, status
    if os.geteuid() == 0 and "asan" not in caisson.binary:
        assert os.listdir(f"/proc/{worker}/fd") == []
        assert Path(f"/proc/{worker}/environ").read_bytes() == b""
    child.send_signal(signal.SIGINT)
    assert child.wait(20) == 130
    child.stdout.close()
    child.stderr.close()
