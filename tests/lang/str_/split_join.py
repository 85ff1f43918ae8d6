# split_join.py: split, rsplit, splitlines, join.
# SPDX-License-Identifier: Apache-2.0

for s in ('a b c', ' a  b ', '', ' ', 'abc', '\ta\n b\r\n', 'a,b,,c,', ',', ',,'):
    print(repr(s), s.split(), s.rsplit(), s.split(','), s.rsplit(','), s.split(None, 1), s.rsplit(None, 1), s.split(',', 1), s.rsplit(',', 1), s.split(',', 0), s.split(None, 0), s.split(',', -1))
print('a--b--c'.split('--'), 'a--b--c'.rsplit('--', 1), '---'.split('--'), '---'.rsplit('--'), 'aaa'.split('aa'), 'aaa'.rsplit('aa'), 'abc'.split('abc'), 'x'.split('xyz'), '日本語'.split('本'), 'a\u2003b\xa0c\u3000d'.split(), 'a\x1cb\x1fc\x85d'.split(), 'a\u200bb'.split(), '  lead'.split(' '), 'a b c d'.split(' ', 2), 'a b c d'.rsplit(' ', 2), '  a  b  c  '.split(None, 1), '  a  b  c  '.rsplit(None, 1), '  a  b  c  '.split(None, 2), 'a b'.split(sep=' '), 'a b c'.split(maxsplit=1), 'a,b'.split(sep=',', maxsplit=5))
for s in ('', 'a', 'a\n', 'a\nb', 'a\r\nb\rc\n', '\n\n', 'a\x0bb\x0cc\x1cd\x1de\x1ef\x85g\u2028h\u2029i', 'a\n\rb', '\r\n', 'x\r'):
    print(ascii(s), ascii(s.splitlines()), ascii(s.splitlines(True)), ascii(s.split('\n')))
print(','.join([]), ','.join(['a']), ','.join('abc'), ''.join(['x', 'y']), ', '.join({'k': 1, 'j': 2}), '-'.join(str(i) for i in range(4)), 'é'.join(['日', '😀']), '--'.join(('a', '', 'b')), ''.join([]), ' '.join(map(str, (1, None, 2.5))), '\n'.join(['l1', 'l2']))


def err(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


err(lambda: 'a'.split('')); err(lambda: 'a'.rsplit('')); err(lambda: 'a'.split(5)); err(lambda: 'a'.split(b'a')); err(lambda: 'a'.split(',', 'x')); err(lambda: 'a'.split(',', 1.5)); err(lambda: 'a'.split(',', None)); err(lambda: 'a'.split(1, 2, 3)); err(lambda: 'a'.split(foo=1)); err(lambda: ''.join([1])); err(lambda: ''.join(['a', 2, 'c'])); err(lambda: ''.join(5)); err(lambda: ''.join(None)); err(lambda: ''.join()); err(lambda: ''.join('a', 'b')); err(lambda: ','.join(['a', b'b'])); err(lambda: ','.join([None])); err(lambda: 'x'.splitlines(1, 2)); err(lambda: 'a\nb'.splitlines(keepends=1)); err(lambda: ''.join({'a': 1, 2: 3})); err(lambda: ','.join(x for x in [1, 2]))


class S(str): pass


print(type(''.join([S('x')])).__name__, type(S(',').join(['a'])).__name__, [type(p).__name__ for p in S('a b').split()], S('-').join(['p', 'q']))


def bad():
    yield 'a'
    raise ValueError('from generator')


err(lambda: ','.join(bad()))
