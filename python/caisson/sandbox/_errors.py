"""What can go wrong with a sandbox.

A command that ran, however badly, is an `ExecResult`, never an exception.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from caisson.errors import CaissonError, PolicyError, UnavailableError


class SandboxUnavailable(RuntimeError, UnavailableError):
    """This host cannot run sandboxes; the text names what is missing."""


class SandboxRuntimeError(RuntimeError, CaissonError):
    """An operation on a sandbox failed."""

    def __init__(
        self,
        message: str,
        *,
        operation: str = "",
        method: str | None = None,
        url: str | None = None,
        timeout_seconds: float | None = None,
        status_code: int | None = None,
        response_body: str | None = None,
        cause_type: str | None = None,
        cause_message: str | None = None,
        sandbox_name: str | None = None,
        code: str = "runtime_error",
    ) -> None:
        super().__init__(message)
        self.operation = operation
        self.method = method
        self.url = url
        self.timeout_seconds = timeout_seconds
        self.status_code = status_code
        self.response_body = response_body
        self.cause_type = cause_type
        self.cause_message = cause_message
        self.sandbox_name = sandbox_name
        self.code = code

    def to_error_payload(self) -> dict[str, Any]:
        """Give the fields as a dict that JSON can hold."""
        keys = (
            "operation", "method", "url", "timeout_seconds", "status_code",
            "response_body", "cause_type", "cause_message", "sandbox_name",
        )  # fmt: skip
        return {
            "type": type(self).__name__,
            "message": str(self),
            **{key: getattr(self, key) for key in keys},
        }


class SandboxNotFound(SandboxRuntimeError):
    """No sandbox of this owner has that name."""


class SandboxExists(SandboxRuntimeError):
    """The name is taken."""


class SandboxReplaced(SandboxRuntimeError):
    """Another sandbox has the name by now."""


class SandboxStateError(SandboxRuntimeError):
    """The sandbox is not in a state that allows the operation."""


class ImageDenied(SandboxRuntimeError):
    """The policy does not allow the image."""


class ImageNotFound(SandboxRuntimeError):
    """The image is neither in the store nor can it be pulled."""


class ImageCorrupt(SandboxRuntimeError):
    """The image's bytes are not what its digest says."""


class CapacityError(SandboxRuntimeError):
    """As many sandboxes exist as may."""


_CLASSES: dict[str, type[SandboxRuntimeError]] = {
    "not_found": SandboxNotFound,
    "exists": SandboxExists,
    "replaced": SandboxReplaced,
    "state": SandboxStateError,
    "busy": SandboxStateError,
    "capacity": CapacityError,
    "image_not_found": ImageNotFound,
    "image_denied": ImageDenied,
    "image_policy": ImageDenied,
    "image_corrupt": ImageCorrupt,
}


def _file_error(error: Mapping[str, Any], message: str, path: str) -> OSError:
    number = int(error.get("errno", 0))
    return OSError(number, message, path) if number else OSError(message)


def make_error(
    error: Mapping[str, Any], operation: str, name: str | None = None, path: str = ""
) -> Exception:
    """Give the exception for the `error` object of a reply."""
    code = str(error.get("code", "runtime_error"))
    message = str(error.get("message", code))
    if code == "file":
        return _file_error(error, str(error.get("name") or message), path)
    if code == "invalid":
        faults = error.get("errors")
        texts = [str(f.get("message", f)) for f in faults or ()]
        return ValueError("; ".join(texts) or message)
    if code == "policy_widens":
        return PolicyError(
            message,
            code=code,
            key=error.get("key"),
            asked=error.get("asked"),
            allowed=error.get("allowed"),
        )
    if code == "unavailable":
        return SandboxUnavailable(message)
    made = _CLASSES.get(code, SandboxRuntimeError)
    return made(message, operation=operation, sandbox_name=name, code=code)
