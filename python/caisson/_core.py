"""What the synchronous and the asynchronous sandbox share.

The core owns the native session, knows tools and options, and turns events into
results.  It never waits and never calls a tool: its two owners do.
"""

from __future__ import annotations

import os
import threading
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from caisson import _depth, _jails, _native, _setup, errors
from caisson._ending import Ending, good_result, refusal_fields
from caisson._events import DONE, Event, OsHandler, OutputFn
from caisson._move import Mover
from caisson.audit import AuditArg, as_log
from caisson.limits import DEFAULT, Limits
from caisson.mounts import MountsArg, as_mounts
from caisson.policy import PolicyArg, as_policy
from caisson.tools import Tool, ToolsArg, as_tools

if TYPE_CHECKING:
    from caisson.remote import RemoteArg
    from caisson.result import Enforcement, Facts, Result

_STREAMS = {1: "stdout", 2: "stderr"}

_life = [0]
os.register_at_fork(after_in_child=lambda: _life.__setitem__(0, _life[0] + 1))


def _busy(e: RuntimeError | None = None) -> Exception:
    """What a call that was refused means."""
    if e is None or "busy" in str(e):
        return errors.SessionBusy(
            "another call on this sandbox has not returned: another thread's, or "
            "the run that called this tool"
        )
    return e


def _check_code(code: object) -> None:
    if not isinstance(code, str):
        raise TypeError(f"code must be a str, not {type(code).__name__}")


