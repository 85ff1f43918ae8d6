"""What a model reads about ``execute_code``: made of what is really there."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable, Mapping

from agent_framework import FunctionTool

from caisson import _native
from caisson.integrations.agent_framework.calls import is_direct
from caisson.integrations.agent_framework.mounts import AllowedDomain, FileMount

_WHERE = {
    "interp": (
        "Python in a sandbox with much of the standard library; no third-party "
        "packages, no other programs."
    ),
    "process": (
        "CPython in a jail of its own: the packages installed there and other "
        "programs can be used, nothing of the host is reached."
    ),
}
_FRESH = "Every call starts afresh: no name of an earlier call exists."
_RETURNED = (
    "What is printed and the value of a final expression are returned; top-level "
    "`await` works."
)
_CALLS = (
    "Tools are async functions that take keyword arguments only: "
    "`await name(param=value)`. For a name that is no identifier use "
    "`await call_tool('name', param=value)`. Run several at once with "
    "`await asyncio.gather(...)`."
)
_ONE = "Prefer one `execute_code` call that does all of the work over many small ones."
_HIDDEN = "These tools can be called from the code only, not directly."
_VISIBLE = "These tools can also be called directly, without code."
_MODES = {
    "overlay": "reading and writing, writes are forgotten after the call",
    "read-only": "reading only",
    "read-write": "reading and writing, new and changed files are returned",
}


def _files(mounts: Iterable[FileMount]) -> list[str]:
    lines = []
    for made in mounts:
        cap = made.write_bytes_limit
        most = "" if cap is None else f", at most {cap} bytes written"
        lines.append(f"- `{made.mount_path}`: {_MODES[made.mode]}{most}")
    if not lines:
        return ["Filesystem: no files of the host."]
    return ["Filesystem:", *lines]


def _network(domains: Iterable[AllowedDomain]) -> list[str]:
    lines = [
        f"- `{d.target}`" + (f" ({', '.join(d.methods)})" if d.methods else "")
        for d in domains
    ]
    return ["Network:", *lines] if lines else ["Network: none."]


@functools.lru_cache(256)
def _stub(name: str, schema: str) -> str:
    session = _native.Session(worker=None)
    try:
        session.add_tool_schema(name, schema, None, 1)
        text = session.stubs().strip()
    except ValueError:
        return ""
    finally:
        session.close()
    head, _, rest = text.partition("(")
    star = "" if rest.startswith(")") else "*, "
    return f"{head}({star}{rest}".replace(":\n    ...", ": ...")


def signature(tool: FunctionTool) -> str:
    """The tool as Python source; empty where its schema cannot be shown."""
    if not is_direct(tool.name):
        return ""
    return _stub(tool.name, json.dumps(tool.parameters(), sort_keys=True))


def _tools(tools: Mapping[str, FunctionTool]) -> list[str]:
    if not tools:
        return ["Tools: none."]
    lines = ["Tools:"]
    stubs = []
    for name, tool in tools.items():
        text = " ".join(tool.description.split()) or "No description provided."
        names = ", ".join(tool.parameters().get("properties", {})) or "none"
        lines.append(f"- `{name}`: {text} Parameters: {names}.")
        stubs.append(signature(tool))
    shown = [s for s in stubs if s]
    if shown:
        lines += ["```python", *shown, "```"]
    return lines


def description(
    depth: str,
    tools: Mapping[str, FunctionTool],
    mounts: Iterable[FileMount],
    domains: Iterable[AllowedDomain],
) -> str:
    """The text of the tool itself."""
    head = f"Run Python code and get its result. {_WHERE[depth]}"
    body = [head, _RETURNED, _FRESH, _CALLS]
    body += [*_files(mounts), *_network(domains), *_tools(tools)]
    return "\n".join(body)


def instructions(
    depth: str,
    tools: Mapping[str, FunctionTool],
    mounts: Iterable[FileMount],
    domains: Iterable[AllowedDomain],
    visible: bool,
) -> str:
    """The text that a provider adds to an agent's instructions."""
    head = (
        "The tool `execute_code` runs Python code and returns its result. "
        f"{_WHERE[depth]}"
    )
    body = [head, _ONE, _RETURNED, _FRESH, _CALLS]
    body += [*_files(mounts), *_network(domains), *_tools(tools)]
    if tools:
        body.append(_VISIBLE if visible else _HIDDEN)
    return "\n".join(body)
