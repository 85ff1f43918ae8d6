"""The extension module; for the package's own use."""

from collections.abc import Callable, Mapping
from typing import Any

version: str

# Flags and enumerations of caisson.h: python/native/numbers.c.
CALL: int
OS: int
NAME: int
WAIT: int
OUTPUT: int
DONE: int
RAISED: int
LIMIT: int
CRASHED: int
REPLY_VALUE: int
REPLY_RAISE: int
REPLY_PENDING: int
REPLY_UNHANDLED: int
REPLY_FUNCTION: int
ASK_NAMES: int
KEEP_OBJECTS: int
ASK_SLEEPS: int
CAN_RUN: int
IS_ENGINE: int
IS_JAIL: int
DEPTHS: dict[str, int]
SLEEPS: tuple[str, ...]
ASK_FILES: int
WHOLE_FILES: int
MEMORY_ENDS: int
TOP_RETURN: int
WAIT_END: int
LATE_ANNOTATIONS: int
OS_CLOCK: int
OS_FIXED_CLOCK: int
OS_ENTROPY: int
OS_SEEDED: int
OS_MEMORY: int
OS_ENVIRON: int
OS_MONOTONIC: int
OS_NO_CPU: int
HOST_HANDLE: int
JAILS_NO_LANDLOCK: int
JAILS_NO_SPAWN: int
MOUNT_OVERLAY: int
MOUNT_RO: int
MOUNT_RW: int
MOUNT_SEALED: int
MOUNT_STRICT: int
POLICY_SYSTEM: int
POLICY_OWNER: int
POLICY_PROJECT: int
POLICY_CALL: int
AUDIT_FULL: int
AUDIT_OPTIONAL: int
AUDIT_BATCH: int
AUDIT_ALWAYS: int
CHECK_PASSED: int
CHECK_REFUSED: int
CHECK_UNSURE: int
CHECK_INVALID: int
WIRE_IS_INSTANCE: int
WIRE_IS_DATACLASS: int
WIRE_IS_NAMEDTUPLE: int
WIRE_IS_ENUM: int
WIRE_IS_FROZEN: int
WIRE_HOST_FROZEN: int
WIRE_HOST_CALL: int
WIRE_HOST_DATA: int
WIRE_NONE: int
WIRE_FALSE: int
WIRE_TRUE: int
WIRE_ELLIPSIS: int
WIRE_NOTIMPL: int
WIRE_INT: int
WIRE_BIGINT: int
WIRE_FLOAT: int
WIRE_COMPLEX: int
WIRE_STR: int
WIRE_BYTES: int
WIRE_BYTEARRAY: int
WIRE_LIST: int
WIRE_TUPLE: int
WIRE_SET: int
WIRE_FROZENSET: int
WIRE_DICT: int
WIRE_RANGE: int
WIRE_SLICE: int
WIRE_DATE: int
WIRE_TIME: int
WIRE_DATETIME: int
WIRE_TIMEDELTA: int
WIRE_TIMEZONE: int
WIRE_ZONE: int
WIRE_PATH: int
WIRE_UUID: int
WIRE_DECIMAL: int
WIRE_FRACTION: int
WIRE_EXCEPTION: int
WIRE_OBJECT: int
WIRE_NAMED: int
WIRE_HOST: int
WIRE_CYCLE: int
WIRE_DEEP: int
WIRE_TEXT: int

def set_codec(
    take_apart: Callable[[Any], Any], put_together: Callable[[list[Any]], Any], /
) -> None: ...
def encode(value: Any, /) -> bytes: ...
def decode(data: bytes, /) -> Any: ...
def seal(data: bytes, key: bytes, /) -> bytes: ...
def unseal(data: bytes, key: bytes, /) -> bytes: ...
def describe(facts: bytes, /) -> str: ...
def fragments() -> dict[str, str]: ...
def habits() -> str: ...
def auto(code: str, no_process: str | None, mounted: bool, /) -> tuple[str, str]: ...
def sandbox_call(home: str | None, request: str, /) -> tuple[str, int]: ...
def sandbox_connect(home: str | None, name: str, /) -> int: ...
def find_env(name: str) -> str | None: ...
def policy_schema() -> str: ...
def check(
    code: str,
    profile: str | None,
    lists: tuple[tuple[str, ...] | None, ...],
    most: int,
    /,
) -> tuple[int, list[tuple[str, str, str, int, int, int, int, bool]], int]: ...

class Jails:
    def __new__(
        cls,
        python: str | None,
        preload: tuple[str, ...],
        ahead: int,
        flags: int,
        policy: Policy | None,
        worker: str,
        /,
    ) -> Jails: ...

class Remote:
    def __new__(cls, dial: Callable[[], int], most: int, /) -> Remote: ...

class Policy:
    @classmethod
    def load(cls, path: str, level: int, /) -> Policy: ...
    @classmethod
    def parse(cls, text: str, name: str, level: int, /) -> Policy: ...
    @classmethod
    def profile(cls, name: str, /) -> Policy: ...
    def narrow(self, by: Policy, level: int, /) -> Policy: ...
    def widened_by(self, other: Policy, /) -> str | None: ...
    def hash(self) -> str: ...
    def json(self) -> str: ...
    def origin(self, key: str, /) -> str: ...

