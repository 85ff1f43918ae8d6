"""Commands in a sandbox: results, deadlines, streams, what is left.

Numbers are those of the acceptance list in the specification of sandboxes.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import time
import uuid

from conftest import Boxes, processes_of, wait_until


def test_argv_is_exact(boxes: Boxes) -> None:
    """5: nothing is parsed by a shell."""
    name = boxes.create()
    assert boxes("exec", name, "--", "printf", "%s", "a b;$c").out == "a b;$c"


def test_exit_codes_and_reasons(boxes: Boxes) -> None:
    """6, 7."""
    name = boxes.create()
    assert boxes.result(name, "exit 7")["exit_code"] == 7
    own = boxes.result(name, "exit 124")
    assert (own["exit_code"], own["reason"], own["timed_out"]) == (124, "exited", False)
    missing = boxes("exec", "--json", name, "--", "no-such-program").json
    assert (missing["exit_code"], missing["reason"]) == (127, "not_found")
    plain = boxes("exec", "--json", name, "--", "/etc/hostname").json
    assert (plain["exit_code"], plain["reason"]) == (126, "not_executable")
    killed = boxes.result(name, "kill -9 $$")
    assert (killed["exit_code"], killed["reason"]) == (137, "signaled")
    assert killed["signal"] == 9
    boxes.run(name, "printf '#!/no/such\n' > /root/x; chmod +x /root/x")
    script = boxes("exec", "--json", name, "--", "/root/x").json
    assert (script["exit_code"], script["reason"]) == (126, "not_executable")


def test_deadline_kills_the_whole_tree_and_keeps_output(boxes: Boxes) -> None:
    """8, 9: new sessions, double forks and deaf processes included."""
    mark = f"4{uuid.uuid4().int % 10**9}"
    name = boxes.create()
    assert boxes.run(name, f"sleep 9{mark} >/dev/null 2>&1 &").code == 0
    script = (
        f"echo early; setsid sleep {mark} & (sleep {mark} &) ; "
        f"sh -c 'trap \"\" TERM; sleep {mark}; sleep {mark}' & sleep {mark}"
    )
    began = time.monotonic()
    done = boxes.result(name, script, "--timeout", "1s")
    assert done["exit_code"] == 124 and done["reason"] == "timeout"
    assert done["stdout"] == "early\n" and done["timed_out"] is True
    assert time.monotonic() - began < 20
    assert processes_of(f"\0{mark}") == []
    assert len(processes_of(f"\0009{mark}")) == 1, "the earlier server lives on"
    assert boxes.run(name, "echo next").out == "next\n"


def test_output_at_the_cap(own: Boxes) -> None:
    """11: cap - 1, cap and cap + 1 bytes, both streams."""
    name = own.create()
    for stream in ("stdout", "stderr"):
        for extra, cut in ((-1, False), (0, False), (1, True)):
            n = 4096 + extra
            with own.dial(name) as link:
                to = 1 if stream == "stdout" else 2
                link.ask(op="exec", script=f"head -c {n} /dev/zero >&{to}",
                         **{f"{stream}_bytes": 4096})
                result, out, err = link.finish()
            got = out if stream == "stdout" else err
            assert got == b"\0" * min(n, 4096)
            assert result["truncated"] is cut, (stream, extra)
            assert result[f"{stream}_bytes"] == n


def test_endless_output_does_not_grow_the_keeper(own: Boxes) -> None:
    """12, with less than 10 GB."""
    name = own.create()
    keeper = own.keeper(name)

    def resident() -> int:
        with open(f"/proc/{keeper}/status") as f:
            return int(next(x for x in f if x.startswith("VmRSS")).split()[1])

    before = resident()
    done = own.result(name, "head -c 300000000 /dev/zero", "--timeout", "40s")
    assert done["truncated"] is True and done["stdout_bytes"] == 300000000
    assert resident() - before < 8192


def test_background_processes(boxes: Boxes) -> None:
    """14: the result does not wait for them, stop kills them."""
    mark = f"5{uuid.uuid4().int % 10**9}"
    name = boxes.create()
    began = time.monotonic()
    done = boxes.result(name, f"sleep {mark} & echo hi")
    assert (done["stdout"], done["leftover"]) == ("hi\n", 1)
    assert time.monotonic() - began < 15
    assert len(processes_of(f"\0{mark}")) == 1
    assert boxes("stop", name).code == 0
    assert processes_of(f"\0{mark}") == []


def test_a_server_in_a_sandbox_answers_later_commands(boxes: Boxes) -> None:
    """What listens inside was started inside: later commands run and reach it."""
    name = boxes.create()
    serve = "python3 -m http.server 8000 --bind 127.0.0.1 >/dev/null 2>&1 &"
    assert boxes.result(name, serve)["leftover"] == 1
    ask = "import urllib.request as u; print(u.urlopen('http://127.0.0.1:8000/').status)"
    done = boxes("exec", name, "--", "sh", "-c", f'sleep 1; exec python3 -c "{ask}"')
    assert (done.code, done.out) == (0, "200\n"), done


def test_stdin_and_terminal(boxes: Boxes) -> None:
    name = boxes.create()
    assert boxes("exec", "-i", name, "--", "cat", stdin=b"typed\n").out == "typed\n"
    assert boxes("exec", name, "--", "cat", stdin=b"unseen").out == ""
    with boxes.dial(name) as link:
        link.ask(op="exec", tty=True, rows=33, cols=99,
                 script="test -t 0 && stty size; read x; echo got $x; stty size")
        assert link.frame()[0] == "J"
        link.ask(op="resize", rows=40, cols=120)
        link.send(b"i", b"word\n")
        result, out, _ = link.finish()
    assert result["exit_code"] == 0, out
    assert b"got word" in out and b"40 120" in out


def test_signals_and_detached_commands(boxes: Boxes) -> None:
    name = boxes.create()
    with boxes.dial(name) as link:
        link.ask(op="exec", script="trap 'echo bye; exit 5' TERM; echo up; "
                 "while :; do sleep 0.05; done", detach=True)
        exec_id = link.finish()[0]["exec_id"]
    assert wait_until(lambda: "up" in boxes("logs", "--exec", exec_id, name).out)
    with boxes.dial(name) as link:
        link.ask(op="signal", exec_id=exec_id, signal=15)
        assert link.finish()[0] == {"ok": True}
        link.ask(op="wait", exec_id=exec_id)
        result = link.finish()[0]
    assert (result["exit_code"], result["reason"]) == (5, "exited")
    kept = boxes.folder(name) / "execs" / f"{exec_id}.out"
    if boxes.prefix == []:
        assert kept.read_text() == "up\nbye\n"


def test_a_lost_client_cancels(own: Boxes) -> None:
    mark = f"6{uuid.uuid4().int % 10**9}"
    name = own.create()
    with own.dial(name) as link:
        link.ask(op="exec", argv=["sleep", mark])
        assert link.frame()[0] == "J"
        assert wait_until(lambda: len(processes_of(f"\0{mark}")) == 1)
    assert wait_until(lambda: processes_of(f"\0{mark}") == [])
    assert own.run(name, "echo fine").out == "fine\n"


def test_long_scripts_pass_as_a_file(boxes: Boxes) -> None:
    """20: above the kernel's limit of an argument."""
    name = boxes.create()
    script = "true\n" * 60000 + "echo end\n"
    with boxes.dial(name) as link:
        link.ask(op="exec", script=script)
        result, out, err = link.finish()
    assert (result["exit_code"], out) == (0, b"end\n"), err


