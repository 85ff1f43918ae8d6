"""--tool and --call: functions that programs of the user answer.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import json
import os
import signal
import tempfile
import time
from pathlib import Path

from tool import Caisson

PYTHON = "/usr/bin/python3"
# answers `slow` only when as many calls as its first argument says are open
TOGETHER = """
import json, sys
held = []
for line in sys.stdin:
    held.append(json.loads(line))
    if len(held) == held[0]["args"][0]:
        for r in reversed(held):
            print(json.dumps({"id": r["id"], "result": r["args"][1]}), flush=True)
        held = []
"""


def script(folder: str, text: str) -> str:
    path = Path(folder, "tool.py")
    path.write_text(text)
    return f"{PYTHON} '{path}'"


def test_gather_has_calls_of_one_program_open_together(caisson: Caisson) -> None:
    """The program answers none before it has seen all: in turn it would hang."""
    code = (
        "import asyncio\n"
        "async def main():\n"
        "  print(await asyncio.gather(*(slow(3, x) for x in 'abc')))\n"
        "  print([await f for f in [slow(2, 1), slow(2, 2)]])\n"
        "asyncio.run(main())\n"
    )
    top = "import asyncio\nprint(await asyncio.gather(slow(2, 'x'), slow(2, 'y')))\n"
    with tempfile.TemporaryDirectory() as folder:
        tool = f"async slow={script(folder, TOGETHER)}"
        done = caisson("run", "--timeout=30", "--tool", tool, "-c", code)
        assert done.out == "['a', 'b', 'c']\n[1, 2]\n", done
        done = caisson("run", "--timeout=30", "--tool", tool, "-c", top)
        assert done.out == "['x', 'y']\n", done


def test_gather_runs_commands_at_the_same_time(caisson: Caisson) -> None:
    """Each command waits until the files of both others are there."""
    with tempfile.TemporaryDirectory() as folder:
        command = script(folder, (
            "import json, os, sys, time\n"
            "me = json.load(sys.stdin)['args'][0]\n"
            f"open('{folder}/' + me, 'w').close()\n"
            f"while not {{'a', 'b', 'c'}} <= set(os.listdir('{folder}')): time.sleep(0.01)\n"
            "print(me.upper())\n"
        ))
        code = "import asyncio\nprint(await asyncio.gather(meet('a'), meet('b'), meet('c')))"
        done = caisson("run", "--timeout=30", "--call", f"async meet={command}", "-c", code)
        assert done.out == "['A', 'B', 'C']\n", done


def test_more_calls_than_programs_at_a_time(caisson: Caisson) -> None:
    code = "import asyncio\nprint(sum(len(x['args']) for x in await asyncio.gather(*(me(i) for i in range(60)))))"
    done = caisson("run", "--call", "async me=cat", "-c", code)
    assert done.out == "60\n", done


def test_a_command_gets_its_arguments_and_gives_json_or_text(caisson: Caisson) -> None:
    code = (
        "print(me(1, 'a b\\u20ac', k=[None]))\n"
        "print(repr(words('three short words')), repr(text()), nothing())\n"
    )
    done = caisson("run", "--call", "me=cat", "--call", "words=wc -c", "--call",
                   "text=echo two  'wo rds'", "--call", "nothing=true", "-c", code)
    assert done.out.splitlines() == [
        "{'name': 'me', 'args': [1, 'a b\u20ac'], 'kwargs': {'k': [None]}}",
        f"{len(json.dumps({'name': 'words', 'args': ['three short words'], 'kwargs': {}})) + 1} "
        "'two wo rds' None",
    ], done


def test_a_command_that_fails_raises_at_the_call(caisson: Caisson) -> None:
    code = (
        "for f in (fail, die, binary):\n"
        "  try: f()\n"
        "  except RuntimeError as e: print(e)\n"
        "print('on')\n"
    )
    done = caisson(
        "run", "--call", "fail=sh -c 'echo some; echo no rate for X >&2; exit 3'",
        "--call", "die=sh -c 'kill -9 $$'", "--call", "binary=printf '\\377'", "-c", code,
    )
    assert done.out.splitlines() == [
        "tool 'fail': its program has ended with exit code 3: no rate for X",
        "tool 'die': its program has ended by signal 9",
        "tool 'binary': its output is not UTF-8",
        "on",
    ], done
    assert done.err == "", done


def test_an_awaited_call_that_fails(caisson: Caisson) -> None:
    code = (
        "import asyncio\n"
        "async def main():\n"
        "  got = await asyncio.gather(fail(), me(1), return_exceptions=True)\n"
        "  print(type(got[0]).__name__, got[1]['args'])\n"
        "  try: await fail()\n"
        "  except RuntimeError as e: print(e)\n"
        "asyncio.run(main())\n"
    )
    done = caisson("run", "--call", "async fail=false", "--call", "async me=cat", "-c", code)
    assert done.out.splitlines() == [
        "RuntimeError [1]", "tool 'fail': its program has ended with exit code 1"], done


def test_no_shell_sees_the_code(caisson: Caisson) -> None:
    done = caisson("run", "--call", "me=cat", "-c",
                   "print(me('$(touch /tmp/x)', '`id`', '; ls', '\\n')['args'])")
    assert done.out == "['$(touch /tmp/x)', '`id`', '; ls', '\\n']\n", done
    done = caisson("run", "--call", "me=echo $HOME * `id`", "-c", "print(me())")
    assert done.out == "$HOME * `id`\n", done


def test_a_program_that_dies_tells_why(caisson: Caisson) -> None:
    with tempfile.TemporaryDirectory() as folder:
        command = script(folder, "import sys\nsys.stdin.readline()\nsys.exit('no database')")
        code = "try: q()\nexcept RuntimeError as e: print(e)"
        done = caisson("run", "--tool", f"q={command}", "-c", code)
        assert done.out == "tool 'q': its program has ended with exit code 1: no database\n", done
        assert done.err == "no database\n"


def test_large_requests_and_answers_do_not_block_each_other(caisson: Caisson) -> None:
    code = (
        "import asyncio\n"
        "data = ['x' * 1000] * 2000\n"
        "async def main(): return await asyncio.gather(*(me(data, i) for i in range(4)))\n"
        "print([x['args'] == [data, i] for i, x in enumerate(asyncio.run(main()))])\n"
    )
    done = caisson("run", "--timeout=50", "--call", "async me=cat", "-c", code)
    assert done.out == "[True, True, True, True]\n", done


def test_waiting_for_tools_and_timers(caisson: Caisson) -> None:
    """A timer goes off while a call is open, and ends the wait for it."""
    code = (
        "import asyncio\n"
        "async def main():\n"
        "  try: await asyncio.wait_for(nap(), 0.1)\n"
        "  except TimeoutError: print('late')\n"
        "  done, rest = await asyncio.wait([asyncio.ensure_future(nap()), "
        "asyncio.ensure_future(asyncio.sleep(0.05))], return_when='FIRST_COMPLETED')\n"
        "  print(len(done), len(rest))\n"
        "asyncio.run(main())\n"
    )
    start = time.monotonic()
    done = caisson("run", "--timeout=30", "--call", "async nap=sleep 600", "-c", code)
    assert done.out == "late\n1 1\n" and time.monotonic() - start < 25, done


def test_programs_end_with_the_run(caisson: Caisson) -> None:
    with tempfile.TemporaryDirectory() as folder:
        command = script(folder, (
            "import os, sys, time\n"
            f"open('{folder}/pid', 'w').write(str(os.getpid()))\n"
            f"os.rename('{folder}/pid', '{folder}/ready')\n"
            "time.sleep(600)\n"
        ))
        child = caisson.start("run", "--call", f"hang={command}", "-c", "hang()")
        end = time.monotonic() + 30
        while not (ready := Path(folder, "ready")).exists():
            assert time.monotonic() < end
            time.sleep(0.02)
        child.send_signal(signal.SIGINT)
        assert child.wait(20) == 130
        pid = int(ready.read_text())
        assert not os.path.exists(f"/proc/{pid}")
        child.stdout and child.stdout.close()
        child.stderr and child.stderr.close()


def test_help_explains_tools(caisson: Caisson) -> None:
    text = caisson("help", "run").out
    assert "--tool NAME=COMMAND" in text and "--call NAME=COMMAND" in text
    assert "no\nshell is involved" in text and "asyncio.gather" in text
