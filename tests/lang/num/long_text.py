"""Integers of many digits to text and back: around every boundary of the
parts that they are cut into."""
import hashlib
import sys

sys.set_int_max_str_digits(0)


def digest(text):
    return len(text), hashlib.sha256(text.encode()).hexdigest()[:16]


# lengths around parts and levels, and numbers with long runs of zeros
for digits in (19436, 19455, 19456, 19457, 19475, 38911, 38912, 38913, 41000):
    for n in (10**digits - 1, 10**digits, 10**digits + 1, 3**(digits * 2), -(7 * 10**digits + 10 ** (digits // 2))):
        text = str(n)
        assert int(text) == n, digits
        print(digits, digest(text))

# other bases, upper case, underscores, leading zeros, blanks
n = 12345678901234567890**1500
for base, digit in ((3, "2"), (7, "6"), (24, "n"), (33, "w"), (36, "z")):
    text = digit * 21000
    v = int(text, base)
    print(base, v == base**21000 - 1, int(text.upper(), base) == v, int("000" + text, base) == v)
text = str(n)
grouped = "_".join(text[i : i + 7] for i in range(0, len(text), 7))
print(int(grouped) == n, int(" \t-" + "0" * 12000 + text + "\n") == -n, int("0" * 20000), int("0" * 20000 + "7"))
print(digest(f"{n:,}"), digest(f"{n:_d}"), digest("%d" % -n), digest(repr(n << 70001)))
for k in (1 << 65535, (1 << 65536) - 1, 1 << 65536, (1 << 131072) - 1):
    print(digest(str(k)), int(str(k)) == k)
