"""Depth ``auto``: decided from the text, once, before anything runs.

Numbers in names are those of the acceptance list of the capability policy.
"""

import asyncio
import pathlib

import pytest

import caisson
from caisson import _jails, _native

ENOUGH = "auto: nothing in the program needs more than the engine"


def decide(code, no_process=None, mounted=False):
    return _native.auto(code, no_process, mounted)


@pytest.fixture
def jail():
    try:
        _jails.jails(None, (), (), True)
    except caisson.UnavailableError as e:
        pytest.skip(str(e))


@pytest.mark.parametrize(
    "code",
    [
        "print(1)",
        "import json, os.path, collections.abc, xml.etree.ElementTree",
        "from os import path, environ",
        "__import__('json')",
        "import importlib\nimportlib.import_module('json.decoder')",
        "import threading\nlock = threading.Lock()",
        "import concurrent.futures",
        "def f(:",
        "from . import x",
        "'import numpy'",
        "# import numpy",
    ],
)
def test_policy_13_what_the_engine_has_stays(code):
    assert decide(code) == ("interp", ENOUGH)


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("import numpy", "line 1 imports numpy (not an engine module)"),
        ("x = 1\nimport numpy.linalg as l", "line 2 imports numpy.linalg"),
        ("def f():\n  from pandas import DataFrame", "line 2 imports pandas"),
        ("import xml.dom.pulldom", "line 1 imports xml.dom.pulldom"),
        ("import subprocess", "line 1 imports subprocess"),
        ("import marshal", "line 1 imports marshal"),
        ("__import__('numpy')", "line 1 imports numpy"),
        ("from importlib import import_module as i\ni('numpy.x')", "line 2 imports"),
        ("exec('import numpy')", "line 1 imports numpy"),
        ("import os\nos.system('x')", "line 2 uses os.system (the engine has no"),
        ("import os\nm = os\nm.fork()", "line 3 uses os.fork"),
        ("import ｎumpy", "line 1 imports numpy"),  # noqa: RUF001
    ],
)
def test_policy_13_what_it_lacks_needs_a_process(code, reason):
    depth, why = decide(code)
    assert (depth, why.startswith("auto: " + reason)) == ("process", True)
    depth, why = decide(code, "not here")
    assert (depth, why.endswith("; process: not here")) == ("none", True)
    assert why.startswith("interp: " + reason)


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("import threading\nthreading.Thread(target=f).start()", "threading.Thread"),
        ("from threading import Timer", "line 1 uses threading.Timer"),
        ("__import__(name)", "line 1 imports a module that only a run can tell"),
        ("try:\n  import numpy\nexcept ImportError: pass", "line 2 imports numpy"),
        ("try:\n  import a\nexcept (KeyError, Exception): pass", "line 2 imports a"),
    ],
)
def test_what_may_work_at_interp_prefers_a_process(code, reason):
    depth, why = decide(code)
    assert (depth, reason in why) == ("process", True)
    depth, why = decide(code, "not here")
    assert (depth, why.endswith("; process: not here")) == ("interp", True)


def test_modules_may_come_from_mounts():
    code = "import sys\nsys.path.insert(0, '/data')\nimport mine"
    assert decide(code, "no")[0] == "none"
    assert decide(code, "no", True)[0] == "interp"


def test_modules_that_are_there_need_nothing():
    code = "import sys\nprint(list(sys.modules)[:3])\nsys.modules[name]\nf(sys.modules)"
    assert decide(code)[0] == "interp"


def test_a_missing_guard_is_none():
    code = "try:\n  f()\nexcept ImportError:\n  import numpy"
    assert decide(code, "no")[0] == "none"
    code = "try:\n  import numpy\nexcept KeyError: pass"
    assert decide(code, "no")[0] == "none"


def test_every_name_on_the_list_can_be_imported():
    source = pathlib.Path(__file__).parents[2] / "src/py/prelude/lib"
    if not source.is_dir():
        pytest.skip("no source tree")
    names = [
        ".".join(p.relative_to(source).with_suffix("").parts)
        for p in sorted(source.rglob("*.py"))
    ]
    names = [n.removesuffix(".__init__") for n in names]
    code = "".join(f"import {n}\n" for n in [*names, "builtins", "os.path"])
    assert decide(code)[0] == "interp"
    result = caisson.run(code, depth="interp")
    assert result.status == "ok", result.error


# -- in sandboxes ---------------------------------------------------------------------


