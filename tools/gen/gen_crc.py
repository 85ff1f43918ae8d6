#!/usr/bin/python3
"""Write src/digest/gen/crctab.c: tables for eight bytes of CRC per step.

Usage: gen_crc.py  (from the top of the tree)

SPDX-License-Identifier: Apache-2.0
"""

TABLES = {"crc32": 0xEDB88320, "crc32c": 0x82F63B78}  # reflected polynomials


def table(poly: int) -> list[list[int]]:
    """Row k holds the effect of a byte that k more bytes will follow."""
    first = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (poly if byte & 1 else 0)
        first.append(byte)
    rows = [first]
    for _ in range(7):
        rows.append([v >> 8 ^ first[v & 255] for v in rows[-1]])
    return rows


def main() -> None:
    with open("src/digest/gen/crctab.h", "w") as f:
        print("/*", file=f)
        print(" * crctab.h - CRC tables, written by tools/gen/gen_crc.py.", file=f)
        print(" *\n * Do not edit.  Row k: a byte that k more follow.\n *", file=f)
        print(" * SPDX-License-Identifier: Apache-2.0\n */", file=f)
        print("#ifndef CS_DIGEST_GEN_CRCTAB_H\n#define CS_DIGEST_GEN_CRCTAB_H\n", file=f)
        print("#include <stdint.h>\n", file=f)
        for name in TABLES:
            print(f"extern const uint32_t cs_crctab_{name}[8][256];", file=f)
        print("\n#endif", file=f)
    with open("src/digest/gen/crctab.c", "w") as f:
        print("/*", file=f)
        print(" * crctab.c - CRC tables, written by tools/gen/gen_crc.py.", file=f)
        print(" *\n * Do not edit.\n *", file=f)
        print(" * SPDX-License-Identifier: Apache-2.0\n */", file=f)
        print('#include "digest/gen/crctab.h"', file=f)
        for name, poly in TABLES.items():
            print(f"\nconst uint32_t cs_crctab_{name}[8][256] = {{", file=f)
            for row in table(poly):
                print("    {", file=f)
                for i in range(0, 256, 6):
                    items = ", ".join(f"0x{v:08X}" for v in row[i : i + 6])
                    print(f"        {items},", file=f)
                print("    },", file=f)
            print("};", file=f)


if __name__ == "__main__":
    main()
