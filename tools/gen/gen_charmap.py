#!/usr/bin/python3
"""Write src/text/gen/charmap.[ch]: single-byte encodings and codec names.

Both are asked of CPython: what the upper 128 bytes decode to, and which names
and aliases codecs.lookup knows.

Usage: gen_charmap.py  (from the top of the tree, with CPython 3.11)

SPDX-License-Identifier: Apache-2.0
"""

import codecs
from encodings.aliases import aliases

# Codecs written by hand in codec.c, in the order of cs_codec_kind.
BUILT_IN = (
    "utf_8 utf_8_sig utf_16 utf_16_le utf_16_be utf_32 utf_32_le utf_32_be "
    "ascii latin_1"
).split()

# Single-byte codecs whose lower half is ASCII.
CHARMAPS = (
    "cp1252 cp437 cp850 cp852 cp855 cp866 cp1250 cp1251 cp1253 cp1254 cp1255 "
    "cp1256 cp1257 cp1258 iso8859_2 iso8859_3 iso8859_4 iso8859_5 iso8859_6 "
    "iso8859_7 iso8859_8 iso8859_9 iso8859_10 iso8859_13 iso8859_14 iso8859_15 "
    "iso8859_16 koi8_r koi8_u mac_roman iso8859_11 cp720 cp737 cp775 cp857 cp858 "
    "cp860 cp861 cp862 cp863 cp865 cp869 cp874 cp1125 koi8_t kz1048 "
    "mac_cyrillic mac_greek mac_iceland mac_latin2 mac_turkish ptcp154 hp_roman8 "
    "tis_620"
).split()

# The East Asian ones; their tables are made by gen_cjk.py, in this order.
MULTIBYTE = (
    "gb18030 gbk gb2312 cp950 big5 cp949 euc_kr cp932 shift_jis euc_jp"
).split()
KINDS = BUILT_IN + CHARMAPS + MULTIBYTE

UNDEFINED = 0xFFFF

HEAD = """\
/*
 * charmap.%s - single-byte encodings, written by tools/gen/gen_charmap.py.
 *
 * Do not edit.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
"""


def upper_half(name: str) -> list[int]:
    """Code points of the bytes 128..255."""
    assert bytes(range(128)).decode(name) == "".join(map(chr, range(128)))
    row = []
    for byte in range(128, 256):
        try:
            row.append(ord(bytes([byte]).decode(name)))
        except UnicodeDecodeError:
            row.append(UNDEFINED)
    known = [cp for cp in row if cp != UNDEFINED]
    assert len(set(known)) == len(known) and max(known) < UNDEFINED
    return row


def names() -> list[tuple[str, int]]:
    pairs = {name: kind for kind, name in enumerate(KINDS)}
    for alias, name in aliases.items():
        if name in KINDS:
            pairs[alias] = KINDS.index(name)
    return sorted(pairs.items())


def main() -> None:
    table = names()
    longest = max(len(name) for name, _ in table) + 1
    with open("src/text/gen/charmap.h", "w") as f:
        print(HEAD % "h", file=f, end="")
        print("#ifndef CS_TEXT_GEN_CHARMAP_H\n#define CS_TEXT_GEN_CHARMAP_H\n", file=f)
        print("#include <stdint.h>\n", file=f)
        print(f"#define CS_CHARMAP_COUNT {len(CHARMAPS)}", file=f)
        print(f"#define CS_CHARMAP_FIRST {len(BUILT_IN)} /* codec kind of the first */", file=f)
        print(f"#define CS_CHARMAP_CJK   {KINDS.index(MULTIBYTE[0])}", file=f)
        print(f"#define CS_CHARMAP_UNDEFINED 0x{UNDEFINED:X}\n", file=f)
        print("/* Code points of the bytes from 128 on. */", file=f)
        print(f"extern const uint16_t cs_charmap_upper[{len(CHARMAPS)}][128];\n", file=f)
        print("/* Normalised codec names, sorted, and their kinds. */", file=f)
        print(f"#define CS_CHARMAP_NAMES {len(table)}", file=f)
        print(f"#define CS_CHARMAP_NAME_SIZE {longest}", file=f)
        print("typedef struct cs_charmap_name {", file=f)
        print("  char name[CS_CHARMAP_NAME_SIZE];\n  uint8_t kind;\n} cs_charmap_name;", file=f)
        print(f"extern const cs_charmap_name cs_charmap_names[{len(table)}];", file=f)
        kinds = len(KINDS)
        print("\n/* What codecs.lookup calls each kind. */", file=f)
        print(f"#define CS_CHARMAP_KINDS {kinds}", file=f)
        print(f"extern const char cs_charmap_canon[{kinds}][16];", file=f)
        print("\n#endif", file=f)
    with open("src/text/gen/charmap.c", "w") as f:
        print(HEAD % "c", file=f, end="")
        print('#include "text/gen/charmap.h"\n', file=f)
        print(f"const uint16_t cs_charmap_upper[{len(CHARMAPS)}][128] = {{", file=f)
        for name in CHARMAPS:
            print(f"    {{/* {name} */", file=f)
            row = upper_half(name)
            for i in range(0, 128, 8):
                print("     " + ", ".join(f"0x{v:04X}" for v in row[i : i + 8]) + ",", file=f)
            print("    },", file=f)
        print("};\n", file=f)
        print(f"const cs_charmap_name cs_charmap_names[{len(table)}] = {{", file=f)
        for alias, kind in table:
            print(f'    {{"{alias}", {kind}}},', file=f)
        print("};\n", file=f)
        print(f"const char cs_charmap_canon[{len(KINDS)}][16] = {{", file=f)
        for name in KINDS:
            print(f'    "{codecs.lookup(name).name}",', file=f)
        print("};", file=f)


if __name__ == "__main__":
    main()
