"""Sandboxes of this machine: no daemon, one keeper process for each."""

from __future__ import annotations

import asyncio
import builtins
import contextlib
import dataclasses
import json
import os
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from caisson import _native, _setup
from caisson.policy import Policy
from caisson.sandbox._contract import LONG_CODE, SandboxClient, SandboxHandle
from caisson.sandbox._errors import SandboxReplaced, SandboxUnavailable, make_error
from caisson.sandbox._exec import ExecEvent, exec_events, exec_request
from caisson.sandbox._files import Files
from caisson.sandbox._types import (
    DEFAULT_IMAGE,
    ExecResult,
    SandboxSpec,
    check_name,
)
from caisson.sandbox._wire import Connection, read_object

CONTRACT_FIELDS = 8  # of a spec, which other packages have, too


class LocalSandboxHandle(SandboxHandle):
    """A sandbox of this machine, bound to its id: a successor of the same name
    raises `SandboxReplaced`.
    """

    def __init__(
        self, client: LocalSandboxClient, name: str, id: str, image: str
    ) -> None:
        self.name = name
        self.id = id
        self.image = image
        self.files = Files(self)
        self._client = client
        self._lease: int | None = None
        self._overlay = False

    async def __aenter__(self) -> LocalSandboxHandle:
        return self

    async def __aexit__(self, *reason: object) -> None:
        with contextlib.suppress(Exception):
            await self._client.remove(self.name)
        self._end_lease()

    def __del__(self) -> None:
        self._end_lease()

    def _end_lease(self) -> None:
        lease, self._lease = self._lease, None
        if lease is not None:
            with contextlib.suppress(OSError):
                os.close(lease)

    # -- commands ----------------------------------------------------------

    async def exec(
        self,
        cmd: str,
        args: Sequence[str] | None = None,
        *,
        timeout: float | None = None,
        env: Mapping[str, str] | None = None,
        cwd: str | None = None,
        user: str | int | None = None,
        stdin: bytes | None = None,
        tty: bool = False,
        limits: Mapping[str, int] | None = None,
    ) -> ExecResult:
        """Run a program, without a shell."""
        request = exec_request(
            [cmd, *(args or ())],
            None,
            timeout=timeout,
            env=env,
            cwd=cwd,
            user=user,
            stdin=stdin,
            tty=tty,
            limits=limits,
        )
        return await self._run(request, stdin)

    async def shell(
        self,
        script: str,
        *,
        timeout: float | None = None,
        env: Mapping[str, str] | None = None,
        cwd: str | None = None,
        user: str | int | None = None,
        stdin: bytes | None = None,
        limits: Mapping[str, int] | None = None,
    ) -> ExecResult:
        """Run a script in the sandbox's shell."""
        request = exec_request(
            None,
            script,
            timeout=timeout,
            env=env,
            cwd=cwd,
            user=user,
            stdin=stdin,
            limits=limits,
        )
        return await self._run(request, stdin)

    async def exec_stream(
        self,
        argv: Sequence[str],
        *,
        timeout: float | None = None,
        env: Mapping[str, str] | None = None,
        cwd: str | None = None,
        user: str | int | None = None,
        stdin: bytes | None = None,
        tty: bool = False,
    ) -> AsyncIterator[ExecEvent]:
        """Run a program and give what it prints while it runs."""
        request = exec_request(
            argv, None, timeout=timeout, env=env, cwd=cwd, user=user, stdin=stdin,
            tty=tty,
        )  # fmt: skip
        async with await self._connect() as connection:
            async for event in exec_events(
                connection, request, name=self.name, image=self.image, stdin=stdin
            ):
                yield event

    async def exec_detached(
        self,
        argv: Sequence[str],
        *,
        timeout: float | None = None,
        env: Mapping[str, str] | None = None,
        cwd: str | None = None,
    ) -> str:
        """Start a program that goes on without us; give its exec id."""
        request = exec_request(
            argv, None, timeout=timeout, env=env, cwd=cwd, detach=True
        )
        reply = await self._ask(request)
        return str(reply["exec_id"])

    async def wait(self, exec_id: str) -> ExecResult:
        """Wait for a detached program; give its result."""
        return await self._run({"op": "wait", "exec_id": exec_id}, None)

    async def signal(self, exec_id: str, number: int) -> None:
        """Send a signal to a running program."""
        await self._ask({"op": "signal", "exec_id": exec_id, "signal": number})

    async def execs(self) -> builtins.list[dict[str, Any]]:
        """Give what runs or has a result to be waited for."""
        rows = (await self._ask({"op": "execs"})).get("execs", [])
        return builtins.list(rows)

    async def _python(self, code: str, timeout: float | None) -> ExecResult:
        """Run Python code with the first interpreter that the image has."""
        result = ExecResult("")
        for interpreter in ("python", "python3"):
            if len(code.encode()) > LONG_CODE:
                request = exec_request(
                    [interpreter, "/proc/self/fd/10"], None, timeout=timeout, file=code
                )
            else:
                request = exec_request([interpreter, "-c", code], None, timeout=timeout)
            result = await self._run(request, None)
            if result.reason != "not_found":
                break
        return result

    # -- life --------------------------------------------------------------

    async def start(self) -> None:
        """Start a stopped sandbox; its files are those it was stopped with."""
        await self._client._call({"op": "start", "name": self.name}, self.name)

    async def stop(self) -> None:
        """End every process, SIGTERM first; files and log stay."""
        await self._end("stop")

    async def kill(self) -> None:
        """Kill every process at once; files and log stay."""
        await self._end("kill")

    async def _end(self, operation: str) -> None:
        row = await self.inspect()
        if row.get("status") in ("running", "frozen", "creating"):
            with contextlib.suppress(SandboxUnavailable):
                await self._ask({"op": operation})
            await self._await_end()

    async def _await_end(self) -> None:
        """Wait until the keeper is gone, which follows its answer at once."""
        for _ in range(500):
            if (await self.inspect()).get("status") != "running":
                return
            await asyncio.sleep(0.01)

    async def touch(self) -> None:
        """Postpone the idle stop."""
        await self._ask({"op": "touch"})

    async def inspect(self) -> dict[str, Any]:
        """Give everything that is known of the sandbox, in any state."""
        row = await self._client._call({"op": "inspect", "name": self.name}, self.name)
        if row.get("id") not in (None, self.id):
            raise SandboxReplaced(
                f"sandbox '{self.name}' was replaced by another of that name",
                operation="inspect",
                sandbox_name=self.name,
            )
        return row

    async def metrics(self) -> dict[str, Any]:
        """Give counters of cpu, memory, processes, disk and commands."""
        return await self._ask({"op": "metrics"})

    async def logs(self, *, tail: int | None = None) -> str:
        """Give what commands printed, or the last `tail` lines of it."""
        if tail is not None and tail < 0:
            raise ValueError(f"tail must not be negative: {tail}")
        if tail == 0:
            return ""
        request: dict[str, Any] = {"op": "logs", "name": self.name}
        if tail is not None:
            request["tail"] = tail
        return str((await self._client._call(request, self.name)).get("text", ""))

    # -- files -------------------------------------------------------------

    async def copy_in(self, source: str | Path, path: str) -> None:
        """Copy a file of the host into the sandbox."""
        data = await asyncio.to_thread(Path(source).read_bytes)
        await self.files.write(path, data)

    async def copy_out(self, path: str, target: str | Path) -> None:
        """Copy a file of the sandbox to the host."""
        data = await self.files.read(path)
        await asyncio.to_thread(Path(target).write_bytes, data)

    async def diff(self) -> builtins.list[dict[str, Any]]:
        """Give what was changed in an overlay workspace."""
        reply = await self._client._call({"op": "diff", "name": self.name}, self.name)
        return builtins.list(reply.get("changes", []))

    async def commit(self, paths: Sequence[str] | None = None) -> dict[str, Any]:
        """Write changes of an overlay workspace to the host."""
        request: dict[str, Any] = {"op": "commit", "name": self.name}
        if paths is not None:
            request["paths"] = list(paths)
        return await self._client._call(request, self.name)

    async def discard(self) -> None:
        """Forget changes of an overlay workspace."""
        await self._client._call({"op": "discard", "name": self.name}, self.name)

    async def fork(self, to: str) -> LocalSandboxHandle:
        """Make another sandbox with a copy of this one's files."""
        reply = await self._client._call(
            {"op": "fork", "name": self.name, "to": check_name(to)}, self.name
        )
        return self._client._handle(reply)

    # -- the keeper --------------------------------------------------------

    async def _connect(self) -> Connection:
        return Connection(await self._client._connect(self.name, self.id))

    async def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        async with await self._connect() as connection:
            await connection.ask(request)
            async for kind, payload in connection.frames():
                if kind == "R":
                    reply = read_object(payload)
                    if error := reply.get("error"):
                        raise make_error(error, request["op"], self.name)
                    return reply
        raise AssertionError("unreachable")

    async def _run(self, request: dict[str, Any], stdin: bytes | None) -> ExecResult:
        result, _, _ = await self._collect(request, stdin)
        return result

    async def _collect(
        self, request: dict[str, Any], stdin: bytes | None
    ) -> tuple[ExecResult, bytes, bytes]:
        """Run a command; give its result and exactly what it wrote."""
        written = {"stdout": bytearray(), "stderr": bytearray()}
        async with await self._connect() as connection:
            async for event in exec_events(
                connection, request, name=self.name, image=self.image, stdin=stdin
            ):
                if event.result is not None:
                    out, err = written.values()
                    return event.result, bytes(out), bytes(err)
                if event.kind in written:
                    written[event.kind] += event.data
        raise AssertionError("unreachable")


