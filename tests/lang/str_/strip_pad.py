# strip_pad.py: strip, lstrip, rstrip, center, ljust, rjust, zfill, expandtabs.
# SPDX-License-Identifier: Apache-2.0

for s in ('  a b  ', '\t\na\r\n', 'xxaxx', '', '   ', 'abc', '\u2003é\xa0', '\x1c\x85a\u3000', '\u200ba'):
    print(ascii(s), ascii(s.strip()), ascii(s.lstrip()), ascii(s.rstrip()), ascii(s.strip('x')), ascii(s.lstrip('xa')), ascii(s.rstrip('x a')), ascii(s.strip('')), ascii(s.strip(None)))
print('www.example.com'.strip('cmowz.'), 'mississippi'.rstrip('ipz'), 'aabbaa'.strip('a'), '日本日'.strip('日'), 'abc'.strip('abc'), '123abc321'.strip('0123456789'), 'xyx'.lstrip('yx'))
for w in (-1, 0, 3, 4, 5, 6, 7, 8):
    print(w, repr('abc'.center(w)), repr('abcd'.center(w)), repr('abc'.ljust(w)), repr('abc'.rjust(w)), repr('abc'.center(w, '*')), repr('-5'.zfill(w)), repr('+5'.zfill(w)), repr('5'.zfill(w)), repr(''.zfill(w)), repr('--5'.zfill(w)), repr('a'.center(w, 'é')), repr('日'.rjust(w, '本')))
print('a'.ljust(3, '.') + '|', 'a'.rjust(True), '٣'.zfill(4), '-'.zfill(3), ' 5'.zfill(5), 'abc'.zfill(2))
for s in ('a\tb', '\t', 'ab\tc', 'abcdefgh\ti', 'a\nb\tc', 'a\r\tb', '\t\t', 'é\tb', 'no tabs', 'a\t\nb\tc\td'):
    print(ascii(s), ascii(s.expandtabs()), ascii(s.expandtabs(4)), ascii(s.expandtabs(1)), ascii(s.expandtabs(0)), ascii(s.expandtabs(-5)), ascii(s.expandtabs(tabsize=3)))


def err(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


err(lambda: 'a'.strip(5)); err(lambda: 'a'.strip('a', 'b')); err(lambda: 'a'.lstrip(b'a')); err(lambda: 'a'.center()); err(lambda: 'a'.center('x')); err(lambda: 'a'.center(5, 'ab')); err(lambda: 'a'.center(5, '')); err(lambda: 'a'.ljust(5, 5)); err(lambda: 'a'.rjust(1.5)); err(lambda: 'a'.zfill('x')); err(lambda: 'a'.zfill()); err(lambda: 'a'.zfill(5, 0)); err(lambda: 'a'.expandtabs('x')); err(lambda: 'a'.expandtabs(None)); err(lambda: 'a'.center(10 ** 30)); err(lambda: 'a'.center(None)); err(lambda: 'a'.ljust(5, b'x')); err(lambda: 'a'.strip(chars='a'))
