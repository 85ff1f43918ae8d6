"""Results as data, errors as a tree, and the names of the package."""

import asyncio
import json
import subprocess
import sys
import time

import pytest

import caisson
from caisson import AsyncSandbox, Limits, Sandbox


def test_facts_of_a_run(isolation):
    with Sandbox() as box:
        a, b = box.run("1"), box.run("print('é')\n2")
    assert a.session_id == b.session_id
    assert a.session_id.startswith("ses_")
    assert a.run_id != b.run_id
    assert a.run_id.startswith("run_")
    assert len(a.run_id) == 36
    assert (a.depth, a.depth_reason) == ("interp", "the default of Sandbox")
    assert b.stdout_bytes == 3
    assert 0 < b.duration_ms < 10_000
    assert a.enforcement.level == ("full" if isolation == "worker" else "degraded")
    with Sandbox() as other:
        assert other.run("1").session_id != a.session_id


def test_duration_counts_waiting():
    async def nap():
        await asyncio.sleep(0.5)

    async def main():
        async with AsyncSandbox(tools=[nap]) as box:
            return await box.run("await nap()")

    r = asyncio.run(main())
    assert r.duration_ms >= 500
    assert r.usage.time_us < 500_000


def test_value_as_text():
    with Sandbox() as box:
        assert box.run("[int, 'x']").value_repr == "[<class 'int'>, 'x']"
        assert len(box.run("'x' * 5000").value_repr) == 1000
        assert box.run("x = 1").value_repr == ""


@pytest.mark.parametrize(
    ("code", "status", "kind"),
    [
        ("1", "ok", None),
        ("1 / 0", "error", caisson.GuestError),
        ("x = = 1", "invalid", caisson.GuestSyntaxError),
        ("raise SyntaxError('mine')", "error", caisson.GuestError),
        ("while True: pass", "timeout", caisson.TimeLimit),
        ("x = 'y' * (200 << 20)", "limit", caisson.LimitExceeded),
    ],
)
def test_statuses(code, status, kind):
    with Sandbox(limits=Limits(time=0.2, memory=64 << 20)) as box:
        r = box.run(code)
        assert r.status == status
        if kind is None:
            assert r.raise_for_status() is r
            assert box.run(code, check=True).ok
            return
        with pytest.raises(kind) as raised:
            r.raise_for_status()
        assert type(raised.value) is kind
        assert raised.value.result is r
        with pytest.raises(kind):
            box.run(code, check=True)


def test_limits_tell_where_they_stood():
    with Sandbox(limits=Limits(time=0.2)) as box:
        r = box.run("while True: pass")
    with pytest.raises(TimeoutError) as raised:
        r.raise_for_status()
    assert raised.value.limit == "time"
    assert raised.value.configured == 0.2
    assert raised.value.used >= 0.2


def test_results_are_json():
    with Sandbox() as box:
        good = box.run("print('p')\n{'a': [1, 2.5, None]}").to_dict()
        odd = box.run("{1, 2}").to_dict()
        bad = box.run("x = 1\nx / 0").to_dict()
        none = box.run("x = =").to_dict()
    for data in (good, odd, bad, none):
        assert json.loads(json.dumps(data)) == data
        assert data["schema"] == "caisson.result/1"
    assert good["value"] == {"a": [1, 2.5, None]}
    assert good["stdout"] == "p\n"
    assert odd["value"] is None
    assert odd["value_repr"] == "{1, 2}"
    assert odd["value_present"] is True
    assert bad["error"]["type"] == "ZeroDivisionError"
    assert bad["error"]["line"] == 2
    assert bad["error"]["phase"] == "run"
    assert bad["error"]["traceback"][-1] == "ZeroDivisionError: division by zero"
    assert none["error"]["phase"] == "compile"
    assert good["usage"]["fuel"] > 0


def test_the_tree_of_errors():
    tree = {
        "ConfigError": "CaissonError",
        "PolicyError": "ConfigError",
        "MountError": "ConfigError",
        "LimitsError": "ConfigError",
        "UnavailableError": "CaissonError",
        "CheckFailed": "CaissonError",
        "RunFailed": "CaissonError",
        "GuestError": "RunFailed",
        "GuestSyntaxError": "GuestError",
        "LimitExceeded": "RunFailed",
        "TimeLimit": "LimitExceeded",
        "Denied": "RunFailed",
        "Cancelled": "RunFailed",
        "Crashed": "RunFailed",
        "HostCallError": "CaissonError",
        "SnapshotError": "CaissonError",
        "SnapshotTampered": "SnapshotError",
        "SnapshotVersion": "SnapshotError",
        "SnapshotPolicy": "SnapshotError",
        "SessionStateError": "CaissonError",
        "SessionBusy": "SessionStateError",
        "SessionClosed": "SessionStateError",
        "SessionExpired": "SessionStateError",
        "TransportError": "CaissonError",
    }
    for name, base in tree.items():
        assert issubclass(getattr(caisson, name), getattr(caisson, base)), name
    with pytest.raises(caisson.LimitsError, match="positive"):
        Limits(time=-1)


def test_every_public_name_is_there():
    for name in caisson.__all__:
        assert getattr(caisson, name) is not None
    assert caisson.Session is Sandbox
    assert caisson.AsyncSession is AsyncSandbox
    assert caisson.__version__.count(".") == 2
    with pytest.raises(AttributeError, match="nothing_like_it"):
        _ = caisson.nothing_like_it


