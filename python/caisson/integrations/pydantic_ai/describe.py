"""The description of ``run_code``: what is true of this configuration."""

from __future__ import annotations

import functools

from caisson.instructions import modules

_HEAD = """\
Run Python code in a sandbox and get its result. The code can use the whole \
language (classes, generators, async, pattern matching) and these modules of the \
standard library: {modules}. There are no third-party packages and no network."""

_REAL_HEAD = """\
Run Python code in a sandbox and get its result. The code runs in a real CPython in \
a jail of its own and can use its whole standard library, with native modules and \
processes; of other packages those that are installed there. There is no network."""

_WAIT = "`time.sleep` and `asyncio.sleep` really wait."

_NONE = (
    "No filesystem, environment, or clock: `open` and path I/O, `os.getenv`, "
    "`os.environ`, `datetime.now`, `date.today` and `time.time` fail. `os` and "
    "`pathlib` can be imported, but their I/O operations are not supported in this "
    f"configuration. {_WAIT}"
)
_MOUNT = (
    "Mounted filesystem access: `open`, `os` and `pathlib` work under {places}. "
    "Environment and clock stay unavailable: `os.getenv`, `os.environ`, "
    f"`datetime.now`, `date.today` and `time.time` fail. {_WAIT}"
)
_OS = (
    "Configured OS access: files, environment variables and the clock are answered "
    f"by the host; what it does not offer fails. {_WAIT}"
)
_REAL = (
    "{files} The environment is empty but for a few names; the clock works. " + _WAIT
)
_REAL_OVERLAY = (
    "Note: writes through a `mode='overlay'` mount last until `restart: true`, and "
    "never reach the host."
)
_REAL_NONE = "No filesystem of the host: files live in a private `/tmp`."
_REAL_MOUNT = "Mounted filesystem access: files of the host are under {places}."
_OVERLAY = (
    "Note: writes through a `mode='overlay'` mount last only for the current "
    "`run_code` call; reading them in a later call needs `mode='read-write'`."
)

_TAIL = """\
State persists between calls: names stay defined until a call with `restart: true` \
resets them. The value of the last expression is returned; a final assignment \
returns nothing, so end with the name:

```python
result = some_expression
result
```

`None` counts as no result. Use `print` for logging only. The call returns: the \
value itself if nothing was printed; `{"output": ..., "result": ...}` if something \
was; `{"output": ...}` if there is no value; `{}` if there is neither. Images and \
other files come after the printed text in a list."""

SEARCH = (
    "More functions may be found with `search_tools`; once found they can be called "
    "here."
)
SEARCHED = "Tools found here become functions inside `run_code` from the next call on."


@functools.cache
def _head() -> str:
    return _HEAD.format(modules=", ".join(f"`{m}`" for m in modules()))


def restriction(places: list[str], has_os: bool) -> str:
    """The one paragraph that depends on what is granted."""
    if has_os:
        text = _OS
    elif places:
        text = _MOUNT.format(places=", ".join(f"`{p}`" for p in places))
    else:
        return _NONE
    return f"{text}\n\n{_OVERLAY}" if places else text


def _real(places: list[str]) -> str:
    """The same for a real interpreter."""
    if not places:
        return _REAL.format(files=_REAL_NONE)
    names = ", ".join(f"`{p}`" for p in places)
    text = _REAL.format(files=_REAL_MOUNT.format(places=names))
    return f"{text}\n\n{_REAL_OVERLAY}"


def description(
    places: list[str],
    has_os: bool,
    catalog: str,
    has_search: bool,
    *,
    real: bool = False,
) -> str:
    """The whole text; ``catalog`` may be empty, ``real``: depth process."""
    if real:
        parts = [_REAL_HEAD, _real(places), _TAIL]
    else:
        parts = [_head(), restriction(places, has_os), _TAIL]
    if catalog:
        parts.append(catalog)
    if has_search:
        parts.append(SEARCH)
    return "\n\n".join(parts)
