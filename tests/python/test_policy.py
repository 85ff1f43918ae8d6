"""Policies of the Python package.

Numbers in names are those of the acceptance list of the policy.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import caisson
from caisson import Policy, PolicyError, Sandbox
from caisson.policy import schema


def here(**fields: object) -> Policy:
    """A policy that lets a test run in its own process."""
    return Policy.of({"worker": False, **fields})


def test_1_a_broken_policy_says_where() -> None:
    with pytest.raises(PolicyError) as caught:
        Policy.parse("version: 1\nlimits:\n  memry_bytes: 3\n", name="p.yaml")
    error = caught.value
    assert (error.code, error.file, error.line, error.column) == (
        "policy_invalid",
        "p.yaml",
        3,
        3,
    )
    assert error.nearest == "memory_bytes"
    assert "did you mean 'memory_bytes'?" in str(error)


def test_3_spelling_does_not_matter() -> None:
    a = Policy.parse("limits: {memory_bytes: 64MiB} # small\nversion: 1\n")
    b = Policy.of({"limits": {"memory_bytes": 64 << 20}})
    assert a == b
    assert a.hash == b.hash
    assert len({a, b}) == 1
    assert a != Policy.profile("default")


def test_4_and_5_files(tmp_path: Path) -> None:
    file = tmp_path / "policy.yaml"
    with pytest.raises(PolicyError) as caught:
        Policy.load(file)
    assert caught.value.code == "policy_file"
    file.write_text("version: 1\nname: mine\n")
    file.chmod(0o666)
    with pytest.raises(PolicyError, match="chmod go-w"):
        Policy.load(file)
    file.chmod(0o600)
    assert Policy.load(file).name == "mine"
    assert Policy.load(file).origin("name") == f"{file}:2"


def test_53_as_dict_reads_back() -> None:
    for name in ("default", "strict", "agent", "mellea-unsafe"):
        policy = Policy.profile(name)
        assert Policy.of(policy.as_dict()) == policy


def test_9_narrowing() -> None:
    base = Policy.of({"limits": {"pids": 100}, "fs": {"read": ["/data"]}})
    less = base.narrow({"limits": {"pids": 50}, "fs": {"read": ["/data/x"]}})
    assert base.allows(less)
    assert not less.allows(base)
    with pytest.raises(PolicyError) as caught:
        base.narrow({"limits": {"pids": 101}})
    error = caught.value
    assert (error.code, error.key, error.asked, error.allowed) == (
        "policy_widens",
        "limits.pids",
        "101",
        "100",
    )
    assert error.source == "mapping:1"
    with pytest.raises(PolicyError, match=r"fs\.read"):
        base.narrow({"fs": {"read": ["/"]}})


def test_limits_hold() -> None:
    policy = here(limits={"fuel": 10_000, "stdout_bytes": 3})
    with Sandbox(policy=policy) as box:
        result = box.run("for i in range(10**6): pass")
        assert (result.status, result.limit) == ("limit", "fuel")
        result = box.run("print('abcdef')")
        assert result.stdout == "abc"
        assert result.policy_hash == policy.hash


def test_wall_clock_is_a_timeout() -> None:
    policy = here(limits={"wall_ms": 100, "sleep_ms": 5000})
    with Sandbox(policy=policy) as box:
        result = box.run("import time\ntime.sleep(3)\nwhile True: pass")
        assert result.status == "timeout"


def test_11_options_can_only_ask_for_less() -> None:
    policy = here(limits={"fuel": 1000})
    with pytest.raises(PolicyError) as caught:
        Sandbox(policy=policy, limits=caisson.Limits(fuel=2000))
    assert caught.value.code == "policy_widens"


def test_files_of_a_policy(tmp_path: Path) -> None:
    (tmp_path / "private").mkdir()
    (tmp_path / "private" / "key").write_text("hidden")
    (tmp_path / "a").write_text("seen")
    policy = here(
        fs={
            "mounts": [{"host": str(tmp_path), "guest": "/data", "mode": "ro"}],
            "deny": [f"{tmp_path}/private/**"],
        }
    )
    with Sandbox(policy=policy) as box:
        assert box.run("open('/data/a').read()").value == "seen"
        result = box.run("open('/data/private/key')")
        assert result.error is not None
        assert result.error.type == "PermissionError"
    with pytest.raises(caisson.MountError, match="policy_widens"):
        Sandbox(policy=policy, mounts={"/etc": "/etc"})


def test_tools_of_a_policy() -> None:
    policy = here(tools={"allow": ["double"]})

    def double(x: int) -> int:
        return 2 * x

    def drop(x: int) -> int:
        raise AssertionError

    with Sandbox(policy=policy, tools=[double, drop]) as box:
        assert box.run("double(4)").value == 8
        result = box.run("drop(4)")
        assert result.error is not None
        assert result.error.type == "PermissionError"


def test_the_worker_is_part_of_it() -> None:
    with pytest.raises(PolicyError, match="worker"):
        Sandbox(policy=Policy.profile("strict"), isolation="inprocess")


def test_what_nothing_enforces_is_refused() -> None:
    fields = {"code": {"imports_deny": ["os"]}}
    with pytest.raises(PolicyError) as caught:
        Sandbox(policy=here(**fields))
    assert caught.value.code == "enforcement_missing"
    accepted = here(**fields, accept_unenforced=["code.imports"])
    Sandbox(policy=accepted).close()


def test_15_depths() -> None:
    policy = Policy.of({"depth_allow": ["interp"]})
    with pytest.raises(PolicyError, match="no_depth"):
        Sandbox(policy=policy, depth="process")


def test_42_snapshots() -> None:
    policy = here(limits={"fuel": 1_000_000})
    with Sandbox(policy=policy) as box:
        box.run("x = 5")
        data = box.dump()
        with box.fork() as twin:
            assert twin.run("x").value == 5
    narrower = policy.narrow({"limits": {"fuel": 500_000}})
    with Sandbox.load(data, policy=narrower) as box:
        assert box.run("x").value == 5
    with pytest.raises(caisson.SnapshotPolicy):
        Sandbox.load(data, policy=here(limits={"fuel": 1_000_001}))
    with pytest.raises(caisson.SnapshotPolicy):
        Sandbox.load(data, isolation="inprocess")


def test_async() -> None:
    async def main() -> object:
        policy = here(limits={"fuel": 1_000_000})
        async with caisson.AsyncSandbox(policy=policy) as box:
            return (await box.run("6 * 7")).value

    assert asyncio.run(main()) == 42


def test_a_path_is_not_a_policy() -> None:
    with pytest.raises(caisson.ConfigError, match=r"Policy\.load"):
        Sandbox(policy="policy.yaml")  # type: ignore[arg-type]


def test_schema() -> None:
    assert schema()["properties"]["limits"]["properties"]["pids"]["default"] == 128