def test_importing_does_nothing():
    code = """
import sys, time, threading
before = set(sys.modules)
began = time.process_time()
import caisson
took = time.process_time() - began
assert threading.active_count() == 1
assert not {'asyncio', 'concurrent.futures', 'caisson._native'} & set(sys.modules)
print(took < 0.015)
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout == "True\n"


def test_depths():
    assert caisson.run("1").depth_reason.startswith("auto")
    with pytest.raises(caisson.UnavailableError, match="'vm'") as raised:
        caisson.run("1", depth="vm")
    assert raised.value.missing == ("vm",)


def test_snapshot_and_restore_are_dump_and_load():
    with Sandbox() as box:
        box.run("x = 41", check=True)
        data = box.snapshot()
        twins = box.forks(3)
    with Sandbox.restore(data) as box:
        assert box.run("x + 1").value == 42
    for i, twin in enumerate(twins):
        with twin:
            assert twin.run(f"x + {i}").value == 41 + i


# -- looking before running ---------------------------------------------------------


async def find(*, name: str, limit: int = 5) -> list[str]:
    return [name] * limit


def turn(*, n: int) -> int:
    return -n


@pytest.mark.parametrize(
    ("code", "messages"),
    [
        ("await find(name='x')", []),
        ("await find(name='x', limit=True)", []),
        ("x = 3\nawait find(name=str(x), limit=x)", []),
        ("find = 1\nfind(2)", []),
        ("def f(find): return find(2)", []),
        ("await find()", ["find() needs 'name'"]),
        ("await find(**{'name': 'x'})", []),
        ("await find(name=3)", ["argument 'name' of find() must be str"]),
        ("await find('x')", ["find() takes keyword arguments only"]),
        ("await find(name='x', size=3)", ["find() has no parameter 'size'"]),
        ("await turn(n=1)", ["turn() is not async: call it without await"]),
        ("print(nothing)", ["name 'nothing' is not defined"]),
        ("try:\n  nothing\nexcept NameError: pass", []),
        ("exec('y = 1')\ny", []),
        ("from math import *\nsin(1)", []),
        ("[i for i in range(3)]\n(lambda q: q)(1)", []),
        ("match 3:\n  case [a, *b]: print(a, b)\n  case {'k': v, **r}: v, r", []),
        ("import os.path\nos.path.join('a')", []),
        ("class A[T]: x: T", []),
    ],
)
def test_check(code, messages):
    found = caisson.check(code, tools=[find, turn])
    assert [f.message for f in found] == messages


STUBS = """
class Row(TypedDict):
    id: int
    tags: NotRequired[list[str]]
async def rows() -> list[Row]: ...
async def row(*, kind: Literal['a', 'b'] = 'a') -> Row: ...
"""


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("r = await row()\nr['id']", None),
        ("r = await row()\nr['ident']", "Row has no key 'ident'"),
        ("r = await row()\nr.id", "Row is a dict: it has no attribute 'id'"),
        ("r = await row()\nr.get('x')", None),
        ("(await rows())[0]['x']", "Row has no key 'x'"),
        ("for r in await rows():\n  r['x']", "Row has no key 'x'"),
        ("[r['x'] for r in await rows()]", "Row has no key 'x'"),
        ("r = await row()\nr = {}\nr['x']", None),
        (
            "await row(kind='c')",
            "argument 'kind' of row() must be Literal['a', 'b']",
        ),
    ],
)
def test_check_of_results(code, message):
    found = caisson.check(code, stubs=STUBS)
    assert [f.message for f in found] == ([] if message is None else [message])


def test_findings_say_where():
    (found,) = caisson.check("x = 1\nx = = 2")
    assert (found.kind, found.line) == ("syntax", 2)
    (found,) = caisson.check("x = 1\nprint(y)")
    assert (found.kind, found.line, found.column) == ("name", 2, 7)
    assert str(found) == "line 2, column 7: name 'y' is not defined\n    print(y)"


KEYS = """
import dataclasses, enum
class Color(enum.Enum):
    RED = 1
@dataclasses.dataclass(frozen=True)
class Point:
    x: int
class Plain:
    pass
plain = Plain(); plain.items = [1]
({Color.RED: 'red'}, {Point(1), Point(2), Point(1)}, {plain: 2}, {(Point(3), 4): 5})
"""


def test_objects_of_the_program_are_keys_outside_too():
    """Enum members, data classes, instances: ordinary programs use them so."""
    with Sandbox() as box:
        colors, points, plain, pairs = box.run(KEYS, check=True).value
    assert list(colors.values()) == ["red"]
    assert len(points) == 2
    assert next(iter(plain)).fields == {"items": [1]}
    ((point, four),) = pairs
    assert (point.x, four, pairs[point, 4]) == (3, 4, 5)


def test_many_objects_as_keys_are_quick():
    code = (
        "class P: pass\ns = set()\nfor i in range(20000):\n"
        "  p = P(); p.x = [i]; s.add(p)\ns"
    )
    with Sandbox() as box:
        start = time.monotonic()
        assert len(box.run(code, check=True).value) == 20000
        assert time.monotonic() - start < 20
