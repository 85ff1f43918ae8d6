"""D14: fs.deny in what a jail shows of the host by itself.

Programs, libraries, a few files of /etc and /proc are there without an entry in
the policy; an entry of fs.deny acts on them as it does in mounts, or the jail is
refused with the reason.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from tool import Caisson, Done, needs_jail
from twins import twin, weak

# An entry, and a file that it is about.
ACTS = (
    ("/usr/lib/python3*/os.py", "/usr/lib/python3.11/os.py"),
    ("/usr/lib/python3.11/json/**", "/usr/lib/python3.11/json/decoder.py"),
    ("/lib/python3.11/json/**", "/usr/lib/python3.11/json/decoder.py"),
    ("/usr/lib/**/json/decoder.py", "/usr/lib/python3.11/json/decoder.py"),
    ("/etc/passwd", "/etc/passwd"),
    ("/etc/*", "/etc/group"),
    ("/etc/**", "/etc/hosts"),
    ("/proc/cpu*", "/proc/cpuinfo"),
    ("/proc/sys/kernel/**", "/proc/sys/kernel/osrelease"),
)
REFUSED = ("/**", "/usr/**", "/lib", "/lib/**", "/proc/**", "/dev/**", "/proc/*/environ", "/**/cmdline")


def jail(caisson: Caisson, entry: str, path: str, **env: str) -> Done:
    with tempfile.TemporaryDirectory() as d:
        policy = Path(d, "p.yaml")
        policy.write_text(f"version: 1\nprocess: {{spawn: true}}\nfs: {{deny: [{entry!r}]}}\n")
        policy.chmod(0o600)
        why = caisson("why", "--json", "--policy", str(policy), "--path", path)
        assert json.loads(why.out)["allowed"] is False, why
        return caisson("exec", "--policy", str(policy), "--", "/bin/cat", path, env=env)


def test_d14_a_denial_acts_in_the_system_part_of_a_jail(caisson: Caisson) -> None:
    needs_jail(caisson)
    for entry, path in ACTS:
        assert Path(path).exists(), path
        done = jail(caisson, entry, path)
        assert (done.code, done.out) == (1, ""), (entry, done)
        assert "Permission denied" in done.err or "No such file" in done.err, (entry, done)
        if "*" in entry:
            off = jail(caisson, entry, path, **weak("system"))
            twin("D14", off.code == 0 and off.out != "", entry, off)


def test_d14_or_the_jail_is_refused(caisson: Caisson) -> None:
    """What cannot be hidden from a program that runs is said, not skipped."""
    needs_jail(caisson)
    for entry in REFUSED:
        done = jail(caisson, entry, "/etc/hosts")
        assert (done.code, done.out) == (125, ""), (entry, done)
        assert "fs.deny" in done.err and entry in done.err, (entry, done)
        off = jail(caisson, entry, "/etc/hosts", **weak("fs.deny"))
        twin("D14", off.code == 0, entry, off)
