"""Judge the cases of a public egress benchmark in a named sandbox.

  git clone https://github.com/luckyPipewrench/agent-egress-bench DIR
  python3 bench/egress_cases.py DIR [--caisson build/caisson]

Its cases for an HTTP client are run as they are written, each twice: with the
proxy variables and around the proxy.  The policy lists the hosts of the cases
that must pass.  All hosts of all cases exist in the small internet of the tests
and would answer (that is checked first), so a case that is blocked is blocked by
us.  Cases that ask for a pattern in a body, a header, a query or a reply are
counted apart: what decides here is the host, never the bytes.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "tests/cli"))
from egress_box import World  # noqa: E402

POLICY = {"ssrf", "ssrf_bypass", "domain_blocklist", "hostname_exfil", "entropy", "benign"}


def read(folder: Path) -> list[dict[str, Any]]:
    found = [json.loads(p.read_text()) for p in sorted((folder / "cases").glob("*/*.json"))]
    return [c for c in found if c["transport"] in ("fetch_proxy", "http_proxy")
            and c["input_type"] != "response_content"]


def is_policy(case: dict[str, Any]) -> bool:
    return case["expected_verdict"] == "allow" or set(case["capability_tags"]) & POLICY != set()


def host_of(case: dict[str, Any]) -> str:
    return urlsplit(case["payload"]["url"]).hostname or ""


def command(case: dict[str, Any], around: bool) -> str:
    p = case["payload"]
    words = ["curl", "-gsS", "-m", "20", "-o", "/dev/null", "-w", "%{http_code}", "-X",
             p.get("method", "GET")]
    for name, value in p.get("headers", {}).items():
        words += ["-H", f"{name}: {value}"]
    if "body" in p:
        body = p["body"] if isinstance(p["body"], str) else json.dumps(p["body"])
        words += ["-H", f"Content-Type: {p.get('content_type', 'text/plain')}", "--data-raw", body]
    return shlex.join([*words, *(["--noproxy", "*"] if around else []), p["url"]])


def judge(world: World, run: Any, case: dict[str, Any]) -> str:
    """What both ways came to: allow, block, or both when they differ."""
    verdicts = set()
    for around in (False, True):
        world.log()
        done = json.loads(run("exec", "--json", "--shell", command(case, around), "cases")["out"])
        arrived = bool(world.log()["http"])
        verdicts.add("allow" if arrived and done["stdout"] == "200" else "block")
    return "/".join(sorted(verdicts))


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--caisson", default=str(ROOT / "build/caisson"))
    options = parser.parse_args()
    cases = read(options.folder)
    named = sorted({h for h in map(host_of, cases) if any(c.isalpha() for c in h) and ":" not in h
                    and not h.startswith("0x")})
    allowed = sorted({host_of(c) for c in cases if c["expected_verdict"] == "allow"})
    os.environ["CAISSON_WORLD_NAMES"] = ",".join(named)
    world = World(Path(options.caisson))
    home = world.folder / "home"
    home.mkdir()
    env = {"HOME": str(home), "XDG_STATE_HOME": str(home / "state")}

    def run(*words: str) -> dict[str, Any]:
        return world.ask(run=[options.caisson, *words], env=env)

    silent = [h for h in named if "_" not in h and world.ask(
        run=["curl", "-sS", "--cacert", f"{world.folder}/ca.pem", f"https://{h}/"])["code"] != 0]
    made = run("create", "--no-audit", "--policy", world.policy(f"allow: {json.dumps(allowed)}"), "cases")
    wrong = 0
    tally = {True: [0, 0], False: [0, 0]}
    for case in cases:
        verdict = judge(world, run, case)
        good = verdict == case["expected_verdict"]
        tally[is_policy(case)][0 if good else 1] += 1
        if not good:
            wrong += is_policy(case)
            print(f"{case['id']}: {verdict}, expected {case['expected_verdict']}")
    run("rm", "-q", "cases")
    world.close()
    print(f"hosts that would not answer anyway: {silent or 'none'}; created: {made['code'] == 0}")
    print(f"policy cases: {tally[True][0]} as expected, {tally[True][1]} not")
    print(f"cases about patterns in bytes, decided by the host here: {tally[False][0]} as expected, "
          f"{tally[False][1]} not")
    return 1 if wrong or silent or made["code"] else 0


if __name__ == "__main__":
    sys.exit(main())
