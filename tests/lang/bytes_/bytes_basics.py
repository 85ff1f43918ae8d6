# bytes_basics.py: Construction, indexing, slicing and operators of bytes.
# SPDX-License-Identifier: Apache-2.0

print(bytes(), bytes(3), bytes([1, 2, 255]), bytes(b'x'), bytes('é', 'utf-8'), bytes((65, 66)), bytes(range(5)), bytes(bytearray(b'q')), bytes(memoryview(b'mv')), bytes('a', encoding='ascii'), bytes(source=b'k'), bytes({1: 2}), bytes(x for x in [7]))
b = b'abcdef'
print(b[0], b[-1], b[1:3], b[::-1], b[::2], b[10:], b[:-2], b + b'g', b * 2, 2 * b'x', b * 0, b * -1, len(b), 97 in b, b'cd' in b, b'' in b, 300 in [300], b'x' not in b, list(b[:3]), tuple(b'hi'))
print(b == b'abcdef', b == bytearray(b), b != 'abcdef', b < b'b', b'' < b'a', b'a' < b'\xff', b >= b'abc', hash(b) == hash(b'abcdef'), {b'k': 1}[b'k'], sorted([b'b', b'a', b'']), max(b), min(b), sum(b'\x01\x02'), bool(b''), bool(b'\0'))
for src in ('bytes(-1)', 'bytes("a")', 'bytes([256])', 'bytes([-1])', 'bytes(["a"])', 'bytes(1.5)', 'bytes(None)', 'bytes([1.5])', 'bytes("a", 5)', 'bytes(b"a", "utf-8")', 'bytes(5, "utf-8")', 'bytes(1, 2, 3, 4)', 'bytes("é", "ascii")', 'bytes([None])', 'bytes({"a": 1})', 'bytes(object)',
            'b[6]', 'b[-7]', 'b["a"]', 'b[1.0]', 'b[::0]', 'b[2 ** 70]', 'b + "x"', '"x" + b', 'b + 5', 'b + None', 'b * "x"', 'b * 1.5', 'b < "a"', 'b - b', '"a" in b', '256 in b', '-1 in b', '1.5 in b', 'None in b', 'b.foo', 'b()', 'b + [1]', 'b + bytearray(b"x")', 'bytearray(b"x") + b', 'b"a" % 5', 'int(b"12")', 'float(b"1.5")', 'int(b"x")', 'ord(b"a")', 'ord(b"")', 'b.decode(1)', 'hash(b) == hash(b + b"")', 'b"".join(["a"])', 'b"".join([b"a", 5])', 'b",".join([b"a", bytearray(b"b"), memoryview(b"c")])', 'bytes(10 ** 30)', '-b', 'b and 1'):
    try:
        print(src, eval(src))
    except Exception as e:
        print(src, type(e).__name__, e)
for stmt in ('b[0] = 1', 'del b[0]', 'b.x = 1', 'b[0:1] = b"x"'):
    try:
        exec(stmt)
    except Exception as e:
        print(stmt, type(e).__name__, e)


class B:
    def __bytes__(self): return b'dunder'


class Bad:
    def __bytes__(self): return 'str'


class I:
    def __index__(self): return 4


print(bytes(B()), bytes(I()), bytes([I()]), b[I()], b * I())
try:
    bytes(Bad())
except TypeError as e:
    print(e)
it = iter(b)
print(next(it), list(it), type(it).__name__, it.__length_hint__(), [x for x in b'\x00\xff'], list(reversed(b'abc')), dict(enumerate(b'ab')))
