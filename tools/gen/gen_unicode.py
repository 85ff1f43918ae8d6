#!/usr/bin/python3
"""Write src/base/gen/unidata.[ch]: Unicode properties as CPython 3.11 has them.

Nothing is read from Unicode's own files.  Every property is asked of the
running interpreter's str methods and unicodedata, code point by code point,
so the tables agree with CPython by construction, quirks included.

Usage: gen_unicode.py  (from the top of the tree, with CPython 3.11)

SPDX-License-Identifier: Apache-2.0
"""

import sys
import unicodedata as ud
from collections.abc import Iterable, Sequence

import _sre

ALL = range(0x110000)

# Order of the flag bits: the same as in unicode.h.
FLAGS = [
    "alpha", "decimal", "digit", "numeric", "space", "printable", "lower",
    "upper", "title", "ignorable", "xid_start", "xid_continue", "linebreak",
    "special",
]  # fmt: skip

# Order of the names: the same as in unicode.h and unicode.c.
CATEGORIES = (
    "Cn Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Zs Zl Zp Cc Cf Cs Co "
    "Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So"
).split()
BIDI = [""] + (
    "L LRE LRO R AL RLE RLO PDF EN ES ET AN CS NSM BN B S WS ON LRI RLI FSI PDI"
).split()
WIDTHS = "F H W Na A N".split()
TAGS = [""] + [
    f"<{tag}>"
    for tag in (
        "noBreak compat super fraction font sub circle wide vertical square "
        "isolated final initial medial small narrow"
    ).split()
]


def flags_of(c: str) -> int:
    low, up = c.islower(), c.isupper()
    sigma = "a\u03a3" + c
    bits = {
        "alpha": c.isalpha(),
        "decimal": c.isdecimal(),
        "digit": c.isdigit(),
        "numeric": c.isnumeric(),
        "space": c.isspace(),
        "printable": c.isprintable(),
        "lower": low,
        "upper": up,
        "title": c.istitle() and not up,
        # Skipped on both sides of a sigma: see tests of final sigma.
        "ignorable": (sigma + "a").lower()[1] == "\u03c3"
        and sigma.lower()[1] == "\u03c2",
        "xid_start": c.isidentifier(),
        "xid_continue": ("a" + c).isidentifier(),
        "linebreak": len(("a" + c + "b").splitlines()) == 2,
    }
    return sum(1 << FLAGS.index(name) for name, on in bits.items() if on)


def unit16(text: str) -> list[int]:
    """UTF-16 code units of `text`."""
    raw = text.encode("utf-16-le", "surrogatepass")
    return [raw[i] | raw[i + 1] << 8 for i in range(0, len(raw), 2)]


class Pool:
    """A growing array that finds runs it already holds."""

    def __init__(self) -> None:
        self.data: list[int] = [0]
        self.known: dict[tuple[int, ...], int] = {}

    def add(self, run: Sequence[int]) -> int:
        key = tuple(run)
        if key not in self.known:
            self.known[key] = len(self.data)
            self.data += run
        return self.known[key]


def case_record(cp: int, specials: Pool) -> tuple[object, ...]:
    """flags, digit value, then the distance to each mapping or, with the
    "special" flag, the place of the longer mappings in the pool."""
    c = chr(cp)
    flags = flags_of(c)
    digit = ud.digit(c, 0)
    assert ud.decimal(c, digit) == digit
    maps = [c.lower(), c.upper(), c.title(), c.casefold()]
    assert _sre.unicode_tolower(cp) == ord(maps[0][0])
    if all(len(m) == 1 for m in maps):
        return (flags, digit, tuple(ord(m) - cp for m in maps))
    assert all(ord(x) < 0x10000 for m in maps for x in m)
    lengths = sum(len(m) << 4 * i for i, m in enumerate(maps))
    run = [lengths] + [ord(x) for m in maps for x in m]
    flags |= 1 << FLAGS.index("special")
    return (flags, digit, (specials.add(run), 0, 0, 0))


def quick_checks(cp: int, seconds: set[int]) -> int:
    """Two bits per form NFC, NFD, NFKC, NFKD: 0 yes, 1 maybe, 2 no."""
    c = chr(cp)
    bits = 0
    for i, form in enumerate(("NFC", "NFD", "NFKC", "NFKD")):
        if ud.normalize(form, c) != c:
            bits |= 2 << 2 * i
        elif form in ("NFC", "NFKC") and cp in seconds:
            bits |= 1 << 2 * i
    return bits


