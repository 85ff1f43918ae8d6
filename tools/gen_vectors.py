#!/usr/bin/python3
"""Write the expected values of the unit tests, as CPython 3.11 computes them.

Usage: gen_vectors.py NAME > tests/unit/vec/NAME.inc

SPDX-License-Identifier: Apache-2.0
"""

import random
import struct
import sys
from collections.abc import Callable

HEAD = """\
/* Written by tools/gen_vectors.py {name}; do not edit.
 * SPDX-License-Identifier: Apache-2.0 */
"""


def i64(value: int) -> str:
    if value == -(2**63):
        return "INT64_MIN"
    return f"INT64_C({value})"


def f64(value: float) -> str:
    (bits,) = struct.unpack("<Q", struct.pack("<d", value))
    return f"UINT64_C(0x{bits:016X})"


def hash_vectors() -> None:
    rng = random.Random(311)
    mod = 2**61 - 1
    ints = [0, 1, -1, -2, 2, mod, mod - 1, mod + 1, -mod, -mod - 1, -mod - 2]
    ints += [2**63 - 1, -(2**63), 2 * mod, -2 * mod, 2 * mod + 1, -3 * mod - 1]
    ints += [rng.getrandbits(rng.randrange(1, 63)) * rng.choice((1, -1)) for _ in range(60)]
    print("static const struct { int64_t in, out; } int_vectors[] = {")
    for v in ints:
        print(f"    {{{i64(v)}, {i64(hash(v))}}},")
    print("};\n")

    print("static const struct { uint64_t limbs[4]; int negative; int64_t out; }")
    print("    limb_vectors[] = {")
    bigs = [0, 1, mod, 2 * mod, 2**64 - 1, 2**64, 2**255, 2**256 - 1, mod * mod, mod * mod + 1]
    bigs += [rng.getrandbits(rng.randrange(1, 257)) for _ in range(60)]
    for big in bigs:
        limbs = ", ".join(f"UINT64_C({big >> 64 * k & 2**64 - 1})" for k in range(4))
        for neg in (0, 1):
            print(f"    {{{{{limbs}}}, {neg},")
            print(f"     {i64(hash(-big if neg else big))}}},")
    print("};\n")

    floats = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 3.14, -2.5, 1e300, -1e300]
    floats += [5e-324, -5e-324, 2.2250738585072014e-308, 2.2250738585072009e-308]
    floats += [float("inf"), float("-inf"), 2.0**61, -(2.0**61), 2.0**60, 1.7976931348623157e308]
    while len(floats) < 120:
        (v,) = struct.unpack("<d", rng.randbytes(8))
        if v == v:
            floats.append(v)
    print("static const struct { uint64_t bits; int64_t out; } float_vectors[] = {")
    for v in floats:
        print(f"    {{{f64(v)}, {i64(hash(v))}}},")
    print("};\n")

    print("static const struct { double re, im; int64_t out; } complex_vectors[] = {")
    for re in (0.0, 1.0, -1.0, 2.5, 1e10):
        for im in (0.0, 1.0, -1.0, 0.25, -7e22):
            print(f"    {{{re!r}, {im!r}, {i64(hash(complex(re, im)))}}},")
    print("};\n")

    # Tuples and frozensets of small non-negative ints, whose hash is the value.
    print("static const struct { size_t n; int64_t item[6], tuple, set; }")
    print("    group_vectors[] = {")
    for n in range(7):
        for _ in range(4):
            items = rng.sample(range(2**40), n)
            text = ", ".join(i64(v) for v in items) or "0"
            print(f"    {{{n}, {{{text}}},")
            print(f"     {i64(hash(tuple(items)))}, {i64(hash(frozenset(items)))}}},")
    print("};")


VECTORS: dict[str, Callable[[], None]] = {"hash": hash_vectors}


def main() -> None:
    name = sys.argv[1]
    print(HEAD.format(name=name))
    VECTORS[name]()


if __name__ == "__main__":
    main()
