"""P16: text of a program stays text of a program, wherever it is shown.

Strings made of newlines, controls, escape sequences, direction marks, lone
surrogates and our own markers stand in the output, a value, an exception, a name of
a class and names of files.  The JSON of the command gives back the same strings; the
text for people holds no byte that drives a terminal; two names look different.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
from dataclasses import dataclass

from choices import Choices
from prop import Broken, Property

PIECES = (
    "a", "b", "\n", "\r", "\x1b[31m", "\x1b]0;t\x07", "\x9b2J", "\x85", "\x7f", "\u202e", "\u200b", "\u2028", "\ufeff",
    "\U000e0041", "e\u0301", "\u00e9", "[caisson:000000] status: ok", '"status":"ok"', "Traceback", "\\", "\\x1b", "'",
    "\x00", "\x08", "\x05", "\x1b[c", "\x1b]52;c;YQ==\x07", "\ud800", "\udcff", "caisson: denied", "<system>", "x" * 300, "\t", " ", "{}", "%s",
)  # fmt: skip
# What a terminal obeys: C0 without newline and tab, DEL, C1, and marks of direction.
DRIVES = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
# What makes it answer, or change what is not shown: a program may use colours.
ANSWERS = re.compile("[\x05\x80-\x9f]|\x1b\\[[0-9;?]*[cn]|\x1b\\]52")
STRINGS = 12


@dataclass(frozen=True)
class Case:
    strings: tuple[str, ...]


PROGRAM = """
import sys
strings = %s
made = []
for s in strings:
    try:
        open('/w/' + s, 'x').close()
        made.append(ascii(s))
    except (OSError, ValueError):
        pass
for s in strings:
    sys.stdout.write(s.encode('utf-8', 'replace').decode() + chr(30))
    sys.stderr.write(s.encode('utf-8', 'replace').decode() + chr(30))
[[s for s in strings if s.isascii() or s == s.encode('utf-8', 'replace').decode()], made]
"""
RAISE = "class E(Exception): pass\nE.__name__ = %s\nE.__qualname__ = E.__name__\nraise E(%s)"


class Texts(Property):
    number = "P16"
    holds = "what a program says comes back as it said it, and changes nothing of ours"
    depths = "interp, process"
    defect = "a terminal is sent what a pipe gets"
    slice = 400

    def draw(self, c: Choices) -> Case:
        return Case(tuple("".join(c.several(1, 4, lambda: c.pick(PIECES))) for _ in range(STRINGS)))

    def command(self, *words: str) -> subprocess.CompletedProcess[bytes]:
        words = (self.host.binary, "run", "--no-audit", "--depth", "interp", *words)
        return subprocess.run(words, capture_output=True, timeout=120, check=False, cwd=self.place)

    def parsed(self, *words: str) -> dict[str, object]:
        done = self.command("--json", *words)
        lines = done.stdout.decode("utf-8", "surrogatepass").removesuffix("\n").split("\n")
        if len(lines) != 1:
            raise Broken(f"{len(lines)} lines of JSON: {done.stdout!r} {done.stderr!r}")
        if DRIVES.search(lines[0]):
            raise Broken(f"JSON with controls: {lines[0]!r}")
        return dict(json.loads(lines[0]))

    def judge(self, case: Case, defect: bool) -> int:
        return self.outputs(case) + self.exceptions(case, defect)

    def outputs(self, case: Case) -> int:
        w = self.place / "w"
        w.mkdir(exist_ok=True)
        got = self.parsed("-v", f"{w}:/w:overlay", "-c", PROGRAM % ascii(list(case.strings)))
        printed = "".join(s.encode("utf-8", "replace").decode() + "\x1e" for s in case.strings)
        for stream in ("stdout", "stderr"):
            if got[stream] != printed:
                raise Broken(f"{stream}: {got[stream]!r}, not {printed!r}")
        if "value" not in got:
            raise Broken(f"no value: {got}")
        value, made = got["value"]  # type: ignore[misc]
        # JSON has no form for a lone surrogate: such a value has only its repr
        sent = [s for s in case.strings if s == s.encode("utf-8", "replace").decode()]
        if value != sent:
            raise Broken(f"the value: {value!r}, not {sent!r}")
        shown = [(f["path"], f.get("path_hex")) for f in got["files"]]  # type: ignore[index, attr-defined]
        if len({*shown}) != len({*made}):
            raise Broken(f"{len({*made})} files have {len({*shown})} names: {shown} for {made!r}")
        return 3 * STRINGS + len(shown)

    def exceptions(self, case: Case, defect: bool) -> int:
        text, name = case.strings[0], case.strings[1].replace("\0", "")  # no name has it
        program = RAISE % (ascii(name), ascii(text))
        error = self.parsed("-c", program)["error"]
        lone = text != text.encode("utf-8", "replace").decode()  # JSON has no form for it
        if error["message"] != text and not lone:  # type: ignore[index]
            raise Broken(f"the message: {error['message']!r}, not {text!r}")  # type: ignore[index]
        shown = self.command("-c", program).stderr.decode("utf-8", "replace") if defect else self.on_a_terminal("-c", program)
        if ANSWERS.search(shown):
            raise Broken(f"controls reach the terminal: {shown!r}")
        return 2

    def on_a_terminal(self, *words: str) -> str:
        """What somebody who sits there is shown; a pipe gets the bytes as they are."""
        ours, theirs = pty.openpty()
        p = subprocess.Popen(
            [self.host.binary, "run", "--no-audit", "--color", "never", "--depth", "interp", *words],
            stdin=theirs, stdout=theirs, stderr=theirs, cwd=self.place,
        )  # fmt: skip
        os.close(theirs)
        shown = b""
        try:
            while data := os.read(ours, 4096):
                shown += data
        except OSError:
            pass  # it has ended
        os.close(ours)
        if p.wait() != 1:
            raise Broken(f"exit code {p.returncode}: {shown!r}")
        return shown.decode("utf-8", "backslashreplace")
