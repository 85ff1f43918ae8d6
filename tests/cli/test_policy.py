"""Policies on the command line: files, levels, narrowing, verbs.

Numbers in names are those of the acceptance list of the policy.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import contextlib
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tool import Caisson, Done, needs_jail


class Place:
    """A user's home and a project, and caisson run in them."""

    def __init__(self, caisson: Caisson, root: Path) -> None:
        self.caisson = caisson
        self.root = root
        self.project = root / "project"
        self.config = root / "config" / "caisson"
        self.project.mkdir()
        self.config.mkdir(parents=True)
        (root / "state").mkdir()

    def put(self, path: Path, text: str) -> Path:
        path.write_text("version: 1\n" + text)
        path.chmod(0o600)
        return path

    def user(self, text: str) -> Path:
        return self.put(self.config / "policy.yaml", text)

    def narrow(self, text: str) -> Path:
        return self.put(self.project / "caisson.yaml", text)

    def __call__(self, *args: str, **env: str) -> Done:
        """Run in the project."""
        inside = {"XDG_CONFIG_HOME": str(self.root / "config"),
                  "XDG_STATE_HOME": str(self.root / "state"), **env}
        return self.caisson(*args, cwd=self.project, env=inside)


@contextlib.contextmanager
def place(caisson: Caisson) -> Iterator[Place]:
    with tempfile.TemporaryDirectory() as scratch:
        yield Place(caisson, Path(scratch).resolve())


def test_1_check_tells_the_place(caisson: Caisson) -> None:
    with place(caisson) as here:
        file = here.put(here.project / "p.yaml", "limits:\n  memry_bytes: 5\n")
        done = here("policy", "check", "p.yaml")
        assert done.code == 1
        assert "p.yaml:3:3: unknown key 'memry_bytes' in limits" in done.err
        assert "did you mean 'memory_bytes'?" in done.err
        error = here("policy", "check", "--json", str(file)).json
        assert error["valid"] is False
        assert error["error"]["line"] == 3
        assert error["error"]["nearest"] == "memory_bytes"


def test_3_check_prints_the_hash(caisson: Caisson) -> None:
    with place(caisson) as here:
        here.put(here.project / "a.yaml", "limits: {pids: 64} # few\n")
        (here.project / "b.json").write_text(
            '{"limits": {"pids": 64},\n "version": 1}')
        (here.project / "b.json").chmod(0o600)
        a = here("policy", "check", "--json", "a.yaml").json
        b = here("policy", "check", "--json", "b.json").json
        assert a["valid"]
        assert a["policy_hash"] == b["policy_hash"]
        assert a["policy_hash"].startswith("sha256:")


def test_4_files_that_others_can_write(caisson: Caisson) -> None:
    with place(caisson) as here:
        file = here.user("")
        file.chmod(0o660)
        done = here("run", "-c", "print(1)")
        assert done.code == 125
        assert done.out == ""
        assert "chmod go-w" in done.err
        file.unlink()
        file.symlink_to(here.put(here.root / "other.yaml", ""))
        done = here("run", "-c", "print(1)")
        assert done.code == 125
        assert "symbolic link" in done.err


def test_5_an_absent_file_is_an_error(caisson: Caisson) -> None:
    with place(caisson) as here:
        done = here("run", "--policy", "none.yaml", "-c", "print(1)")
        assert done.code == 125
        assert "none.yaml: No such file" in done.err
        done = here("run", "--json", "-c", "print(1)", CAISSON_POLICY="none.yaml")
        assert done.json["error"]["type"] == "policy_file"


def test_a_broken_file_never_means_defaults(caisson: Caisson) -> None:
    with place(caisson) as here:
        here.user("limits: {pids: many}\n")
        for verb in (["run", "-c", "1"], ["exec", "--", "/bin/true"], ["repl"],
                     ["policy", "explain"]):
            assert here(*verb).code == 125