class Core(Ending):
    """One sandbox without a way to wait."""

    def __init__(
        self,
        *,
        tools: ToolsArg,
        limits: Limits | None,
        os_handler: OsHandler | None,
        output: OutputFn | None,
        env: Mapping[str, str] | None,
        files: Mapping[str, str | bytes] | None,
        mounts: MountsArg,
        clock: str | float,
        random: str | int,
        script_name: str,
        isolation: str | None,
        snapshot: bytes | None = None,
        lazy: bool = False,
        depth_reason: str = "the default",
        depth: str = _depth.ENGINE,
        python: str | None = None,
        preload: Sequence[str] = (),
        accept: Sequence[str] = (),
        cwd: str | None = None,
        spawn: bool = True,
        top_return: bool = False,
        wait_end: bool = False,
        audit: AuditArg = None,
        policy: PolicyArg = None,
        remote: RemoteArg = None,
    ) -> None:
        self.policy = as_policy(policy)
        self.remote = None if remote is None else _setup.as_remote(remote)
        if self.remote is not None:
            _setup.refuse_with_remote(
                isolation=isolation, depth=depth if _depth.is_jail(depth) else None
            )
        self.tools: dict[str, Tool] = as_tools(tools)
        self.limits = limits or DEFAULT
        if not isinstance(self.limits, Limits):
            raise errors.ConfigError(f"limits must be Limits(...), not {limits!r}")
        if os_handler is not None or output is not None:
            _setup.check_callable(os=os_handler, output=output)
        self.os_handler = os_handler
        self.env_names = sorted(env or {})
        self._life = _life[0]
        self._session_id: str | None = None
        self.depth_reason = depth_reason
        self.depth = depth
        self._auto: Callable[[], _native.Jails] | None = None
        self._mover: Mover | None = None
        self._env = dict(env or {})
        if depth == "auto":
            rules = self.policy
            self._auto = lambda: _jails.jails(
                python, preload, accept, spawn or rules is not None, rules
            )
            self._no_process = _depth.refusal(
                os=os_handler,
                files=files,
                isolation=isolation,
                clock=clock != "host" or None,
                random=random != "host" or None,
                remote=self.remote,
                **self._counted(),
            )
            if rules and _depth.JAIL not in rules._view["depth_allow"]:
                self._no_process = "depth_allow of the policy does not have it"
            self.depth, self.depth_reason = _depth.ENGINE, _depth.NOT_YET
        if _depth.is_jail(depth):
            _setup.refuse(
                os=os_handler, files=files, isolation=isolation, snapshot=snapshot
            )
            _setup.refuse(
                clock=clock != "host" or None, random=random != "host" or None
            )
            _setup.refuse_limits(self._counted())
        self._runs = 0
        self._began = 0
        self._enforcement: Enforcement | None = None
        options: dict[str, Any] = {"script_name": script_name}
        if self.policy is None:
            options |= self.limits.options()
        else:
            self.limits.check(self.policy, depth)
            options |= self.limits.asked()
        clock_part, random_part = (
            _setup.clock_options(clock),
            _setup.random_options(random),
        )
        flags = clock_part.pop("os") | random_part.pop("os")
        if env is not None or os_handler is None:
            flags |= _native.OS_ENVIRON
        if files is not None:
            flags |= _native.OS_MEMORY
        asks = _native.ASK_SLEEPS if lazy else 0
        if os_handler is not None:
            asks |= _native.ASK_FILES
        if top_return:
            asks |= _native.TOP_RETURN
        if wait_end:
            asks |= _native.WAIT_END
        options["flags"] = asks
        if self.policy is None or (clock, random) != ("host", "host"):
            options |= clock_part | random_part
            options["os"] = flags
        if output is not None:
            write = output
            options["write"] = lambda stream, text: write(_STREAMS[stream], text)
        if _depth.is_jail(depth):
            options["jails"] = _jails.jails(
                python, preload, accept, spawn or self.policy is not None, self.policy
            )
        elif self.remote is not None:
            options["remote"] = self.remote._native()
        else:
            options["worker"] = _setup.worker_path(self._isolated(isolation))
        log = as_log(audit)
        self.audited = log is not None
        if log is not None:
            options["audit"] = log.native
        if self.policy is not None:
            options["policy"] = self.policy.native
        self._options = options
        self.mounts = as_mounts(mounts)
        self._cwd = cwd
        self.has_files = bool(self.mounts) or files is not None or bool(snapshot)
        self.has_files |= _depth.is_jail(depth)
        if self.policy is not None:
            shown = self.policy._view["fs"]
            self.has_files |= any(shown[k] for k in ("mounts", "read", "write"))
        self._native: Any = None
        self._starting: Any = None
        self._taken = False  # by a thread that opens it and runs a program
        self._cancel_first = False
        self._closed = False
        self._opening = threading.Lock()
        self._env = dict(env or {})  # not part of a state: forks get it anew
        self._first = (snapshot, self._env, dict(files or {}))
        if not lazy and depth != "auto":
            self.open()

    def _counted(self) -> dict[str, int]:
        """Limits that only the engine counts, if they are tighter than the default."""
        given, usual = self.limits.fuel, DEFAULT.fuel
        return {"limits.fuel": given} if given < usual else {}

    def decide(self, code: str) -> None:
        """Choose the depth for the first program; the others stay there."""
        if not isinstance(code, str):
            return
        if self._auto is not None and not self.is_open:
            make, self._auto = self._auto, None
            choice = _depth.choose(code, self._no_process, bool(self.mounts), make)
            self.depth, self.depth_reason = choice.depth, choice.reason
            if choice.jails is not None:
                self._go_to(choice.jails)
            elif self._no_process is None:
                self._mover = Mover(make, bool(self.mounts))
        elif self._mover is not None:
            self._move_for(self._mover, code)
        if self._mover is not None:
            self._mover.note(code)

    def _move_for(self, mover: Mover, code: str) -> None:
        """Go on in a jail, with all names, if the engine cannot run this."""
        reason = mover.wants(code)
        jails = None if reason is None else mover.jails()
        if reason is None or jails is None:
            return
        text, data = mover.pack(self.native)
        there = _native.Session(**{**self._engineless(), "jails": jails})
        try:
            self._mount(there)
            self._fill(there, self._env, {}, True)
            mover.unpack(there, text, data)
        except BaseException:
            there.close()
            raise
        self._native.close()
        self._native, self._mover, self._enforcement = there, None, None
        self._go_to(jails)
        self.depth, self.depth_reason = _depth.JAIL, reason
        if self.audited:
            self._session_id = there.ids()[0]

    def _engineless(self) -> dict[str, Any]:
        return {k: v for k, v in self._options.items() if k != "worker"}

    def _go_to(self, jails: _native.Jails) -> None:
        """The session that is opened next is a program in a jail."""
        self._options = {**self._engineless(), "jails": jails}
        self.has_files = True

    def open(self) -> Any:
        """Make the session, once; any thread may be the first to need it."""
        with self._opening:
            if self._taken:
                raise _busy()
            if self._native is None and not self._closed:
                if self._auto is not None:
                    self._auto, self.depth_reason = None, _depth.TOO_LATE
                snapshot, env, files = self._first
                native = self._open(snapshot)
                try:
                    self._mount(native)
                    self._fill(native, env, files, snapshot is None)
                except BaseException:
                    native.close()
                    raise
                self._first = (None, {}, {})
                self._native = native
                if self._cancel_first:
                    self.cancel()
                if self.audited:
                    self._session_id = native.ids()[0]
        return self._native

    def cancel(self) -> None:
        """End the run that goes on, or the next; also while it is being opened."""
        going = self._native or self._starting
        self._cancel_first = going is None
        if going is not None:
            going.cancel()

    def abandon(self) -> None:
        """Give up the run that goes on, and a cancellation that was meant for it."""
        self._cancel_first = False
        if self.is_open:
            self.call("abandon")

    def _isolated(self, isolation: str | None) -> str | None:
        """A policy may say that no worker is needed."""
        if isolation is None and self.policy is not None:
            return None if self.policy._view["worker"] else "inprocess"
        return isolation

    @property
    def undecided(self) -> bool:
        """Will the first program decide where it runs?"""
        return self._auto is not None

    @property
    def judges(self) -> bool:
        """Does the text of a program decide where it runs?"""
        return self._auto is not None or self._mover is not None

    @property
    def is_open(self) -> bool:
        """Is there a session yet?"""
        return self._native is not None

    def _open(self, snapshot: bytes | None) -> Any:
        try:
            if snapshot is None:
                return _native.Session(**self._options)
            return _native.Session.load(snapshot, **self._options)
        except (ValueError, OSError) as e:
            raise _setup.unopened(e, snapshot, remote=self.remote is not None) from None

    def _mount(self, native: Any) -> None:
        for at, mount in self.mounts.items():
            try:
                native.mount(os.fspath(mount.host), at, mount.mode_number, mount.limit)
            except (ValueError, OSError) as e:
                raise errors.MountError(f"cannot mount at {at!r}: {e}") from None
        if self._cwd is not None:
            native.chdir(self._cwd)

    def _fill(
        self,
        native: Any,
        env: Mapping[str, str],
        files: Mapping[str, str | bytes],
        fresh: bool,
    ) -> None:
        for name, value in env.items():
            if not isinstance(value, str):
                raise errors.ConfigError(
                    f"the variable {name!r} must be a str, not {value!r}"
                )
            native.put_env(name, value)
        for path, data in files.items():
            self._put_file(native, path, data)
        if fresh:
            for tool in self.tools.values():
                self._add_tool(native, tool)

    def _put_file(self, native: Any, path: str, data: str | bytes) -> None:
        if not isinstance(data, (str, bytes, bytearray, memoryview)):
            raise errors.ConfigError(
                f"the file {path!r} must be str or bytes, not {data!r}"
            )
        try:
            native.put_file(
                path, data.encode() if isinstance(data, str) else bytes(data)
            )
        except ValueError as e:
            why = e if path.startswith("/") else "its path must be absolute"
            raise errors.ConfigError(f"the file {path!r}: {why}") from None

    def add_tool(self, tool: Tool) -> None:
        """Make a tool known to the program."""
        self.tools[tool.name] = tool
        if self.is_open:
            self._add_tool(self.native, tool)

    def _add_tool(self, native: Any, tool: Tool) -> None:
        try:
            name, signature, schema, doc, flags = tool.row()
            if schema is not None:
                native.add_tool_schema(name, schema, doc, flags)
            else:
                native.add_tool(name, signature, doc, flags)
        except ValueError as e:
            raise errors.ConfigError(f"tool {tool.name!r}: {e}") from None

    @property
    def native(self) -> Any:
        """The session, or why there is none."""
        if self._closed:
            raise errors.SessionClosed("the sandbox is closed")
        if self._life != _life[0]:
            raise errors.SessionStateError(
                "a sandbox does not survive fork(): open a new one in the child"
            )
        return self._native or self.open()

    def call(self, method: str, *args: Any, **kwargs: Any) -> Any:
        """Call the session; a busy or closed one is told apart by class."""
        try:
            return getattr(self.native, method)(*args, **kwargs)
        except RuntimeError as e:
            raise _busy(e) from None

    def event(self, method: str, *args: Any, **kwargs: Any) -> Event:
        """Call something that gives an event."""
        if method == "run":
            self._count_run()
        return Event(*self.call(method, *args, **kwargs))

    def whole(self, code: str, calls: Any) -> Result | Event:
        """Run code; a good end is a result already, everything else an event."""
        self._runs += 1
        self._began = time.perf_counter_ns()
        try:
            raw = self.native.evaluate(code, calls, self.os_handler)
        except RuntimeError as e:
            raise _busy(e) from None
        except TypeError:
            _check_code(code)
            raise
        return self._good(raw, raw[7]) if raw[0] == DONE else Event(*raw)

    def _good(self, raw: Any, spent: int) -> Result:
        """The result of a good end, which took so many nanoseconds."""
        _, present, value, out, err, figures, refused, _ = raw
        fields = {
            "status": "ok",
            "value": value,
            "value_present": present,
            "stdout": out,
            "stderr": err,
            "_later": (
                self.lazy_facts,
                self._runs,
                spent,
                figures,
                self._native.ids()[1] if self.audited else None,
            ),
        }
        if refused is not None:
            fields |= refusal_fields(refused)
        fields |= self.shown()
        if self.has_files:
            found, fields["artifacts_cut"] = self._native.artifacts()
            if found:
                fields["artifacts"] = self._listed(found)
        return good_result(fields)

    def lazy_facts(self, number: int, spent: int, run: str | None) -> Facts:
        """Facts of a run that ended well, for who looks at them."""
        facts = self._facts(None)
        return facts._replace(number=number, duration_ns=spent, run=run)

    # -- in a thread of the extension ----------------------------------------------

    @property
    def is_plain(self) -> bool:
        """Does opening it need nothing but its options and tools?"""
        snapshot, env, files = self._first
        named = self.mounts or env or files or self._cwd
        return self._auto is None and snapshot is None and not named

    def begin_open(self) -> bool:
        """Be the one who opens it, until ``finish_open``; False: somebody else is."""
        if self._taken or not self._opening.acquire(blocking=False):
            return False
        self._taken = True
        self._opening.release()
        return True

    def start_open(self, mail: _native.Mail, token: object, code: str) -> None:
        """Open it, then run code; ``token`` is told what came of it."""
        tools = tuple(t.row() for t in self.tools.values())
        self._count_run()
        self._starting = _native.Session.start_open(
            mail, token, tools, code, **self._options
        )
        if self._cancel_first:
            self.cancel()

    def opened(self) -> bool:
        """Is the session there that ``start_open`` is about?"""
        return bool(self._starting is not None and self._starting.is_open())

    def finish_open(self) -> None:
        """It is open now, or nothing happened."""
        if self.opened():
            self._native = self._starting
            if self.audited:
                self._session_id = self._native.ids()[0]
        self._starting = None
        self._taken = False

    def start(self, mail: _native.Mail, token: object, method: str, *args: Any) -> None:
        """As ``event``; ``token`` is told when it is there."""
        if method == "run":
            self._count_run()
        self.call("start_" + method, mail, token, *args)

    def tell(self, token: object) -> bool:
        """Tell this one instead; False: nothing is going on."""
        going = self._native or self._starting
        return bool(going is not None and going.tell(token))

    def told(self, raw: Any) -> Event | Result:
        """What a thread told: the next event, or the result if it is the end."""
        if raw[0] == DONE:
            return self._good(raw, time.perf_counter_ns() - self._began)
        ev = Event(*raw)
        return ev if ev.kind < DONE else self.result(ev)

    def _count_run(self) -> None:
        self._runs += 1
        self._began = time.perf_counter_ns()

    def ended(self, work: Callable[[], Event]) -> Event | Result:
        """The next event, or the result if it is the end: all in one thread."""
        ev = work()
        return ev if ev.kind < DONE else self.result(ev)

    def begin(self, code: str, inputs: Mapping[str, Any] | None) -> Event:
        """Bind names and run up to the first event."""
        self.decide(code)
        self.set_inputs(inputs)
        return self.event("run", code)

    def set_inputs(self, inputs: Mapping[str, Any] | None) -> None:
        """Bind names for the next run."""
        if not inputs:
            return
        if not isinstance(inputs, Mapping):
            raise errors.ConfigError(
                f"inputs must be a mapping like {{'name': value}}, not {inputs!r}"
            )
        for name, value in inputs.items():
            if not name.isidentifier() or name.startswith("__"):
                raise errors.ConfigError(f"{name!r} cannot be an input's name")
            self.call("set", name, value)

    def copy_options(self) -> dict[str, Any]:
        """What a fork of this sandbox is opened with."""
        return dict(self._options)

    def fork(self) -> Core:
        """An independent fork in the same state."""
        fork = object.__new__(type(self))
        fork.__dict__.update(self.__dict__)
        fork.tools = dict(self.tools)
        fork._session_id = None
        fork._native = fork._starting = None
        fork._taken = False
        fork._opening = threading.Lock()
        fork._first = (self.dump(), self._env, {})
        fork.open()
        return fork

    def dump(self) -> bytes:
        """The state as bytes."""
        if _depth.is_jail(self.depth):
            raise errors.SessionStateError(
                "a program in a jail cannot be dumped or forked"
            )
        data: bytes = self.call("dump")
        return data

    def close(self) -> None:
        """Free everything; closing twice is fine."""
        if self._native is not None:
            try:
                self._native.close()
            except RuntimeError as e:
                raise _busy(e) from None
        self.forget()

    def forget(self) -> None:
        """It is closed."""
        self._native = None
        self._closed = True

    def warn_unclosed(self, owner: object) -> None:
        """For __del__ of an owner that was never closed."""
        if getattr(self, "_native", None) is not None:
            warnings.warn(
                f"unclosed {type(owner).__name__}",
                ResourceWarning,
                stacklevel=2,
                source=owner,
            )
            self.close()
