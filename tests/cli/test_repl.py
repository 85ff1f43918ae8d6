"""caisson repl: from a pipe and at a terminal.

SPDX-License-Identifier: Apache-2.0
"""

import os
import signal
import subprocess
import tempfile
from pathlib import Path

from tool import Caisson


def test_values_are_echoed(caisson: Caisson) -> None:
    done = caisson("repl", stdin="1 + 1\n'text'\nNone\nx = 3\nx\n_ + 1\n")
    assert (done.code, done.err) == (0, ""), done
    assert done.out == "2\n'text'\n3\n4\n", done


def test_shell_is_an_alias(caisson: Caisson) -> None:
    assert caisson("shell", stdin="6 * 7\n").out == "42\n"


def test_compound_statements_end_with_an_empty_line(caisson: Caisson) -> None:
    text = (
        "def f(n):\n"
        "    if n:\n"
        "        return 'yes'\n"
        "    return 'no'\n"
        "\n"
        "f(1)\n"
        "class A:\n"
        "    def g(self):\n"
        "        return 1\n"
        "\n"
        "A().g()\n"
        "for i in range(2): i\n"
        "\n"
        "try:\n"
        "    1 / 0\n"
        "except ZeroDivisionError:\n"
        "    'caught'\n"
        "\n"
        "x = [\n"
        "1,\n"
        "2]\n"
        "x\n"
        "'''a\n"
        "b'''\n"
        "if 0:\n"
        "    1\n"
        "else:\n"
        "    2\n"
    )
    done = caisson("repl", stdin=text)
    assert done.err == "", done.err
    assert done.out.splitlines() == [
        "'yes'", "1", "0", "1", "'caught'", "[1, 2]", "'a\\nb'", "2",
    ], done.out


def test_errors_do_not_end_the_session(caisson: Caisson) -> None:
    done = caisson("repl", stdin="x = 5\n1/0\nx = = 1\nx\n")
    assert done.out == "5\n", done
    assert "ZeroDivisionError" in done.err and "SyntaxError" in done.err


def test_limits_do_not_end_the_session(caisson: Caisson) -> None:
    text = (
        "x = 1\n"
        "while True: x += 1\n"
        "\n"
        "x > 1\n"
        "'a' * 10**12\n"
        "y = []\n"
        "while True: y.append('text' * 100)\n"
        "\n"
        "del y\n"
        "len([i for i in range(1000)])\n"
    )
    done = caisson("repl", "--fuel", "3m", "-m", "16m", stdin=text)
    assert done.out == "True\n1000\n", done
    assert done.err.count("MemoryError") >= 1, done.err
    assert "limit of fuel" in done.err, done.err


def test_deadline_is_per_statement(caisson: Caisson) -> None:
    text = "x = 1\nwhile True: pass\n\nx\nwhile True: pass\n\nx + 1\n"
    done = caisson("repl", "--timeout", "200ms", stdin=text)
    assert done.out == "1\n2\n", done
    assert done.err.count("deadline") == 2, done.err


def test_exit_code(caisson: Caisson) -> None:
    done = caisson("repl", stdin="import sys\nsys.exit(7)\nprint('not reached')\n")
    assert (done.code, done.out) == (7, ""), done
    assert caisson("repl", stdin="exit()\n").code == 0


def test_input_reads_the_next_line(caisson: Caisson) -> None:
    done = caisson("repl", stdin="name = input()\nthe answer\nname\n")
    assert done.out == "'the answer'\n", done


def test_displayhook_can_be_replaced(caisson: Caisson) -> None:
    text = "import sys\nsys.displayhook = lambda v: print('<', v, '>')\n1 + 1\n"
    assert caisson("repl", stdin=text).out == "< 2 >\n"


def test_last_line_without_newline(caisson: Caisson) -> None:
    assert caisson("repl", stdin="1\n2").out == "1\n2\n"
    assert caisson("repl", stdin="").code == 0
    assert caisson("repl", stdin="(1,\n").code == 1


def test_terminal_session(caisson: Caisson) -> None:
    t = caisson.terminal("repl")
    t.wait_for(">>> ")
    t.type("def f(x):\n")
    t.wait_for("... ")
    t.type("    return x * 2\n")
    t.wait_for("... ")
    t.type("\n")
    t.wait_for(">>> ")
    t.type("f(21)\n")
    t.wait_for("\n42\r\n")
    t.wait_for(">>> ")
    t.type("\x04")
    assert t.close() == 0


