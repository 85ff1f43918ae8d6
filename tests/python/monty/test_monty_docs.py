"""The examples of docs/from-monty.md run."""

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[3] / "docs" / "from-monty.md"
BLOCKS = [
    b
    for b in re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.S)
    if "install()" not in b
]


@pytest.mark.parametrize("code", BLOCKS, ids=range(len(BLOCKS)))
def test_examples_of_the_page(code):
    exec(compile(code, str(PAGE), "exec"), {"__name__": "example"})