def property_record(cp: int, seconds: set[int]) -> tuple[int, ...]:
    c = chr(cp)
    return (
        CATEGORIES.index(ud.category(c)),
        BIDI.index(ud.bidirectional(c)),
        ud.combining(c),
        WIDTHS.index(ud.east_asian_width(c)) | ud.mirrored(c) << 7,
        quick_checks(cp, seconds),
    )


def compositions() -> list[tuple[int, int, int]]:
    """Primary composites: pairs that NFC joins, without Hangul."""
    pairs = []
    for cp in ALL:
        parts = ud.decomposition(chr(cp)).split()
        if len(parts) == 2 and not parts[0].startswith("<"):
            a, b = (int(p, 16) for p in parts)
            if ud.normalize("NFC", chr(a) + chr(b)) == chr(cp):
                pairs.append((a, b, cp))
    return sorted(pairs)


def decompositions() -> tuple[list[int], list[int]]:
    """Per code point an index into runs: tag | length << 8, then UTF-16."""
    pool = Pool()
    index = []
    for cp in ALL:
        parts = ud.decomposition(chr(cp)).split()
        if not parts:
            index.append(0)
            continue
        tag = parts.pop(0) if parts[0].startswith("<") else ""
        text = "".join(chr(int(p, 16)) for p in parts)
        units = unit16(text)
        index.append(pool.add([TAGS.index(tag) | len(units) << 8, *units]))
    return index, pool.data


def cut(values: Sequence[int], shift: int) -> tuple[list[int], list[int]]:
    """Equal blocks of `values`, each kept once: their numbers, their items."""
    size = 1 << shift
    blocks: dict[tuple[int, ...], int] = {}
    first = [
        blocks.setdefault(tuple(values[i : i + size]), len(blocks))
        for i in range(0, len(values), size)
    ]
    return first, [v for block in blocks for v in block]


def cost(*tables: Sequence[int]) -> int:
    return sum(len(t) * width(t) for t in tables)


Levels = tuple[int, int, list[int], list[int], list[int]]


def split(values: Sequence[int]) -> Levels:
    """Three levels (top, middle, low) with the shifts that make them least."""
    best: tuple[int, Levels] | None = None
    for low_shift in range(2, 8):
        numbers, low = cut(values, low_shift)
        for shift in range(2, 9):
            if len(numbers) % (1 << shift):
                continue
            top, middle = cut(numbers, shift)
            n = cost(top, middle, low)
            if best is None or n < best[0]:
                best = (n, (low_shift, shift, top, middle, low))
    assert best
    return best[1]


def width(values: Iterable[int]) -> int:
    return 1 if max(values) < 256 else 2


HEAD = """\
/*
 * unidata.%s - Unicode 14 tables, written by tools/gen/gen_unicode.py.
 *
 * Do not edit.%s
 *
 * SPDX-License-Identifier: Apache-2.0
 */
"""

HEADER = """\
#ifndef CS_TEXT_GEN_UNIDATA_H
#define CS_TEXT_GEN_UNIDATA_H

#include <stdint.h>

/* Case and predicates of a code point. */
typedef struct cs_unidata_case_record {
  uint16_t flags; /* CS_UNICODE_ALPHA and so on */
  uint16_t digit; /* digit value, or 0          */
  int32_t map[4]; /* distance to the lower, upper, title and folded form; if
                     CS_UNICODE_SPECIAL, map[0] is a place in the table
                     cs_unidata_special: lengths in 4 bits each, mappings */
} cs_unidata_case_record;

/* Everything unicodedata tells about a code point. */
typedef struct cs_unidata_prop_record {
  uint8_t category;
  uint8_t bidi;
  uint8_t combining;
  uint8_t width; /* East Asian width; bit 7: mirrored */
  uint8_t quick; /* quick check of NFC, NFD, NFKC, NFKD from the low bits up,
                    two bits each: 0 yes, 1 maybe, 2 no */
} cs_unidata_prop_record;

/* `a` followed by `b` composes to `ab`; sorted by a, then b. */
typedef struct cs_unidata_pair {
  uint32_t a, b, ab;
} cs_unidata_pair;
"""


