"""Dictionaries, flushes in between, and streams that come in pieces."""
import zlib
def T(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
d = b'hello world, this is a dictionary'; data = b'hello world hello dictionary ' * 20
for wb in (15, -15, 31):
    def mk():
        c = zlib.compressobj(9, zlib.DEFLATED, wb, zdict=d); x = c.compress(data) + c.flush()
        o = zlib.decompressobj(wb, zdict=d); return o.decompress(x) + o.flush() == data, o.eof, (x[1] & 32 if wb == 15 else None)
    T(mk)
c = zlib.compressobj(zdict=d); x = c.compress(data) + c.flush()
T(lambda: zlib.decompress(x)); T(lambda: zlib.decompressobj().decompress(x)); T(lambda: zlib.decompressobj(zdict=b'other').decompress(x)); T(lambda: zlib.compressobj(zdict='s')); T(lambda: zlib.decompressobj(zdict=5)); T(lambda: zlib.decompressobj(zdict=b'unused').decompress(zlib.compress(b'q')))
o = zlib.decompressobj(zdict=d); out = b''
for i in range(len(x)): out += o.decompress(x[i:i+1])
print(out == data, o.eof, o.unused_data)
for mode in (zlib.Z_SYNC_FLUSH, zlib.Z_FULL_FLUSH):
    c = zlib.compressobj(); o = zlib.decompressobj(); parts = []
    for m in (b'first message', b'second message' * 50, b''):
        z = c.compress(m) + c.flush(mode); parts.append(z); print(o.decompress(z) == m, z[-4:])
    z = c.flush(); print(o.decompress(z), o.eof, zlib.decompress(b''.join(parts) + z) == b'first message' + b'second message' * 50)
c = zlib.compressobj(); print(c.flush(zlib.Z_NO_FLUSH), c.compress(b'abc') in (b'', b'x\x9c')); c2 = c.copy(); print(zlib.decompress((b'x\x9c' if 0 else b'') + c2.flush()) if 0 else 'copy')
T(lambda: c.flush(99)); c.flush(); T(lambda: c.compress(b'x')); T(lambda: c.flush())
o = zlib.decompressobj(); x = zlib.compress(b'a' * 1000) + b'tail'
print(len(o.decompress(x, 10)), len(o.unconsumed_tail) > 0, len(o.decompress(o.unconsumed_tail, 100)), len(o.flush()), o.unused_data, o.eof)
o = zlib.decompressobj(); print(o.decompress(x[:5]) + o.decompress(x[5:]) == b'a' * 1000, o.unused_data); T(lambda: o.decompress(b'more')); print(o.unused_data)
T(lambda: zlib.decompress(b'')); T(lambda: zlib.decompress(b'xyz')); T(lambda: zlib.decompress(x[:-8])); T(lambda: zlib.compress(b'x', 10)); T(lambda: zlib.compress('s')); T(lambda: zlib.decompress(zlib.compress(b'q')[:-1] + b'z')); T(lambda: zlib.decompressobj(wbits=99)); T(lambda: zlib.compressobj(level=99))
import random; r = random.Random(1); big = bytes(r.choice(b'abcdefgh ') for _ in range(300000)); z = zlib.compress(big); o = zlib.decompressobj(); got = []
for i in range(0, len(z), 4096): got.append(o.decompress(z[i:i+4096]))
print(b''.join(got) == big, o.eof)

o = zlib.decompressobj(); got = []; rest = z
while not o.eof:
    got.append(o.decompress(rest, 10000)); rest = o.unconsumed_tail
print(b''.join(got) == big, max(map(len, got)))
o = zlib.decompressobj(); o.decompress(z[:20000]); twin = o.copy(); print(o.decompress(z[20000:]) == twin.decompress(z[20000:]), twin.eof)
o = zlib.decompressobj(31); c = zlib.compressobj(wbits=31); g = c.compress(big) + c.flush(); print(b''.join(o.decompress(g[i:i + 999]) for i in range(0, len(g), 999)) == big, o.eof)
