"""Every statement of the acceptance list is cited by the name of a test."""

import re
from pathlib import Path

HERE = Path(__file__).parent
STATEMENTS = range(1, 55)
# What a statement says beyond its tests, because no depth has a network yet.
WAITING = {44: "GET works, POST is refused", 45: "paths, schemes, redirects"}
IMAGE = {53: "depth image"}


def cited() -> dict[int, list[str]]:
    files = [*HERE.glob("test_*.py"), HERE.parents[1] / "cli" / "test_codeact.py"]
    found: dict[int, list[str]] = {}
    for path in files:
        for number, name in re.findall(
            r"^def (test_(\d\d)_\w+)", path.read_text(), re.MULTILINE
        ):
            found.setdefault(int(name), []).append(number)
    return found


def test_54_every_statement_is_cited(depth):
    """The same files run at depth interp and process: the fixture is the proof."""
    assert depth in ("interp", "process")
    tests = cited()
    assert sorted(tests) == list(STATEMENTS)
    assert set(WAITING) | set(IMAGE) <= set(tests)