def test_requests_are_checked(own: Boxes) -> None:
    name = own.create()
    with own.dial(name) as link:
        for bad in ({"op": "exec"}, {"op": "exec", "argv": []}, {"op": "nothing"},
                    {"op": "exec", "argv": ["true"], "script": "true"},
                    {"op": "exec", "argv": ["true"], "timeout_ms": 0},
                    {"op": "exec", "argv": ["true"], "env": {"A=B": "c"}},
                    {"op": "file.read"}, {"op": "wait", "exec_id": "00"}):
            link.ask(**bad)
            assert "error" in link.finish()[0], bad
        link.ask(op="exec", argv=["true"], timeout_ms=10**9)
        assert link.finish()[0]["error"]["code"] == "policy_widens"
        link.send(b"Q", b"no json")
        assert link.finish()[0]["error"]["code"] == "invalid"


REFUSED = ("--no-spawn", "--no-unix-sockets", "--loopback", "--no-audit", "--rm",
           "--policy=none", "--profile=strict", "--processes=3", "--cpu-time=1s",
           "--max-output=1k", "-m=64m", "-v=/tmp:/x", "--workspace=.", "--tmpfs=/x",
           "--secret=a", "--learn=rules", "--allow-host=pypi.org", "--accept=landlock",
           "--audit=log", "--name=other")


def test_options_without_an_effect_are_refused(own: Boxes) -> None:
    """A restriction that somebody writes down is kept, or told to be none."""
    name = own.create()
    for option in REFUSED:
        for words in (("exec", option, name, "--", "true"), ("exec", option, "--shell", ":", name)):
            done = own(*words)
            assert done.code == 125 and done.out == "", (option, done)
            assert f"has no effect in the sandbox '{name}'" in done.err, (option, done)
            assert "'caisson create'" in done.err
    done = own("shell", "--no-spawn", "-c", "true", name)
    assert done.code == 125 and "'--no-spawn' has no effect" in done.err
    assert own("exec", "--no-spawn", "--", "true").code == 0, "a jail takes it"


def test_options_with_an_effect_are_in_the_help(own: Boxes) -> None:
    name = own.create()
    own.home.joinpath("env").write_text("B=2\n")
    done = own("exec", "-q", "-i", "-e", "A=1", f"--env-file={own.home}/env", "-w", "/tmp",
               "--timeout=50s", "--color=never", "--raw-output", name, "--",
               "sh", "-c", "pwd; echo $A $B; cat", stdin=b"typed\n")
    assert (done.code, done.out) == (0, "/tmp\n1 2\ntyped\n"), done
    assert len(own("exec", "-d", "--shell", "true", name).out.strip()) == 32
    told = own("help", "exec").out.split("in the sandbox NAME:")[1].split("exit code:")[0]
    for word in ("-e", "--interactive", "--timeout", "--workdir", "--tty", "--json",
                 "--env-file", "--detach", "--shell", "--stdin"):
        assert f" {word} " in told.replace("\n", " "), word
    for word in REFUSED:
        assert f" {word.split('=')[0]} " not in told.replace("\n", " "), word


def test_a_forgotten_dash_is_told(own: Boxes) -> None:
    name = own.create()
    done = own("exec", name, "ls", "-l")
    assert done.code == 127
    assert f"write 'caisson exec {name} -- ls -l'" in done.err, done
