"""A policy over sandboxes: of the client, and of one spec."""

import pytest

import caisson
from caisson.sandbox import (
    CapacityError,
    ImageDenied,
    LocalSandboxClient,
    SandboxSpec,
)


@pytest.fixture
def ruled(home, client, tmp_path):
    """Give a client with this policy; `client` cleans up."""

    def make(text, as_object=False):
        if as_object:
            return LocalSandboxClient(caisson.Policy.parse("version: 1\n" + text), home)
        path = tmp_path / "policy.yaml"
        path.write_text("version: 1\n" + text)
        path.chmod(0o644)
        return LocalSandboxClient(path, home)

    return make


@pytest.mark.parametrize("as_object", [False, True])
def test_an_image_that_is_not_allowed(ruled, run, as_object):
    made = ruled("images: {allow: ['rootfs:host'], pull: never}\n", as_object)

    async def main():
        with pytest.raises(ImageDenied, match=r"images\.allow"):
            await made.create(SandboxSpec("a", "busybox:1"))
        with pytest.raises(ImageDenied):
            await made.run_shell("true", image="busybox:1")
        result = await made.run_shell("echo hi")
        return result, await made.list()

    result, names = run(main())
    assert (result.stdout, result.image) == ("hi\n", "rootfs:host")
    assert names == []


def test_without_a_list_only_the_default_image_is_allowed(ruled, run):
    made = ruled("limits: {pids: 30}\n")

    async def main():
        with pytest.raises(ImageDenied):
            await made.create(SandboxSpec("a", "busybox:1"))
        return await made.run_python("print(6 * 7)")

    assert run(main()).stdout == "42\n"


def test_more_than_the_policy_is_refused_and_a_default_is_lowered(ruled, run):
    made = ruled("limits: {memory_bytes: 256MiB, pids: 30}\n")

    async def main():
        with pytest.raises(caisson.PolicyError) as caught:
            await made.create(SandboxSpec("a", memory_mib=1024))
        box = await made.create(SandboxSpec("b"))  # 512 MiB, which nobody asked for
        return caught.value, await box.inspect(), await made.list()

    error, row, names = run(main())
    assert (error.code, error.key) == ("policy_widens", "limits.memory_bytes")
    assert (error.asked, error.allowed) == (str(1 << 30), str(256 << 20))
    assert (row["limits"]["memory_bytes"], row["limits"]["pids"]) == (256 << 20, 30)
    assert names == ["b"]


def test_the_policy_of_a_spec_cannot_widen_that_of_the_client(ruled, run):
    made = ruled("images: {allow: ['rootfs:host']}\nlimits: {pids: 30}\n")
    wide = caisson.Policy.parse("version: 1\nimages: {allow: ['busybox:*']}\n")
    narrow = caisson.Policy.parse("version: 1\nlimits: {pids: 20}\n")

    async def main():
        with pytest.raises(caisson.PolicyError, match=r"images\.allow"):
            await made.create(SandboxSpec("a", "busybox:1", policy=wide))
        box = await made.create(SandboxSpec("b", policy=narrow))
        return await box.inspect()

    assert run(main())["limits"]["pids"] == 20


def test_capacity(ruled, run):
    made = ruled("sandbox: {max_live: 1}\n")

    async def main():
        box = await made.create(SandboxSpec("a"))
        with pytest.raises(CapacityError, match="max_live"):
            await made.create(SandboxSpec("b"))
        await box.stop()
        await made.create(SandboxSpec("b"))
        return await made.list()

    assert run(main()) == ["a", "b"]
