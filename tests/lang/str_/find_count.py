# find_count.py: find, rfind, index, rindex, count with ranges.
# SPDX-License-Identifier: Apache-2.0

s = 'abracadabra'
for sub in ('a', 'abra', 'z', '', 'abracadabra', 'abracadabraz', 'ra', 'ca'):
    print(repr(sub), s.find(sub), s.rfind(sub), s.count(sub), s.find(sub, 3), s.rfind(sub, 3), s.count(sub, 3), s.find(sub, 1, 5), s.rfind(sub, 0, 5), s.count(sub, 2, -2), s.find(sub, -4), s.rfind(sub, -4, -1), sub in s)
print(''.find(''), ''.rfind(''), ''.count(''), ''.find('a'), 'abc'.find('', 3), 'abc'.find('', 4), 'abc'.rfind('', 1, 2), 'abc'.count(''), 'abc'.count('', 3), 'abc'.count('', 4), 'abc'.find('', 2, 1), 'abc'.rfind('', 10))
print('aaaa'.count('aa'), 'aaaa'.find('aa', 1), 'aaaa'.rfind('aa'), 'aXbXc'.count('X'), 'ababab'.count('abab'))
print('日本語日本'.find('日本', 1), '日本語日本'.rfind('日'), '日本語'.count('本'), '😀a😀b'.find('b'), '😀a😀b'.index('😀', 1), 'éa'.find('a'), 'a\0b\0'.rfind('\0'))
print(s.find('a', None), s.find('a', None, None), s.find('a', 2, None), s.find('a', -100, 100), s.find('a', 10 ** 30), s.rfind('a', -10 ** 30, 10 ** 30), s.find('a', True))


def err(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


err(lambda: s.index('z')); err(lambda: s.rindex('z')); err(lambda: s.index('a', 11)); err(lambda: s.index('a', 8)); err(lambda: s.rindex('a', 0, 3)); err(lambda: s.index('')); err(lambda: ''.index('a')); err(lambda: s.find()); err(lambda: s.find(5)); err(lambda: s.find('a', 'b')); err(lambda: s.find('a', 1.5)); err(lambda: s.find('a', 1, 2, 3)); err(lambda: s.count(None)); err(lambda: s.count(b'a')); err(lambda: 5 in s); err(lambda: b'a' in s); err(lambda: None in 'x'); err(lambda: s.find(sub='a')); err(lambda: s.rindex(1))
long = 'ab' * 500 + 'needle' + 'ab' * 500
print(long.find('needle'), long.rfind('needle'), long.count('ab'), long.find('needle', 1001), long.find('b' * 3), ('a' * 1000 + 'b').find('a' * 20 + 'b'), ('x' * 5000).count('x' * 7), ('aab' * 300).rfind('aaba'))


class I:
    def __index__(self): return 3


print(s.find('a', I()), s.count('a', I(), I()))
