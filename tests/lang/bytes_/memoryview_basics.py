# memoryview_basics.py: memoryview: slicing, writing, cast, release, attributes.
# SPDX-License-Identifier: Apache-2.0

b = bytearray(b'abcdef')
m = memoryview(b)
print(len(m), m[0], m[-1], m[1:3].tobytes(), m.tolist(), bytes(m), m[::2].tobytes(), m[::-1].tobytes(), m.format, m.itemsize, m.nbytes, m.ndim, m.shape, m.strides, m.readonly, m.contiguous, m.obj is b)
m[0] = 65
m[1:3] = b'XY'
print(b, m == b, m == b'AXYdef', m != b'x', memoryview(b'a') == memoryview(b'a'), 65 in m, list(m[:2]), m.hex(), m.hex('-'))
m[::2] = b'123'
print(b)
r = memoryview(b'readonly')
print(r.readonly, hash(r) == hash(b'readonly'), r.tobytes(), m.toreadonly().readonly, [x for x in r[:3]])


def err(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


err(lambda: r.__setitem__(0, 1)); err(lambda: m.__setitem__(0, 256)); err(lambda: m.__setitem__(0, 'x')); err(lambda: m.__setitem__(slice(0, 2), b'abc')); err(lambda: m.__setitem__(10, 1)); err(lambda: m[10]); err(lambda: m['x']); err(lambda: m[1.5]); err(lambda: hash(m)); err(lambda: memoryview('str')); err(lambda: memoryview(5)); err(lambda: memoryview([1])); err(lambda: m + m); err(lambda: m.foo); err(lambda: m < m); err(lambda: b.append(1)); err(lambda: b.extend(b'x')); err(lambda: b.clear()); err(lambda: m.__delitem__(0)); err(lambda: memoryview())
c = memoryview(bytearray(8)).cast('I')
c[0] = 0x01020304
c[1] = 2 ** 32 - 1
print(c.tolist(), c.format, c.itemsize, len(c), c.nbytes, c.cast('B').tolist(), c.shape)
h = memoryview(bytearray(b'\x01\x00\xff\xff')).cast('h')
print(h.tolist(), h[1])
err(lambda: memoryview(b'abc').cast('I')); err(lambda: memoryview(b'abcd').cast('q')); err(lambda: memoryview(b'abcd').cast('?').tolist()); err(lambda: memoryview(b'a').cast('zz')); err(lambda: c.__setitem__(0, -1)); err(lambda: c.__setitem__(0, 2 ** 32)); err(lambda: memoryview(b'abcdefgh').cast('d')[0] > 0)
m.release()
err(lambda: m[0]); err(lambda: len(m)); err(lambda: m.tobytes())
print(repr(m).split(' at ')[0])
b.append(1)
print(b)
with memoryview(b) as v:
    print(v[0])
err(lambda: v[0])
v2 = memoryview(b'xyz')
s = v2[1:]
print(s.tobytes(), s[0], v2 == s, s == b'yz', bytearray(s), b''.join([s, v2]), bytes(s) + b'!', int.from_bytes(s, 'big'), s.tolist(), 'x'.encode() == v2[:1])
