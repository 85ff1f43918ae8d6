"""choices.py - where a random case comes from, and how a smaller one is found.

A case is made from a row of small numbers.  They are drawn from a seed, kept, and
can be given back: the same row makes the same case.  A shorter row, or one with
smaller numbers, makes a simpler case, so a case that breaks a property is made
smaller without knowing what it is about.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


class Choices:
    """The numbers a case is made of: from a seed, or a row that is given."""

    def __init__(self, seed: int | str = 0, given: Sequence[int] | None = None) -> None:
        self._random = random.Random(seed)
        self._given = given
        self.row: list[int] = []

    def below(self, n: int) -> int:
        """A number from 0 to n - 1; 0 is the simplest."""
        if self._given is None:
            taken = self._random.randrange(n)
        else:
            at = len(self.row)
            taken = self._given[at] % n if at < len(self._given) else 0
        self.row.append(taken)
        return taken

    def pick(self, of: Sequence[T]) -> T:
        return of[self.below(len(of))]

    def one_in(self, n: int) -> bool:
        """True once in n times; False is the simplest."""
        return self.below(n) == n - 1

    def several(self, least: int, most: int, make: Callable[[], T]) -> list[T]:
        return [make() for _ in range(least + self.below(most - least + 1))]


def shrink(row: list[int], breaks: Callable[[list[int]], bool], tries: int = 150) -> list[int]:
    """A simpler row that breaks the property as well, after at most so many tries."""
    left = tries

    def better(new: list[int]) -> bool:
        nonlocal row, left
        if left <= 0 or new == row:
            return False
        left -= 1
        if not breaks(new):
            return False
        row = new
        return True

    size = max(len(row) // 2, 1)
    while size and left > 0:
        at = 0
        while at < len(row) and left > 0:
            if not better(row[:at] + row[at + size :]):
                at += size
        size //= 2
    for at in range(len(row)):
        for lower in (0, row[at] // 2 if at < len(row) else 0):
            if at < len(row) and row[at] and better([*row[:at], lower, *row[at + 1 :]]):
                break
    return row
