"""The guides of docs/egress.md, as they are written, against local servers.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import base64
import os
import re
import shutil
import unittest
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from egress_box import HERE, SECRET, World
from egress_shelf import HELLO
from tool import Caisson, needs_jail

HOSTS = ["pypi.org", "files.pythonhosted.org", "github.com", "codeload.github.com", "api.example.com"]


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    path = Path(os.environ.get("CAISSON", HERE.parents[1] / "build-debug/caisson"))
    needs_jail(Caisson(path))
    os.environ["CAISSON_WORLD_NAMES"] = ",".join(HOSTS)
    try:
        made = World(path)
    except unittest.SkipTest as why:
        pytest.skip(str(why))
    finally:
        del os.environ["CAISSON_WORLD_NAMES"]
    for host in ("pypi.org", "github.com"):
        made.ask(shelf=host)
    yield made
    made.close()


def guide(title: str) -> tuple[str, str]:
    """The policy and the first command below a title."""
    text = (HERE.parents[1] / "docs/egress.md").read_text()
    part = re.split(r"^##+ ", text, flags=re.M)
    found = next(x for x in part if x.startswith(title + "\n"))
    blocks = re.findall(r"```(yaml|sh)\n(.*?)```", found, re.S)
    return (next(body for kind, body in blocks if kind == "yaml"),
            next(body for kind, body in blocks if kind == "sh"))


def follow(world: World, title: str, *changes: tuple[str, str], **env: str) -> dict[str, Any]:
    """Do what a guide says; each of `changes` names what is ours in its place."""
    policy, command = guide(title)
    for old, new in changes:
        assert old in policy + command, (title, old)
        policy, command = policy.replace(old, new), command.replace(old, new)
    policy = policy.replace("egress: {", f"egress: {{ca_file: {world.folder}/ca.pem, ", 1)
    path = world.folder / "policy.yaml"
    path.write_text("version: 1\ndepth_allow: [interp, process]\nprocess: {spawn: true}\n" + policy)
    path.chmod(0o600)
    bin_ = world.folder / "bin"
    bin_.mkdir(exist_ok=True)
    (bin_ / "gh").write_text(f"#!/bin/sh\necho {SECRET}\n")
    (bin_ / "gh").chmod(0o755)
    (bin_ / "caisson").unlink(missing_ok=True)
    (bin_ / "caisson").symlink_to(world.caisson)
    world.log()
    return world.ask(run=["sh", "-c", f"cd {world.folder} && {command}"],
                     env={"PATH": f"{bin_}:{os.environ['PATH']}", **env})


def test_pip_install(world: World) -> None:
    if shutil.which("pip", path="/usr/bin") is None:
        pytest.skip("pip is not installed")
    done = follow(world, "pip install in a sandbox",
                  ("pip install --target /tmp/site requests",
                   "sh -c 'pip install -q --target /tmp/site shelf-pip && cat /tmp/site/shelf_pip.py'"))
    assert done["code"] == 0 and HELLO in done["out"], done
    assert {x["headers"]["host"] for x in world.log()["http"]} == {"pypi.org"}


def test_git_clone_with_a_token(world: World) -> None:
    repository = world.folder / "github.com/you"
    repository.mkdir(exist_ok=True)
    if not (world.folder / "github.com/repo.git").exists():
        pytest.skip("git is not installed")
    shutil.copytree(world.folder / "github.com/repo.git", repository / "private", dirs_exist_ok=True)
    done = follow(world, "git clone with a token",
                  ("/tmp/private'", "/tmp/private; cat /tmp/private/README /tmp/private/.git/config'"))
    assert done["code"] == 0 and HELLO in done["out"], done
    assert SECRET not in done["out"] + done["err"]
    sent = {x["headers"]["authorization"] for x in world.log()["http"] if "authorization" in x["headers"]}
    assert sent == {"Basic " + base64.b64encode(f"x-access-token:{SECRET}".encode()).decode()}


def test_an_api_with_a_key(world: World) -> None:
    done = follow(world, "Secrets", EXAMPLE_API_KEY=SECRET)
    assert done["code"] == 0 and '"path": "/v1/models"' in done["out"], done
    (seen,) = world.log()["http"]
    assert seen["headers"]["authorization"] == f"Bearer {SECRET}"


def test_a_key_in_the_query(world: World) -> None:
    done = follow(world, "Secrets", ("hosts: [api.example.com]", "hosts: [api.example.com], sites: [query]"),
                  ('-H "Authorization: Bearer $API_KEY" https://api.example.com/v1/models',
                   '"https://api.example.com/v1/models?key=$API_KEY"'), EXAMPLE_API_KEY=SECRET)
    assert done["code"] == 0, done
    assert world.log()["http"][0]["line"].split()[1] == f"/v1/models?key={SECRET}"