class Audit:
    def __new__(
        cls,
        path: str | None,
        flags: int,
        sync: int,
        owner: str | None,
        rotate: int,
        /,
    ) -> Audit: ...
    def put(
        self,
        kind: str,
        object: str | None,
        capability: str | None,
        decision: str | None,
        rule: str | None,
        reason: str | None,
        session: str | None,
        run: str | None,
        data: dict[str, str | int],
        /,
    ) -> None: ...
    def secret(self, name: str, value: str, /) -> None: ...
    def flush(self) -> None: ...

class Program:
    """The base of ``Monty``; ``_setup`` and ``_run`` are the subclass's."""

    _code: str
    _plain: bool
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    def run(
        self,
        *,
        inputs: Mapping[str, Any] | None = ...,
        limits: Mapping[str, Any] | None = ...,
        external_functions: Mapping[str, Any] | None = ...,
        print_callback: Any = ...,
        mount: Any = ...,
        os: Any = ...,
    ) -> Any: ...

def set_programs(
    chooser: type[Program],
    program: type[Program],
    pool: type[Program],
    read: dict[str, bool],
    idle: list[Session],
    make: Callable[[], Session],
    go_on: Callable[[str, Session, tuple[Any, ...]], Any],
    /,
) -> None: ...
def forget_threads() -> None: ...

class Mail:
    def fileno(self) -> int: ...
    def take(self, most: int, /) -> list[tuple[Any, bool, Any]]: ...
    def finish(self) -> None: ...

class Session:
    @classmethod
    def start_open(
        cls,
        mail: Mail,
        token: object,
        tools: tuple[tuple[str, str | None, str | None, str | None, int], ...],
        code: str | None,
        /,
        **options: Any,
    ) -> Session: ...
    def start_run(self, mail: Mail, token: object, code: str, /) -> None: ...
    def start_resume(
        self, mail: Mail, token: object, kind: int, value: Any = ..., /
    ) -> None: ...
    def start_settle(
        self, mail: Mail, token: object, results: list[tuple[int, bool, Any]], /
    ) -> None: ...
    def start_close(self, mail: Mail, token: object, /) -> None: ...
    def tell(self, token: object, /) -> bool: ...
    def is_open(self) -> bool: ...
    def ids(self) -> tuple[str, str]: ...
    def __new__(cls, **options: Any) -> Session: ...
    @classmethod
    def load(cls, data: bytes, at: int = ..., /, **options: Any) -> Session: ...
    def run(
        self,
        code: str,
        calls: dict[str, Callable[..., Any]] | None = ...,
        os: Callable[..., Any] | None = ...,
    ) -> tuple[Any, ...]: ...
    def evaluate(
        self,
        code: str,
        calls: dict[str, Callable[..., Any]] | None = ...,
        os: Callable[..., Any] | None = ...,
    ) -> tuple[Any, ...]: ...
    def resume(
        self,
        kind: int,
        value: Any = ...,
        calls: dict[str, Callable[..., Any]] | None = ...,
        os: Callable[..., Any] | None = ...,
    ) -> tuple[Any, ...]: ...
    def settle(
        self,
        results: list[tuple[int, bool, Any]],
        calls: dict[str, Callable[..., Any]] | None = ...,
        os: Callable[..., Any] | None = ...,
    ) -> tuple[Any, ...]: ...
    def event(self) -> tuple[Any, ...] | None: ...
    def where(self) -> tuple[Any, ...] | None: ...
    def check(self, code: str, /) -> tuple[Any, ...] | None: ...
    def cancel(self) -> None: ...
    def abandon(self) -> None: ...
    def restart(self) -> None: ...
    def close(self) -> None: ...
    def set(self, name: str, value: Any, /) -> None: ...
    def get(self, name: str, /) -> Any: ...
    def add_tool(
        self, name: str, signature: str | None, doc: str | None, flags: int, /
    ) -> None: ...
    def add_tool_schema(
        self, name: str, schema: str, doc: str | None, flags: int, /
    ) -> None: ...
    def stubs(self) -> str: ...
    def put_file(self, path: str, data: bytes | None, /) -> None: ...
    def get_file(self, path: str, /) -> bytes | None: ...
    def mount(self, host: str | None, at: str, mode: int, limit: int, /) -> None: ...
    def limit_mount(self, at: str, written: int, held: int, /) -> None: ...
    def unmount(self) -> None: ...
    def chdir(self, path: str, /) -> None: ...
    def rename(self, script_name: str, /) -> None: ...
    def tell_files(self, on: bool, /) -> None: ...
    def put_env(self, name: str, value: str | None, /) -> None: ...
    def refusals(
        self,
    ) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]] | None: ...
    def enforcement(self) -> tuple[bool, list[str], str]: ...
    def displays(self) -> tuple[list[dict[str, str | bytes]], int] | None: ...
    def artifacts(self) -> tuple[list[tuple[Any, ...]], bool]: ...
    def changes(self) -> tuple[list[tuple[Any, ...]], bool]: ...
    def commit(self, at: str | None, /) -> None: ...
    def discard(self, at: str | None, /) -> None: ...
    def dump(self, head: bytes = ..., /) -> bytes: ...
    def used(self) -> dict[str, int]: ...
    def take_output(self) -> tuple[str, str]: ...
