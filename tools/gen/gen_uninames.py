#!/usr/bin/python3
"""Write src/base/gen/uninames.[ch]: Unicode character names, compactly.

Names come from CPython's unicodedata; aliases and named sequences, which it
can look up but not list, from tools/gen/data/unicode_extra_names.txt.

A name is a list of words.  Names are stored in the order of code points, in
blocks; each says how many leading words it shares with the one before.  For
the other direction a minimal-perfect-hash table maps a name to its number.

Usage: gen_uninames.py  (from the top of the tree, with CPython 3.11)

SPDX-License-Identifier: Apache-2.0
"""

import sys
import unicodedata as ud
from collections import Counter
from collections.abc import Sequence

BLOCK = 16  # names per block
WORDS = 16  # words per entry of the coarse word index
EMPTY = 0xFFFF
MASK = 2**64 - 1

HEAD = """\
/*
 * uninames.%s - Unicode 14 names, written by tools/gen/gen_uninames.py.
 *
 * Do not edit.%s
 *
 * SPDX-License-Identifier: Apache-2.0
 */
"""


def hash_name(name: str) -> int:
    """The same as in uniname.c."""
    h = 0xCBF29CE484222325
    for c in name.encode():
        h = (h ^ c) * 0x100000001B3 & MASK
    return h ^ h >> 29


def place(h: int, shift: int, size: int) -> int:
    x = (h ^ shift * 0x9E3779B97F4A7C15 & MASK) * 0xD6E8FEB86659FD93 & MASK
    return (x >> 32) % size


def tokens(name: str) -> list[str]:
    """Words; one that ends with "-" joins the next without a space."""
    out: list[str] = []
    words = name.split(" ")
    i = 0
    while i < len(words):
        word = words[i]
        i += 1
        if word.endswith("-"):  # a real blank after a hyphen: one word
            out.append(word + " " + words[i])
            i += 1
            continue
        parts = word.split("-")
        out += [part + "-" for part in parts[:-1]] + [parts[-1]]
    assert "".join(t if t.endswith("-") else t + " " for t in out)[:-1] == name
    return out


def collect() -> tuple[dict[int, str], list[tuple[int, int, str]]]:
    """Plain names, and ranges whose names end in their code point."""
    plain: dict[int, str] = {}
    ranges: list[tuple[int, int, str]] = []
    for cp in range(0x110000):
        name = ud.name(chr(cp), "")
        if not name or name.startswith("HANGUL SYLLABLE "):
            continue
        suffix = f"-{cp:04X}"
        if not name.endswith(suffix):
            plain[cp] = name
            continue
        prefix = name.removesuffix(suffix) + "-"
        if ranges and ranges[-1][1] == cp - 1 and ranges[-1][2] == prefix:
            ranges[-1] = (ranges[-1][0], cp, prefix)
        else:
            ranges.append((cp, cp, prefix))
    return plain, ranges


def extras() -> list[tuple[str, str]]:
    out = []
    with open("tools/gen/data/unicode_extra_names.txt") as f:
        for line in f:
            if line.startswith("#"):
                continue
            name, cps = line.strip().split(";")
            text = "".join(chr(int(cp, 16)) for cp in cps.split())
            assert ud.lookup(name) == text
            out.append((name, text))
    return out


def runs_of(cps: Sequence[int]) -> list[tuple[int, int]]:
    """(first code point, its number) of every run without gaps."""
    runs = []
    for number, cp in enumerate(cps):
        if number == 0 or cps[number - 1] != cp - 1:
            runs.append((cp, number))
    return runs


def perfect_hash(names: Sequence[str]) -> tuple[list[int], list[int]]:
    """Shifts per bucket and the table of numbers."""
    size = len(names) * 26 // 25
    count = len(names) // 4
    buckets: list[list[tuple[int, int]]] = [[] for _ in range(count)]
    for number, name in enumerate(names):
        h = hash_name(name)
        buckets[h % count].append((h, number))
    table = [EMPTY] * size
    shifts = [0] * count
    for b in sorted(range(count), key=lambda b: -len(buckets[b])):
        shift = 0
        while True:
            spots = [place(h, shift, size) for h, _ in buckets[b]]
            if len(set(spots)) == len(spots) and all(table[s] == EMPTY for s in spots):
                break
            shift += 1
            assert shift < 0x10000
        shifts[b] = shift
        for spot, (_, number) in zip(spots, buckets[b], strict=True):
            table[spot] = number
    return shifts, table


