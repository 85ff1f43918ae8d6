"""Kill the egress process of a named sandbox at random moments.

  python3 bench/egress_kills.py [--caisson build/caisson] [--times 200]

Each time: a sandbox with one allowed host asks for it in a loop, its egress
process is killed, and then the sandbox must have lost its network, said so and
kept the rest; after that the server must not have seen any more requests.  It
runs in a network namespace of its own, with the small internet of the tests.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "tests/cli"))
from egress_box import World  # noqa: E402

LOOP = "i=0; while [ $i -lt 40 ]; do curl -s --max-time 5 https://api.test/ || break; i=$((i+1)); done; echo end"


def one(world: World, caisson: str, policy: str, env: dict[str, str]) -> str:
    """Kill once; what was wrong, or an empty text."""

    def run(*words: str) -> dict[str, Any]:
        return world.ask(run=[caisson, *words], env=env)

    made = run("create", "--no-audit", "--policy", policy, "--replace", "victim")
    if made["code"] != 0:
        return f"not created: {made['err']}"
    box = json.loads(run("inspect", "--json", "victim")["out"])["id"]
    spec = Path(env["XDG_STATE_HOME"]) / "caisson/boxes" / box / "spec.json"
    pid = json.loads(spec.read_text())["way"]["pid"]
    timer = threading.Timer(random.uniform(0, 0.4), os.kill, (pid, signal.SIGKILL))
    timer.start()
    first = json.loads(run("exec", "--json", "--shell", LOOP, "victim")["out"])
    timer.join()
    if not first["stdout"].endswith("end\n") or first["exit_code"] != 0:
        return f"the command did not go on: {first}"
    after: dict[str, Any] = {}
    for _ in range(100):
        world.log()
        script = "curl -s --max-time 5 https://api.test/ || curl -s --noproxy '*' --max-time 5 https://api.test/ || echo none"
        after = json.loads(run("exec", "--json", "--shell", script, "victim")["out"])
        if after.get("egress_lost"):
            break
        time.sleep(0.02)
    if after["stdout"] != "none\n" or not after.get("egress_lost"):
        return f"the network is not gone: {after}"
    if world.log()["http"]:
        return "a request arrived after the kill"
    return ""


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--caisson", default=str(ROOT / "build/caisson"))
    parser.add_argument("--times", type=int, default=200)
    options = parser.parse_args()
    world = World(Path(options.caisson))
    home = world.folder / "home"
    home.mkdir()
    env = {"HOME": str(home), "XDG_STATE_HOME": str(home / "state")}
    policy = world.policy("allow: [api.test]")
    bad = 0
    for i in range(options.times):
        wrong = one(world, options.caisson, policy, env)
        if wrong:
            bad += 1
            print(f"{i}: {wrong}")
    world.ask(run=[options.caisson, "rm", "-q", "victim"], env=env)
    world.close()
    print(f"{options.times} kills, {bad} wrong")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
