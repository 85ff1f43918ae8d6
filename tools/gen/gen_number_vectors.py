#!/usr/bin/python3
"""Write the expected values of the number tests, as CPython 3.11 has them.

Usage: gen_number_vectors.py NAME > tests/unit/vec/NAME.inc

NAME is dtoa, bigint or fmtspec.

SPDX-License-Identifier: Apache-2.0
"""

import math
import random
import struct
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction

HEAD = """\
/* Written by tools/gen/gen_number_vectors.py {name}; do not edit.
 * SPDX-License-Identifier: Apache-2.0 */
"""

rnd = random.Random(20240229)


def bits(x: float) -> str:
    return f"UINT64_C(0x{struct.unpack('<Q', struct.pack('<d', x))[0]:x})"


def unbits(n: int) -> float:
    return struct.unpack("<d", struct.pack("<Q", n))[0]


def quote(s: str) -> str:
    out = []
    for byte in s.encode("utf-8", "surrogatepass"):
        plain = 32 <= byte < 127 and byte not in b'"\\?'
        out.append(chr(byte) if plain else f"\\{byte:03o}")
    return '"' + "".join(out) + '"'


def table(kind: str, fields: str, name: str, rows: list[str]) -> None:
    print(f"\nstatic const struct {kind} {{\n  {fields}\n}} {name}[] = {{")
    for row in rows:
        print(f"    {{{row}}},")
    print("};")


SPECIAL = [
    0.0, -0.0, 1.0, -1.0, 0.1, 0.5, 1.5, 2.5, 1e15, 1e16, 1e17, 123456789.0,
    1e22, 1e23, 9007199254740992.0, 9007199254740993.0, 5e-324, 1e-323,
    2.2250738585072014e-308, 2.225073858507201e-308, 1.7976931348623157e308,
    1e-4, 1e-5, 0.00012345, 9.5, 99.5, 999999.5, 9.999995, 0.3, 2 / 3, 1e100,
    4.35, 2.675, 1.005, -0.001, 8.98846567431158e307, math.pi, 1e21, 123e-7,
    float("inf"), float("-inf"), float("nan"),
]  # fmt: skip


def doubles(count: int) -> Iterator[float]:
    yield from SPECIAL
    for _ in range(count):
        kind = rnd.randrange(6)
        if kind == 0:
            x = unbits(rnd.getrandbits(64))
            yield x if x == x else 1.25
        elif kind == 1:
            yield rnd.random() * 10 ** rnd.randrange(-5, 20)
        elif kind == 2:
            yield round(rnd.uniform(-1000, 1000), rnd.randrange(5))
        elif kind == 3:
            yield unbits(rnd.randrange(2046) << 52)
        elif kind == 4:
            yield unbits(rnd.getrandbits(52) >> rnd.randrange(52))
        else:
            yield rnd.randrange(-(10**6), 10**6) / 2 ** rnd.randrange(20)


def halfway(x: float) -> str:
    """Return the exact decimal between x and the next double."""
    h = (Fraction(x) + Fraction(math.nextafter(x, math.inf))) / 2
    k = h.denominator.bit_length() - 1
    return f"{h.numerator * 5**k}e-{k}"


def parse_texts() -> Iterator[str]:
    yield from ["1.", ".5", "1e5", "1.e5", "00012", "0e99999999999999999999",
                "1e400", "1e-400", "9" * 20, "1.7976931348623159e308",
                "1.7976931348623158e308", "2.4703282292062327e-324",
                "2.4703282292062328e-324", "0." + "0" * 400 + "1e401",
                "1" + "0" * 400 + "e-400", "1E+2", "1e-0"]  # fmt: skip
    for _ in range(150):
        whole = rnd.getrandbits(rnd.randrange(1, 120))
        rest = rnd.getrandbits(rnd.randrange(1, 200))
        yield f"{whole}.{rest}e{rnd.randrange(-350, 320)}"
    for x in (1.0, 5e-324, 1e23, 0.1, 2.2250738585072014e-308, 123.456, 1e-300):
        text = halfway(x)
        digits, exponent = text.split("e")
        yield text
        yield f"{int(digits) * 10 + 1}e{int(exponent) - 1}"
        yield f"{int(digits) * 10 - 1}e{int(exponent) - 1}"
        yield f"{digits}{'0' * 800}1e{int(exponent) - 801}"


def float_texts() -> Iterator[str]:
    yield from ["inf", "-Infinity", "NaN", "+nan", "infin", " 1_0.0_1e1_0 ",
                "1__0", "_1", "1_", "1_.5", "1._5", "1e_5", "1e5_", "", " ",
                "+", "1 2", "\t-1.5\n", "0x10", "1e", "-.5", "+.", "--1",
                "١"]  # fmt: skip
    for _ in range(120):
        yield "".join(rnd.choice("0123__..e+- ") for _ in range(rnd.randrange(1, 9)))


