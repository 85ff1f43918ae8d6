# replace_translate.py: replace, translate, maketrans.
# SPDX-License-Identifier: Apache-2.0

s = 'abcabc'
print(s.replace('a', 'X'), s.replace('a', ''), s.replace('', '-'), s.replace('b', 'bb'), s.replace('z', 'y'), s.replace('a', 'X', 1), s.replace('a', 'X', 0), s.replace('a', 'X', -1), s.replace('abc', ''), s.replace('', 'x', 2), ''.replace('', 'x'), ''.replace('a', 'b'), ''.replace('', 'x', 0), 'aaa'.replace('aa', 'b'), 'aaaa'.replace('aa', 'a'), s.replace('bc', 'é'), '日本日'.replace('日', 'n'), 'é'.replace('é', 'e\u0301'), s.replace('a', 'a'), s.replace('abcabcx', 'y'), 'a.b.c'.replace('.', '', 1), 'x' * 5, ('ab' * 5).replace('ba', '-'))
t = str.maketrans('abc', 'xyz')
print(t, s.translate(t), str.maketrans('ab', 'cd', 'e'), 'abcde'.translate(str.maketrans('ab', 'cd', 'e')), str.maketrans({'a': 'long', 'b': None, 99: 'C', 'd': 0x20ac}), 'abcd'.translate(str.maketrans({'a': 'long', 'b': None, 99: 'C', 'd': 0x20ac})))
print('abc'.translate({}), 'abc'.translate({97: 'X'}), 'abc'.translate({97: None}), 'abc'.translate({97: 98}), 'abc'.translate('xyz' * 50)[:3], 'ab\x01'.translate(['p', 'q', 'r']), 'é日'.translate({233: 'e', 0x65e5: 'day'}), 'a😀'.translate({0x1f600: ':)'}), ''.translate(t), 'aé'.translate({97: 'é', 233: 'a'}))


def err(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


err(lambda: s.replace('a')); err(lambda: s.replace('a', 5)); err(lambda: s.replace(5, 'a')); err(lambda: s.replace('a', 'b', 'c')); err(lambda: s.replace('a', 'b', 1.5)); err(lambda: s.replace('a', 'b', count=1)); err(lambda: s.replace(b'a', 'b')); err(lambda: s.replace('a', None)); err(lambda: s.replace('a', 'b', None))
err(lambda: str.maketrans('ab', 'c')); err(lambda: str.maketrans('ab')); err(lambda: str.maketrans({'ab': 1})); err(lambda: str.maketrans(5, 6)); err(lambda: str.maketrans('a', 'b', 5)); err(lambda: str.maketrans({1.5: 'a'})); err(lambda: str.maketrans()); err(lambda: str.maketrans('a', 5)); err(lambda: str.maketrans([1]))
err(lambda: 'abc'.translate()); err(lambda: 'abc'.translate(5)); err(lambda: 'abc'.translate({97: -1})); err(lambda: 'abc'.translate({97: 0x110000})); err(lambda: 'abc'.translate({97: 1.5})); err(lambda: 'abc'.translate({97: b'x'})); err(lambda: 'a'.translate(None))


class T:
    def __getitem__(self, k):
        if k == 98:
            raise LookupError
        if k == 99:
            raise ValueError('boom')
        return chr(k).upper() * 2


print('ab'.translate(T()))
err(lambda: 'abc'.translate(T()))
