"""What the way out costs: requests through the egress process against direct ones.

  python3 bench/egress.py [--caisson build/caisson]

Needs root or user namespaces, iproute2, openssl and node (the server).  It runs
in a network namespace of its own, with the small internet of the tests
(tests/cli/egress_world.py); nothing leaves the machine.  The client is the same
Python program on both sides: outside it connects to the server, inside a sandbox
its connections are intercepted.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

SERVER = """
const https = require("https"), fs = require("fs"), dir = process.argv[2];
const chunk = Buffer.alloc(65536, 120);
https.createServer({key: fs.readFileSync(dir + "/good.key"), cert: fs.readFileSync(dir + "/good.pem")},
  (q, r) => {
    if (q.url.startsWith("/big/")) {
      let left = Number(q.url.slice(5));
      r.setHeader("Content-Length", left);
      const more = () => {
        while (left > 0) {
          const n = Math.min(left, chunk.length);
          left -= n;
          if (!r.write(n === chunk.length ? chunk : chunk.subarray(0, n))) { r.once("drain", more); return; }
        }
        r.end();
      };
      more();
    } else r.end("hello");
  }).listen(9443, "0.0.0.0", () => console.log("ready"));
"""

CLIENT = """
import json, socket, ssl, sys, time
ca, what, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
c = ssl.create_default_context(cafile=ca or None)
def open_one():
    s = socket.create_connection(("api.test", 9443))
    s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return c.wrap_socket(s, server_hostname="api.test")
ask = b"GET / HTTP/1.1\\r\\nHost: api.test:9443\\r\\n\\r\\n"
def one(t):
    t.sendall(ask)
    got = b""
    while not got.endswith(b"hello") and b"hello" not in got: got += t.recv(65536)
if what == "keep":
    t = open_one(); one(t)
    best = 1e9
    for _ in range(5):
        a = time.perf_counter()
        for _ in range(count // 5): one(t)
        best = min(best, (time.perf_counter() - a) / (count // 5))
elif what == "new":
    times = []
    for _ in range(count):
        a = time.perf_counter(); t = open_one(); one(t); t.close()
        times.append(time.perf_counter() - a)
    best = sorted(times)[len(times) // 2]
else:
    t = open_one()
    t.sendall(b"GET /big/%d HTTP/1.1\\r\\nHost: api.test:9443\\r\\n\\r\\n" % count)
    buffer = bytearray(1 << 20); left = count + 200; a = time.perf_counter(); n = 0
    while n < count: n += t.recv_into(buffer)
    best = time.perf_counter() - a
print(json.dumps(best))
"""


# Runs a command and watches its child that is the egress process: what it costs.
WATCH = """
import json, os, subprocess, sys, time
run = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE, text=True)
tick = os.sysconf("SC_CLK_TCK")
def egress():
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            argv = open(f"/proc/{pid}/cmdline").read()
            if argv.startswith("caisson-egress") and open(f"/proc/{pid}/stat").read().split()[3] == str(run.pid):
                return pid
        except OSError:
            pass
pid, first, last, cpu = None, 0, 0, 0.0
while run.poll() is None:
    pid = pid or egress()
    try:
        text = open(f"/proc/{pid}/status").read()
        size = int(text.split("RssAnon:")[1].split()[0])
        first, last = first or size, max(last, size)
        words = open(f"/proc/{pid}/stat").read().split()
        cpu = (int(words[13]) + int(words[14])) / tick
    except (OSError, IndexError):
        pass
    time.sleep(0.02)
print(json.dumps({"best": json.loads(run.stdout.read()), "grown_kib": last - first, "cpu": cpu}))
"""


def world(folder: str) -> subprocess.Popen[str]:
    enter = ["unshare", "-mn"] if os.geteuid() == 0 else ["unshare", "-Urmn"]
    p = subprocess.Popen([*enter, sys.executable, str(ROOT / "tests/cli/egress_world.py"), folder],
                         stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert p.stdout is not None and p.stdout.readline()
    return p


def ask(p: subprocess.Popen[str], run: list[str]) -> dict[str, object]:
    assert p.stdin is not None and p.stdout is not None
    p.stdin.write(json.dumps({"run": run}) + "\n")
    p.stdin.flush()
    return json.loads(p.stdout.readline())


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--caisson", default=str(ROOT / "build/caisson"))
    parser.add_argument("--bytes", type=int, default=1 << 30)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        p = world(folder)
        (Path(folder) / "watch.py").write_text(WATCH)
        (Path(folder) / "server.js").write_text(SERVER)
        ask(p, ["sh", "-c", f"node {folder}/server.js {folder} >{folder}/node.log 2>&1 & "
                            f"echo $! > {folder}/pid"])
        for _ in range(100):
            if "ready" in (Path(folder) / "node.log").read_text():
                break
            time.sleep(0.1)
        policy = Path(folder) / "policy.yaml"
        policy.write_text("version: 1\ndepth_allow: [interp, process]\nprocess: {spawn: true}\n"
                          f"egress:\n  ca_file: {folder}/ca.pem\n  max_in: 8GiB\n"
                          "  max_requests: 1000000\n  allow: [{host: api.test, ports: [9443]}]\n")
        policy.chmod(0o600)
        jail = [options.caisson, "exec", "--no-audit", "--policy", str(policy), "--timeout", "300s",
                "--", "/usr/bin/python3", "-c", CLIENT, ""]
        direct = ["/usr/bin/python3", "-c", CLIENT, f"{folder}/ca.pem"]
        good = True
        for what, count, most in (("keep", 5000, 3.0), ("new", 100, 2.5),
                                  ("body", options.bytes, 2.0)):
            found = []
            for argv in (direct, [sys.executable, f"{folder}/watch.py", *jail]):
                done = ask(p, [*argv, what, str(count)])
                if done["code"] != 0:
                    print(done)
                    return 1
                found.append(json.loads(str(done["out"])))
            cost = found[1]
            ratio = cost["best"] / found[0]
            good = good and ratio <= most
            print(f"{what:5} direct {found[0] * 1e3:9.3f} ms  through {cost['best'] * 1e3:9.3f} ms  "
                  f"{ratio:5.2f} x (bar {most})")
            if what == "body":
                grown = cost["grown_kib"] / 1024
                good = good and grown <= 4.0
                print(f"      memory of the egress process grew by {grown:.1f} MiB (bar 4)")
            else:
                rate = count / cost["cpu"] if cost["cpu"] else 0.0
                good = good and (what != "keep" or rate >= 1000)
                print(f"      {rate:.0f} requests for a second of its processor time"
                      + (" (bar 1000)" if what == "keep" else ""))
        ask(p, ["sh", "-c", f"kill $(cat {folder}/pid)"])
        assert p.stdin is not None
        p.stdin.close()
        p.wait(30)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
