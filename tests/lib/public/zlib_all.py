"""zlib, gzip, binascii, base64, quopri: every function, edge cases and errors."""
import base64, binascii, gzip, io, quopri, zlib


def attempt(f, *args, **kw):
    try:
        return f(*args, **kw)
    except Exception as e:
        # how arguments are counted is not what this is about
        return type(e).__name__ if 'argument' in str(e) else f'{type(e).__name__}: {e}'


data = b'hello hello hello ' * 20
for level in (-1, 0, 1, 6, 9):
    packed = zlib.compress(data, level)
    print(level, zlib.decompress(packed) == data, zlib.decompress(bytearray(packed)) == data)
print(attempt(zlib.compress, data, 10), attempt(zlib.compress, 'x'), attempt(zlib.decompress, b''), attempt(zlib.decompress, b'junk'), attempt(zlib.decompress, zlib.compress(data)[:-3]), attempt(zlib.compress))
print([zlib.adler32(x) for x in (b'', b'a', data)], [zlib.crc32(x) for x in (b'', b'a', data)], zlib.crc32(b'b', zlib.crc32(b'a')) == zlib.crc32(b'ab'), zlib.adler32(b'b', zlib.adler32(b'a')) == zlib.adler32(b'ab'), attempt(zlib.crc32, 'x'))
for wbits in (zlib.MAX_WBITS, -zlib.MAX_WBITS, zlib.MAX_WBITS | 16, 9):
    c = zlib.compressobj(6, zlib.DEFLATED, wbits, zlib.DEF_MEM_LEVEL, zlib.Z_DEFAULT_STRATEGY)
    packed = c.compress(data[:50]) + c.flush(zlib.Z_SYNC_FLUSH) + c.compress(data[50:]) + c.flush(zlib.Z_FINISH)
    d = zlib.decompressobj(wbits)
    out = d.decompress(packed + b'tail', 10)
    print(wbits, out, d.eof, len(d.unconsumed_tail) > 0)
    out += d.decompress(d.unconsumed_tail)
    print(out == data, d.eof, d.unused_data)
    print(zlib.decompress(packed, wbits) == data)
print(attempt(zlib.decompressobj().decompress, b'xx'), attempt(zlib.decompressobj, 99), attempt(zlib.compressobj, 99))
d = zlib.decompressobj()
print(d.decompress(b''), d.flush(), attempt(d.decompress, zlib.compress(b'a'), -1))
c = zlib.compressobj()
start = c.compress(b'abc')
twin = c.copy()
print(zlib.decompress(start + c.flush()), zlib.decompress(start + twin.compress(b'd') + twin.flush()))
for strategy in (zlib.Z_FILTERED, zlib.Z_HUFFMAN_ONLY, zlib.Z_RLE, zlib.Z_FIXED):
    c = zlib.compressobj(strategy=strategy)
    print(zlib.decompress(c.compress(data) + c.flush()) == data)
print(issubclass(zlib.error, Exception))

packed = gzip.compress(data, mtime=0)
print(gzip.decompress(packed) == data, attempt(gzip.decompress, b'xx'), attempt(gzip.decompress, packed[:-4]), attempt(gzip.decompress, packed[:-8] + b'\0' * 8), gzip.decompress(packed + packed) == data * 2, attempt(gzip.decompress, b''), issubclass(gzip.BadGzipFile, OSError))
with gzip.open(io.BytesIO(packed), 'rt') as f:
    print(f.readline()[:11], f.read(3))
b = io.BytesIO()
with gzip.GzipFile('name', 'wb', 9, b, 5.0) as f:
    print(f.write(b'abc'), f.mode, attempt(f.read))
b.seek(0)
with gzip.GzipFile(fileobj=b) as f:
    print(f.read(), attempt(f.write, b'x'))

raw = bytes(range(0, 256, 5))
print(binascii.a2b_hex(b'0aFF'), binascii.b2a_hex(b'\x01\xff'), binascii.b2a_hex(b'abcdef', '-', 2), attempt(binascii.a2b_hex, 'abc'), attempt(binascii.a2b_hex, 'zz'), binascii.unhexlify('00') == binascii.a2b_hex('00'), binascii.hexlify(b'abc', b':', -2))
print(binascii.b2a_uu(b'hello'), binascii.a2b_uu(binascii.b2a_uu(b'hello')), attempt(binascii.b2a_uu, b'x' * 46), attempt(binascii.a2b_uu, b'!!~~'), issubclass(binascii.Incomplete, Exception))
print(binascii.b2a_base64(raw), binascii.b2a_base64(b'a', newline=False), attempt(binascii.a2b_base64, 'abc'), attempt(binascii.a2b_base64, 'a', strict_mode=True), binascii.a2b_base64('YQ=='), binascii.crc_hqx(b'abc', 0), binascii.crc32(b'abc'))
for name in 'b16 b32 b64 b85 a85 standard_b64 urlsafe_b64 b32hex'.split():
    enc, dec = getattr(base64, name + 'encode'), getattr(base64, name + 'decode')
    coded = enc(raw)
    print(name, coded, dec(coded) == raw, dec(coded.decode()) == raw, attempt(dec, 'é'), attempt(dec, b'~ ~'), attempt(enc, 'x'), enc(b''), dec(b''))
print(base64.b16encode(b'\xab'), attempt(base64.b16decode, b'ab'), base64.b16decode(b'ab', True), attempt(base64.b32decode, b'ME1=====', map01='L'), base64.standard_b64encode(b'>>>'), base64.standard_b64decode(b'Pj4+'))

for text in (b'', b'hello', b'a=b', 'é'.encode(), b'x ' + b'y' * 90, b'tab\t\nend \n', b'_ _', b'.\n', b'\r\nq\r\n'):
    for tabs, header in ((False, False), (True, False), (False, True)):
        coded = quopri.encodestring(text, tabs, header)
        print(coded, quopri.decodestring(coded, header) == text, binascii.b2a_qp(text, tabs, True, header))
out = io.BytesIO()
quopri.encode(io.BytesIO(b'caf\xc3\xa9 =\n'), out, True)
back = io.BytesIO()
quopri.decode(io.BytesIO(out.getvalue()), back)
print(out.getvalue(), back.getvalue(), quopri.decodestring('a=3D=\nb'), quopri.decodestring(b'=4x=zz'))
