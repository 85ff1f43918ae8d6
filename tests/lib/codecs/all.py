# all.py: lookup, handlers, incremental coders, streams, Python codecs.
# SPDX-License-Identifier: Apache-2.0

import codecs, io
def err(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
print('é'.encode('utf-7'), b'+AOk-'.decode('utf-7'), 'a+b'.encode('utf7'), 'x\u20ac\U0001f600y-'.encode('utf-7'))
print('a\u1234\n'.encode('unicode_escape'), b'\\u1234\\x41\\n\\N{BULLET}'.decode('unicode-escape'), 'a\u1234'.encode('raw_unicode_escape'), b'\\u1234\\\\u1234'.decode('raw_unicode_escape'))
print('bücher.example'.encode('idna'), b'xn--bcher-kva.example'.decode('idna'), 'bücher'.encode('punycode'), b'bcher-kva'.decode('punycode'))
codecs.register_error('my', lambda e: ('<%d-%d>' % (e.start, e.end), e.end))
print('aéb€'.encode('ascii', 'my'), b'a\xffb\xe2\x82'.decode('utf-8', 'my'), 'aé'.encode('utf-16', 'my'), 'é€x'.encode('latin-1','my'))
err(lambda: 'é'.encode('ascii', 'nope')); err(lambda: 'é'.encode('nope')); err(lambda: 'e'.encode('hex'))
err(lambda: codecs.lookup('zzz')); err(lambda: codecs.lookup_error('zzz'))
print(codecs.encode('hello', 'rot13'), codecs.encode(b'hi', 'hex'), codecs.decode(b'6869', 'hex'), codecs.encode(b'hi'*40, 'base64'), codecs.decode(codecs.encode(b'xyz', 'zlib'), 'zlib'))
for n in ('utf-8', 'utf-16', 'utf-32', 'latin-1', 'ascii', 'cp1252', 'utf-8-sig', 'utf-16-be', 'cp437', 'koi8-r', 'U8', 'UTF_16LE', 'iso-8859-15'):
    i = codecs.lookup(n)
    print(n, i.name, i._is_text_encoding)
    text = 'aé€x' if n not in ('ascii', 'latin-1', 'cp437', 'koi8-r') else 'abc'
    d = i.incrementaldecoder(); data = text.encode(n)
    print([d.decode(bytes([b])) for b in data], repr(d.decode(b'', True)), d.getstate())
    e = i.incrementalencoder(); print([e.encode(c) for c in text], e.encode('', True), e.getstate())
    r = i.streamreader(io.BytesIO('ab\ncd\nef'.encode(n))); print(r.readline(), r.read(1), r.readlines())
    b = io.BytesIO(); w = i.streamwriter(b); w.write('xy'); w.writelines(['a','b']); print(b.getvalue())
print(list(codecs.iterencode(['a','é'], 'utf-16')), list(codecs.iterdecode([b'\xc3', b'\xa9'], 'utf-8')))
d = codecs.getincrementaldecoder('utf-8')('replace'); print(repr(d.decode(b'a\xc3')), d.getstate(), repr(d.decode(b'', True)))
err(lambda: codecs.getincrementaldecoder('utf-8')().decode(b'\xff', True))
def search(name):
    if name == 'my_codec':
        return codecs.CodecInfo(lambda s, e='strict': (s.upper().encode(), len(s)), lambda b, e='strict': (bytes(b).decode().lower(), len(b)), name='my')
codecs.register(search)
print('abc'.encode('my-codec'), b'ABC'.decode('my_codec'), str(b'XY', 'My Codec'))
print(codecs.utf_8_decode(b'a\xc3', 'strict', False), codecs.escape_decode(b'\\x41\\n\\\\'), codecs.charmap_encode('ab', 'strict', {97: 1, 98: b'zz'}), codecs.charmap_decode(b'\x00\x01', 'strict', 'xy'))
for h in ('strict','ignore','replace','xmlcharrefreplace','backslashreplace','namereplace','surrogateescape','surrogatepass'):
    f = codecs.lookup_error(h)
    for e in (UnicodeEncodeError('ascii', 'a\udc80é', 1, 3, 'r'), UnicodeDecodeError('utf-8', b'a\xff\xfe', 1, 3, 'r'), UnicodeTranslateError('aé', 1, 2, 'r'), ValueError(1)):
        try: print(h, f(e))
        except Exception as x: print(h, type(x).__name__, x)
f = codecs.EncodedFile(io.BytesIO('é'.encode('latin-1')), 'utf-8', 'latin-1'); print(f.read())
print(codecs.BOM_UTF8, codecs.BOM, codecs.BOM_UTF32_BE)
err(lambda: b'\\'.decode('unicode_escape')); err(lambda: b'\\x4'.decode('unicode_escape')); err(lambda: b'\\N{zz}'.decode('unicode_escape')); err(lambda: b'+A'.decode('utf-7')); err(lambda: b'\xff'.decode('utf-7'))
print(b'\\x4z\\u12'.decode('unicode_escape','replace'), bytes('é','utf-7'), bytearray('é', 'utf-7'))
