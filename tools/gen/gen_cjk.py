#!/usr/bin/python3
"""Write src/text/gen/cjk.[ch]: the tables of the East Asian encodings.

Everything is asked of CPython, pair of bytes by pair of bytes.  A table row is
cut into the trail bytes below and from 0xA1 on: that way encodings of one
family share most of their rows, and equal ones are kept once.  The way back is
a list of cells in the order of their characters, one for each family; where an
encoding prefers other bytes, it has a short list of exceptions.

Usage: gen_cjk.py  (from the top of the tree, with CPython 3.11)

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

from collections.abc import Callable

LEADS = range(0x81, 0xFF)
LOW, HIGH = range(0x40, 0xA1), range(0xA1, 0xFF)
WIDE = len(LOW) + len(HIGH)

# codec -> the codec whose list of cells it uses; in the order of cs_cjk_id
BASES = {
    "gb18030": "gb18030",
    "gbk": "gb18030",
    "gb2312": "gb18030",
    "cp950": "cp950",
    "big5": "cp950",
    "cp949": "cp949",
    "euc_kr": "cp949",
    "cp932": "cp932",
    "shift_jis": "cp932",
    "euc_jp": "euc_jp",
    "jisx0212": "jisx0212",
}
FAMILIES = list(dict.fromkeys(BASES.values()))

HEAD = """\
/*
 * cjk.%s - East Asian encodings, written by tools/gen/gen_cjk.py.
 *
 * Do not edit.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
"""


def decoded(codec: str, lead: int, trail: int) -> int:
    """The code point of two bytes, or 0."""
    raw = bytes([lead, trail])
    if codec == "jisx0212":
        codec, raw = "euc_jp", b"\x8f" + raw
    if codec in ("cp932", "shift_jis") and (0xA0 <= lead < 0xE0 or lead > 0xFC):
        return 0  # a character of one byte
    try:
        text = raw.decode(codec)
    except UnicodeDecodeError:
        return 0
    return ord(text) if len(text) == 1 else 0


def encoded(codec: str, cp: int) -> int:
    """The bytes of a character as a number, or 0."""
    prefix = b""
    if codec == "jisx0212":
        codec, prefix = "euc_jp", b"\x8f"
    try:
        raw = chr(cp).encode(codec)
    except UnicodeEncodeError:
        return 0
    if not raw.startswith(prefix) or (not prefix and len(raw) > 2):
        return 0
    return int.from_bytes(raw[len(prefix) :], "big")


def index_of(code: int) -> int:
    lead, trail = divmod(code, 256)
    return (lead - LEADS[0]) * WIDE + trail - LOW[0]


class Tables:
    def __init__(self) -> None:
        self.halves: dict[tuple[int, ...], int] = {(0,) * len(LOW): 0}
        self.rows: list[list[tuple[int, int]]] = []
        self.cells: dict[str, dict[int, int]] = {}
        self.by_code: dict[str, dict[int, int]] = {}
        for codec in BASES:
            self.read(codec)

    def half(self, cps: list[int]) -> int:
        key = (*cps, *[0] * (len(LOW) - len(cps)))
        return self.halves.setdefault(key, len(self.halves))

    def read(self, codec: str) -> None:
        rows, found = [], {}
        for lead in LEADS:
            for trail in (*LOW, *HIGH):
                if cp := decoded(codec, lead, trail):
                    found[lead << 8 | trail] = cp
            rows.append(
                (
                    self.half([found.get(lead << 8 | t, 0) for t in LOW]),
                    self.half([found.get(lead << 8 | t, 0) for t in HIGH]),
                )
            )
        self.rows.append(rows)
        self.by_code[codec] = found

    def way_back(self, family: str) -> dict[int, int]:
        """cp -> code, as the codec itself encodes."""
        known = self.by_code[family]
        pairs = {cp: encoded(family, cp) for cp in set(known.values())}
        return {cp: code for cp, code in sorted(pairs.items()) if known.get(code) == cp}

    def exceptions(self, codec: str, back: dict[int, int]) -> list[tuple[int, int]]:
        known = self.by_code[codec]
        out = []
        for cp in range(0x80, 0x10000):
            if 0xD800 <= cp < 0xE000 or (codec == "euc_kr" and 0xAC00 <= cp < 0xD7A4):
                continue
            if codec in ("cp932", "shift_jis") and 0xFF61 <= cp < 0xFFA0:
                continue
            code = back.get(cp, 0)
            rule = code if code and known.get(code) == cp else 0
            if (true := encoded(codec, cp)) != rule:
                out.append((cp, true))
        return out


def ranges() -> list[tuple[int, int]]:
    """(first character, its number) of the runs that gb18030 has in four bytes."""
    out: list[tuple[int, int]] = []
    after = (-1, -1)
    for cp in range(0x80, 0x10000):
        if 0xD800 <= cp < 0xE000:
            continue
        raw = chr(cp).encode("gb18030")
        if len(raw) != 4:
            continue
        a, b, c, d = raw
        number = (((a - 0x81) * 10 + b - 0x30) * 126 + c - 0x81) * 10 + d - 0x30
        if (cp, number) != after:
            out.append((cp, number))
        after = cp + 1, number + 1
    return out


def lines(numbers: list[int], form: Callable[[int], str], per: int) -> str:
    rows = [numbers[i : i + per] for i in range(0, len(numbers), per)]
    return "\n".join("    " + ", ".join(map(form, row)) + "," for row in rows)


def main() -> None:
    t = Tables()
    back = {family: t.way_back(family) for family in FAMILIES}
    odd = {codec: t.exceptions(codec, back[BASES[codec]]) for codec in BASES}
    runs = ranges()
    cells = sum(len(b) for b in back.values())
    count = sum(len(o) for o in odd.values())
    with open("src/text/gen/cjk.h", "w") as f:
        print(HEAD % "h", file=f, end="")
        print("#ifndef CS_TEXT_GEN_CJK_H\n#define CS_TEXT_GEN_CJK_H\n", file=f)
        print("#include <stdint.h>\n", file=f)
        print("/* The encodings, in the order of the tables. */\nenum {", file=f)
        for codec in BASES:
            print(f"  CS_CJK_{codec.upper()},", file=f)
        print("  CS_CJK_CODECS\n};\n", file=f)
        print("/* Half rows: the trail bytes 0x40..0xA0, or 0xA1..0xFE and padding. */", file=f)
        print(f"#define CS_CJK_HALF {len(LOW)}", file=f)
        print(f"#define CS_CJK_WIDE {WIDE} /* cells of a row */", file=f)
        print(f"extern const uint16_t cs_cjk_halves[{len(t.halves)}][CS_CJK_HALF];", file=f)
        print("/* Numbers of the half rows of each lead byte from 0x81 on. */", file=f)
        print(f"#define CS_CJK_LEADS {len(LEADS)}", file=f)
        print("extern const uint16_t cs_cjk_rows[CS_CJK_CODECS][CS_CJK_LEADS][2];\n", file=f)
        print("/* Cells (row * CS_CJK_WIDE + place) by their characters, where the\n"
              " * cells of each encoding begin, and the encoding that orders them. */", file=f)
        print(f"extern const uint16_t cs_cjk_cells[{cells}];", file=f)
        print("typedef struct cs_cjk_span {\n  uint32_t from, to;\n  uint8_t base;\n"
              "} cs_cjk_span;", file=f)
        print("extern const cs_cjk_span cs_cjk_spans[CS_CJK_CODECS];\n", file=f)
        print("/* Characters that an encoding writes in another way (0: in none). */", file=f)
        print("typedef struct cs_cjk_odd {\n  uint16_t cp, code;\n} cs_cjk_odd;", file=f)
        print(f"extern const cs_cjk_odd cs_cjk_odds[{count}];", file=f)
        print("extern const uint32_t cs_cjk_odd_from[CS_CJK_CODECS + 1];\n", file=f)
        print("/* Runs of characters that gb18030 writes in four bytes. */", file=f)
        print(f"#define CS_CJK_RUNS {len(runs)}", file=f)
        print("typedef struct cs_cjk_run {\n  uint16_t cp, number;\n} cs_cjk_run;", file=f)
        print(f"extern const cs_cjk_run cs_cjk_runs[{len(runs)}];\n\n#endif", file=f)
    with open("src/text/gen/cjk.c", "w") as f:
        print(HEAD % "c", file=f, end="")
        print('#include "text/gen/cjk.h"\n', file=f)
        print(f"const uint16_t cs_cjk_halves[{len(t.halves)}][CS_CJK_HALF] = {{", file=f)
        for half in t.halves:
            last = max((i for i, cp in enumerate(half) if cp), default=0) + 1
            print("    {\n" + lines(list(half[:last]), lambda v: f"{v}", 14) + "\n    },", file=f)
        print("};\n", file=f)
        print("const uint16_t cs_cjk_rows[CS_CJK_CODECS][CS_CJK_LEADS][2] = {", file=f)
        for codec, rows in zip(BASES, t.rows, strict=True):
            print(f"    {{ /* {codec} */", file=f)
            for i in range(0, len(rows), 8):
                part = ", ".join(f"{{{a}, {b}}}" for a, b in rows[i : i + 8])
                print(f"     {part},", file=f)
            print("    },", file=f)
        print("};\n", file=f)
        print(f"const uint16_t cs_cjk_cells[{cells}] = {{", file=f)
        spans, at = {}, 0
        for family, pairs in back.items():
            print(f"    /* {family} */", file=f)
            print(lines([index_of(c) for c in pairs.values()], str, 12), file=f)
            spans[family] = (at, at := at + len(pairs))
        print("};\n", file=f)
        print("const cs_cjk_span cs_cjk_spans[CS_CJK_CODECS] = {", file=f)
        for _codec, family in BASES.items():
            low, high = spans[family]
            print(f"    {{{low}, {high}, CS_CJK_{family.upper()}}},", file=f)
        print("};\n", file=f)
        print(f"const cs_cjk_odd cs_cjk_odds[{count}] = {{", file=f)
        starts = [0]
        for codec, pairs in odd.items():
            print(f"    /* {codec} */", file=f)
            for cp, code in pairs:
                print(f"    {{0x{cp:04X}, 0x{code:04X}}},", file=f)
            starts.append(starts[-1] + len(pairs))
        print("};\n", file=f)
        print("const uint32_t cs_cjk_odd_from[CS_CJK_CODECS + 1] = {", file=f)
        print(lines(starts, str, 12) + "\n};\n", file=f)
        print(f"const cs_cjk_run cs_cjk_runs[{len(runs)}] = {{", file=f)
        for cp, number in runs:
            print(f"    {{0x{cp:04X}, {number}}},", file=f)
        print("};", file=f)
    size = 2 * (len(t.halves) * len(LOW) + cells + 2 * count + 2 * len(runs))
    print(f"{len(t.halves)} half rows, {cells} cells, {count} exceptions, {size} bytes")
    print({codec: len(o) for codec, o in odd.items()})


if __name__ == "__main__":
    main()