def pack(names: Sequence[str]) -> tuple[list[str], int, bytes, list[int]]:
    """Words by frequency, how many have one-byte codes, names, block starts."""
    lists = [tokens(name) for name in names]
    counts = Counter(word for words in lists for word in words)
    words = [w for w, _ in sorted(counts.items(), key=lambda p: (-p[1], p[0]))]
    short = next(s for s in range(255, 0, -1) if (256 - s) * 256 >= len(words) - s)
    code = {}
    for i, word in enumerate(words):
        far = i - short
        code[word] = bytes([i]) if far < 0 else bytes([short + far // 256, far % 256])
    out = bytearray()
    starts = []
    before: list[str] = []
    for number, words_of in enumerate(lists):
        if number % BLOCK == 0:
            starts.append(len(out))
            before = []
        shared = 0
        while shared < min(15, len(before), len(words_of) - 1):
            if before[shared] != words_of[shared]:
                break
            shared += 1
        fresh = words_of[shared:]
        assert 1 <= len(fresh) and len(words_of) <= 24
        out.append(shared << 4 | min(len(fresh), 15))
        if len(fresh) >= 15:
            out.append(len(fresh))
        for word in fresh:
            out += code[word]
        before = words_of
    return words, short, bytes(out), starts


class Writer:
    def __init__(self) -> None:
        self.header: list[str] = []
        self.source: list[str] = []
        self.total = 0

    def array(self, kind: str, size: int, name: str, items: Sequence[object]) -> None:
        self.total += size * len(items)
        decl = f"{kind} cs_uninames_{name}[{len(items)}]"
        self.header.append(f"extern const {decl};")
        self.source.append(f"\nconst {decl} = {{")
        line = "   "
        for item in items:
            text = f" {item},"
            if len(line) + len(text) > 80:
                self.source.append(line)
                line = "   "
            line += text
        self.source += [line, "};"]

    def define(self, name: str, value: int) -> None:
        self.header.append(f"#define CS_UNINAMES_{name} {value}")


HEADER = """\
#ifndef CS_TEXT_GEN_UNINAMES_H
#define CS_TEXT_GEN_UNINAMES_H

#include <stdint.h>

/* Code points from `cp` on have consecutive name numbers from `number` on. */
typedef struct cs_uninames_run {
  uint32_t cp, number;
} cs_uninames_run;

/* Names that are a prefix and the code point in hexadecimal. */
typedef struct cs_uninames_range {
  uint32_t first, last;
  char prefix[32];
} cs_uninames_range;
"""


def fill(w: Writer) -> None:
    plain, ranges = collect()
    extra = extras()
    cps = sorted(plain)
    names = [plain[cp] for cp in cps] + [name for name, _ in extra]
    words, short, packed, starts = pack(names)
    shifts, table = perfect_hash(names)
    assert len(names) < EMPTY

    w.header.append("\n/* Words by frequency; the last letter has bit 7 set. */")
    w.define("SHORT", short)
    w.define("STRIDE", WORDS)
    letters = [c for word in words for c in (*word.encode()[:-1], ord(word[-1]) | 128)]
    places = [0]
    for word in words:
        places.append(places[-1] + len(word))
    assert places[-1] < 0x10000
    w.array("uint8_t", 1, "letters", letters)
    w.array("uint16_t", 2, "places", places[:-1:WORDS])

    w.header.append("\n/* Names: shared << 4 | fresh, then the codes of fresh words. */")
    w.define("COUNT", len(names))
    w.define("PLAIN", len(cps))
    w.define("BLOCK", BLOCK)
    w.array("uint8_t", 1, "packed", list(packed))
    w.array("uint32_t", 4, "starts", starts)

    w.header.append("\n/* Code points of names, ending with a run behind the last. */")
    runs = [*runs_of(cps), (0x110000, len(cps))]
    w.define("RUNS", len(runs) - 1)
    w.array("cs_uninames_run", 8, "runs", [f"{{{cp}, {n}}}" for cp, n in runs])
    w.define("RANGES", len(ranges))
    w.array("cs_uninames_range", 40, "ranges", [f'{{{a}, {b}, "{p}"}}' for a, b, p in ranges])

    w.header.append("\n/* What alias or sequence number PLAIN + i stands for: the")
    w.header.append(" * UTF-32 text from spans[i] to spans[i + 1]. */")
    spans = [0]
    for _, text in extra:
        spans.append(spans[-1] + len(text))
    w.array("uint16_t", 2, "spans", spans)
    w.array("uint32_t", 4, "texts", [ord(c) for _, text in extra for c in text])

    w.header.append("\n/* Name -> number: see find() in uniname.c. */")
    w.define("BUCKETS", len(shifts))
    w.define("SLOTS", len(table))
    w.array("uint16_t", 2, "shifts", shifts)
    w.array("uint16_t", 2, "slots", table)
    w.define("LONGEST", max(max(map(len, names)), 40))


def main() -> None:
    assert ud.unidata_version == "14.0.0"
    w = Writer()
    fill(w)
    with open("src/text/gen/uninames.h", "w") as f:
        print(HEAD % ("h", ""), end="", file=f)
        print(HEADER, end="", file=f)
        print("\n".join(w.header), file=f)
        print("\n#endif", file=f)
    with open("src/text/gen/uninames.c", "w") as f:
        print(HEAD % ("c", f"  {w.total} bytes; uninames.h says what they mean."), end="", file=f)
        print('#include "text/gen/uninames.h"', file=f)
        print("\n".join(w.source), file=f)
    print(f"{w.total} bytes of tables", file=sys.stderr)


if __name__ == "__main__":
    main()