def test_limits_of_the_user_file(caisson: Caisson) -> None:
    with place(caisson) as here:
        here.user("limits: {fuel: 10000, stdout_bytes: 4}\n")
        done = here("run", "-c", "for i in range(10**6): pass")
        assert done.code == 137
        assert here("run", "-c", "print('abcdef')").out == "abcd"
        done = here("run", "--json", "-c", "print('abcdef')")
        result = done.json
        assert result["truncated"] is True
        assert result["policy_hash"].startswith("sha256:")


def test_flags_lie_over_the_user_file(caisson: Caisson) -> None:
    with place(caisson) as here:
        here.user("limits: {fuel: 1000}\n")
        loop = "for i in range(10**4): pass"
        assert here("run", "-c", loop).code == 137
        assert here("run", "--fuel", "10m", "-c", loop).code == 0
        assert here("run", "-c", loop, CAISSON_LIMITS_FUEL="10000000").code == 0
        done = here("run", "--fuel", "100", "-c", loop,
                    CAISSON_LIMITS_FUEL="10000000")
        assert done.code == 137


def test_9_a_project_only_narrows(caisson: Caisson) -> None:
    wider = [
        "limits: {pids: 500}", "fs: {read: [/data]}", "process: {tty: true}",
        "fs: {protect: []}", "workspace: {mode: rw}",
        "accept_unenforced: [kill_tree]", "egress: {allow: [a.example]}",
    ]
    with place(caisson) as here:
        for text in wider:
            here.narrow(text + "\n")
            done = here("run", "--json", "-c", "print(1)")
            assert done.code == 125, text
            error = done.json["error"]
            assert error["type"] == "policy_widens"
            assert error["key"] in done.err
            assert error["asked"] != error["allowed"]
            assert error["source"]
        here.narrow("limits: {fuel: 1000}\n")
        done = here("run", "-c", "for i in range(10**6): pass")
        assert done.code == 137


def test_9_widening_is_audited(caisson: Caisson) -> None:
    with place(caisson) as here:
        here.narrow("limits: {pids: 500}\n")
        here("run", "-c", "print(1)")
        shown = here("audit", "show", "--json")
        assert "policy.widens" in shown.out
        assert "limits.pids" in shown.out


def test_11_a_workspace_file_has_no_effect(caisson: Caisson) -> None:
    with place(caisson) as here:
        here.narrow("limits: {pids: 500}\n")
        done = here("run", "--workspace", ".", "-c", "print(1)")
        assert (done.code, done.out) == (0, "1\n")
        here.narrow("limits: {fuel: 10}\n")
        done = here("run", "-v", f"{here.root}:/x", "-c", "print(1)")
        assert (done.code, done.out) == (0, "1\n")


def test_a_workspace_without_a_mode_has_the_policys(caisson: Caisson) -> None:
    write = "open('/workspace/src/a', 'w').write('x')"
    with place(caisson) as here:
        here.user("workspace: {mode: rw, write: ['src/**']}\n")
        made = here.root / "work" / "src"
        made.mkdir(parents=True)
        space = str(made.parent)
        done = here("run", "--workspace", f"{space}:overlay", "-c", write)
        assert (done.code, list(made.iterdir())) == (0, []), done
        done = here("run", "--workspace", space, "-c", write)
        assert (done.code, [p.name for p in made.iterdir()]) == (0, ["a"]), done


def test_memory_of_the_command_line_holds_in_a_jail(caisson: Caisson) -> None:
    needs_jail(caisson)
    with place(caisson) as here:
        here.user("process: {spawn: true}\n")
        much = "python3 -c 'len(bytearray(300 << 20)); print(1)'"
        done = here("exec", "--memory", "200m", "--", "sh", "-c", much)
        assert done.out == "", done
        done = here("exec", "--", "sh", "-c", much)
        assert (done.code, done.out) == (0, "1\n"), done


