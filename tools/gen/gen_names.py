#!/usr/bin/env python3
# gen_names.py - the intern table with its fixed names already in it.
#
#   tools/gen/gen_names.py > src/py/lang/gen/name_seed.c
#
# Reads the two lists of src/py/lang/name.h.  A compilation then starts with
# two memcpy instead of 77 insertions.  The hash is that of name.c;
# test_parse.c checks that every fixed name is found under its number.
#
# SPDX-License-Identifier: Apache-2.0
import re
import struct

SLOTS = 512
MASK = (1 << 64) - 1


def head(data: bytes) -> int:
    return struct.unpack("<Q", data[:8].ljust(8, b"\0"))[0]


def hash_of(data: bytes) -> int:
    h = head(data) ^ (len(data) << 56)
    for at in range(8, len(data), 8):
        h = ((h ^ h >> 29) * 0xBF58476D1CE4E5B9 + head(data[at:])) & MASK
    x = h * 0x9E3779B97F4A7C15 & MASK
    return (x >> 32 ^ x) & 0xFFFFFFFF


with open("src/py/lang/name.h") as f:
    text = f.read()
names = [b""]
for lst in ("CS_KEYWORD_LIST", "CS_WELL_KNOWN_LIST"):
    part = text.split(f"#define {lst}(X)")[1].split("\n\n")[0]
    names += [m.encode() for m in re.findall(r'X\(\w+, "([^"]+)"\)', part)]

slots = [0] * SLOTS
for number, name in enumerate(names[1:], 1):
    at = hash_of(name) & (SLOTS - 1)
    while slots[at]:
        at = (at + 1) % SLOTS
    slots[at] = number

print("/*")
print(" * name_seed.c - made by tools/gen/gen_names.py; do not edit.")
print(" *")
print(" * SPDX-License-Identifier: Apache-2.0")
print(" */")
print('#include "py/lang/name.h"')
print()
print("/* clang-format off */")
print("const cs_name_entry cs_name_seed[CS_NAME_FIXED_COUNT] = {")
for name in names:
    print(
        f'  {{"{name.decode()}", UINT64_C({head(name):#x}), {len(name)},'
        f" {hash_of(name) if name else 0:#x}, true}},"
    )
print("};")
print()
print("const uint32_t cs_name_seed_slots[CS_NAME_SEED_SLOTS] = {")
for i in range(0, SLOTS, 16):
    print("  " + ", ".join(str(s) for s in slots[i : i + 16]) + ",")
print("};")
