"""prop.py - statements about every input, and what tries to break them.

A property draws cases from numbers (choices.py) and judges them; one case may
answer many questions, and each question counts.  Every property has a control: a
defect that is put back, with which the same cases must find a violation.  A
property that cannot break proves nothing.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from choices import Choices, shrink


class Broken(Exception):
    """The property does not hold for this case."""


@dataclass(frozen=True)
class Host:
    """What is tested: the command of a build, and the package staged from it."""

    build: Path

    @property
    def binary(self) -> str:
        return str(self.build / "caisson")


class Property(ABC):
    number: str  # as in the table of docs/properties.md
    holds: str  # the statement, in a line
    depths: str
    defect: str  # what the control puts back
    slice = 200  # questions of a run in CI

    def __init__(self, host: Host) -> None:
        self.host = host
        # not in /tmp: a jail has one of its own; and a jail's user must reach it
        self.place = Path(tempfile.mkdtemp(prefix=f"caisson-{self.number.lower()}-", dir="/var/tmp")).resolve()
        self.place.chmod(0o755)

    @abstractmethod
    def draw(self, c: Choices) -> Any:
        """A case, as something that prints itself well."""

    @abstractmethod
    def judge(self, case: Any, defect: bool) -> int:
        """How many questions were answered as they should; else raises Broken."""

    def close(self) -> None:
        shutil.rmtree(self.place, ignore_errors=True)


@contextmanager
def switched_off(what: str, really: bool = True) -> Iterator[None]:
    """A mitigation is off in this process and those it starts (test builds)."""
    before = os.environ.get("CAISSON_WEAKEN")
    if really:
        os.environ["CAISSON_WEAKEN"] = what
    try:
        yield
    finally:
        if really:
            os.environ.pop("CAISSON_WEAKEN")
            if before is not None:
                os.environ["CAISSON_WEAKEN"] = before


@dataclass(frozen=True)
class Verdict:
    questions: int
    seconds: float
    broken: str = ""  # how, by which case, and how to repeat it


def _try(p: Property, c: Choices, defect: bool) -> tuple[int, str]:
    case = p.draw(c)
    try:
        return p.judge(case, defect), ""
    except Broken as why:
        return 0, f"{why}\n  case: {str(case)[:4000]}"


def run(p: Property, questions: int, seed: int, defect: bool = False, small: bool = True) -> Verdict:
    """Cases until so many questions are answered, or one of them wrongly."""
    begin, done, at = time.monotonic(), 0, 0
    while done < questions:
        c = Choices(f"{p.number} {seed} {at}")
        n, broken = _try(p, c, defect)
        if broken:
            row = c.row
            if small:
                row = shrink(row, lambda r: bool(_try(p, Choices(given=r), defect)[1]))
                broken = _try(p, Choices(given=row), defect)[1] or broken
            where = f"{p.number}: {broken}\n  repeat: --only {p.number} --row {','.join(map(str, row))}"
            return Verdict(done, time.monotonic() - begin, where)
        done += n
        at += 1
        if at > 50 and done == 0:
            return Verdict(0, time.monotonic() - begin, f"{p.number}: the cases answer no question")
    return Verdict(done, time.monotonic() - begin)
