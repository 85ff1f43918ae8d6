# operators_compare.py: Concatenation, repetition, comparison, containment, hashing.
# SPDX-License-Identifier: Apache-2.0

print('a' + 'b', 'a' * 3, 3 * 'ab', '' * 5, 'a' * 0, 'a' * -1, 'a' * True, 'é' * 3, '😀' * 2, 'ab' * 1)
print('a' < 'b', 'a' < 'A', 'Z' < 'a', 'abc' < 'abd', 'ab' < 'abc', '' < 'a', 'é' > 'z', '\uffff' < '\U00010000', '\ud800' < '\ue000', '日' > 'é', 'a' <= 'a', 'b' >= 'a', 'a' != 'b', 'a' == 'a', 'a' == b'a', 'a' == 97, 'a' == None, 'a' != 1)
print(sorted(['b', 'A', 'a', 'é', 'Z', '', '1', '10', '2', '😀', '\uffff', '日']), max('hello'), min('hello'), max(['ab', 'b']), min('a', 'B'))
print('a' in 'abc', '' in '', '' in 'a', 'ac' in 'abc', 'abc' in 'abc', 'x' not in 'abc', 'é' in 'caffé', '\0' in 'a\0b')
print(hash('abc') == hash('abc'), hash('') == hash(''), hash('é') == hash('\xe9'), {'a': 1}['a'], len({'a', 'a', 'b'}), hash('a' + 'b') == hash('ab'))
for src in ("'a' + 1", "1 + 'a'", "'a' + b'b'", "'a' + None", "'a' - 'b'", "'a' * 'b'", "'a' * 1.5", "'a' * None", "'a' / 2", "'a' < 1", "1 > 'a'", "'a' >= None", "-'a'", "'a' & 'b'", "5 in 'abc'", "'a' % 'b'", "'a' ** 2", "'a' @ 'b'", "'a' // 2", "[] + 'a'", "'a' + []", "~'a'", "'a' < b'a'", "'a' * 10 ** 30", "'a' << 1"):
    try:
        print(src, repr(eval(src)))
    except Exception as e:
        print(src, type(e).__name__, e)
s = 'x'
t = s
s += 'y'
print(s, t)
s *= 3
print(s)
r = ''
for i in range(1000):
    r += chr(97 + i % 26)
print(len(r), r[:30], r.count('a'), hash(r) == hash(''.join(chr(97 + i % 26) for i in range(1000))))
print('%s' % 'a' 'b', 'a' 'b' == 'ab', ('a', 'b') < ('a', 'c'), ['a'] < ['b'], 'a' < 'b' < 'c', 'abc'.__contains__('b'), 'abc'.__add__('d'), 'abc'.__mul__(2), 'a'.__lt__('b'), 'a'.__lt__(1), 'a'.__eq__(1), 'abc'.__len__(), 'abc'.__getitem__(1), 'ab'.__rmul__(2), 'abc'.__iter__().__next__())
print(bool(''), bool('0'), bool(' '), not '', 'a' and 'b', '' or 'c', len('😀'), len('é'), len('e\u0301'), 'é' == 'e\u0301', len('\0'), list('aé😀'), tuple('ab'), [*'xy'], dict(enumerate('ab')), set('aaa'), list(reversed('abc')), ''.join(sorted('hello')))
