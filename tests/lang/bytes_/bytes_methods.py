# bytes_methods.py: Search, split, strip, replace, case and other methods of bytes.
# SPDX-License-Identifier: Apache-2.0

b = b'abracadabra'
print(b.find(b'a'), b.find(97), b.rfind(b'abra'), b.index(b'c'), b.rindex(98), b.count(b'a'), b.count(97), b.count(b''), b.find(b'a', 1, 4), b.find(b'z'), b.count(b'a', 3), b.startswith(b'ab'), b.startswith((b'x', b'a')), b.endswith(b'ra'), b.endswith((b'x',)), b.startswith(b'r', 2), b.find(b''), b.rfind(b''))
print(b'a b  c'.split(), b'a,b,,c'.split(b','), b'a,b,c'.rsplit(b',', 1), b' x '.strip(), b'xxaxx'.strip(b'x'), b'xay'.lstrip(b'yx'), b'xay'.rstrip(b'xy'), b'a\nb\r\nc\rd'.splitlines(), b'a\nb'.splitlines(True), b'a-b'.partition(b'-'), b'a-b-c'.rpartition(b'-'), b'ab'.partition(b'x'), b'\x0ba\x0c'.split(), b'a\x85b'.split())
print(b.replace(b'a', b'X'), b.replace(b'a', b'', 2), b'ab'.replace(b'', b'-'), b.removeprefix(b'ab'), b.removesuffix(b'ra'), b'ab'.upper(), b'AB'.lower(), b'ab cd'.title(), b'aBC'.capitalize(), b'aB'.swapcase(), b'\xe9'.upper(), b'they\'re'.title())
print(b'ab'.center(6), b'ab'.center(7, b'*'), b'ab'.ljust(4, b'.'), b'ab'.rjust(4), b'-5'.zfill(5), b'a\tb'.expandtabs(4), b','.join([b'a', b'b']), b''.join([]), b'abc'.hex(), b'abc'.hex('-'), b'abcdef'.hex(':', 2), b'abcde'.hex('_', -2), bytes.fromhex('61 62 6a'), bytes.fromhex('DEADbeef'), bytes.fromhex(''))
for v in (b'', b'a', b'1', b'a1', b'A', b'aB', b'Ab Cd', b' ', b'\t\n', b'a b', b'\xe9', b'12'):
    print(v, v.isalpha(), v.isdigit(), v.isalnum(), v.isupper(), v.islower(), v.istitle(), v.isspace(), v.isascii())
t = bytes.maketrans(b'abc', b'xyz')
print(len(t), t[97:100], b.translate(t), b.translate(None, b'a'), b.translate(t, b'r'), b.translate(None), b.translate(t, delete=b'b'))


def err(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


err(lambda: b.find('a')); err(lambda: b.find(300)); err(lambda: b.find(-1)); err(lambda: b.index(b'z')); err(lambda: b.rindex(b'z')); err(lambda: b.count(1.5)); err(lambda: b.startswith('a')); err(lambda: b.endswith(('a',))); err(lambda: b.startswith([b'a'])); err(lambda: b.split(b'')); err(lambda: b.split('a')); err(lambda: b.split(97)); err(lambda: b.strip('a')); err(lambda: b.strip(97)); err(lambda: b.replace('a', b'b')); err(lambda: b.replace(b'a', 5)); err(lambda: b.center(5, b'ab')); err(lambda: b.center(20, 'x')); err(lambda: b.join('ab')); err(lambda: b.join([1])); err(lambda: bytes.fromhex('6')); err(lambda: bytes.fromhex('zz')); err(lambda: bytes.fromhex('6 1')); err(lambda: bytes.fromhex(b'61')); err(lambda: bytes.fromhex('é')); err(lambda: b.hex('ab')); err(lambda: b.hex('é')); err(lambda: b.hex(5)); err(lambda: bytes.maketrans(b'a', b'bc')); err(lambda: bytes.maketrans('a', 'b')); err(lambda: b.translate(b'x')); err(lambda: b.translate('x')); err(lambda: b.translate(5)); err(lambda: b.partition(b'')); err(lambda: b.partition('a')); err(lambda: b.removeprefix('a')); err(lambda: b.zfill('x')); err(lambda: b.upper(1)); err(lambda: b.casefold()); err(lambda: b.format()); err(lambda: b.encode()); err(lambda: b.isdecimal()); err(lambda: b.splitlines(1, 2)); err(lambda: b.expandtabs('x')); err(lambda: b.decode('x-unknown'))
print(b.decode(), b.decode('ascii'), b'\xc3\xa9'.decode(), sorted(n for n in dir(bytes) if not n.startswith('_')))
