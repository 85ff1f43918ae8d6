# Records of many formats, both byte orders, and iterators over them.
import struct, random
r = random.Random(3)
codes = {'b': (-128, 127), 'B': (0, 255), 'h': (-2**15, 2**15-1), 'H': (0, 2**16-1), 'i': (-2**31, 2**31-1), 'I': (0, 2**32-1), 'l': (-2**31, 2**31-1), 'L': (0, 2**32-1), 'q': (-2**63, 2**63-1), 'Q': (0, 2**64-1)}
for k in range(60):
    fmt = r.choice('@=<>!'); vals = []
    for _ in range(r.randrange(1, 20)):
        c = r.choice('bBhHiIlLqQfde?xs')
        if c == 'x': fmt += 'x'
        elif c == 's': fmt += '5s'; vals.append(b'abc')
        elif c == '?': fmt += c; vals.append(r.random() < .5)
        elif c in 'fde': fmt += c; vals.append(r.choice([0.5, -2.25, 1000.0]))
        else:
            fmt += c; vals.append(r.choice([codes[c][0], codes[c][1], r.randint(*codes[c])]))
    p = struct.pack(fmt, *vals)
    print(fmt, p.hex(), struct.unpack(fmt, p), list(struct.iter_unpack(fmt, p * 3))[-1], struct.unpack_from(fmt, b'zz' + p, 2)[:1])
it = struct.iter_unpack('<H', b'abcdef')
print(next(it), it.__length_hint__(), list(it), list(it), next(it, 'end'))
it = struct.iter_unpack('<H', bytearray(b'abcdef'))
print(list(it))