def test_terminal_interrupt_of_a_statement(caisson: Caisson) -> None:
    t = caisson.terminal("repl")
    t.wait_for(">>> ")
    t.type("import time; mark = 1\n")
    t.wait_for(">>> ")
    t.type("print('go'); time.sleep(1000)\n")
    t.wait_for("\ngo\r\n")
    t.type("\x03")
    t.wait_for("cancelled")
    t.wait_for(">>> ")
    t.type("mark + 1\n")
    t.wait_for("\n2\r\n")
    t.wait_for(">>> ")
    t.type("\x04")
    assert t.close() == 0


def test_terminal_interrupt_at_the_prompt(caisson: Caisson) -> None:
    t = caisson.terminal("repl")
    t.wait_for(">>> ")
    t.type("x = [1,\n")
    t.wait_for("... ")
    t.type("half a li\x03")
    t.wait_for("KeyboardInterrupt")
    t.wait_for(">>> ")
    t.type("6 * 7\n")
    t.wait_for("\n42\r\n")
    t.wait_for(">>> ")
    t.type("\x04")
    assert t.close() == 0


def test_terminal_history_is_kept(caisson: Caisson) -> None:
    with tempfile.TemporaryDirectory() as home:
        t = caisson.terminal("repl", HOME=home, XDG_STATE_HOME="")
        t.wait_for(">>> ")
        t.type("40 + 2\n")
        t.wait_for("\n42\r\n")
        t.wait_for(">>> ")
        t.type("\x04")
        assert t.close() == 0
        kept = Path(home) / ".local/state/caisson/history"
        assert kept.exists() and "40" in kept.read_text()
        t = caisson.terminal("repl", HOME=home, XDG_STATE_HOME="")
        t.wait_for(">>> ")
        t.type("\x10")  # Ctrl-P: the line before
        t.type("\n")
        t.wait_for("\n42\r\n")
        t.wait_for(">>> ")
        t.type("\x04")
        assert t.close() == 0


def test_terminal_gets_no_control_sequences_of_the_guest(
    caisson: Caisson,
) -> None:
    code = (
        "print('a\\x1b]0;title\\x07b\\x1b[2Jc\\x1b[31mred\\x1b[0m\\x1b[6nd"
        "\\x08\\x9b5ne')"
    )
    t = caisson.terminal("run", "-c", code)
    assert t.wait_for("\n") == "abc\x1b[31mred\x1b[0md5ne\r\n"
    assert t.close() == 0
    t = caisson.terminal("run", "--raw-output", "-c", "print('\\x1b[2Jx')")
    assert t.wait_for("\n") == "\x1b[2Jx\r\n"
    t.close()


def test_restart_forgets_names_and_keeps_grants(caisson: Caisson) -> None:
    text = (
        "x = 1\nopen('/tmp/f', 'w').write('kept')\nimport json\nrestart\nx\njson\n"
        "open('/tmp/f').read()\nme(2)['args']\nimport os; os.environ['A']\n"
        "restart = 5\nrestart\n"
    )
    done = caisson("repl", "--tmpfs", "/tmp", "--call", "me=cat", "-e", "A=b", stdin=text)
    assert done.out == "4\n'kept'\n[2]\n'b'\n5\n", done
    assert done.err.count("NameError") == 2, done.err


def test_the_options_of_run_hold_here_too(caisson: Caisson) -> None:
    with tempfile.TemporaryDirectory() as host:
        Path(host, "m.py").write_text("def f(): return open('/data/m.py').read(5)")
        code = "import m; m.f()\nimport random\nrandom.random() == random.Random(9).random()\nrandom.random()\n"
        args = ("repl", "-v", f"{host}:/data", "--path", "/data", "--seed", "3")
        one, two = caisson(*args, stdin=code), caisson(*args, "--in-process", stdin=code)
        assert one.out.startswith("'def f'\nFalse\n"), one
        assert one.out == two.out and one.code == 0, (one, two)
    text = "import asyncio\nawait asyncio.gather(me(1), me(2))\nf = me(3)\n(await f)['args']\n"
    done = caisson("repl", "--call", "async me=cat", stdin=text)
    assert "'args': [2]" in done.out and done.out.endswith("[3]\n"), done


def test_a_lost_worker_does_not_end_the_repl(caisson: Caisson) -> None:
    with subprocess.Popen(
        [caisson.binary, "repl"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, env=caisson.environment(),
    ) as child:
        assert child.stdin and child.stdout
        child.stdin.write(b"x = 1\nprint('begun')\n")
        child.stdin.flush()
        assert child.stdout.readline() == b"begun\n"
        for pid in Path(f"/proc/{child.pid}/task/{child.pid}/children").read_text().split():
            os.kill(int(pid), signal.SIGKILL)
        out, err = child.communicate(b"x\n'on'\nx\n", timeout=30)
        assert out == b"'on'\n", (out, err)
        assert b"signal 9" in err and b"all names are lost" in err
        assert b"NameError: name 'x' is not defined" in err, err
