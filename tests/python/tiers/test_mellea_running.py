"""Environments and their results: statements 44 to 51."""

import os
import socket
import subprocess
import sys
import time
import warnings
from pathlib import Path

import mellea.stdlib.tools as theirs
import pytest
from machine import processes_with

from caisson.integrations.mellea import policy as policies
from caisson.integrations.mellea.output import Output, truncate
from caisson.mellea import (
    COMPATIBILITY_MATRIX,
    DOCKER_POLICY,
    LOCAL_POLICY,
    CapabilityPolicy,
    EnforcementError,
    ExecutionResult,
    StaticAnalysisEnvironment,
    StaticBashEnvironment,
    UnsafeEnvironment,
    bash_executor,
    code_interpreter,
    local_code_interpreter,
    make_execution_environment,
    python_tool,
)

TIERS = ("local_unsafe", "local")


def policy(**options):
    return CapabilityPolicy(**{"subprocess_execution": True, **options})


def run(code, tier="local", timeout=None, **options):
    return make_execution_environment(tier, **options).execute(code, timeout)


def test_the_classes_are_mellea_s():
    assert issubclass(CapabilityPolicy, theirs.CapabilityPolicy)
    assert issubclass(ExecutionResult, theirs.ExecutionResult)
    assert issubclass(UnsafeEnvironment, theirs.ExecutionEnvironment)
    for ours, other in (
        (LOCAL_POLICY, theirs.LOCAL_POLICY),
        (DOCKER_POLICY, theirs.DOCKER_POLICY),
    ):
        assert vars(ours) == vars(other)
    assert COMPATIBILITY_MATRIX == theirs.COMPATIBILITY_MATRIX


@pytest.mark.parametrize("tier", TIERS)
def test_44_ran(tier):
    r = run("import sys\nprint(' hi ')\nprint('e', file=sys.stderr)", tier)
    assert (r.success, r.skipped, r.exit_code) == (True, False, 0)
    assert (r.stdout, r.stderr, r.skip_message) == ("hi", "e", None)
    assert (r.execution_mode, r.timed_out, r.artifacts) == (tier, False, [])
    assert r.to_validationresult_reason() == "hi"
    assert r.enforcement.level == "full"
    r = run("print('x')\nimport sys; sys.exit(3)", tier)
    assert (r.success, r.skipped, r.exit_code, r.stdout) == (False, False, 3, "x")
    r = run("def f():\n    1 / 0\nf()", tier)
    assert (r.success, r.exit_code) == (False, 1)
    assert r.stderr.startswith("Traceback (most recent call last):")
    assert r.stderr.endswith("ZeroDivisionError: division by zero")
    assert r.to_validationresult_reason() == r.stderr
    r = run("def f(:", tier)
    assert (r.success, r.skipped, r.exit_code) == (False, False, 1)
    assert "SyntaxError" in r.stderr


def test_44_a_script_ends_as_scripts_do():
    code = (
        "import atexit, threading, time\n"
        "atexit.register(print, 'last')\n"
        "def later():\n    time.sleep(0.2)\n    print('thread')\n"
        "threading.Thread(target=later).start()\n"
        "if __name__ == '__main__':\n    print('main')\n5"
    )
    assert run(code).stdout.split() == ["main", "thread", "last"]


def test_44_imports():
    for tier in ("static", *TIERS):
        r = run(
            "import os, json\nimport os.path\nfrom re import sub",
            tier,
            allowed_imports=["json"],
        )
        assert (r.success, r.skipped, r.exit_code) == (False, True, None)
        assert r.skip_message == "Unauthorized imports detected: os, re"
        r = run("import json", tier, allowed_imports=["json"])
        assert r.success
    r = run("import json", allowed_imports=[])
    assert r.skip_message == "Unauthorized imports detected: json"
    assert run("import json", allowed_imports=None).success


