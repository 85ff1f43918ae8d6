"""Programs that people use, through the way out: with its proxy variables, without, and around it.

Each client fetches from a host that a rule names and from one that none names,
three times: with the proxy variables that the sandbox sets, without any, and told
to use no proxy for any host.  It must get the first each time and the second never.
Without CAISSON_CLIENTS only those of the base system run; `make clients` has all 14.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import unittest
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from egress_box import HERE, World
from egress_shelf import HELLO
from tool import Caisson, needs_jail

# A folder with a virtual environment `venv` (requests, httpx, aiohttp, uv).
CLIENTS = os.environ.get("CAISSON_CLIENTS", "")
FETCH = "/files/hello.txt"
PROXIES = ["http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"]
MODES = {
    "variables": "",
    "none": "env " + " ".join(f"-u {x}" for x in PROXIES) + " ",
    "around": "env NO_PROXY='*' no_proxy='*' npm_config_noproxy='*' ",
}


@dataclass(frozen=True)
class Client:
    script: str  # of /bin/sh; $1 is the host
    around: str = ""  # $AROUND in it, where the client has an option of its own
    needs: str = ""  # a program of the machine
    venv: bool = False


def python(code: str) -> str:
    return f"$PYTHON -c {shlex.quote('import sys; url = sys.argv[1]' + chr(10) + code)} https://$1{FETCH}"


AIOHTTP = """
import aiohttp, asyncio
async def main():
    async with aiohttp.ClientSession() as session, session.get(url) as reply:
        reply.raise_for_status()
        print(await reply.text())
asyncio.run(main())
"""
GO = """
cd $(mktemp -d); export HOME=$PWD GOPATH=$PWD/path GOCACHE=$PWD/cache GOFLAGS=-mod=mod GOSUMDB=off
export GOPROXY=https://$1/files/go GOTOOLCHAIN=local GOTELEMETRY=off PATH=$PATH:/usr/local/go/bin
printf 'module x\\n\\ngo 1.20\\n' > go.mod
go mod download shelf.test/mod@v1.0.0; cat path/pkg/mod/shelf.test/mod@v1.0.0/mod.go
"""
CARGO = """
cd $(mktemp -d); mkdir src; touch src/lib.rs; export HOME=$PWD CARGO_HOME=$PWD/home
cat > Cargo.toml <<END
[package]
name = "x"
version = "1.0.0"
edition = "2021"
[dependencies]
shelf-cargo = {version = "1", registry = "shelf"}
END
export PATH=$PATH:/rust/bin CARGO_REGISTRIES_SHELF_INDEX=sparse+https://$1/files/cargo/ CARGO_NET_RETRY=0
cargo fetch -q; cat $(find home/registry/src -name lib.rs)
"""
ALL = {
    "curl": Client(f"curl -fsS $AROUND https://$1{FETCH}", "--noproxy *", "curl"),
    "wget": Client(f"wget -qO- -t1 $AROUND https://$1{FETCH}", "--no-proxy", "wget"),
    "urllib": Client(python("from urllib.request import urlopen\nprint(urlopen(url).read())")),
    "requests": Client(python("import requests\nr = requests.get(url); r.raise_for_status()\n"
                              "print(r.text)"), venv=True),
    "httpx": Client(python("import httpx\nprint(httpx.get(url).raise_for_status().text)"), venv=True),
    "aiohttp": Client(python(AIOHTTP), venv=True),
    "pip": Client("d=$(mktemp -d); pip install -q --retries 0 --no-deps --disable-pip-version-check "
                  "--no-cache-dir --target $d --index-url https://$1/files/simple/ shelf-pip; "
                  "cat $d/shelf_pip.py", needs="pip"),
    "uv": Client("d=$(mktemp -d); export HOME=$d UV_HTTP_RETRIES=0; /venv/bin/uv pip install -q "
                 "--no-cache --no-deps --python /usr/bin/python3 --target $d/x "
                 "--default-index https://$1/files/simple/ shelf-pip; cat $d/x/shelf_pip.py", venv=True),
    "node-fetch": Client(f"""node -e '
        fetch("https://" + process.argv[1] + "{FETCH}").then(r => r.text()).then(console.log)' $1""",
                         needs="node"),
    "node-https": Client(f"""node -e '
        require("https").get("https://" + process.argv[1] + "{FETCH}", r => r.pipe(process.stdout))' $1""",
                         needs="node"),
    "npm": Client("d=$(mktemp -d); cd $d; export HOME=$d; npm install --silent --fetch-retries=0 "
                  "--no-audit --registry https://$1/files/npm/ shelf-npm >/dev/null; "
                  "cat node_modules/shelf-npm/index.js", needs="npm"),
    "git": Client("d=$(mktemp -d); git clone -q https://$1/files/repo.git $d/x; cat $d/x/README",
                  needs="git"),
    "go": Client(GO, needs="/usr/local/go/bin/go"),
    "cargo": Client(CARGO, needs="rustc"),
}
LIMITS = "\nlimits: {memory_bytes: 3GiB, pids: 512}\n"
BASE = ["curl", "wget", "urllib", "git", "node-fetch"]


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    path = Path(os.environ.get("CAISSON", HERE.parents[1] / "build-debug/caisson"))
    needs_jail(Caisson(path))
    try:
        made = World(path)
    except unittest.SkipTest as why:
        pytest.skip(str(why))
    for host in ("api.test", "other.test"):
        made.ask(shelf=host)
    yield made
    made.close()