class Writer:
    """Collects the declarations for the header and the tables."""

    def __init__(self) -> None:
        self.header: list[str] = []
        self.source: list[str] = []
        self.total = 0

    def array(self, kind: str, name: str, size: int, items: Sequence[str]) -> None:
        self.total += len(items) * size
        decl = f"{kind} cs_unidata_{name}[{len(items)}]"
        self.header.append(f"extern const {decl};")
        self.source.append(f"\nconst {decl} = {{")
        line = "   "
        for item in items:
            if len(line) + len(item) + 2 > 80:
                self.source.append(line)
                line = "   "
            line += f" {item},"
        self.source += [line, "};"]

    def ints(self, name: str, values: Sequence[int]) -> None:
        size = width(values)
        self.array(f"uint{8 * size}_t", name, size, [str(v) for v in values])

    def rows(self, kind: str, name: str, size: int, rows: Iterable[tuple[object, ...]]) -> None:
        items = [str(row).replace("(", "{").replace(")", "}") for row in rows]
        self.array(f"cs_unidata_{kind}", name, size, items)

    def split(self, name: str, values: Sequence[int], what: str) -> None:
        low_shift, shift, top, middle, low = split(values)
        self.header.append(f"\n/* {what} */")
        self.ints(name + "_top", top)
        self.ints(name + "_middle", middle)
        self.ints(name + "_low", low)
        t = f"cs_unidata_{name}"
        self.header.append(
            f"static inline uint32_t {t}_at(uint32_t cp) {{\n"
            f"  uint32_t m = (uint32_t){t}_top[cp >> {low_shift + shift}] << {shift};\n"
            f"  m |= cp >> {low_shift} & {(1 << shift) - 1};\n"
            f"  uint32_t at = (uint32_t){t}_middle[m] << {low_shift};\n"
            f"  return {t}_low[at | (cp & {(1 << low_shift) - 1})];\n"
            "}"
        )


def write_numbers(w: Writer) -> None:
    values: dict[float, int] = {}
    cps, which = [], []
    for cp in ALL:
        number = ud.numeric(chr(cp), None)
        if number is not None:
            cps.append(cp)
            which.append(values.setdefault(number, len(values)))
    w.header.append("\n/* Numeric values: sorted code points, each with its value. */")
    w.header.append(f"#define CS_UNIDATA_NUMERICS {len(cps)}")
    w.array("uint32_t", "numeric_cp", 4, [str(cp) for cp in cps])
    w.ints("numeric_index", which)
    w.array("double", "numeric", 8, [v.hex() for v in values])


def write_tables(w: Writer) -> None:
    specials = Pool()
    cases: dict[tuple[object, ...], int] = {}
    index = [cases.setdefault(case_record(cp, specials), len(cases)) for cp in ALL]
    w.split("case", index, "code point -> case record")
    w.rows("case_record", "case", 20, cases)
    w.ints("special", specials.data)

    pairs = compositions()
    hangul = {*range(0x1161, 0x1176), *range(0x11A8, 0x11C3)}
    seconds = {b for _, b, _ in pairs} | hangul
    props: dict[tuple[int, ...], int] = {}
    index = [props.setdefault(property_record(cp, seconds), len(props)) for cp in ALL]
    w.split("prop", index, "code point -> property record")
    w.rows("prop_record", "prop", 5, props)

    index, runs = decompositions()
    w.split("decomp", index, "code point -> run in decomp: tag | units << 8, UTF-16")
    w.ints("decomp", runs)
    w.header.append(f"\n#define CS_UNIDATA_PAIRS {len(pairs)}")
    w.rows("pair", "pairs", 12, pairs)
    write_numbers(w)


def main() -> None:
    assert ud.unidata_version == "14.0.0"
    w = Writer()
    write_tables(w)
    with open("src/text/gen/unidata.h", "w") as f:
        print(HEAD % ("h", "  Code points index a table in three steps."), end="", file=f)
        print(HEADER, file=f)
        print("\n".join(w.header).strip(), file=f)
        print("\n#endif", file=f)
    with open("src/text/gen/unidata.c", "w") as f:
        print(HEAD % ("c", f"  {w.total} bytes; unidata.h says what they mean."), end="", file=f)
        print('#include "text/gen/unidata.h"', file=f)
        print("\n".join(w.source), file=f)
    print(f"{w.total} bytes of tables", file=sys.stderr)


if __name__ == "__main__":
    main()