@pytest.mark.parametrize(
    "code",
    [
        "__import__('os')",
        "import importlib\nimportlib.import_module('os')",
        "exec('import os')",
        "from . import x",
        "def f(x=__import__('os')): pass",
        "try:\n    pass\nfinally:\n    import os",
    ],
)
def test_44_imports_that_mellea_misses(code):
    r = run(code, "static", allowed_imports=["importlib"])
    assert r.skip_message.startswith("Unauthorized imports detected: ")


def test_44_static():
    r = run("def f(:", "static")
    assert (r.success, r.skipped, r.skip_message) == (False, True, "Parse failed.")
    assert isinstance(r.analysis_result, SyntaxError)
    r = run("x = 1", "static", policy=policy())
    assert (r.success, r.skipped, r.execution_mode) == (True, True, "static")
    assert r.analysis_result.body[0].targets[0].id == "x"
    assert isinstance(make_execution_environment("static"), StaticAnalysisEnvironment)


def test_44_truncation():
    for budget, text in ((50, "x" * 35 + "... [truncated]"), (5, "xxxxx"), (0, "")):
        r = run(
            "print('\\n  ' + 'x' * 100 + '  \\n')",
            policy=policy(stdout_max_bytes=budget),
        )
        assert r.stdout == text
    r = run("print('x' * 20 + ' ' * 10**6)", policy=policy(stdout_max_bytes=20))
    assert r.stdout == "x" * 20
    r = run(
        "import sys\nprint('é' * 40, file=sys.stderr)",
        policy=policy(stderr_max_bytes=20),
    )
    assert r.stderr == "éé... [truncated]"
    assert truncate("abc", 3) == "abc"


def test_44_output_is_bounded_while_it_is_read():
    output = Output(10, None)
    for _ in range(1000):
        output.write("stdout", "y" * 1000)
    assert sum(len(p) for p in output.streams["stdout"]._parts) < 2000
    r = run("for i in range(100): print('z' * 10**6)")
    assert r.success
    assert len(r.stdout) == 1 << 20
    assert r.stdout.endswith("... [truncated]")


@pytest.mark.parametrize("tier", TIERS)
def test_45_timeout(tier):
    code = (
        "import subprocess, time\nprint('early', flush=True)\n"
        "subprocess.Popen(['sh', '-c', 'sleep 7245.5'])\ntime.sleep(30)"
    )
    start = time.monotonic()
    r = run(code, tier, timeout=1)
    assert time.monotonic() - start < 15
    assert (r.success, r.skipped, r.exit_code, r.timed_out) == (False, True, None, True)
    assert (r.stdout, r.stderr) == (None, None)
    assert r.skip_message == "Execution timed out."
    assert r.partial_stdout == "early"
    assert processes_with("7245.5") == []


def test_45_timeout_of_the_policy():
    start = time.monotonic()
    assert run("while True: pass", policy=policy(timeout=1)).timed_out
    assert time.monotonic() - start < 15


def test_46_no_network():
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        port = server.getsockname()[1]
        code = f"import socket\nsocket.create_connection(('127.0.0.1', {port}), 2)"
        for tier in TIERS:
            r = run(code, tier)
            assert not r.success
            assert "Error" in r.stderr
    for options in ({"policy": policy(network_access=True)},):
        with pytest.raises(EnforcementError, match="network"):
            make_execution_environment("local", **options)


def test_46_no_process():
    code = (
        "import os, subprocess, threading\n"
        "for what in (os.fork, lambda: os.posix_spawn('/bin/true', ['true'], {}),"
        " lambda: subprocess.run(['true'])):\n"
        "    try:\n        what()\n        print('started')\n"
        "    except OSError:\n        pass\n"
        "if os.system('true') == 0: print('started')\n"
        "t = threading.Thread(target=print, args=('thread',))\nt.start()\nt.join()"
    )
    r = run(code, policy=CapabilityPolicy(timeout=10))
    assert (r.stdout, r.exit_code) == ("thread", 0)
    assert run("import os\nprint(os.system('true'))", "local").stdout == "0"


