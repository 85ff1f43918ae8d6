"""MCP-25: the public conformance suite of the protocol, in every revision it has.

The suite has scenarios and checks that need tools, prompts and resources of its
own in the server (test_simple_text, ...); they are not about us ("Not testable").
SCENARIOS are those that hold for any server.

SPDX-License-Identifier: Apache-2.0
"""

import re
import subprocess
from pathlib import Path

import pytest
from client import BUILD, TOKEN, Http
from proxy import Proxy

ROOT = Path(__file__).resolve().parents[2]

LEGACY = ("2025-06-18", "2025-11-25")
MODERN = ("2026-07-28",)
SCENARIOS = {
    "server-initialize": LEGACY,
    "server-session-lifecycle": LEGACY,
    "ping": LEGACY,
    "tools-list": LEGACY + MODERN,
    "resources-list": LEGACY + MODERN,
    "server-sse-multiple-streams": ("2025-11-25", *MODERN),
    "dns-rebinding-protection": ("2025-11-25", *MODERN),
    "server-stateless": MODERN,
    "sep-2164-resource-not-found": MODERN,
    "caching": MODERN,
    "http-header-validation": MODERN,
}
# We offer no prompts, say so, and the method is unknown, as the protocol has it;
# the suite asks all the same.
ABSENT = {"caching": {"PromptsListCachingHints"}}


@pytest.fixture(scope="module")
def suite():
    """The command that runs a scenario; skips without the registry."""
    made = subprocess.run(
        [ROOT / "tools/ops/node.sh", BUILD, "conformance"],
        capture_output=True,
        text=True,
        check=False,
    )
    if made.returncode != 0:
        pytest.skip(f"no packages of npm here: {made.stderr.strip()[-300:]}")
    folder = Path(made.stdout.strip().splitlines()[-1]).resolve() / "node_modules"
    found = [*folder.glob("node*/bin/node"), *folder.glob("*/node*/bin/node")]
    if not found:
        pytest.skip("the package node of npm brought no program")
    entry = folder / "@modelcontextprotocol/conformance/dist/index.js"
    help = subprocess.run(
        [found[0], entry, "--help"], capture_output=True, text=True, check=False
    )
    if "MODULE_NOT_FOUND" in help.stderr:
        pytest.skip("npm brought only a part of the packages")
    return [str(found[0]), str(entry), "server"]


@pytest.fixture(scope="module")
def url():
    with Http("--no-audit") as server:
        proxy = Proxy(server.port, TOKEN)
        yield f"http://127.0.0.1:{proxy.port}/mcp"
        proxy.close()


@pytest.mark.parametrize(
    ("scenario", "version"), [(s, v) for s, vs in SCENARIOS.items() for v in vs]
)
def test_mcp_25_conformance(suite, url, tmp_path, scenario, version):
    asked = ["--url", url, "--scenario", scenario, "--spec-version", version]
    done = subprocess.run(
        [*suite, *asked],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=120,
        check=False,
    )
    said = done.stdout + done.stderr
    tail = said[said.find("=== Failed Checks") :]
    found = re.findall(r"^  - (\w+): .*\n +Error: (.*)$", tail, re.MULTILINE)
    failed = {name for name, why in found if not why.startswith("Not testable")}
    assert done.returncode == 0 or found, said[-2000:]
    assert failed <= ABSENT.get(scenario, set()), tail[:2000]
    assert re.search(r"Passed: [1-9]", said), said[-2000:]
