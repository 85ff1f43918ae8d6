# encode_decode.py: encode and decode with codecs and error handlers.
# SPDX-License-Identifier: Apache-2.0

for s in ('', 'abc', 'é', '日本', '😀', 'a\0b', '\xff'):
    print(ascii(s), s.encode(), s.encode('utf-8'), s.encode('utf-16-le'), s.encode('utf-32-be'), len(s.encode('utf-16')), s.encode('ascii', 'ignore'), s.encode('ascii', 'replace'), s.encode('ascii', 'backslashreplace'), s.encode('ascii', 'xmlcharrefreplace'), s.encode('latin-1', 'replace'))
for enc in ('utf-8', 'UTF8', 'utf_8', 'U8', 'ascii', 'US-ASCII', 'latin-1', 'latin1', 'iso-8859-1', 'L1', 'utf-16', 'utf-32-le', 'cp1252'):
    print(enc, 'ab'.encode(enc), b'ab'.decode(enc) if 'utf-16' not in enc and '32' not in enc else '')
for b in (b'\xff', b'\xc3', b'\xc3\x28', b'\xe2\x82', b'\xe2\x28\xa1', b'\xf0\x9f\x98', b'\xf0\x28\x8c\xbc', b'\xed\xa0\x80', b'\xc0\x80', b'\xf4\x90\x80\x80', b'a\x80b', b'\xe2\x82\xac\xff', b'\xfe\xff', b'\xf8\x88\x80\x80\x80', b'ab\xe6\x97'):
    try:
        b.decode()
    except UnicodeDecodeError as e:
        print(b, e)
    print(ascii(b.decode('utf-8', 'replace')), ascii(b.decode('utf-8', 'ignore')), ascii(b.decode('utf-8', 'backslashreplace')), ascii(b.decode('utf-8', 'surrogateescape')), ascii(b.decode('latin-1')), ascii(b.decode('ascii', 'replace')))
for f in (lambda: 'é'.encode('ascii'), lambda: 'abé日c'.encode('ascii'), lambda: '日'.encode('latin-1'), lambda: '\ud800'.encode(), lambda: 'a\udcffb'.encode('utf-8', 'surrogateescape'), lambda: '\ud800'.encode('utf-8', 'surrogatepass'), lambda: b'\xed\xa0\x80'.decode('utf-8', 'surrogatepass'), lambda: 'a'.encode('nope'), lambda: b'a'.decode('nope'), lambda: 'é'.encode('ascii', 'nope'), lambda: b'\xff'.decode('utf-8', 'nope'), lambda: 'a'.encode(5), lambda: b'a'.decode(5),
          lambda: b'\xe9'.decode('ascii'), lambda: b'abc\xff'.decode('ascii'), lambda: 'a'.encode('utf-8', 5), lambda: b'abc'.decode('utf-16'), lambda: 'a'.encode(encoding='ascii', errors='strict'), lambda: b'a'.decode(encoding='ascii', errors='strict'), lambda: '€'.encode('cp1252'), lambda: b'\x81'.decode('cp1252'), lambda: '日本'.encode('ascii', 'namereplace'), lambda: str(b'a', 'ascii'), lambda: str(b'\xff', 'utf-8', 'replace'), lambda: str('a', 'ascii'), lambda: str(5, 'ascii'), lambda: str(b'abc'), lambda: bytes('é', 'utf-8'), lambda: bytes('é', 'ascii'), lambda: bytes('a')):
    try:
        print(ascii(f()))
    except Exception as e:
        print(type(e).__name__, ascii(str(e)))
for s in ('a', 'é', '日', '😀', '\x7f', '\x80', '\u07ff', '\u0800', '\uffff', '\U00010000', '\U0010ffff'):
    print(ascii(s), s.encode(), s.encode().decode() == s, s.encode('utf-16-be'), s.encode('utf-16-le').decode('utf-16-le') == s, s.encode('utf-32').decode('utf-32') == s)
print(b'\xff\xfea\x00'.decode('utf-16'), b'\xfe\xff\x00a'.decode('utf-16'), b'\xef\xbb\xbfa'.decode('utf-8') == '\ufeffa', b'\xef\xbb\xbfa'.decode('utf-8-sig'), 'a'.encode('utf-8-sig'))