def test_46_variables(monkeypatch):
    monkeypatch.setenv("CASE_PLAIN", "seen")
    monkeypatch.setenv("CASE_API_KEY", "s3cret")
    monkeypatch.setenv("my_token_x", "s3cret")
    code = "import os\nfor k, v in os.environ.items(): print(k, v)"
    for tier in TIERS:
        text = run(code, tier).stdout
        assert "CASE_PLAIN seen" in text
        assert "s3cret" not in text
    r = run("import os\nprint(sorted(os.environ))", policy=policy(env_var_access=False))
    assert r.stdout == "['HOME', 'LANG', 'PATH', 'TMPDIR']"


def test_46_files(outside):
    for name in ("in", "out", "work", "else"):
        (outside / name).mkdir()
        (outside / name / "f").write_text(name)
    made = policy(
        filesystem_read_roots=[outside / "in"], filesystem_write_roots=[outside / "out"]
    )
    code = f"""
import os
os.chdir({str(outside)!r})
print(open('in/f').read(), open('out/f').read(), os.path.exists('else'))
open('out/new', 'w').write('n')
for place in ('in', 'else', '/usr', '/'):
    try:
        open(place + '/new', 'w')
        print('written', place)
    except OSError:
        pass
"""
    r = run(code, policy=made)
    assert (r.stdout, r.stderr) == ("in out False", "")
    assert (outside / "out/new").read_text() == "n"


def test_46_files_without_a_policy(outside, monkeypatch):
    (outside / "f").write_text("host")
    (outside / ".ssh").mkdir()
    (outside / ".ssh/id").write_text("s3cret")
    (outside / "work").mkdir()
    monkeypatch.setenv("HOME", str(outside))
    code = f"""
import os
print(open({str(outside / "f")!r}).read(), os.listdir({str(outside / ".ssh")!r}))
open('own', 'w').write('o')
try:
    open({str(outside / "g")!r}, 'w')
except OSError:
    print('refused')
print(os.getcwd())
"""
    for tier in TIERS:
        r = run(code, tier, working_directory=str(outside / "work"))
        assert r.stdout.split() == ["host", "[]", "refused", str(outside / "work")]
        (outside / "work/own").unlink()


def test_46_it_is_a_policy_of_ours(outside):
    made = CapabilityPolicy(
        filesystem_read_roots=[outside], env_var_access=False, timeout=7
    )
    fields = make_execution_environment("local", made)._place.policy(7).as_dict()
    assert fields["process"]["spawn"] is False
    assert fields["egress"]["allow"] == []
    assert fields["env"]["set"] == {"TMPDIR": "/tmp"}
    assert fields["limits"]["guest_ms"] == 7000
    assert fields["depth_allow"] == ["process"]
    (mount,) = fields["fs"]["mounts"]
    assert (mount["host"], mount["mode"]) == (str(outside), "ro")
    assert mount["guest"] == str(outside)


def test_46_limits():
    r = run("x = bytearray(4 << 30)")
    assert (r.success, r.exit_code) == (False, 1)
    assert "MemoryError" in r.stderr
    assert run("import ctypes; ctypes.string_at(0)").exit_code in (-11, 1)


def test_46_no_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        made = CapabilityPolicy(
            filesystem_read_roots=[],
            filesystem_write_roots=[],
            env_var_access=False,
            subprocess_execution=True,
        )
        make_execution_environment("local", made)
    assert "network_access" in made.enforced_capabilities()
    assert made.enforced_capabilities("docker") == []
    assert "network_access" in made.unenforced_capabilities("docker")


def test_47_what_cannot_be_enforced_fails_at_construction(monkeypatch):
    for tier in ("docker", "docker_unsafe"):
        with pytest.raises(EnforcementError) as caught:
            make_execution_environment(tier)
        assert caught.value.missing == ("image",)
    monkeypatch.setattr(policies, "_has_jail", lambda: False)
    made = CapabilityPolicy(env_var_access=False, subprocess_execution=True)
    with pytest.raises(EnforcementError) as caught:
        make_execution_environment("local", made)
    assert "env_var_access" in caught.value.missing
    with pytest.warns(UserWarning, match="not enforced: .*env_var_access") as seen:
        UnsafeEnvironment(None, made, accept_unenforced=caught.value.missing)
    assert len(seen) == 1
    assert seen[0].filename == __file__
    with pytest.raises(ValueError, match="'static', 'local_unsafe', 'local', 'docker_"):
        make_execution_environment("somewhere")


