"""Named sandboxes: long-lived, with a root file system, files and a log.

    import asyncio
    from caisson.sandbox import LocalSandboxClient, SandboxSpec

    async def main():
        client = LocalSandboxClient()
        box = await client.create(SandboxSpec("demo"))
        print((await box.shell("echo hello > /tmp/a; cat /tmp/a")).stdout)
        await client.remove("demo")

    asyncio.run(main())

`caisson.sandbox.sync` has the same without `await`.
"""

from caisson._sync import Sandbox, run
from caisson.sandbox._contract import SandboxClient, SandboxHandle
from caisson.sandbox._errors import (
    CapacityError,
    ImageCorrupt,
    ImageDenied,
    ImageNotFound,
    SandboxExists,
    SandboxNotFound,
    SandboxReplaced,
    SandboxRuntimeError,
    SandboxStateError,
    SandboxUnavailable,
)
from caisson.sandbox._exec import ExecEvent
from caisson.sandbox._files import FileEntry, Files
from caisson.sandbox._local import LocalSandboxClient, LocalSandboxHandle
from caisson.sandbox._types import DEFAULT_IMAGE, ExecResult, SandboxSpec

__all__ = [
    "DEFAULT_IMAGE",
    "CapacityError",
    "ExecEvent",
    "ExecResult",
    "FileEntry",
    "Files",
    "ImageCorrupt",
    "ImageDenied",
    "ImageNotFound",
    "LocalSandboxClient",
    "LocalSandboxHandle",
    "Sandbox",
    "SandboxClient",
    "SandboxExists",
    "SandboxHandle",
    "SandboxNotFound",
    "SandboxReplaced",
    "SandboxRuntimeError",
    "SandboxSpec",
    "SandboxStateError",
    "SandboxUnavailable",
    "run",
]
