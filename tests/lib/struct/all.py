# struct: every code, byte orders, alignment, errors.
import struct

cases = [
    ('<bBhHiIlLqQ', (-1, 255, -2, 65535, -3, 2**32 - 1, -4, 5, -6, 2**64 - 1)),
    ('>bBhHiIlLqQ', (-1, 255, -2, 65535, -3, 2**32 - 1, -4, 5, -6, 2**64 - 1)),
    ('@bhilq', (1, 2, 3, 4, 5)), ('=bhilq', (1, 2, 3, 4, 5)), ('!hH', (1, 2)), ('cx?', (b'z', True)),
    ('<efd', (1.5, -2.25, 3.125)), ('>efd', (float('inf'), float('-inf'), 1e300)), ('e', (6.1e-5,)), ('e', (5.96e-8,)),
    ('5s3p', (b'ab', b'xyz')), ('0s', (b'',)), ('3s', (b'abcdef',)), ('10p', (b'hello',)), ('2h 3i', (1, 2, 3, 4, 5)), ('', ()),
    ('nN', (-5, 7)), ('P', (1234,)), ('<e', (65504.0,)), ('<e', (1e-10,)), ('b', (True,)),
]
for fmt, args in cases:
    data = struct.pack(fmt, *args)
    print(fmt, data.hex(), struct.calcsize(fmt), struct.unpack(fmt, data))
bad = [
    ('z', (1,)), ('3', ()), ('b', (128,)), ('b', (-129,)), ('B', (256,)), ('B', (-1,)), ('h', (40000,)), ('H', (-1,)),
    ('<h', (40000,)), ('<H', (-1,)), ('i', (2**31,)), ('<i', (2**31,)), ('I', (-1,)), ('q', (2**63,)), ('<Q', (2**64,)),
    ('i', ('x',)), ('i', (1.5,)), ('f', ('x',)), ('f', (1e300,)), ('e', (1e6,)), ('s', ('x',)), ('c', (b'ab',)), ('c', (5,)), ('2i', (1,)), ('i', (1, 2)),
    ('<n', (1,)), ('p', (5,)),
]
for fmt, args in bad:
    try:
        print(struct.pack(fmt, *args))
    except (struct.error, OverflowError, TypeError) as e:
        print(fmt, args, type(e).__name__, e)
for call in (lambda: struct.unpack('i', b'abc'), lambda: struct.unpack_from('i', b'abcdef', 3), lambda: struct.unpack_from('i', b'abcdef', -2),
             lambda: struct.unpack_from('h', b'abcdef', -10), lambda: struct.pack_into('i', bytearray(3), 0, 1), lambda: struct.pack_into('i', b'1234', 0, 1),
             lambda: struct.unpack('i', 'abcd'), lambda: list(struct.iter_unpack('2i', b'1234')), lambda: struct.calcsize('2'), lambda: struct.Struct(5)):
    try:
        print(call())
    except (struct.error, TypeError) as e:
        print(type(e).__name__, e)
print(struct.unpack_from('<h', b'\0\1\2\3\4', 1), struct.unpack_from('<h', b'\0\1\2\3\4', offset=-2))
buf = bytearray(8)
struct.pack_into('<hh', buf, 2, 1, -1)
print(buf, list(struct.iter_unpack('<2H', buf)))
s = struct.Struct('<IH')
print(s.size, s.format, s.pack(1, 2), s.unpack(b'\1\0\0\0\2\0'))


class I:
    def __index__(self):
        return 7


class F:
    def __float__(self):
        return 2.5


print(struct.pack('<bfd?', I(), F(), I(), []))
