#!/usr/bin/python3
"""Write expected set orders and int results, as CPython 3.11 computes them.

Usage: gen_heap_vectors.py NAME > tests/unit/vec/NAME.inc

SPDX-License-Identifier: Apache-2.0
"""

import random
import sys
from collections.abc import Callable

HEAD = """\
/* Written by tools/gen/gen_heap_vectors.py {name}; do not edit.
 * SPDX-License-Identifier: Apache-2.0 */
"""

# Operations of set programs; values are doubled so that halves are integers.
ADD, DISCARD, POP, COPY, UPDATE, CLEAR, CHECK, END = range(8)
Number = int | float


def doubled(value: Number) -> int:
    return int(value * 2) if isinstance(value, float) else value * 2


def number(rng: random.Random, spread: int) -> Number:
    kind = rng.randrange(10)
    if kind == 0:
        return rng.randrange(-spread, spread) + 0.5
    if kind == 1:
        return rng.randrange(-(2**40), 2**40) * 2**18
    if kind == 2:
        return rng.randrange(-8, 8) << rng.randrange(0, 50)
    return rng.randrange(-spread, spread)


def set_program(rng: random.Random, steps: int, spread: int) -> list[int]:
    s: set[Number] = set()
    out: list[int] = []
    for _ in range(steps):
        op = rng.choices(
            (ADD, DISCARD, POP, COPY, UPDATE, CLEAR), (60, 25, 4, 2, 2, 0.3)
        )[0]
        if op == POP and not s:
            continue
        if op == ADD:
            v = number(rng, spread)
            s.add(v)
            out += [ADD, doubled(v)]
        elif op == DISCARD:
            v = rng.choice(list(s)) if s and rng.random() < 0.8 else number(rng, spread)
            s.discard(v)
            out += [DISCARD, doubled(v)]
        elif op == POP:
            out += [POP, doubled(s.pop())]
        elif op == COPY:
            s = s.copy()
            out += [COPY]
        elif op == UPDATE:
            other = [number(rng, spread) for _ in range(rng.randrange(40))]
            s.update(set(other))
            out += [UPDATE, len(other), *map(doubled, other)]
        else:
            s.clear()
            out += [CLEAR]
        if rng.random() < 0.02:
            out += [CHECK, len(s), *map(doubled, s)]
    return out + [CHECK, len(s), *map(doubled, s), END]


def set_vectors() -> None:
    rng = random.Random(311)
    print("static const int64_t set_programs[] = {")
    for steps, spread in ((12, 9), (40, 30), (80, 400), (300, 60), (300, 9000)) * 4:
        row = set_program(rng, steps, spread)
        print("    " + ", ".join(f"INT64_C({v})" for v in row) + ",")
    row = [x for v in range(0, 3000, 7) for x in (ADD, v * 2)]
    s = set(range(0, 3000, 7))
    row += [CHECK, len(s), *map(doubled, s), END]
    print("    " + ", ".join(map(str, row)) + ",\n};")


OPS: dict[str, Callable[[int, int], object]] = {
    "ADD": lambda a, b: a + b,
    "SUB": lambda a, b: a - b,
    "MUL": lambda a, b: a * b,
    "TRUEDIV": lambda a, b: a / b,
    "FLOORDIV": lambda a, b: a // b,
    "MOD": lambda a, b: a % b,
    "POW": lambda a, b: a**b,
    "LSHIFT": lambda a, b: a << b,
    "RSHIFT": lambda a, b: a >> b,
    "AND": lambda a, b: a & b,
    "OR": lambda a, b: a | b,
    "XOR": lambda a, b: a ^ b,
    "DIVMOD": divmod,
}


def text(value: object) -> str:
    if isinstance(value, bool):
        return repr(value)
    if isinstance(value, int):
        return hex(value)
    if isinstance(value, float):
        return value.hex()
    if isinstance(value, tuple):
        return ",".join(map(text, value))
    raise TypeError(value)


def outcome(op: str, a: int, b: int) -> str:
    try:
        return text(OPS[op](a, b))
    except (ArithmeticError, ValueError, MemoryError) as e:
        return f"{type(e).__name__}: {e}"


def int_vectors() -> None:
    rng = random.Random(49)
    edge = 2**49
    values = [0, 1, -1, 2, -3, 10, edge - 1, edge, edge + 1, -edge - 1, -edge]
    values += [-edge + 1, 2**53 + 1, 2**63 - 1, -(2**63), 2**64, -(2**64) - 1]
    values += [rng.getrandbits(90), -rng.getrandbits(200), 2**1100]
    print("static const struct { cs_binop op; const char *a, *b, *out; }")
    print("    int_cases[] = {")

    def case(op: str, a: int, b: int) -> None:
        print(f'    {{CS_B_{op}, "{a:x}", "{b:x}", "{outcome(op, a, b)}"}},')

    for op in OPS:
        for a in values:
            for b in values:
                shift = op in ("LSHIFT", "POW")
                if shift and abs(b) > 10 and not (a in (0, 1, -1) and b > 0):
                    continue
                if shift and b < -3 and abs(a) > 2**1000:
                    continue
                if a in values[:6] or b in values[:6] or rng.random() < 0.25:
                    if max(abs(a), abs(b)) < 2**1000 or rng.random() < 0.3:
                        case(op, a, b)
    for op in OPS:
        for _ in range(6):
            a = rng.getrandbits(rng.randrange(1, 4600)) * rng.choice((1, -1))
            b = rng.getrandbits(rng.randrange(1, 4600)) * rng.choice((1, -1))
            if op in ("LSHIFT", "RSHIFT"):
                b = rng.randrange(0, 3000)
            elif op == "POW":
                a, b = a >> max(0, a.bit_length() - 300), rng.randrange(0, 40)
            case(op, a, b)
    print("};\n")
    print("static const struct { const char *a, *e, *m, *out; } mod_cases[] = {")
    for _ in range(60):
        a, e, m = (
            rng.getrandbits(rng.choice((5, 30, 60, 200))) * rng.choice((1, 1, -1))
            for _ in range(3)
        )
        try:
            out = hex(pow(a, e, m))
        except ValueError as error:
            out = f"ValueError: {error}"
        print(f'    {{"{a:#x}", "{e:#x}", "{m:#x}",\n     "{out}"}},')
    print("};\n")
    print("static const struct { const char *text; int base; const char *out; }")
    print("    text_cases[] = {")
    texts = [("0", 10), ("-0", 10), ("12_34", 10), ("1__2", 10), ("_1", 10)]
    texts += [("x", 10), ("", 10), (" 7 ", 10), ("0x1f", 16), ("0x1f", 0), ("0b", 0)]
    texts += [("010", 0), ("0o17", 0), ("zz", 36), ("12", 2), ("+5", 10), ("- 5", 10)]
    texts += [(str(v), 10) for v in values if abs(v) < 2**1000]
    texts += [(str(rng.getrandbits(8 * k)), 10) for k in (8, 30, 90)]
    for s, base in texts:
        try:
            out = hex(int(s, base))
        except ValueError as error:
            out = f"ValueError: {error}"
        print(f'    {{"{s}", {base}, "{out}"}},')
    print("};")


WRITERS = {"set": set_vectors, "int": int_vectors}


def main() -> None:
    name = sys.argv[1]
    print(HEAD.format(name=name))
    WRITERS[name]()


if __name__ == "__main__":
    main()
