#!/usr/bin/python3
"""Write the expected values of the unit tests, as CPython 3.11 computes them.

Usage: gen_vectors.py NAME > tests/unit/vec/NAME.inc

SPDX-License-Identifier: Apache-2.0
"""

import codecs
import hashlib
import random
import struct
import sys
import unicodedata as ud
import zlib
from collections.abc import Callable, Iterable

import _sre

HEAD = """\
/* Written by tools/gen/gen_vectors.py {name}; do not edit.
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


def c_string(data: bytes) -> str:
    """A C literal, with every byte that could confuse anybody escaped."""
    plain = b" !#$%&()*+,-./:;<=>@[]^_`{|}~"
    return (
        '"'
        + "".join(
            chr(b) if b in plain or chr(b).isalnum() and b < 128 else f"\\{b:03o}"
            for b in data
        )
        + '"'
    )


def c_text(text: str) -> str:
    """A literal of our own UTF-8 and its length, as two initialisers."""
    data = text.encode("utf-8", "surrogatepass")
    return f"{c_string(data)}, {len(data)}"


def unicode_sums() -> None:
    """A CRC of each property over all code points, four bytes per answer."""

    def le32(values: Iterable[int]) -> bytes:
        return b"".join((v & 0xFFFFFFFF).to_bytes(4, "little") for v in values)

    def total(parts: Iterable[bytes]) -> int:
        crc = 0
        for part in parts:
            crc = zlib.crc32(part, crc)
        return crc

    def title(c: str) -> bool:
        return c.istitle() and not c.isupper()

    chars = [chr(cp) for cp in range(0x110000)]
    tests: dict[str, Callable[[str], object]] = {
        "alpha": str.isalpha,
        "decimal": str.isdecimal,
        "digit": str.isdigit,
        "numeric": str.isnumeric,
        "alnum": str.isalnum,
        "space": str.isspace,
        "printable": str.isprintable,
        "lower": str.islower,
        "upper": str.isupper,
        "title": title,
        "xid_start": str.isidentifier,
        "xid_continue": lambda c: ("a" + c).isidentifier(),
        "linebreak": lambda c: len(f"a{c}b".splitlines()) == 2,
        "mirrored": ud.mirrored,
        "simple_lower": lambda c: _sre.unicode_tolower(ord(c)),
        "decimal_value": lambda c: ud.decimal(c, -1),
        "digit_value": lambda c: ud.digit(c, -1),
        "combining": ud.combining,
    }
    for name, test in tests.items():
        crc = total(le32(int(test(c)) for c in chars[i : i + 4096]) for i in range(0, 0x110000, 4096))
        print(f"#define SUM_{name.upper()} 0x{crc:08X}u")
    for name in ("category", "bidirectional", "east_asian_width"):
        crc = total((getattr(ud, name)(c) + ";").encode() for c in chars)
        print(f"#define SUM_{name.upper()} 0x{crc:08X}u")
    for name in ("lower", "upper", "title", "casefold"):
        maps = (le32(map(ord, getattr(c, name)())) for c in chars)
        print(f"#define SUM_MAP_{name.upper()} 0x{total(maps):08X}u")
    crc = total(struct.pack("<d", ud.numeric(c, -1.0)) for c in chars)
    print(f"#define SUM_NUMERIC_VALUE 0x{crc:08X}u")
    crc = total((ud.decomposition(c) + ";").encode() for c in chars)
    print(f"#define SUM_DECOMPOSITION 0x{crc:08X}u")
    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        crc = total(le32(map(ord, ud.normalize(form, c))) for c in chars)
        print(f"#define SUM_{form} 0x{crc:08X}u")


def sample_texts(rng: random.Random) -> list[str]:
    """Texts whose case is interesting, and random ones."""
    texts = ["", "a", "hello World", "\u00df", "stra\u00dfe", "\u01c5x \u01c6", "\u0130I\u0131i"]
    texts += ["\u03a3", "A\u03a3", "A\u03a3B", "\u03a3A", "A:\u03a3", "A\u03a3:", "A\u03a3:B", "\u1d2c\u03a3"]
    texts += ["\ufb01n \ufb03", "it's 3rd's", "\U00010400\U00010428", "\ud800x", "x\udfffY", "\u1fb7\u1f80"]
    texts += ["\u2160\u2170 \u24b6\u24d0", "O'Brien \u02bcN", "\u0345a\u0345", "\u1e9e"]
    pool = "aAzZ09 _'.:-\n\t\u00df\u00e9\u00c9\u0130\u0131\u01c4\u01c5\u01c6\u03a3\u03c3\u03c2\u02b0\u0301\u0345\u0660\u00b2\u00bd\u2160\ufb01\u4e2d\U0001d7ce\U00010400\u2028\x85\x1c"
    texts += ["".join(rng.choices(pool, k=rng.randrange(1, 7))) for _ in range(260)]
    return texts


def unicode_texts(rng: random.Random) -> None:
    ops = ["lower", "upper", "casefold", "title", "capitalize", "swapcase"]
    kinds = ["alpha", "alnum", "decimal", "digit", "numeric", "space", "printable"]
    kinds += ["identifier", "lower", "upper", "title"]
    print("\ntypedef struct part {\n  const char *s;\n  size_t n;\n} part;")
    print("\n/* A text, its six conversions, a bit per predicate, its lines. */")
    print("static const struct text_vector {")
    print("  part in, out[6]; unsigned is; size_t lines;")
    print("} text_vectors[] = {")
    for text in sample_texts(rng):
        is_bits = sum(getattr(text, "is" + k)() << i for i, k in enumerate(kinds))
        print(f"    {{{{{c_text(text)}}},\n     {{", end="")
        print(",\n      ".join(f"{{{c_text(getattr(text, op)())}}}" for op in ops), end="")
        print(f"}},\n     {is_bits}, {len(text.splitlines())}}},")
    print("};")


def normal_texts(rng: random.Random) -> None:
    pool = "ae\u0041\u0300\u0301\u0308\u0323\u0327\u0345\u0315\u1100\u1161\u11a8\uac00\uac01\u1e9b\u00e9\u212b\u2126\ufb01\ufdfa\u0f71\u0f73\u0f75\u09c7\u09be\u0344\u2adc\U0001d15e\U0001d16d\u0958\u093c\u3070\u3099\u00bd\ud800\U0002f800\U000110a5\U000110ba"
    forms = ("NFC", "NFD", "NFKC", "NFKD")
    print("\n/* A text, its four normal forms, a bit per form it is in. */")
    print("static const struct normal_vector {")
    print("  part in, out[4]; unsigned is;")
    print("} normal_vectors[] = {")
    for _ in range(300):
        text = "".join(rng.choices(pool, k=rng.randrange(1, 8)))
        bits = sum(ud.is_normalized(f, text) << i for i, f in enumerate(forms))
        print(f"    {{{{{c_text(text)}}},\n     {{", end="")
        print(",\n      ".join(f"{{{c_text(ud.normalize(f, text))}}}" for f in forms), end="")
        print(f"}},\n     {bits}}},")
    print("};")


def unicode_vectors() -> None:
    rng = random.Random(14)
    unicode_sums()
    unicode_texts(rng)
    normal_texts(rng)


def digest_vectors() -> None:
    """Digests of data[:n], where data[i] = (7 i + i // 256) % 256."""
    data = bytes((7 * i + i // 256) % 256 for i in range(2000))
    names = "md5 sha1 sha224 sha256 sha384 sha512 sha3_224 sha3_256 sha3_384"
    names += " sha3_512 shake_128 shake_256 blake2b blake2s"
    sizes = [0, 1, 55, 56, 63, 64, 65, 71, 72, 103, 111, 112, 127, 128, 129]
    sizes += [135, 136, 143, 144, 167, 168, 169, 256, 1000, 1999]
    print("static const struct digest_vector {")
    print("  const char *name, *hex;\n  size_t n;\n} digest_vectors[] = {")
    for name in names.split():
        for n in sizes:
            h = hashlib.new(name, data[:n])
            text = h.hexdigest(200) if name.startswith("shake") else h.hexdigest()
            print(f'    {{"{name}", "{text}", {n}}},')
    print("};\n")

    print("/* Key, salt and person are data[:k], data[:s], data[:p]. */")
    print("static const struct blake2_vector {")
    print("  const char *name, *hex;\n  size_t n, key, salt, person;")
    print("  uint32_t digest_size, fanout, depth, leaf_size, node_depth, inner_size;")
    print("  uint64_t node_offset;\n  int last_node;\n} blake2_vectors[] = {")
    rng = random.Random(2)
    for name, big, salt in (("blake2b", 64, 16), ("blake2s", 32, 8)):
        for _ in range(40):
            n, k = rng.choice(sizes), rng.randrange(big + 1)
            s, p = rng.randrange(salt + 1), rng.randrange(salt + 1)
            size = rng.randrange(1, big + 1)
            tree = [rng.randrange(256), rng.randrange(1, 256), rng.getrandbits(32)]
            tree += [rng.randrange(256), rng.randrange(big + 1)]
            offset, last = rng.getrandbits(48), rng.getrandbits(1)
            h = getattr(hashlib, name)(
                data[:n], digest_size=size, key=data[:k], salt=data[:s],
                person=data[:p], fanout=tree[0], depth=tree[1], leaf_size=tree[2],
                node_depth=tree[3], inner_size=tree[4], node_offset=offset,
                last_node=bool(last),
            )  # fmt: skip
            numbers = ", ".join(map(str, (n, k, s, p, size, *tree)))
            print(f'    {{"{name}", "{h.hexdigest()}",')
            print(f"     {numbers}, {offset}u, {last}}},")
    print("};\n")

    print("static const struct sum_vector {")
    print("  size_t n;\n  uint32_t crc32, adler32;\n} sum_vectors[] = {")
    for n in sizes:
        print(f"    {{{n}, {zlib.crc32(data[:n])}u, {zlib.adler32(data[:n])}u}},")
    print("};")
    ones = bytes([255]) * 1000000
    print(f"#define ADLER_OF_1M_FF {zlib.adler32(ones)}u")


ENCODINGS = "utf-8 utf-16 utf-16-le utf-16-be utf-32 utf-32-le utf-32-be"
ENCODINGS += " ascii latin-1 cp1252 cp437 iso8859-15 koi8-r mac-roman cp1255"


def random_bytes(rng: random.Random, encoding: str) -> bytes:
    """Encoded text with a few bytes changed or cut off."""
    pool = "ab\x7f\x80\xe9\xff\u0100\u20ac\u2019\ufeff\ud7ff\ue000\U00010000\U0010ffff"
    text = "".join(rng.choices(pool, k=rng.randrange(6)))
    data = bytearray(text.encode(encoding, "ignore"))
    if data and rng.random() < 0.7:
        for _ in range(rng.randrange(3)):
            data[rng.randrange(len(data))] = rng.choice(b"\0a\x80\xa0\xc2\xd8\xdc\xe1\xed\xf0\xf4\xff")
        del data[len(data) - rng.randrange(len(data)) :]
    return bytes(data)


def text_error(e: UnicodeError) -> str:
    assert isinstance(e, UnicodeDecodeError | UnicodeEncodeError)
    return f'"{e.encoding}", "{e.reason}", {e.start}, {e.end}'


HANDLERS = "strict ignore replace backslashreplace xmlcharrefreplace namereplace"
HANDLERS += " surrogateescape surrogatepass"


def repair_vectors(rng: random.Random) -> None:
    """Every handler on faulty input: the result, or the error it leaves."""
    shape = "  const char *codec, *handler;\n  int decode;\n  part in, out;\n"
    shape += "  const char *encoding, *reason;\n  size_t start, end;"
    print(f"static const struct repair_vector {{\n{shape}\n}} repair_vectors[] = {{")
    pool = "ab\x81\xe9\u0100\u20ac\ud800\udc00\udc80\udcff\udfff\U0001f40d\u0378"
    for encoding in ENCODINGS.split():
        for handler in HANDLERS.split():
            for _ in range(8):
                text = "".join(rng.choices(pool, k=rng.randrange(1, 6)))
                data, error = b"", '"", "", 0, 0'
                try:
                    data = text.encode(encoding, handler)
                except UnicodeEncodeError as e:
                    error = text_error(e)
                print(f'    {{"{encoding}", "{handler}", 0,\n     {{{c_text(text)}}},')
                print(f"     {{{c_string(data)}, {len(data)}}}, {error}}},")
                if handler in ("xmlcharrefreplace", "namereplace"):
                    continue
                source = random_bytes(rng, encoding)
                if rng.random() < 0.5 and encoding.startswith("utf"):
                    source = text.encode(encoding, "surrogatepass")
                text, error = "", '"", "", 0, 0'
                try:
                    text = source.decode(encoding, handler)
                except UnicodeDecodeError as e:
                    error = text_error(e)
                print(f'    {{"{encoding}", "{handler}", 1,')
                print(f"     {{{c_string(source)}, {len(source)}}},")
                print(f"     {{{c_text(text)}}}, {error}}},")
    print("};\n")


def codec_vectors() -> None:
    rng = random.Random(5)
    print("typedef struct part {\n  const char *s;\n  size_t n;\n} part;\n")
    shape = "  const char *codec;\n  part in, out;\n"
    shape += "  const char *encoding, *reason;\n  size_t start, end;"
    print("/* Input, result with errors=replace, the first error. */")
    print(f"static const struct codec_vector {{\n{shape}\n}} decode_vectors[] = {{")
    for encoding in ENCODINGS.split():
        seen = set()
        for _ in range(90):
            data = random_bytes(rng, encoding)
            if data in seen:
                continue
            seen.add(data)
            error = '"", "", 0, 0'
            try:
                data.decode(encoding)
            except UnicodeDecodeError as e:
                error = text_error(e)
            print(f'    {{"{encoding}", {{{c_string(data)}, {len(data)}}},')
            print(f"     {{{c_text(data.decode(encoding, 'replace'))}}},")
            print(f"     {error}}},")
    print("};\n")
    print("static const struct codec_vector encode_vectors[] = {")
    pool = "ab\x7f\x80\x81\xe9\xff\u0100\u20ac\u2019\ufeff\ud800\udc00\udfff\u05d0\U00010000\U0010ffff"
    for encoding in ENCODINGS.split():
        for _ in range(40):
            text = "".join(rng.choices(pool, k=rng.randrange(7)))
            error = '"", "", 0, 0'
            try:
                text.encode(encoding)
            except UnicodeEncodeError as e:
                error = text_error(e)
            data = text.encode(encoding, "replace")
            print(f'    {{"{encoding}", {{{c_text(text)}}},')
            print(f"     {{{c_string(data)}, {len(data)}}},")
            print(f"     {error}}},")
    print("};\n")
    repair_vectors(rng)
    print("/* Names and what codecs.lookup calls them. */")
    print("static const struct name_vector {\n  const char *in, *out;\n} name_vectors[] = {")
    names = "UTF-8 utf8 U8 utf_8 Latin-1 latin1 L1 iso-8859-1 ISO_8859-1 us-ascii ANSI_X3.4-1968"
    names += " windows-1252 1252 utf-16LE UTF16 utf-32-be cp819 koi8-r macroman ibm437 utf-8-sig"
    for name in [*names.split(), "utf 8", "--utf--8"]:
        print(f'    {{"{name}", "{codecs.lookup(name).name}"}},')
    print("};")


def uniname_vectors() -> None:
    crc = count = 0
    for cp in range(0x110000):
        name = ud.name(chr(cp), "")
        crc = zlib.crc32(f"{name};".encode(), crc)
        count += name != ""
    print(f"#define SUM_NAMES 0x{crc:08X}u\n#define COUNT_NAMES {count}u\n")
    asked = """latin small letter a|LATIN Small LETTER A|LATIN SMALL LETTER|A|NULL|nul|BEL
    BELL|ALERT|LF|Line Feed|KEYCAP DIGIT ONE|keycap digit one|HANGUL SYLLABLE GA
    HANGUL SYLLABLE ga|hangul syllable GA|HANGUL SYLLABLE |HANGUL SYLLABLE A
    HANGUL SYLLABLE GGWAELB|HANGUL SYLLABLE GAGAG|HANGUL SYLLABLE WEOSS
    CJK UNIFIED IDEOGRAPH-4E00|CJK UNIFIED IDEOGRAPH-4e00|cjk unified ideograph-4E00
    CJK UNIFIED IDEOGRAPH-04E00|CJK UNIFIED IDEOGRAPH-20000|CJK UNIFIED IDEOGRAPH-2FFFF
    CJK UNIFIED IDEOGRAPH-|CJK UNIFIED IDEOGRAPH-4E000|CJK UNIFIED IDEOGRAPH-3400
    CJK COMPATIBILITY IDEOGRAPH-F900|cjk compatibility ideograph-f900
    CJK COMPATIBILITY IDEOGRAPH-0F900|CJK COMPATIBILITY IDEOGRAPH-2F800
    NUSHU CHARACTER-1B170|KHITAN SMALL SCRIPT CHARACTER-18B00|TANGUT IDEOGRAPH-17000
    TANGUT COMPONENT-001|TIBETAN MARK BKA- SHOG YIG MGO|LATIN CAPITAL LETTER GHA
    LATIN CAPITAL LETTER OI|VS256|BYZANTINE MUSICAL SYMBOL FTHORA SKLIRON CHROMA VASIS
    LATIN SMALL LETTER I WITH MACRON AND GRAVE|SNOWMAN|PILE OF POO|TIBETAN LETTER -A
     SNOWMAN|SNOWMAN |SNOW-MAN|BOM|FIGURE SPACE|EMOJI COMPONENT RED HAIR|"""
    print("/* A name and what unicodedata.lookup finds (n = 0: nothing). */")
    print("static const struct lookup_vector {")
    print("  const char *name;\n  uint32_t n, cp[4];\n} lookup_vectors[] = {")
    for line in asked.split("\n"):
        for name in line.removeprefix("    ").split("|"):
            try:
                text = ud.lookup(name)
            except KeyError:
                text = ""
            cps = ", ".join(f"0x{ord(c):X}" for c in text) or "0"
            print(f'    {{"{name}", {len(text)}, {{{cps}}}}},')
    print("};")


def ed25519_vectors() -> None:
    """As OpenSSL signs; needs the package `cryptography`."""
    from cryptography.hazmat.primitives.asymmetric import ed25519

    sizes = (0, 1, 31, 32, 33, 63, 64, 65, 127, 128, 129, 1000)
    print("/* Byte i of text k is (7 i + k) & 255. */")
    print("static const struct ed25519_vector {")
    print("  const char *seed, *key;\n  size_t n;\n  const char *sig;")
    print("} ed25519_vectors[] = {")
    for k in range(24):
        seed = hashlib.sha256(b"caisson %d" % k).digest()
        seed = {0: bytes(32), 1: b"\xff" * 32}.get(k, seed)
        n = sizes[k % len(sizes)]
        key = ed25519.Ed25519PrivateKey.from_private_bytes(seed)
        public = key.public_key().public_bytes_raw().hex()
        sig = key.sign(bytes((7 * i + k) & 255 for i in range(n))).hex()
        print(f'    {{"{seed.hex()}",\n     "{public}", {n},')
        print(f'     "{sig[:64]}"\n     "{sig[64:]}"}},')
    print("};")


VECTORS: dict[str, Callable[[], None]] = {
    "codec": codec_vectors,
    "digest": digest_vectors,
    "ed25519": ed25519_vectors,
    "hash": hash_vectors,
    "unicode": unicode_vectors,
    "uniname": uniname_vectors,
}


def main() -> None:
    name = sys.argv[1]
    print(HEAD.format(name=name))
    VECTORS[name]()


if __name__ == "__main__":
    main()