def hex_texts() -> Iterator[str]:
    yield from ["inf", "-Infinity", "nan", "infin", "0x", "p3", ".", "1e5",
                "0x1p1024", "0x1.fffffffffffff8p1023", "0x1.fffffffffffff7p1023",
                "0x0p99999999999", "0x1p-1075", "0x1.8p-1075", " 0x1p0 ",
                "0x.8", "1.8p1", "-0x1P+3", "0x1p", "0x1p+"]  # fmt: skip
    for _ in range(60):
        digits = "".join(rnd.choice("0123456789abcdefABCDEF") for _ in range(16))
        at = rnd.randrange(17)
        tail = rnd.choice(["", "8", "80000000000000001", "7ff"])
        yield f"0x{digits[:at]}.{digits[at:]}{tail}p{rnd.randrange(-1150, 1050)}"


def attempt(make: Callable[[], float], fail: str) -> tuple[str, str]:
    try:
        return "CS_OK", bits(make())
    except OverflowError:
        return "CS_ELIMIT", "0"
    except ValueError:
        return fail, "0"


def write_dtoa() -> None:
    rows = [f"{bits(x)}, {quote(repr(x))}" for x in doubles(250)]
    table("repr_vector", "uint64_t bits;\n  const char *text;", "repr_vectors", rows)
    rows = [f"{bits(float(t))}, {quote(t)}" for t in parse_texts()]
    table("parse_vector", "uint64_t bits;\n  const char *text;", "parse_vectors", rows)
    rows = []
    for t in float_texts():
        status, value = attempt(lambda t=t: float(t), "CS_EINVAL")
        if t != "١":
            rows.append(f"{status}, {value}, {quote(t)}")
    table("text_vector", "cs_status status;\n  uint64_t bits;\n  const char *text;",
          "float_vectors", rows)  # fmt: skip
    rows = []
    for t in hex_texts():
        status, value = attempt(lambda t=t: float.fromhex(t), "CS_EINVAL")
        rows.append(f"{status}, {value}, {quote(t)}")
    table("fromhex_vector",
          "cs_status status;\n  uint64_t bits;\n  const char *text;",
          "fromhex_vectors", rows)  # fmt: skip
    rows = [f"{bits(x)}, {quote(x.hex())}" for x in doubles(40)]
    table("hex_vector", "uint64_t bits;\n  const char *text;", "hex_vectors", rows)
    rows = []
    for x in list(doubles(300)):
        kind = rnd.choice("eEfFgG%")
        digits = rnd.choice([-1, 0, 1, 2, 3, 6, 17, rnd.randrange(30)])
        if rnd.random() < 0.02:
            digits = rnd.randrange(300, 1100)
        sign, alt, zero = rnd.choice(["", "+", " "]), rnd.choice(["", "#"]), ""
        if rnd.random() < 0.3:
            zero = "z"
        flags = {"": 0, "+": 4, " ": 8}[sign] | (alt == "#") | (zero == "z") * 16
        spec = f"{sign}{zero}{alt}" + (f".{digits}" if digits >= 0 else "")
        if rnd.random() < 0.2:
            kind, flags, text = "r", flags | 2, format(x, f"{sign}{zero}{alt}")
        else:
            text = format(x, spec + kind)
        rows.append(f"{bits(x)}, '{kind}', {digits}, {flags}, {quote(text)}")
    table("format_vector",
          "uint64_t bits;\n  char type;\n  int precision;\n  unsigned flags;\n"
          "  const char *text;", "format_vectors", rows)  # fmt: skip
    rows = []
    for x in list(doubles(200)):
        n = rnd.choice([0, 1, 2, 3, rnd.randrange(-330, 340), rnd.randrange(-20, 20)])
        status, value = attempt(lambda x=x, n=n: round(x, n), "CS_EINVAL")
        rows.append(f"{bits(x)}, {n}, {status}, {value}")
    rows.append(f"{bits(1.7976931348623157e308)}, -308, CS_ELIMIT, 0")
    table("round_vector",
          "uint64_t bits;\n  int64_t ndigits;\n  cs_status status;\n"
          "  uint64_t result;", "round_vectors", rows)  # fmt: skip


def integer(most: int = 300) -> int:
    size = rnd.choice([0, 1, 5, 63, 64, 65, 127, 128, 129, rnd.randrange(most)])
    value = rnd.choice([rnd.getrandbits(size), (1 << size) - 1, 1 << size,
                        rnd.getrandbits(5) << size])  # fmt: skip
    return -value if rnd.random() < 0.4 else value


BINARY: dict[str, Callable[[int, int], int]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
    "gcd": math.gcd,
    "quot": lambda a, b: a // b,
    "rem": lambda a, b: a % b,
}


