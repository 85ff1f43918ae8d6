"""Run the `caisson` command of this installation: `python -m caisson run -c 1`."""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
from pathlib import Path


def find_command() -> str | None:
    """Give the path of the binary that was installed with this package."""
    for folder in (
        Path(sysconfig.get_path("scripts")),
        Path(sys.executable).parent,
        Path(__file__).resolve().parent,
    ):
        if os.access(folder / "caisson", os.X_OK):
            return str(folder / "caisson")
    return shutil.which("caisson")


def main() -> int:
    """Replace this process by the command."""
    command = find_command()
    if command is None:
        print(
            "caisson: the command is not installed beside this package; "
            "reinstall caisson-sandbox, or put `caisson` on the PATH",
            file=sys.stderr,
        )
        return 125
    os.execv(command, ["caisson", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