FAULTY = """
import sys
from caisson.mellea import CapabilityPolicy, make_execution_environment
from caisson.integrations.mellea.policy import EnforcementError
made = CapabilityPolicy(subprocess_execution=False)
print("subprocess_execution" in made.enforced_capabilities("local"))
try:
    make_execution_environment("local", made)
except EnforcementError as e:
    print(e.missing)
"""


def test_47_the_report_of_the_host_decides():
    """A mechanism that is off: its field is not enforced, and nothing is made."""
    words = {}
    for fault in ("", "spawn"):
        env = {**os.environ, "CAISSON_FAULT": fault} if fault else dict(os.environ)
        done = subprocess.run(
            [sys.executable, "-c", FAULTY], capture_output=True, text=True, env=env
        )
        words[fault] = done.stdout.splitlines()
    assert words[""] == ["True"]
    if words["spawn"] == words[""]:
        pytest.skip("only test builds can switch a mechanism off")
    assert words["spawn"] == ["False", "('subprocess_execution',)"]


def test_48_a_failed_package_fails_again(outside):
    made = policy(packages=["no-such-package-of-caisson"])
    site = {p for p in sys.path if p.endswith("site-packages")}
    before = {p: sorted(os.listdir(p)) for p in site if os.path.isdir(p)}
    env = make_execution_environment("local", made)
    for _ in range(2):
        r = env.execute("print('ran')")
        assert (r.success, r.skipped, r.exit_code, r.stdout) == (
            False,
            True,
            None,
            None,
        )
        assert r.skip_message == (
            "Package installation failed: no-such-package-of-caisson"
        )
    assert {p: sorted(os.listdir(p)) for p in before} == before


def test_48_packages_have_their_own_place(outside, monkeypatch):
    from caisson.integrations.mellea import packages

    (outside / "only_there.py").write_text("ANSWER = 42\n")
    monkeypatch.setattr(packages, "_install", lambda wanted: outside)
    monkeypatch.setattr(packages, "_layers", {})
    env = make_execution_environment("local", policy(packages=["only-there"]))
    assert env.execute("import only_there; print(only_there.ANSWER)").stdout == "42"
    assert packages.layer(["pytest"]) is None
    with pytest.raises(ValueError, match="non-empty"):
        python_tool("local", packages=[" "])
    with pytest.raises(ValueError, match="flag-style"):
        make_execution_environment("local", policy(packages=["--index-url=x"]))


def test_49_python_tool():
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        made = python_tool()
    (one,) = [w for w in seen if "python_tool" in str(w.message)]
    assert one.category is UserWarning
    assert "local_unsafe" in str(one.message)
    assert "tier" in str(one.message)
    assert one.filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        made = python_tool(tier="local", name="py")
    assert made.name == "py"
    r = made.run(code="print(6 * 7)")
    assert isinstance(r, theirs.ExecutionResult)
    assert (r.stdout, r.execution_mode) == ("42", "local")
    schema = made.as_json_tool["function"]
    assert list(schema["parameters"]["properties"]) == ["code"]
    with pytest.warns(RuntimeWarning, match="artifact_export_paths"):
        with pytest.raises(EnforcementError):
            python_tool("docker", artifact_dir=Path("/var/tmp/x"))


def test_49_older_names():
    with pytest.warns(DeprecationWarning, match="python_tool"):
        assert local_code_interpreter("print(1)").stdout == "1"
    with pytest.warns(DeprecationWarning, match="python_tool"):
        with pytest.raises(EnforcementError):
            code_interpreter("print(1)")