def test_12_diff(caisson: Caisson) -> None:
    with place(caisson) as here:
        here.put(here.project / "a.yaml", "limits: {pids: 64}\n")
        here.put(here.project / "b.yaml", "limits: {pids: 32, fds: 2000}\n")
        done = here("policy", "diff", "a.yaml", "a.yaml")
        assert (done.code, done.out) == (0, "")
        done = here("policy", "diff", "a.yaml", "b.yaml")
        assert done.code == 1
        assert done.out.splitlines() == [
            "narrower  limits.pids   64 -> 32",
            "wider     limits.fds   1024 -> 2000",
        ]
        fields = here("policy", "diff", "--json", "default",
                                 "strict").json["fields"]
        assert fields
        assert {f["change"] for f in fields} == {"narrower"}


def test_14_a_limit_that_process_does_not_know_blocks_it(caisson: Caisson) -> None:
    needs_jail(caisson)
    with place(caisson) as here:
        rules = ("limits: {fuel: 1000}\n"
                 "process: {spawn: true, unix_sockets: true}\n")
        here.user(rules)
        code = "print(sum(range(10**5)))"
        done = here("run", "--depth", "process", "-c", code)
        assert (done.code, done.out) == (125, ""), done
        assert "accept_unenforced: [limits.fuel]" in done.err
        here.user(rules + "accept_unenforced: [limits.fuel]\n")
        done = here("run", "--depth", "process", "-c", code)
        assert (done.code, done.out) == (0, "4999950000\n"), done.err
        here.user("code: {imports_allow: [math]}\n"
                  "process: {spawn: true, unix_sockets: true}\n")
        done = here("run", "--depth", "process", "-c", "import math")
        assert done.code == 125
        assert "accept_unenforced: [code.imports]" in done.err


def test_54_an_accepted_gap_that_is_none(caisson: Caisson) -> None:
    with place(caisson) as here:
        here.user("accept_unenforced: [tools.allow]\n")
        done = here("policy", "explain", "--depth", "interp")
        assert "accept_unenforced has tools.allow, which is enforced" in done.out
        here.user("accept_unenforced: [tools.alow]\n")
        done = here("policy", "explain")
        assert done.code == 125
        assert "did you mean 'tools.allow'?" in done.err


def test_41_values_of_variables_are_in_no_policy(caisson: Caisson) -> None:
    with place(caisson) as here:
        here.narrow("limits: {pids: 500}\n")
        done = here("run", "--json", "-e", "A_TOKEN=hunter2", "-c", "1")
        assert done.code == 125
        assert "hunter2" not in done.out + done.err


def test_15_a_weaker_wall_is_refused(caisson: Caisson) -> None:
    with place(caisson) as here:
        here.user("depth: process\ndepth_allow: [process]\n")
        done = here("run", "--depth", "interp", "-c", "print(1)")
        assert done.code == 125
        assert "depth_allow" in done.err


def test_profiles(caisson: Caisson) -> None:
    with place(caisson) as here:
        assert here("run", "--profile", "strict", "-c", "print(1)").out == "1\n"
        done = here("run", "--profile", "strict", "--depth", "process", "-c", "1")
        assert done.code == 125
        assert "no_depth" in done.err
        done = here("run", "--profile", "strickt", "-c", "1")
        assert done.code == 125
        assert "strict" in done.err


def test_files_of_a_policy(caisson: Caisson) -> None:
    with place(caisson) as here:
        data = here.root / "data"
        (data / "private").mkdir(parents=True)
        (data / "a").write_text("seen")
        (data / "private" / "b").write_text("hidden")
        here.user(f"fs:\n  mounts: [{{host: {data}, guest: /data, mode: ro}}]\n"
                  f"  deny: ['{data}/private/**']\n")
        assert here("run", "-c", "print(open('/data/a').read())").out == "seen\n"
        done = here("run", "-c", "open('/data/private/b')")
        assert "PermissionError" in done.err
        needs_jail(caisson)
        assert here("exec", "--", "/bin/cat", "/data/a").out == "seen"
        done = here("exec", "--", "/bin/cat", "/data/private/b")
        assert done.code == 1
        assert "Permission denied" in done.err


