#!/usr/bin/env python3
"""anchor.py - another project's own tests of CodeMode, on our engine.

  tests/python/codemode/anchor.py BUILD

Statement 62: the suite of pydantic-ai-harness runs unmodified with
caisson.compat.monty as pydantic_monty.  Takes the last source distribution that
has the suite from PyPI, so it needs a network, and minutes; it is no part of
`make test`.  ANCHOR.txt lists what fails, with the reason; anything else that
fails, or passes unexpectedly, is an error.

SPDX-License-Identifier: Apache-2.0
"""

import re
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path
from urllib.parse import urljoin

HERE = Path(__file__).resolve().parent
INDEX = "https://pypi.org/simple/pydantic-ai-harness/"
VERSION = "0.9.0"
NEEDS = ("dirty-equals", "inline-snapshot", "pytest-anyio")
PLUGIN = "import caisson.compat.monty as m\nm.install()\n"


def source(into: Path) -> Path:
    """The unpacked distribution."""
    page = urllib.request.urlopen(INDEX, timeout=60).read().decode()
    name = rf'href="([^"#]+harness-{re.escape(VERSION)}\.tar\.gz)'
    link = urljoin(INDEX, re.search(name, page)[1])
    packed = into / "source.tar.gz"
    packed.write_bytes(urllib.request.urlopen(link, timeout=60).read())
    subprocess.run(["tar", "xzf", packed, "-C", into], check=True)
    return into / f"pydantic_ai_harness-{VERSION}"


def known() -> dict[str, str]:
    """Names of tests that fail, and why."""
    lines = (HERE / "ANCHOR.txt").read_text().splitlines()
    pairs = [line.split(" ", 1) for line in lines if line and line[0] != "#"]
    return {name: reason for name, reason in pairs}


def main() -> int:
    """Run, compare, tell."""
    build = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        root = source(Path(folder))
        (root / "caisson_as_monty.py").write_text(PLUGIN)
        python = build / "venv/bin/python"
        more = Path(folder) / "more"  # what that suite itself imports
        install = [python, "-m", "pip", "install", "-q", "--target", more, *NEEDS]
        subprocess.run(install, check=True)
        command = [python, "-m", "pytest", "-q", "-rf"]
        command += ["-p", "caisson_as_monty", "-p", "no:cacheprovider"]
        command += ["tests/code_mode/test_code_mode.py"]
        path = f"{build / 'stage'}:{root}:{more}"
        done = subprocess.run(
            command, cwd=root, env={"PYTHONPATH": path}, capture_output=True, text=True
        )
    failed = set(re.findall(r"^FAILED \S+?::(\S+)", done.stdout, re.MULTILINE))
    expected = set(known())
    for name in sorted(failed - expected):
        print(f"fails: {name}")
    for name in sorted(expected - failed):
        print(f"passes now: {name}")
    print((done.stdout.strip() or done.stderr).splitlines()[-1])
    return 0 if failed == expected else 1


if __name__ == "__main__":
    raise SystemExit(main())
