"""What tests ask about this machine."""

from pathlib import Path

import pytest

from caisson import Sandbox, errors


def need_jail():
    """Skip, with the reason, where no jail can be made."""
    try:
        Sandbox(depth="process").close()
    except errors.UnavailableError as e:
        pytest.skip(f"no jail here: {e}")


def processes_with(mark):
    """Processes that have this in their command line."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if mark.encode() in path.read_bytes():
                found.append(path)
        except OSError:
            pass
    return found