def options(client: Client) -> tuple[str, ...]:
    more: list[str] = []
    if client.venv:
        more += ["-v", f"{CLIENTS}/venv:/venv"]
    if client.needs == "rustc":
        root = subprocess.run(["rustc", "--print", "sysroot"], capture_output=True, text=True, check=True)
        more += ["-v", f"{root.stdout.strip()}:/rust"]
    return tuple(more)


def script_of(client: Client) -> str:
    """Each way and each host in one sandbox: a line of JSON for each."""
    lines = ["export PYTHON=" + ("/venv/bin/python" if client.venv else "/usr/bin/python3"),
             "cat > /tmp/client <<'CLIENT'", "set -f", client.script, "CLIENT"]
    for mode, before in MODES.items():
        around = f"AROUND={shlex.quote(client.around)}" if mode == "around" else "AROUND="
        for host in ("api.test", "other.test"):
            lines.append(f"echo '== {mode} {host}'")
            lines.append(f"{around} {before}sh /tmp/client {host} 2>&1")
    return "\n".join(lines)


def visit(world: World, client: Client, hosts: str) -> tuple[dict[tuple[str, str], str], dict, list[str]]:
    """What each visit printed, the result, and the hosts that servers were asked for."""
    world.log()
    done = world.exec(world.policy(f"allow: [{hosts}]", LIMITS), "sh", "-c", script_of(client),
                      options=options(client))
    got = {}
    for part in done["stdout"].split("== ")[1:]:
        head, _, text = part.partition("\n")
        mode, host = head.split()
        got[mode, host] = text
    return got, done, [x["headers"]["host"] for x in world.log()["http"]]


def missing(name: str) -> str:
    client = ALL[name]
    if client.venv and not CLIENTS:
        return "needs `make clients`"
    if client.needs and not (shutil.which(client.needs)):
        return f"{client.needs} is not installed"
    if not CLIENTS and name not in BASE:
        return "needs `make clients`"
    return ""


@pytest.mark.parametrize("name", ALL)
def test_a_client_reaches_what_is_allowed_and_nothing_else(world: World, name: str) -> None:
    if why := missing(name):
        pytest.skip(why)
    got, done, hosts = visit(world, ALL[name], "api.test")
    assert len(got) == 6, done
    for (mode, host), text in got.items():
        assert (HELLO in text) is (host == "api.test"), (mode, host, text, done)
    assert set(hosts) == {"api.test"}
    assert {d["object"].split(":")[0] for d in done["denials"]} <= {"other.test"}


def test_a_client_reaches_the_other_host_where_a_rule_names_it(world: World) -> None:
    """The control: the host that no rule named above is there, and serves the same."""
    got, done, hosts = visit(world, ALL["curl"], "api.test, other.test")
    assert [HELLO in text for text in got.values()] == [True] * 6, (got, done)
    assert set(hosts) == {"api.test", "other.test"}