def test_50_artifacts(outside):
    (outside / "old.txt").write_text("old")
    env = make_execution_environment("local", working_directory=str(outside))
    r = env.execute(
        "import os\nos.mkdir('d')\nopen('d/a.png', 'wb').write(b'1234')\n"
        "try: os.symlink('/etc/passwd', 'link')\n"
        "except OSError: pass"  # a jail refuses links that leave the mount
    )
    (one,) = r.artifacts
    assert isinstance(one, theirs.Artifact)
    assert one == theirs.Artifact(outside / "d/a.png", 4, "image/png")
    assert r.working_directory == str(outside)
    assert env.execute("1").artifacts == []
    r = env.execute("open('b', 'w').write('x'); 1 / 0")
    assert (r.success, r.artifacts) == (False, [])


def test_50_artifacts_of_the_tool(outside):
    made = python_tool("local")
    r = made.run(code="open('out.csv', 'w').write('a,b')")
    (one,) = r.artifacts
    assert one.path.read_text() == "a,b"
    assert one.content_type == "text/csv"
    path = one.path
    del r, one
    assert not path.exists()
    made = python_tool("local", artifact_dir=outside / "made")
    made.run(code="open('out.csv', 'w').write('a,b')")
    assert (outside / "made/out.csv").read_text() == "a,b"


def test_50_matplotlib_draws_to_files(outside, monkeypatch):
    from caisson.integrations.mellea import packages

    (outside / "matplotlib.py").write_text("def use(name): print('backend', name)\n")
    monkeypatch.setattr(packages, "layer", lambda wanted: outside)
    made = python_tool("local", ["matplotlib"], policy=policy())
    r = made.run(code="import matplotlib\n1 / 0")
    assert r.stdout == "backend Agg"
    assert "line 2, in <module>" in r.stderr
    made = python_tool("local", ["matplotlib"], policy=policy(), suppress_agg=True)
    assert made.run(code="import matplotlib").stdout == ""


def test_50_copies_need_a_container():
    env = make_execution_environment("local")
    with pytest.raises(NotImplementedError, match="does not support copy_in"):
        env.copy_in(Path("x"), "y")
    with pytest.raises(NotImplementedError, match="does not support copy_out"):
        env.copy_out("y", Path("x"))


def test_51_commands(outside):
    r = bash_executor("echo hi")
    assert (r.success, r.stdout, r.exit_code) == (True, "hi", 0)
    assert (r.execution_mode, r.timed_out) == ("bash", False)
    r = bash_executor("ls /nowhere-at-all")
    assert (r.success, r.skipped) == (False, False)
    assert r.exit_code == 2
    r = bash_executor("pwd", working_dir=str(outside))
    assert r.stdout == str(outside)
    r = bash_executor("touch made", working_dir=str(outside))
    assert r.success
    assert (outside / "made").exists()
    r = bash_executor("seq 100000")
    assert r.stdout.endswith("\n[Output truncated - stdout exceeded 10KB]")
    assert len(r.stdout) == 10240 + 42
    assert bash_executor("echo 'x").skip_message.startswith("Failed to parse command: ")
    assert bash_executor(" ").skip_message == "Empty command"
    r = bash_executor("no-such-program-here")
    assert r.skip_message.startswith("Subprocess execution error: ")
    assert r.skipped


def test_51_guards_of_mellea_stay():
    r = bash_executor("sudo ls")
    assert (r.success, r.skipped) == (False, True)
    r = StaticBashEnvironment().execute("echo hi")
    assert (r.success, r.skipped, r.analysis_result) == (True, True, ["echo", "hi"])


def test_51_timeout_of_a_command():
    from caisson.integrations.mellea.shell import JailedBashEnvironment

    r = JailedBashEnvironment(timeout=1).execute("sleep 7251.5")
    assert (r.success, r.skipped, r.timed_out) == (False, True, True)
    assert r.skip_message == "Execution timed out after 1 seconds"
    assert processes_with("7251.5") == []
