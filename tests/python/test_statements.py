"""Every numbered statement of the two acceptance lists has a test of its number.

``python tests/python/test_statements.py`` prints the table: statement, tests.
"""

import collections
import re
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
LISTS = {"monty": 55, "codemode": 62}
OPEN = {
    "monty": {
        46: "0.1 is the first minor version: there is no earlier one to load a dump of",
        53: "Monty's own files need a network: corpus.py by hand, CORPUS.txt its list",
    },
    "codemode": {
        62: "the anchor's suite needs a network: anchor.py by hand, ANCHOR.txt",
    },
}
"""Statements whose tests show a part only."""


def table(name: str) -> dict[int, list[str]]:
    """Tests by the statement that their name carries."""
    found = collections.defaultdict(list)
    for path in sorted((HERE / name).glob("test_*.py")):
        for number, test in re.findall(r"def test_(\d\d)_(\w+)", path.read_text()):
            found[int(number)].append(test)
    return found


@pytest.mark.parametrize("name", LISTS)
def test_no_statement_is_without_a_test(name):
    found = table(name)
    assert [n for n in range(1, LISTS[name] + 1) if not found[n]] == []


def main() -> None:
    """Print it."""
    for name, last in LISTS.items():
        found = table(name)
        for n in range(1, last + 1):
            note = OPEN[name].get(n)
            print(f"{name} {n:2} {len(found[n]):3} tests  {'; '.join(found[n])[:90]}")
            if note:
                print(f"{'':15}in part: {note}")


if __name__ == "__main__":
    main()
