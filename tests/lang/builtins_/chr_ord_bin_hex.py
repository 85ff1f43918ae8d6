# chr_ord_bin_hex.py: chr, ord, bin, hex, oct, ascii.
# SPDX-License-Identifier: Apache-2.0

def err(f):
    try:
        print(ascii(f()))
    except Exception as e:
        print(type(e).__name__, e)


print(chr(65), chr(0x20ac), ascii(chr(0)), ascii(chr(0x10ffff)), chr(True) == '\x01', ascii(chr(0xd800)), len(chr(0x1f600)))
print(ord('A'), ord('€'), ord('\0'), ord('😀'), ord(b'a'), ord(bytearray(b'z')), ord('\ud800'), [ord(c) for c in 'aé日'], all(ord(chr(i)) == i for i in range(0, 0x110000, 1013)))
print(bin(0), bin(5), bin(-5), bin(True), bin(2 ** 64), hex(0), hex(255), hex(-255), hex(2 ** 70), oct(0), oct(8), oct(-8), oct(2 ** 63), hex(2 ** 49), bin(-(2 ** 49)))
print(ascii('é'), ascii('a\n'), ascii(['é', '日']), ascii(5), ascii(None), ascii('😀'), ascii({'ü': 1}), ascii("it's"), ascii(b'\xff'))
for f in (lambda: chr(-1), lambda: chr(0x110000), lambda: chr('a'), lambda: chr(1.5), lambda: chr(None), lambda: chr(), lambda: chr(1, 2), lambda: chr(2 ** 70), lambda: chr(-(2 ** 70)), lambda: ord(''), lambda: ord('ab'), lambda: ord(5), lambda: ord(None), lambda: ord(b''), lambda: ord(b'ab'), lambda: ord(), lambda: ord([]), lambda: ord(bytearray()), lambda: bin(1.5), lambda: bin('a'), lambda: hex(None), lambda: oct([]), lambda: bin(), lambda: hex(1, 2), lambda: oct(1j), lambda: ascii(), lambda: ascii(1, 2)):
    err(f)


class I:
    def __init__(self, v): self.v = v
    def __index__(self): return self.v


print(chr(I(97)), bin(I(3)), hex(I(-1)), oct(I(9)))
err(lambda: chr(I('x'))); err(lambda: hex(I(1.5))); err(lambda: bin(I(None)))


class R:
    def __repr__(self): return 'ré'


class BadR:
    def __repr__(self): return 5


print(ascii(R()), repr(R()))
err(lambda: ascii(BadR())); err(lambda: repr(BadR())); err(lambda: repr()); err(lambda: repr(1, 2)); err(lambda: repr('x'))