def test_20_an_accepted_gap_stands_in_the_result(caisson: Caisson) -> None:
    with place(caisson) as here:
        here.user("code: {imports_deny: [os]}\n"
                  "accept_unenforced: [code.imports]\n")
        result = here("run", "--json", "-c", "1").json
        assert result["enforcement"]["level"] == "degraded"
        assert "code.imports" in result["enforcement"]["missing"]
        here.user("code: {imports_deny: [os]}\n")
        done = here("run", "-c", "1")
        assert done.code == 125
        assert "accept_unenforced: [code.imports]" in done.err


def test_environment_of_a_policy(caisson: Caisson) -> None:
    with place(caisson) as here:
        here.user("env: {pass: [SEEN], set: {A: b}}\n")
        code = "import os; print(sorted(os.environ.items()))"
        done = here("run", "-c", code, SEEN="1", UNSEEN="2")
        assert done.out == "[('A', 'b'), ('SEEN', '1')]\n"


def test_42_snapshots_keep_their_policy(caisson: Caisson) -> None:
    with place(caisson) as here:
        snap = str(here.root / "s.snap")
        here.user("limits: {fuel: 1000000}\n")
        done = here("snapshot", "dump", "-o", snap, "-c", "x = 5")
        assert done.code == 0
        done = here("snapshot", "load", snap, "-c", "print(x)")
        assert done.out == "5\n"
        here.user("limits: {fuel: 1000001}\n")
        done = here("snapshot", "load", snap, "-c", "print(x)")
        assert done.code == 125
        assert "limits.fuel" in done.err


def test_init_is_a_valid_policy(caisson: Caisson) -> None:
    with place(caisson) as here:
        for profile in ("default", "strict", "agent", "mellea-unsafe"):
            text = here("policy", "init", "--profile", profile).out
            file = here.project / "p.yaml"
            file.write_text(text)
            file.chmod(0o600)
            assert here("policy", "check", "p.yaml").code == 0, text
            assert here("policy", "diff", profile, "p.yaml").code == 0


def test_schema_has_every_field(caisson: Caisson) -> None:
    schema = caisson("policy", "schema").json
    assert schema["required"] == ["version"]
    pids = schema["properties"]["limits"]["properties"]["pids"]
    assert pids["maximum"] == 4096
    assert pids["default"] == 128
    assert pids["x-caisson"]["marks"] == "A"


def test_52_the_example_loads(caisson: Caisson) -> None:
    example = Path(__file__).resolve().parents[2] / "examples/policy.yaml"
    with place(caisson) as here:
        file = here.project / "p.yaml"
        file.write_text(example.read_text())
        file.chmod(0o600)
        assert here("policy", "check", "p.yaml").code == 0
        done = here("policy", "explain", "--policy", "p.yaml")
        assert done.code in (0, 1)
        assert "agent-example" in done.out


def test_11_a_variable_that_says_nothing_is_an_error(caisson: Caisson) -> None:
    for name, value in {
        "CAISSON_LIMITS_PIDZ": "4",
        "CAISSON_FS_DENY": "/etc",
        "CAISSON_DEPTH_ALLOW": "interp",
        "CAISSON_EGRESS_ALLOWED": "x",
    }.items():
        env = {**caisson.environment(), name: value}
        done = subprocess.run([caisson.binary, "run", "-c", "print('RAN')"], capture_output=True, text=True, env=env)
        assert done.returncode == 125 and "RAN" not in done.stdout, (name, done)
        assert name in done.stderr, (name, done)
    for name, value in {"CAISSON_PROCESS_SPAWN": "false", "CAISSON_OTHER": "1", "CAISSON_LIMITS_PIDS": "4"}.items():
        env = {**caisson.environment(), name: value}
        done = subprocess.run([caisson.binary, "run", "-c", "print('RAN')"], capture_output=True, text=True, env=env)
        assert done.stdout == "RAN\n", (name, done)