def test_policy_13_in_a_sandbox(jail):
    assert caisson.run("6 * 7").depth == "interp"
    result = caisson.run("import subprocess\nsubprocess.run(['true']).returncode")
    assert (result.depth, result.value) == ("process", 0)
    assert result.depth_reason.startswith("auto: line 1 imports subprocess")


def test_policy_13_no_depth_starts_nothing():
    with caisson.Sandbox(depth="auto", random=1) as box:
        with pytest.raises(caisson.UnavailableError, match="no_depth") as caught:
            box.run("print('ran')\nimport numpy")
        assert "line 2 imports numpy" in str(caught.value)
        assert "'random' is given" in str(caught.value)


def test_policy_16_nothing_runs_twice(tmp_path):
    with caisson.Sandbox(depth="auto", mounts={"/out": str(tmp_path)}) as box:
        assert box.run("x = 1").depth == "interp"
        result = box.run("x += 1\nimport subprocess")
        assert (result.depth, result.status) == ("process", "ok")  # it moved
        assert box.run("x").value == 2


def test_a_used_session_stays_where_it_is():
    with caisson.Sandbox(depth="auto") as box:
        box.set("a", 1)
        result = box.run("a")
        assert (result.value, result.depth) == (1, "interp")
        assert "before a program" in result.depth_reason


def test_inputs_and_tools_cross_to_the_depth_that_is_chosen(jail):
    def double(n: int) -> int:
        return 2 * n

    with caisson.Sandbox(depth="auto", tools=[double]) as box:
        code = "import marshal\ndouble(n=k)"
        result = box.run(code, inputs={"k": 21})
        assert (result.depth, result.value) == ("process", 42)


def test_the_asynchronous_sandbox_decides_too(jail):
    async def main() -> caisson.Result:
        async with caisson.AsyncSandbox(depth="auto") as box:
            return await box.run("import signal\n1")

    result = asyncio.run(main())
    assert (result.depth, result.value) == ("process", 1)


@pytest.fixture
def worker(isolation):
    if isolation != "worker":
        pytest.skip("policies want a worker")


def test_policy_13_depth_allow_is_obeyed(worker):
    policy = {"version": 1, "depth_allow": ["check", "interp"]}
    with caisson.Sandbox(depth="auto", policy=policy) as box:
        with pytest.raises(caisson.UnavailableError, match="depth_allow"):
            box.run("import numpy")
    with caisson.Sandbox(depth="auto", policy=policy) as box:
        assert box.run("6 * 7").value == 42


def test_policy_13_the_program_decides_within_the_policy(jail, worker):
    policy = {"version": 1, "depth_allow": ["interp", "process"]}
    with caisson.Sandbox(depth="auto", policy=policy) as box:
        assert box.run("1").depth == "interp"


def test_named_environments_and_the_callers(monkeypatch, tmp_path):
    import os
    import sys

    made = tmp_path / "science"
    (made / "bin").mkdir(parents=True)
    (made / "bin/python").symlink_to(sys.executable)
    monkeypatch.setenv("CAISSON_ENVS", str(tmp_path))
    with pytest.raises(caisson.ConfigError, match="caisson env ls"):
        _jails._find("science")  # half made: it has no list of packages
    (made / "requirements.lock").write_text("")
    assert _jails._find("science") == str(made / "bin/python")
    assert os.path.basename(_jails._find("sh")) == "sh"  # others are looked up in PATH
    monkeypatch.setattr(sys, "prefix", "/venv")
    assert _jails._find(None) == sys.executable
    monkeypatch.setattr(sys, "prefix", sys.base_prefix)
    assert _jails._find(None) is None


def test_fuel_is_not_dropped_in_a_jail(jail):
    few = caisson.Limits(fuel=100_000)
    with pytest.raises(caisson.ConfigError, match=r"limits\.fuel.*only the engine"):
        caisson.Sandbox(depth="process", limits=few)
    with caisson.Sandbox(depth="auto", limits=few) as box:
        with pytest.raises(caisson.UnavailableError, match=r"limits\.fuel"):
            box.run("import subprocess")
    with caisson.Sandbox(depth="auto", limits=few) as box:
        assert box.run("while True: pass").limit == "fuel"
        box.run("import subprocess")  # no move: the engine goes on counting
        assert box.run("while True: pass").limit == "fuel"
    with caisson.Sandbox(depth="process", limits=caisson.Limits(time=5)) as box:
        assert box.run("1").value == 1