class LocalSandboxClient(SandboxClient):
    """The sandboxes of this user on this machine.

    `home` is the state directory (default: the user's); `policy` says what
    sandboxes may be given: images, limits, hosts; one of a spec only narrows it;
    `workspaces` maps logical names to directories of the
    host, which sandboxes that ask for such a name may write.
    """

    def __init__(
        self,
        policy: Policy | str | Path | None = None,
        home: str | Path | None = None,
        *,
        workspaces: Mapping[str, str | Path] | None = None,
    ) -> None:
        self._policy = policy
        self._home = None if home is None else str(home)
        self._workspaces = {n: str(p) for n, p in (workspaces or {}).items()}

    async def create(self, spec: SandboxSpec) -> LocalSandboxHandle:
        """Make a sandbox, whole or not at all.

        Any object with the first eight fields of `SandboxSpec` will do.
        """
        spec = self._complete(spec)
        reply, lease = await self._call_raw(_create_request(spec, self._policy))
        if error := reply.get("error"):
            raise make_error(error, "create", spec.name)
        handle = self._handle(reply)
        handle._lease = lease
        handle._overlay = spec.workspace is not None and spec.workspace_mode in (
            None,
            "overlay",
        )
        return handle

    def _complete(self, spec: SandboxSpec) -> SandboxSpec:
        """Take a spec of another package; look a logical workspace up."""
        if not isinstance(spec, SandboxSpec):
            known = dataclasses.fields(SandboxSpec)[:CONTRACT_FIELDS]
            spec = SandboxSpec(**{f.name: getattr(spec, f.name) for f in known})
        workspace = spec.workspace
        if workspace is None or workspace.startswith("/"):
            return spec
        if workspace not in self._workspaces:
            raise ValueError(
                f"there is no workspace {workspace!r}: give an absolute directory, or "
                "define the name with LocalSandboxClient(workspaces={...})"
            )
        return dataclasses.replace(
            spec,
            workspace=os.path.realpath(self._workspaces[workspace]),
            workspace_mode=spec.workspace_mode or "rw",
        )

    async def get(self, name: str) -> LocalSandboxHandle:
        """Give a handle of an existing sandbox."""
        row = await self._call({"op": "inspect", "name": check_name(name)}, name)
        return self._handle(row)

    async def list(self, labels: Mapping[str, str] | None = None) -> builtins.list[str]:
        """Give the names of all sandboxes, sorted."""
        request: dict[str, Any] = {"op": "list"}
        if labels:
            request["labels"] = dict(labels)
        rows = (await self._call(request, None)).get("sandboxes", [])
        return sorted(
            str(row["name"]) for row in rows if row.get("kind", "sandbox") == "sandbox"
        )

    async def remove(self, name: str) -> None:
        """Kill a sandbox if it runs; delete its files, log and state."""
        await self._call({"op": "remove", "name": check_name(name)}, name)

    async def rows(self) -> builtins.list[dict[str, Any]]:
        """Give name, id, status, image and labels of every sandbox."""
        found = (await self._call({"op": "list"}, None)).get("sandboxes", [])
        return [row for row in found if row.get("kind", "sandbox") == "sandbox"]

    async def _python_of(
        self, handle: SandboxHandle, code: str, timeout: float | None
    ) -> ExecResult:
        assert isinstance(handle, LocalSandboxHandle)
        return await handle._python(code, timeout)

    _python = _python_of

    async def _seal(self, handle: SandboxHandle, result: ExecResult) -> ExecResult:
        """Warn of changes in an overlay workspace, which go with the sandbox."""
        assert isinstance(handle, LocalSandboxHandle)
        if not handle._overlay:
            return result
        try:
            changes = await handle.diff()
        except Exception as exc:
            warning = f"the workspace cannot be compared: {exc}"
        else:
            if not changes:
                return result
            warning = (
                f"{len(changes)} changes in the overlay workspace were not written "
                "to the host; use workspace_mode='rw', or commit() of a sandbox "
                "that is kept"
            )
        return dataclasses.replace(result, warnings=(*result.warnings, warning))

    def _handle(self, row: Mapping[str, Any]) -> LocalSandboxHandle:
        image = row.get("image", "")
        if isinstance(image, dict):
            image = image.get("ref") or image.get("digest") or ""
        return LocalSandboxHandle(self, str(row["name"]), str(row["id"]), str(image))

    async def _call(self, request: dict[str, Any], name: str | None) -> dict[str, Any]:
        reply, lease = await self._call_raw(request)
        if lease is not None:
            os.close(lease)
        if error := reply.get("error"):
            raise make_error(error, request["op"], name)
        return reply

    async def _call_raw(
        self, request: dict[str, Any]
    ) -> tuple[dict[str, Any], int | None]:
        if request["op"] in ("create", "start", "fork"):  # for egress processes
            request = {**request, "program": _setup.worker_path("worker")}
        text = json.dumps(request)
        work = asyncio.ensure_future(
            asyncio.to_thread(_native.sandbox_call, self._home, text)
        )
        try:
            reply, lease = await asyncio.shield(work)
        except asyncio.CancelledError:
            work.add_done_callback(_drop_lease)  # an ephemeral one ends with it
            raise
        except OSError as exc:
            raise SandboxUnavailable(str(exc)) from None
        return read_object(reply.encode()), lease if lease >= 0 else None

    async def _connect(self, name: str, id: str) -> int:
        try:
            return await asyncio.to_thread(_native.sandbox_connect, self._home, name)
        except OSError as exc:
            row = await self._call({"op": "inspect", "name": name}, name)
            if row.get("id") not in (None, id):
                raise SandboxReplaced(
                    f"sandbox '{name}' was replaced by another of that name",
                    operation="connect",
                    sandbox_name=name,
                ) from None
            status = row.get("status", "unknown")
            error = {"code": "state", "message": f"sandbox '{name}' is {status}: {exc}"}
            raise make_error(error, "connect", name) from None


