"""compress() gives the bytes that zlib 1.2.13 gives; those are in the .out file,
as another CPython may be linked with another library."""
import gzip
import hashlib
import json
import random
import zlib

R = random.Random(5)
WORDS = [bytes(R.choices(b"abcdefghijklmnopqrstuvwxyz", k=R.randint(2, 9))) for _ in range(300)]
KINDS = [
    R.randbytes,
    lambda n: bytes(R.choices(b"ab", k=n)),
    lambda n: b" ".join(R.choices(WORDS, k=n // 6 + 1))[:n],
    lambda n: b"a" * n,
    lambda n: (b"The quick brown fox " * (n // 20 + 1))[:n],
    lambda n: json.dumps([{"id": i, "v": R.random()} for i in range(n // 30 + 1)]).encode()[:n],
    lambda n: bytes(R.choices(range(256), weights=[2.0 ** -(i % 40) for i in range(256)], k=n)),
    lambda n: b"".join(R.choice([R.randbytes(R.randint(1, 300)), b"x" * R.randint(1, 600), b" ".join(R.choices(WORDS, k=20))])
                       for _ in range(n // 200 + 1))[:n],
]
for number, kind in enumerate(KINDS):
    for n in (0, 1, 3, 5, 50, 258, 300, 1000, 16383, 16384, 40000, 70000, 140000):
        data = kind(n)
        for level in (1, 3, 4, 6, 9):
            out = zlib.compress(data, level)
            assert zlib.decompress(out) == data
            print(number, n, level, len(out), hashlib.md5(out).hexdigest()[:8])
print(gzip.compress(b"hello" * 50, mtime=0).hex(), zlib.compress(b"").hex(), zlib.compress(b"a").hex())
c = zlib.compressobj(9, zlib.DEFLATED, -15)
out = c.compress(b"abc" * 1000) + c.compress(b"defg" * 100) + c.flush()
print(len(out), out.hex())