def write_bigint() -> None:
    rows = []
    for name, op in BINARY.items():
        for _ in range(60):
            a, b = integer(), integer()
            if name in ("quot", "rem") and b == 0:
                b = 7
            rows.append(f'"{name}", "{a:x}", "{b:x}", "{op(a, b):x}"')
    for a, b in ((-(2**128) + 1, 2**64), (2**128 - 1, -(2**64)), (-(2**64) + 1, 2)):
        rows += [f'"{k}", "{a:x}", "{b:x}", "{BINARY[k](a, b):x}"'
                 for k in ("quot", "rem")]  # fmt: skip
    for _ in range(60):
        a, n = integer(), rnd.choice([0, 1, 63, 64, 65, 128, rnd.randrange(400)])
        rows.append(f'"shl", "{a:x}", "{n:x}", "{a << n:x}"')
        rows.append(f'"shr", "{a:x}", "{n:x}", "{a >> n:x}"')
        e = rnd.choice([0, 1, 2, 3, 7, rnd.randrange(20)])
        a = integer(150)
        rows.append(f'"pow", "{a:x}", "{e:x}", "{a**e:x}"')
        rows.append(f'"isqrt", "{abs(a):x}", "0", "{math.isqrt(abs(a)):x}"')
        rows.append(f'"not", "{a:x}", "0", "{~a:x}"')
        rows.append(f'"sqr", "{a:x}", "0", "{a * a:x}"')
        rows.append(f'"count", "{a:x}", "0", "{a.bit_count():x}"')
        rows.append(f'"length", "{a:x}", "0", "{a.bit_length():x}"')
        rows.append(f'"hash", "{a:x}", "0", "{hash(a):x}"')
    for n in (1500, 10000):
        a, b = rnd.getrandbits(n), rnd.getrandbits(n // 2)
        rows += [f'"{k}", "{a:x}", "{-b:x}", "{BINARY[k](a, -b):x}"'
                 for k in ("mul", "quot", "rem", "gcd")]  # fmt: skip
    table("op_vector", "const char *op, *a, *b, *result;", "op_vectors", rows)
    rows = []
    for _ in range(120):
        a, e, m = integer(), integer(100), integer(200) or 9
        try:
            rows.append(f'"{a:x}", "{e:x}", "{m:x}", "{pow(a, e, m):x}"')
        except ValueError:
            rows.append(f'"{a:x}", "{e:x}", "{m:x}", NULL')
    table("powmod_vector", "const char *a, *e, *m, *result;", "powmod_vectors", rows)
    rows = []
    for _ in range(150):
        a, b = integer(1300), integer(rnd.choice([60, 300, 1300])) or 3
        status, value = attempt(lambda a=a, b=b: a / b, "")
        rows.append(f'"{a:x}", "{b:x}", {status}, {value}')
        status, value = attempt(lambda a=a: float(a), "")
        rows.append(f'"{a:x}", "1", {status}, {value}')
    table("div_vector",
          "const char *a, *b;\n  cs_status status;\n  uint64_t bits;",
          "div_vectors", rows)  # fmt: skip
    rows = []
    for _ in range(100):
        a, x = integer(), rnd.uniform(-3, 3) * 2.0 ** rnd.randrange(-30, 900)
        if rnd.random() < 0.5 and abs(a) < 2**1000:
            x = float(a) + rnd.choice([0, 0.5, -0.5])
        rows.append(f'"{a:x}", {bits(x)}, "{int(x):x}", {(a > x) - (a < x)}')
    table("double_vector",
          "const char *a;\n  uint64_t bits;\n  const char *whole;\n  int order;",
          "double_vectors", rows)  # fmt: skip
    rows = []
    texts = ["0", "00", "010", "0_0", "0x1F", "0X_1f", "0b101", "0o17", "1__0", "_1",
             "1_", "", "-", " 12 ", "+ 1", "0x", "0b2", "z", "0_7", "-0x_a",
             "9" * 25, "1" * 200]  # fmt: skip
    texts += ["".join(rnd.choice("01279af_x") for _ in range(rnd.randrange(12)))
              for _ in range(60)]  # fmt: skip
    for t in texts:
        for base in (0, 10, 16, rnd.randrange(2, 37)):
            try:
                rows.append(f'{quote(t)}, {base}, "{int(t, base):x}"')
            except ValueError:
                rows.append(f"{quote(t)}, {base}, NULL")
    table("scan_vector", "const char *text;\n  unsigned base;\n  const char *result;",
          "scan_vectors", rows)  # fmt: skip
    rows = [f'"{a:x}", "{a}"' for a in (integer(2500) for _ in range(60))]
    table("print_vector", "const char *hex, *text;", "print_vectors", rows)
    rows = []
    for _ in range(120):
        a = integer(100)
        size = rnd.choice([0, 1, 7, 8, 9, (a.bit_length() + 7) // 8,
                           (a.bit_length() + 8) // 8])  # fmt: skip
        order, signed = rnd.choice(["little", "big"]), rnd.random() < 0.5
        try:
            status, data = "CS_OK", a.to_bytes(size, order, signed=signed).hex()
        except OverflowError as e:
            status = "CS_EINVAL" if "negative" in str(e) else "CS_ELIMIT"
            data = ""
        rows.append(f'"{a:x}", {size}, {int(order == "little")}, {int(signed)}, '
                    f'{status}, "{data}"')  # fmt: skip
    table("bytes_vector",
          "const char *a;\n  size_t size;\n  bool little, is_signed;\n"
          "  cs_status status;\n  const char *hex;", "bytes_vectors", rows)  # fmt: skip


ALIGN = ["", "", "", "<", ">", "^", "=", "*^", "é=", "0<", "😀>", "0=", "<<"]
TYPES = ["", "", *"dsfegxXobcn%FGEq", "é", "\x01", "dd", " "]


def specifier() -> str:
    return "".join([
        rnd.choice(ALIGN),
        rnd.choice([""] * 4 + ["+", "-", " "]),
        rnd.choice([""] * 5 + ["z"]),
        rnd.choice([""] * 4 + ["#"]),
        rnd.choice([""] * 3 + ["0"]),
        rnd.choice(["", "", "5", "12", "30", "1"]),
        rnd.choice([""] * 6 + [",", "_", ",_", "_,", ",,"]),
        rnd.choice([""] * 4 + [".2", ".0", ".10", "."]),
        rnd.choice(TYPES),
    ])  # fmt: skip


def percent() -> str:
    flags = "".join(rnd.choice("-+ #0") for _ in range(rnd.randrange(4)))
    return "%" + flags + "".join([
        rnd.choice(["", "", "5", "12", "30"]),
        rnd.choice([""] * 3 + [".2", ".0", ".", ".10"]),
        rnd.choice([""] * 4 + ["l", "h", "L", "ll"]),
        rnd.choice([*"diuoxXeEfFgGsssz", "", "é", "\n"]),
    ])  # fmt: skip


STRINGS = ["", "abc", "é€😀x"]
INTS = [0, 1, -1, 65, -5, 1234567, -1234567, 10**18, 255]
FLOATS = [0.0, -0.0, math.nan, math.inf, -math.inf, 1.5, 1e16, -1e-7, 1234567.891, 1e300]


def outcome(make: Callable[[], str]) -> str:
    try:
        return f"false, {quote(make())}"
    except (ValueError, OverflowError) as e:
        return f"true, {quote(str(e))}"


def write_fmtspec() -> None:
    fixed = ["010,", "09,", "08,", "#_x", "#020_x", "014,", "99999999999999999999d",
             ".99999999999999999999", ",é", "_\x01", "x,", "1 "]  # fmt: skip
    rows = []
    for i in range(250):
        s, v = specifier() if i >= len(fixed) else fixed[i], rnd.choice(INTS)
        if not (s[-1:] == "c" and v not in range(0x110000)):
            got = outcome(lambda s=s, v=v: format(v, s))
            rows.append(f"{quote(s)}, INT64_C({v}), {got}")
    fields = "const char *spec;\n  {} value;\n  bool fails;\n  const char *text;"
    table("int_vector", fields.format("int64_t"), "int_vectors", rows)
    rows = []
    for _ in range(250):
        s, x = specifier(), rnd.choice(FLOATS)
        got = outcome(lambda s=s, x=x: format(x, s))
        rows.append(f"{quote(s)}, {bits(x)}, {got}")
    table("float_vector", fields.format("uint64_t"), "float_vectors", rows)
    rows = []
    for _ in range(120):
        s, t = specifier(), rnd.choice(STRINGS)
        got = outcome(lambda s=s, t=t: format(t, s))
        rows.append(f"{quote(s)}, {quote(t)}, {got}")
    table("str_vector", fields.format("const char *"), "str_vectors", rows)
    rows = []
    for _ in range(200):
        s, v = percent(), rnd.choice(INTS)
        rows.append(f"{quote(s)}, INT64_C({v}), "
                    + outcome(lambda s=s, v=v: s % (v,)))  # fmt: skip
    for s in ("%99999999999999999999d", "%.2147483648d", "%", "%5.", "%é"):
        rows.append(f"{quote(s)}, INT64_C(1), {outcome(lambda s=s: s % (1,))}")
    table("percent_vector", fields.format("int64_t"), "percent_vectors", rows)


def main() -> None:
    name = sys.argv[1]
    print(HEAD.format(name=name), end="")
    {"dtoa": write_dtoa, "bigint": write_bigint, "fmtspec": write_fmtspec}[name]()


if __name__ == "__main__":
    main()