def _drop_lease(work: asyncio.Future[tuple[str, int]]) -> None:
    if not work.cancelled() and work.exception() is None and work.result()[1] >= 0:
        os.close(work.result()[1])


def _policy_of(policy: Policy | str | Path) -> str | dict[str, Any]:
    """Give a policy as a request has it: a path, or what somebody set in it."""
    if not isinstance(policy, Policy):
        return os.path.abspath(policy)
    fields: dict[str, Any] = {}
    for section, value in policy.as_dict().items():
        if not isinstance(value, dict) or section == "secrets":
            if policy.origin(section) != "built-in":
                fields[section] = value
            continue
        given = {k: v for k, v in value.items()
                 if policy.origin(f"{section}.{k}") != "built-in"}  # fmt: skip
        if given:
            fields[section] = given
    return {"version": 1, **fields}


def _create_request(
    spec: SandboxSpec, policy: Policy | str | Path | None
) -> dict[str, Any]:
    request: dict[str, Any] = {
        "op": "create",
        "name": spec.name,
        "memory_mib": spec.memory_mib,
        "cpus": spec.cpus,
        "labels": dict(spec.labels),
        "shell": spec.shell,
    }
    default = spec.image == DEFAULT_IMAGE
    request["default_image" if default else "image"] = spec.image
    if spec.workspace is not None:
        workspace: dict[str, Any] = {"path": spec.workspace}
        if spec.workspace_mode is not None:
            workspace["mode"] = spec.workspace_mode
        if spec.workspace_write:
            workspace["write"] = list(spec.workspace_write)
        if spec.workspace_deny:
            workspace["deny"] = list(spec.workspace_deny)
        request["workspace"] = workspace
    optional = {
        "secrets": list(spec.secrets),
        "egress": list(spec.egress),
        "env": dict(spec.env),
        "workdir": spec.workdir,
        "user": spec.user,
        "pids": spec.pids,
        "disk_mib": spec.disk_mib,
        "stdout_bytes": spec.stdout_bytes,
        "stderr_bytes": spec.stderr_bytes,
        "exec_wall_ms": _milliseconds(spec.timeout),
        "idle_ms": _milliseconds(spec.idle_timeout),
        "max_lifetime_ms": _milliseconds(spec.max_lifetime),
        "ephemeral": spec.ephemeral,
        "replace": spec.replace,
        "policy": [_policy_of(p) for p in (policy, spec.policy) if p is not None],
        # Defaults of the contract, which nobody asked for: a policy lowers them.
        "usual": [
            key
            for key, value in (("memory_mib", 512), ("cpus", 1))
            if request[key] == value
        ],
    }
    request.update({key: value for key, value in optional.items() if value})
    return request


def _milliseconds(seconds: float | None) -> int | None:
    return None if seconds is None else max(1, round(seconds * 1000))