def test_output_that_is_cut_off_is_told(caisson: Caisson) -> None:
    with place(caisson) as here:
        file = here.put(here.project / "p.yaml", "limits: {stdout_bytes: 1024}\n")
        done = here("run", "--policy", file.name, "-c", "print('x' * 5000)")
        assert done.code == 0 and len(done.out) == 1024
        assert done.err == "caisson: stdout is cut off: 1 KiB shown (limits.stdout_bytes)\n"
        done = here("run", "--json", "--policy", file.name, "-c", "print('x' * 5000)")
        assert done.json["truncated"]
        assert done.json["limit_hits"] == {
            "limits.stdout_bytes": {"configured": 1024, "used": 5001, "count": 1}
        }
        done = here("run", "--json", "--policy", file.name, "-c", "print('x' * 1000)")
        assert done.json["limit_hits"] == {} and not done.json["truncated"]


def test_refusals_are_told_with_their_rule_and_remedy(caisson: Caisson) -> None:
    with place(caisson) as here:
        here.put(here.project / "p.yaml", "approver: cli\ntools: {allow: [ask], approve: [ask]}\n")
        tool = ("run", "--policy", "p.yaml", "--call", "ask=true", "--call", "now=true", "-c")
        done = here(*tool, "now()")
        assert done.code == 1 and done.err.endswith(
            "caisson: refused: tool now by default-deny (p.yaml:3 tools.allow); to allow it: tools.allow += now\n"
        ), done
        done = here(*tool, "ask()")
        assert done.err.splitlines()[-1].startswith("caisson: refused: tool ask by p.yaml:3 tools.approve"), done
        assert "'caisson mcp'" in done.err, done
        assert "caisson: refused" not in here(*tool, "try: now()\nexcept PermissionError: pass").err
        assert "caisson: refused" not in here("run", "-q", *tool[1:], "now()").err
        done = here("run", "--policy", "p.yaml", "--timeout", "9s", "-c", "import time; time.sleep(31)")
        assert "its limit of sleep is reached; allow more with a policy (limits.sleep_ms: more than 30000)" in done.err


def test_a_refused_spawn_is_told(caisson: Caisson) -> None:
    needs_jail(caisson)
    with place(caisson) as here:
        here.put(here.project / "p.yaml", "process: {spawn: false}\n")
        code = "import subprocess; subprocess.run(['/bin/true'])"
        done = here("run", "--depth", "process", "--policy", "p.yaml", "-c", code)
        assert done.code == 1 and "p.yaml:2 process.spawn; to allow it: process.spawn: true" in done.err, done


def test_errors_name_what_is_wrong(caisson: Caisson) -> None:
    needs_jail(caisson)
    with place(caisson) as here:
        here.put(here.project / "p.yaml", "limits: {fuel: 1000000}\n")
        (here.project / "text").write_text("no snapshot\n")
        here("snapshot", "dump", "-o", "s", "--policy", "p.yaml", "-c", "x = 1")
        for args, text in {
            ("snapshot", "load", "text"): "it is not a snapshot; make one with 'caisson snapshot dump'",
            ("snapshot", "load", "s", "-c", "x"): "give the same --policy FILE",
            ("snapshot", "load", "nope"): "'nope': No such file or directory; check the path\n",
            ("diff", "nope"): "'nope': No such file or directory; check the path\n",
            ("run", "--stdin", "nope", "-c", "1"): "'nope': No such file or directory; check the path\n",
            ("run", "--policy", "p.yaml", "--secret", "k", "-c", "1"): "the policy defines no secret 'k'",
            ("run", "--depth", "image", "-c", "1"): "use --image REF, or 'caisson create'",
            ("run", "--depth", "process", "--python", "/nope", "-c", "1"): "no such interpreter '/nope'",
            ("run", "--mount", "nope:/x", "-c", "1"): "caisson: cannot mount 'nope': No such file",
            ("exec", "--allow-host", "http://x", "--", "true"): "'http://x' is a URL; write its host only",
        }.items():
            done = here(*args)
            assert done.code == 125 and text in done.err, (args, done)
