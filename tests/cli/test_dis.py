"""caisson dis, and the module dis inside the engine.

SPDX-License-Identifier: Apache-2.0
"""

import re
from pathlib import Path

from tool import Caisson

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAM = """\
def outer(items):
    total = 0
    for item in items:
        if item > 3:
            total += item
    return lambda: total

print(outer([1, 5])())
"""


def names() -> set[str]:
    """Names of all instructions, from the page that ops.def is rendered to."""
    page = (ROOT / "docs" / "bytecode.md").read_text()
    return set(re.findall(r"^\| \d+ \| `(\w+)`", page, re.M))


def listed(text: str) -> list[tuple[int, str, str]]:
    """(offset, name, operands) of every instruction of a listing."""
    row = r"^[ \d]{5} .{6} +(\d+) ([A-Z_]+) *(.*)$"
    return [(int(o), n, a) for o, n, a in re.findall(row, text, re.M)]


def test_a_file_is_listed_and_not_run(caisson: Caisson, tmp_path: Path) -> None:
    file = tmp_path / "p.py"
    file.write_text(PROGRAM)
    done = caisson("dis", str(file))
    assert (done.code, done.err) == (0, ""), done
    assert "\n5\n" not in done.out
    found = listed(done.out)
    assert {n for _, n, _ in found} <= names() and len(found) > 15, done.out
    for part in ("code object outer", "code object <lambda>", "R1(item)",
                 "total += item", "'print'"):
        assert part in done.out, done.out


def test_jumps_lead_to_marked_instructions(caisson: Caisson) -> None:
    done = caisson("dis", "-c", "while x > 1:\n    x -= 1\n")
    marked = {int(o) for o in re.findall(r">> +(\d+) ", done.out)}
    targets = {int(o) for o in re.findall(r" to (\d+)$", done.out, re.M)}
    assert targets and targets == marked, done.out
    assert targets <= {o for o, _, _ in listed(done.out)}


def test_errors(caisson: Caisson, tmp_path: Path) -> None:
    done = caisson("dis", "-c", "x = = 1")
    assert done.code == 1 and "SyntaxError" in done.err and not done.out, done
    assert "Traceback" not in done.err
    assert caisson("dis", str(tmp_path / "none.py")).code == 125
    (tmp_path / "nul.py").write_bytes(b"x = 1\0y = 2\n")
    done = caisson("dis", str(tmp_path / "nul.py"))
    assert done.code == 125 and "null bytes" in done.err, done


def test_every_module_of_the_library_can_be_listed(caisson: Caisson) -> None:
    """Library code too; its inner functions stay out of reach."""
    program = (
        "import dis, json, types\n"
        "count = 0\n"
        "for f in vars(json).values():\n"
        "    if isinstance(f, types.FunctionType):\n"
        "        for i in dis.get_instructions(f):\n"
        "            count += 1\n"
        "            assert not isinstance(i.argval, types.CodeType)\n"
        "print(count > 50)\n"
    )
    done = caisson("run", "-c", program)
    assert (done.code, done.out) == (0, "True\n"), done
